import Guion

struct ElementsCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() throws -> ExitCode {
    let input = try ScriptInput(arguments)
    let script = FountainParser(bytes: try input.read())
    DiagnosticsPrinter(arguments).print(script.diagnostics.map { $0.inFile(input.path) })
    let document = ElementsDocument(
      source: input.name, format: "fountain", titlePage: script.titlePage,
      elements: script.elements)
    try document.write { Streams.out(Array($0)) }
    return .success
  }
}
