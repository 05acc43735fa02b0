import Synchronization
import Testing

@testable import Hablare

struct FetchOnceTests {
  struct Failure: Error {}

  @Test func `many simultaneous callers share one fetch`() async throws {
    let count = Mutex(0)
    let source = FetchOnce {
      await Task.yield()
      return count.withLock {
        $0 += 1
        return $0
      }
    }
    let values = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await source.value() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: 1, count: 50))
    #expect(try await source.value() == 1)
  }

  @Test func `a failure is not cached`() async throws {
    let count = Mutex(0)
    let source = FetchOnce {
      let number = count.withLock {
        $0 += 1
        return $0
      }
      if number == 1 { throw Failure() }
      return number
    }
    await #expect(throws: Failure.self) { try await source.value() }
    #expect(try await source.value() == 2)
  }

  @Test func `a fetch without waiting callers is cancelled, and repeated for the next caller`()
    async throws
  {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let count = Mutex(0)
    let source = FetchOnce {
      let number = count.withLock {
        $0 += 1
        return $0
      }
      if number > 1 { return number }
      start.yield()
      // The loop ends only by cancellation.
      for await _ in AsyncStream<Void>.makeStream().stream {}
      throw CancellationError()
    }
    let waiters = (0..<3).map { _ in Task { try await source.value() } }
    for await _ in started { break }
    for waiter in waiters { waiter.cancel() }
    for waiter in waiters {
      await #expect(throws: CancellationError.self) { try await waiter.value }
    }
    #expect(try await source.value() == 2)
  }
}
