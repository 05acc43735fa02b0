/// Why a folder gives no manuscript.
public enum ManuscriptError: Error, Equatable, Sendable {
  /// The folder, a folder in it, or a file of it cannot be read.
  case unreadable(SourceFileError)
  /// There is nothing in the folder that could be read as a chapter.
  case noDocuments(folder: String)
  /// Folders stand in folders deeper than `Manuscript.deepestFolder`.
  case tooDeep(folder: String)
  /// What is wrong with the file that says the order, all of it, each with its place.
  case order([Diagnostic])

  /// The folder or file it is about, as the user named it.
  public var path: String {
    switch self {
    case .unreadable(let error): error.path
    case .noDocuments(let folder), .tooDeep(let folder): folder
    case .order(let diagnostics): diagnostics.first?.file ?? ""
    }
  }

  /// The same as diagnostics, for tools.
  public var diagnostics: [Diagnostic] {
    switch self {
    case .unreadable(let error):
      [error.tooLarge ?? diagnostic("unreadable", "it cannot be read: \(error.reason)")]
    case .noDocuments:
      [
        diagnostic(
          "no-documents",
          "there is no document in this folder; it needs a .md, .fountain or .txt file whose name "
            + "does not begin with a dot")
      ]
    case .tooDeep:
      [
        diagnostic(
          "too-deep",
          "folders stand in one another deeper than \(Manuscript.deepestFolder); move the documents "
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
  /// One line for each thing that is wrong.
  public var description: String {
    if case .unreadable(let error) = self { return error.description }
    return diagnostics.map(\.description).joined(separator: "\n")
  }
}
