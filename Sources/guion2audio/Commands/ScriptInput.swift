import Glibc
import Guion
import Hablare
import Basics

/// A document or a folder of documents as it was named on the command line.
struct ScriptInput {
  /// The path as typed, `-` for standard input.
  let path: String
  private let format: DocumentFormat?
  let isFolder: Bool

  /// Every input that was named; `--from` says the format where names do not.
  static func all(_ arguments: Arguments) throws -> [ScriptInput] {
    guard !arguments.inputs.isEmpty else { throw UsageError("no input is named") }
    let format = try format(from: arguments[.from])
    if arguments.inputs.count(where: { $0 == "-" }) > 1 {
      throw UsageError("standard input can be read once only")
    }
    return try arguments.inputs.map { try ScriptInput($0, format: format) }
  }

  /// The one input of a command that takes one.
  static func one(_ arguments: Arguments) throws -> ScriptInput {
    let inputs = try all(arguments)
    if inputs.count > 1 {
      throw UsageError("one input at a time: \"\(inputs[1].path)\" is one too many")
    }
    return inputs[0]
  }

  /// Takes a path; `format` says what is in it where the name does not.
  init(_ path: String, format: DocumentFormat?) throws {
    self.path = path
    var status = stat()
    isFolder = path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    self.format = format ?? (path == "-" ? nil : DocumentFormat(path: path))
    if !isFolder, self.format == nil { throw Self.unknownFormat(path) }
  }

  private static func format(from name: String?) throws(UsageError) -> DocumentFormat? {
    guard let name else { return nil }
    if let format = DocumentFormat(rawValue: name.lowercased()) { return format }
    let meant = DocumentFormat(path: "a." + name).map { "did you mean \($0.rawValue)?" }
    let hint = meant ?? Spelling.hint(for: name, among: DocumentFormat.allCases.map(\.rawValue))
    throw UsageError("--from \(name): not a format this version reads; \(hint)")
  }

  private static func unknownFormat(_ path: String) -> any Error {
    let known = DocumentFormat.allCases.map(\.rawValue).joined(separator: ", ")
    if path == "-" { return UsageError("standard input needs --from (\(known))") }
    var status = stat()
    guard stat(path, &status) == 0 else {
      return CommandFailure(.noInput, "cannot read \(path): \(SystemReason.text(errno))")
    }
    let endings = DocumentFormat.allCases.flatMap(\.fileExtensions).map { "." + $0 }
    return CommandFailure(
      .badInput,
      "\(path): not a format this version reads (\(endings.joined(separator: ", "))); save it as one, "
        + "or --from says which one it is (\(known))")
  }

  /// Reads it; what keeps a folder from being read is reported.
  func read(_ report: ([Diagnostic]) -> Void) throws -> Manuscript {
    if isFolder { return try readFolder(report) }
    do {
      return Manuscript(
        try GuionParsedElementCollection(file: path == "-" ? "/dev/stdin" : path, format: format),
        path: path)
    } catch {
      if let limit = error.limit {
        report([Diagnostic.tooLarge(limit, in: path)])
        throw ExitCode.badInput
      }
      throw CommandFailure(.noInput, "cannot read \(path): \(error.reason)", file: path)
    }
  }

  private func readFolder(_ report: ([Diagnostic]) -> Void) throws -> Manuscript {
    do {
      return try Manuscript(folder: path)
    } catch {
      if case .unreadable(let error) = error, error.limit == nil {
        throw CommandFailure(.noInput, error.description, file: error.path)
      }
      report(error.diagnostics)
      if case .order = error { throw ExitCode.badInput }
      if case .unreadable = error { throw ExitCode.badInput }
      throw ExitCode.noInput
    }
  }

  /// The name of the folder that `render` makes where none is named: without folders and extension.
  var stem: String {
    if path == "-" { return "standard-input" }
    guard isFolder else { return Self.safe(FilePath(path).stem.text) }
    // "." and ".." have a name of their own.
    let folder = try? FilePath(path).resolved()
    return Self.safe(folder?.last.text ?? path)
  }

  /// A name that is one folder's: "..md" and "...md" would lead elsewhere, as the root would, and a name
  /// has at most 255 bytes with what is added to it (ext4, btrfs, xfs).
  private static func safe(_ name: String) -> String {
    if name.allSatisfy({ $0 == "." || $0 == "/" }) { return "book" }
    var short = name
    while short.utf8.count > 200 { short.removeLast() }
    return short
  }

  /// The `cast.json` beside the input.
  var castFile: String {
    let folder = isFolder ? FilePath(path).trimmed : FilePath(path).folder
    return FilePath(folder.text == "." ? "" : folder.text).appending(FilePath("cast.json")).text
  }
}
