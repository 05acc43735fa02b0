import Audiobook
import Guion

struct ElementsCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    let printer = DiagnosticsPrinter(arguments)
    let input = try BookInput.one(arguments)
    let manuscript = try await PrintedPlanner(arguments, printer).printing { try input.read() }
    printer.print(manuscript.diagnostics)
    let document = ElementsDocument(
      source: manuscript.name, format: manuscript.format.rawValue,
      titlePage: manuscript.titlePage, elements: manuscript.elements,
      documents: manuscript.documents.map(\.name))
    try document.write { Streams.out(Array($0)) }
    return manuscript.diagnostics.contains { $0.severity == .error } ? .badInput : .success
  }
}
