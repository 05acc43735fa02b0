import Audiobook
import Basics
import Guion
import Hablare

/// `guion2audio convert INPUT -o FILE`: converts a script to Fountain or Final Draft, or another document to Markdown.
struct ConvertCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    let style = try RenderOptions.choice(.diagnostics, arguments) ?? DiagnosticsStyle.text
    let printer = DiagnosticsPrinter(
      least: arguments.has(.quiet) ? .error : .note, style: style, asEvents: false,
      to: .standardError, listsAllNotes: arguments.has(.verbose), groupsNotes: true)
    let input = try BookInput.one(arguments)
    let output = try output()
    let target = try target(output)
    let edition = try RenderOptions.edition(arguments)
    let manuscript = try await PrintedPlanner(arguments, printer).printing {
      try input.read(edition)
    }
    let conversion = try conversion(of: manuscript, to: target, edition, printer)
    guard let conversion else {
      printer.finish()
      return .badInput
    }
    printer.print(manuscript.diagnostics + conversion.losses)
    if let output {
      try WholeFile.write(conversion.bytes, to: output)
    } else {
      Streams.out(conversion.bytes)
    }
    printer.finish()
    if let output {
      let script = Summary.shellWord(output)
      arguments.suggest(["check it": "check \(script)", "hear it": "play \(script)"])
    }
    return .success
  }

  /// Returns the new document.
  /// If the old document has errors, prints them and returns nil.
  private func conversion(
    of manuscript: Manuscript, to target: DocumentFormat, _ edition: ReadingEdition,
    _ printer: DiagnosticsPrinter
  ) throws(CommandFailure) -> DocumentConversion? {
    if manuscript.diagnostics.contains(where: { $0.severity == .error }) {
      printer.print(manuscript.diagnostics)
      return nil
    }
    do throws(ConversionError) {
      return try DocumentConversion(of: manuscript, to: target, edition: edition)
    } catch {
      throw CommandFailure(.badInput, "\(manuscript.name): \(error)")
    }
  }

  /// Returns the file to write, or nil for standard output.
  private func output() throws -> String? {
    guard let path = arguments[.output], path != "-" else { return nil }
    guard !path.isEmpty else { throw UsageError("--output needs a file") }
    if let status = FileStatus(path, followingLinks: true), !status.isFile, !status.isFolder {
      throw CommandFailure(
        .cannotWrite,
        "cannot write \(path): it is not a regular file; write to a file, or to standard output "
          + "with -o -")
    }
    if WholeFile.exists(path), !arguments.has(.overwrite) {
      throw CommandFailure(.cannotWrite, "\(path) already exists; use --overwrite to replace it")
    }
    try WholeFile.checkWritable(path)
    return path
  }

  private func target(_ output: String?) throws(UsageError) -> DocumentFormat {
    let known = DocumentConversion.targets.map(\.rawValue)
    if let name = arguments[.to] {
      guard let format = DocumentFormat(rawValue: name.lowercased()),
        known.contains(name.lowercased())
      else {
        throw UsageError("--to \(name): unknown format; \(Spelling.hint(for: name, among: known))")
      }
      return format
    }
    guard let output else {
      throw UsageError("standard output needs --to (\(known.joined(separator: ", ")))")
    }
    guard let format = DocumentFormat(path: output), known.contains(format.rawValue) else {
      throw UsageError(
        "--output \(output): the format is not clear from the name; set it with --to (\(known.joined(separator: ", ")))"
      )
    }
    return format
  }
}

struct ElementsCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    let printer = DiagnosticsPrinter(arguments)
    let input = try BookInput.one(arguments)
    let edition = try RenderOptions.edition(arguments)
    let manuscript = try await PrintedPlanner(arguments, printer).printing {
      try input.read(edition)
    }
    printer.print(manuscript.diagnostics)
    let document = ElementsDocument(
      source: manuscript.name, format: manuscript.format.rawValue,
      titlePage: manuscript.titlePage, elements: manuscript.elements,
      documents: manuscript.documents.map(\.name)
    ).with(manuscript.wordCount)
    try document.write { Streams.out(Array($0)) }
    return manuscript.diagnostics.contains { $0.severity == .error } ? .badInput : .success
  }
}
