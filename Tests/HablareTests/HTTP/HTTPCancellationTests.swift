import Testing
import TestSupport

@testable import Hablare

/// Tests that a cancelled task stops its request at once.
@Suite(.timeLimit(.minutes(1)))
struct HTTPCancellationTests {
  @Test(arguments: [
    LoopbackAnswer.silence, LoopbackAnswer(behaviour: .drip),
    .bytes([1, 2, 3], behaviour: .stalled(after: 1)),
  ])
  func `a request in flight is stopped and the server notices`(
    answer: LoopbackAnswer
  ) async throws {
    let server = try LoopbackServer { $0.path == "/slow" ? answer : .json("{}") }
    let client = HTTPClient()
    let task = Task { try await client.send(HTTPRequest(.post, server.address + "/slow")) }
    await server.waitForRequests(1)
    task.cancel()
    let outcome = await Result.of { try await task.value }
    #expect(outcome.failure is CancellationError)
    await server.waitForAbandoned(1)
    #expect(client.statistics.lost == 1)
    // The other requests continue.
    #expect(try await client.send(HTTPRequest(.get, server.address)).status == 200)
  }

  @Test func `a request of a cancelled task is not sent`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let client = HTTPClient()
    let outcome = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Result.of { try await client.send(HTTPRequest(.get, server.address)) }
    }.value
    #expect(outcome.failure is CancellationError)
    #expect(server.requests.isEmpty)
    #expect(client.statistics == TransferStatistics())
  }

  @Test func `waiting for a connection is stopped`() async throws {
    let door = try DeafDoor()
    let client = HTTPClient()
    let gate = AsyncStream<Void>.makeStream()
    let task = Task {
      gate.continuation.finish()
      return try await client.send(HTTPRequest(.get, door.address))
    }
    for await _ in gate.stream {}
    task.cancel()
    #expect(await Result.of { try await task.value }.failure is CancellationError)
  }

  @Test func `many requests are cancelled while they are answered, and each ends once`()
    async throws
  {
    let server = try LoopbackServer { _ in .json("{}") }
    let client = HTTPClient()
    let tasks = (0..<200).map { _ in
      Task { try await client.send(HTTPRequest(.get, server.address)) }
    }
    await server.waitForRequests(50)
    for task in tasks { task.cancel() }
    for task in tasks {
      let outcome = await Result.of { try await task.value }
      #expect((try? outcome.get())?.status == 200 || outcome.failure is CancellationError)
    }
  }
}
