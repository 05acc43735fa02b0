import Synchronization

/// Counts the clips that a build takes from earlier builds, or from another line that says the same.
final class ClipTally: Sendable {
  private let count = Atomic<Int>(0)

  /// How many there were so far.
  var reused: Int { count.load(ordering: .relaxed) }

  func addReused() { count.add(1, ordering: .relaxed) }
}
