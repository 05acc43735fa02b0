import Basics
public import FoundationEssentials

extension ManuscriptError: LocalizedError {
  /// The message for users.
  public var errorDescription: String? { description }

  /// A sentence that suggests a fix.
  public var recoverySuggestion: String? {
    switch self {
    case .unreadable(let error): error.recoverySuggestion
    case .noDocuments, .tooDeep, .order: "Change the folder as the message says."
    }
  }
}
