import Synchronization

/// A token that is valid for one visit.
final class Ticket: Sendable {
  /// The token in the address.
  let value = Gate.secret()
  private let isTaken = Mutex(false)

  /// Uses up the ticket if `shown` is its token.
  ///
  /// Returns false if `shown` is wrong or the ticket has been used.
  func take(_ shown: String) -> Bool {
    guard Gate.areEqual(shown, value) else { return false }
    return isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
  }
}
