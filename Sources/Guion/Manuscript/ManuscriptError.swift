import Basics
public import FoundationEssentials

/// The reasons why a folder cannot be read as a manuscript.
public enum ManuscriptError: Error, Equatable, Sendable {
  /// The folder, a folder in it, or a file in it cannot be read.
  case unreadable(FileError)
  /// The folder contains no document that can be read as a chapter. `skipped` names the documents in other formats.
  case noDocuments(folder: String, skipped: [Diagnostic] = [])
  /// Folders are nested deeper than `Manuscript.deepestFolder`.
  case tooDeep(folder: String)
  /// All problems in the order file, each with its position.
  case order([Diagnostic])

  /// The folder or file that the error is about, as the user named it.
  public var path: String {
    switch self {
    case .unreadable(let error): error.path
    case .noDocuments(let folder, _), .tooDeep(let folder): folder
    case .order(let diagnostics): diagnostics.first?.file ?? ""
    }
  }

  /// The error as diagnostics, for tools.
  public var diagnostics: [Diagnostic] {
    switch self {
    case .unreadable(let error):
      [error.tooLarge ?? diagnostic("unreadable", "it cannot be read: \(error.reason)")]
    case .noDocuments(_, let skipped):
      skipped + [
        diagnostic(
          "no-documents",
          "this folder has no document; it needs a .md, .fountain or .txt file whose name "
            + "does not begin with a dot")
      ]
    case .tooDeep:
      [
        diagnostic(
          "too-deep",
          "folders are nested deeper than \(Manuscript.deepestFolder) levels; move the documents "
            + "up, or name them in a SUMMARY.md")
      ]
    case .order(let diagnostics): diagnostics
    }
  }

  private func diagnostic(_ code: String, _ message: String) -> Diagnostic {
    Diagnostic(code: code, severity: .error, message: message, file: path)
  }
}

extension ManuscriptError: CustomStringConvertible {
  /// One line for each problem.
  public var description: String {
    if case .unreadable(let error) = self { return error.description }
    return diagnostics.map(\.description).joined(separator: "\n")
  }
}

extension ManuscriptError: LocalizedError {
  /// The message for users.
  public var errorDescription: String? { description }

  /// A sentence that suggests a fix.
  public var recoverySuggestion: String? {
    switch self {
    case .unreadable(let error): error.recoverySuggestion
    case .noDocuments: "Add a document to the folder, or choose another folder."
    case .tooDeep: "Move the documents to a folder nearer to the top."
    case .order: "Correct the file that lists the documents."
    }
  }
}
