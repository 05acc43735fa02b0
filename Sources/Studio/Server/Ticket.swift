import Synchronization

/// A token that is good for one visit.
final class Ticket: Sendable {
  /// What the address has.
  let value = Gate.secret()
  private let isTaken = Mutex(false)

  /// Takes the ticket; false if this is another one, or if it was taken before.
  func take(_ shown: String) -> Bool {
    guard Gate.areEqual(shown, value) else { return false }
    return isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
  }
}
