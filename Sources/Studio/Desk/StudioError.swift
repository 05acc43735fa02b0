import Audiobook
import Guion

/// Why the studio does not do what a page asks for.
enum StudioError: Error, Equatable {
  /// The lines that the page knows are those of a former plan.
  case stale
  /// The cast file has changed since the page has seen it.
  case conflict(String)
  /// It cannot be done, for the reason given.
  case impossible(String)
  /// It costs something, and the user has not agreed to it.
  case paid(Cost)
  /// Something of that kind is running already.
  case busy(String)
  /// A voice, or a service, has failed.
  case failed(String)
  /// There is no such thing.
  case missing(String)

  /// What is to be paid.
  struct Cost: Equatable, Encodable, Sendable {
    /// The characters that are paid for.
    var characters: Int
    /// The same in words, with the money as far as prices are known.
    var words: String
  }
}

extension StudioError {
  /// Any error as one text.
  static func words(of error: any Error) -> String {
    switch error {
    case let error as BookError:
      let errors = error.diagnostics.filter { $0.severity == .error }.map(\.description)
      return (error.message.isEmpty ? errors : [error.message] + errors).joined(separator: "\n")
    case .impossible(let reason) as StudioError: return reason
    default: return "\(error)"
    }
  }
}
