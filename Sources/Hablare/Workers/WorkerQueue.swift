/// The callers that wait for a slot of a worker, and the rule for who is next.
///
/// A loaded model should be used before another model displaces it. Therefore a released slot goes
/// to a line of the group that released it. If no line of this group waits, the slot goes to a line
/// of another group that currently has a slot. If no such line waits either, the slot goes to the
/// line that has waited longest.
///
/// There is one exception: if too many lines have overtaken the line that has waited longest, this
/// line gets the slot.
struct WorkerQueue {
  /// A waiting caller.
  struct Waiter {
    var id: Int
    /// The group of the line.
    ///
    /// Lines of one group share a loaded model.
    var group: String
    var continuation: CheckedContinuation<Int, any Error>
    /// The number of lines that have overtaken this line since this line became the first in the
    /// queue.
    var overtaken = 0
  }

  /// The maximum number of lines that may overtake a line.
  ///
  /// The number is larger than the number of lines that a build requests ahead. Therefore a build
  /// never reaches this maximum.
  private static let patience = 500

  private var waiters: [Waiter] = []
  private var lastID = 0
  /// The number of slots that each group has.
  private var busy: [String: Int] = [:]

  /// Returns an id for a new waiter.
  mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  /// Adds a waiter after all others.
  mutating func add(_ waiter: Waiter) { waiters.append(waiter) }

  /// Removes a waiter and returns it; nil if the waiter is not in the queue.
  mutating func remove(_ id: Int) -> Waiter? {
    waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
  }

  /// Whether more than one group has slots.
  var isShared: Bool { busy.count > 1 }

  /// Records that a group has one more slot.
  mutating func begin(_ group: String) { busy[group, default: 0] += 1 }

  /// Records that a group has one slot less.
  mutating func end(_ group: String) {
    guard let count = busy[group] else { return }
    busy[group] = count > 1 ? count - 1 : nil
  }

  /// Removes and returns the waiter for a slot that `group` has released; nil if there are no
  /// waiters.
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
