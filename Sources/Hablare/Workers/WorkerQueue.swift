/// Callers that wait for a slot of a worker, and the rule for who is next.
///
/// A loaded model should be used before others displace it. After a line of a group, the next line
/// of that group is first. Then come lines of groups that currently have slots, and then the line
/// that has waited longest. A line that others have overtaken too often goes first.
struct WorkerQueue {
  /// A waiting caller.
  struct Waiter {
    var id: Int
    /// The group.
    ///
    /// Lines of a group share a loaded model.
    var group: String
    var continuation: CheckedContinuation<Int, any Error>
    /// How many other lines have overtaken this line.
    var overtaken = 0
  }

  /// The maximum number of lines that may overtake a line.
  ///
  /// It is more than the lines that a build requests ahead, so that a build never reaches it.
  private static let patience = 500

  private var waiters: [Waiter] = []
  private var lastID = 0
  /// The number of slots of each group.
  private var busy: [String: Int] = [:]

  /// Returns the id for a new waiter.
  mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  /// Adds a waiter after all others.
  mutating func add(_ waiter: Waiter) { waiters.append(waiter) }

  /// Removes a waiter and returns it, or nil if it is not waiting.
  mutating func remove(_ id: Int) -> Waiter? {
    waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
  }

  /// Whether several groups have slots.
  var isShared: Bool { busy.count > 1 }

  /// Records that a group has one more slot.
  mutating func begin(_ group: String) { busy[group, default: 0] += 1 }

  /// Records that a group has one slot less.
  mutating func end(_ group: String) {
    guard let count = busy[group] else { return }
    busy[group] = count > 1 ? count - 1 : nil
  }

  /// Removes and returns the waiter that gets a slot released by a group, or nil if there are no
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
