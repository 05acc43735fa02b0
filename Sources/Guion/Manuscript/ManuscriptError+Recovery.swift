import Basics
public import FoundationEssentials

extension ManuscriptError: LocalizedError {
  /// The message for people.
  public var errorDescription: String? { description }

  /// What can be done about it, in a sentence for people.
  public var recoverySuggestion: String? {
    switch self {
    case .unreadable(let error): error.recoverySuggestion
    case .noDocuments, .tooDeep, .order: "Change the folder as the message says."
    }
  }
}
