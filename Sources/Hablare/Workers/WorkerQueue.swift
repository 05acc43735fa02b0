/// Callers that wait for a slot of a worker, and who is next.
///
/// A loaded model is used before others push it out: after a line of a group, the next line of that group is first, then
/// the lines of groups that are being spoken, then the line that has waited longest. A line that others have overtaken
/// too often goes first.
struct WorkerQueue {
  /// A caller that waits.
  struct Waiter {
    var id: Int
    /// Lines of a group share a loaded model.
    var group: String
    var continuation: CheckedContinuation<Int, any Error>
    /// How many have overtaken it.
    var overtaken = 0
  }

  /// How many may overtake a line: more than the lines that a build has ahead, so that a build never meets it.
  private static let patience = 500

  private var waiters: [Waiter] = []
  private var lastID = 0
  /// How many slots each group has.
  private var busy: [String: Int] = [:]

  /// The id of a new waiter.
  mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  /// Adds a waiter behind all others.
  mutating func add(_ waiter: Waiter) { waiters.append(waiter) }

  /// Takes a waiter out; nil if it is not there.
  mutating func remove(_ id: Int) -> Waiter? {
    waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
  }

  /// Whether several groups have slots.
  var isShared: Bool { busy.count > 1 }

  /// Notes that a group has one slot more.
  mutating func begin(_ group: String) { busy[group, default: 0] += 1 }

  /// Notes that a group has one slot less.
  mutating func end(_ group: String) {
    guard let count = busy[group] else { return }
    busy[group] = count > 1 ? count - 1 : nil
  }

  /// Takes out who gets the slot that a line of a group has left; nil if nobody waits.
  mutating func next(after group: String) -> Waiter? {
    guard let first = waiters.first else { return nil }
    var place = 0
    if first.overtaken < Self.patience {
      place =
        waiters.firstIndex { $0.group == group } ?? waiters.firstIndex { busy[$0.group] != nil }
        ?? 0
    }
    if place > 0 { waiters[0].overtaken += 1 }
    return waiters.remove(at: place)
  }
}
