import Basics
public import FoundationEssentials

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
