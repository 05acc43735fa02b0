import Synchronization
import Testing
import TestSupport

@testable import Hablare

/// Tests of how many requests a service gets at the same time.
@Suite(.timeLimit(.minutes(1)))
struct RequestLimiterTests {
  @Test func `the refusals of one burst halve the limit once`() async throws {
    let limiter = RequestLimiter(limit: 8)
    var permits: [RequestLimiter.Permit] = []
    for _ in 0..<8 { permits.append(try await limiter.acquire()) }
    for permit in permits { limiter.refused(permit) }
    #expect(limiter.limit == 4)
    for permit in permits { limiter.release(permit) }
    for expected in [2, 1, 1] {
      let permit = try await limiter.acquire()
      limiter.refused(permit)
      limiter.release(permit)
      #expect(limiter.limit == expected)
    }
  }

  @Test func `after as many successes as the limit, it grows by one, up to the ceiling`()
    async throws
  {
    let limiter = RequestLimiter(limit: 4)
    let permit = try await limiter.acquire()
    limiter.refused(permit)
    limiter.refused(try await limiter.renew(permit))
    var limits: [Int] = []
    for _ in 0..<12 {
      limiter.succeeded()
      limits.append(limiter.limit)
    }
    #expect(limits == [2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4])
  }

  @Test(arguments: [(2, 2), (0, 1), (-5, 1), (9, 6)])
  func `the service can lower the ceiling, but not raise it`(ceiling: Int, limit: Int) {
    let limiter = RequestLimiter(limit: 6)
    limiter.setCeiling(ceiling)
    #expect(limiter.limit == limit)
    for _ in 0..<100 { limiter.succeeded() }
    #expect(limiter.limit == limit)
  }

  @Test func `waiting requests run in the order of their calls, retries first`() async throws {
    let limiter = RequestLimiter(limit: 1)
    let order = Order()
    let permit = try await limiter.acquire()
    var tasks: [Task<Void, any Error>] = []
    for name in ["a", "b", "first"] {
      tasks.append(
        Task {
          let permit = try await limiter.acquire(isFirst: name == "first")
          order.add(name)
          limiter.release(permit)
        })
      while limiter.waiting < tasks.count { await Task.yield() }
    }
    limiter.release(permit)
    for task in tasks { try await task.value }
    #expect(order.names == ["first", "a", "b"])
  }

  @Test func `a cancelled request leaves the queue`() async throws {
    let limiter = RequestLimiter(limit: 1)
    let permit = try await limiter.acquire()
    let task = Task { try await limiter.acquire() }
    while limiter.waiting < 1 { await Task.yield() }
    task.cancel()
    #expect(await Result.of { try await task.value }.failure is CancellationError)
    #expect(limiter.waiting == 0)
    limiter.release(permit)
    limiter.release(try await limiter.acquire())
  }

  @Test func `a permit above a lowered limit waits again`() async throws {
    let limiter = RequestLimiter(limit: 2)
    let one = try await limiter.acquire()
    let two = try await limiter.acquire()
    limiter.refused(one)
    let task = Task { try await limiter.renew(one) }
    while limiter.waiting < 1 { await Task.yield() }
    limiter.release(two)
    limiter.release(try await task.value)
    #expect(limiter.waiting == 0)
  }
}

/// Records names in order.
private final class Order: Sendable {
  private let state = Mutex<[String]>([])

  var names: [String] { state.withLock(\.self) }

  func add(_ name: String) { state.withLock { $0.append(name) } }
}
