import Testing

@testable import Hablare

/// Tests of the order in which lines get a slot.
struct WorkerQueueTests {
  /// Returns the order in which lines of groups get the only slot, after the first one, which is already
  /// being spoken.
  private static func order(of groups: [String], after first: String) async -> String {
    var queue = WorkerQueue()
    var order = first
    queue.begin(first)
    for group in groups { await add(group, to: &queue) }
    var last = first
    while true {
      queue.end(last)
      guard let next = queue.next(after: last) else { return order }
      next.continuation.resume(throwing: CancellationError())
      queue.begin(next.group)
      (last, order) = (next.group, order + next.group)
    }
  }

  /// Adds a waiter without a caller.
  private static func add(_ group: String, to queue: inout WorkerQueue) async {
    let id = queue.newID()
    let continuation = await withCheckedContinuation {
      (made: CheckedContinuation<CheckedContinuation<Int, any Error>, Never>) in
      Task {
        _ = try? await withCheckedThrowingContinuation {
          (waiting: CheckedContinuation<Int, any Error>) in made.resume(returning: waiting)
        }
      }
    }
    queue.add(WorkerQueue.Waiter(id: id, group: group, continuation: continuation))
  }

  @Test(arguments: [
    ("", "a", "a"), ("aaa", "a", "aaaa"), ("babab", "a", "aaabbb"), ("cbcb", "a", "accbb"),
  ])
  func `lines of one model follow each other`(groups: String, first: String, order: String) async {
    #expect(await Self.order(of: groups.map(String.init), after: first) == order)
  }

  @Test func `a line is not overtaken without a limit`() async {
    let order = await Self.order(
      of: ["b"] + Array(repeating: "a", count: 600), after: "a")
    #expect(order.prefix { $0 == "a" }.count == 501)
  }

  @Test func `a line whose model is speaking goes before others`() async {
    var queue = WorkerQueue()
    for group in ["a", "b"] { queue.begin(group) }
    for group in ["c", "b"] { await Self.add(group, to: &queue) }
    #expect(queue.isShared)
    queue.end("a")
    let first = queue.next(after: "a")
    let second = queue.next(after: "a")
    #expect([first?.group, second?.group] == ["b", "c"])
    for waiter in [first, second] {
      waiter?.continuation.resume(throwing: CancellationError())
    }
    #expect(!queue.isShared)
  }
}
