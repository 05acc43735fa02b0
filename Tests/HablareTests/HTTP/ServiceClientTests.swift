import Testing
import TestSupport

@testable import Hablare

/// Tests of requests that are retried, and of requests that must not be.
@Suite(.timeLimit(.minutes(1)))
struct ServiceClientTests {
  /// A server, a client of the server, and a clock without real waiting.
  private struct Scene {
    let server: LoopbackServer
    let client = HTTPClient()
    let clock = RecordingClock()
    let service: ServiceClient

    init(
      concurrency: Int = 2, seed: UInt64 = 1,
      _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
    ) throws {
      server = try LoopbackServer(answer)
      var policy = RetryPolicy()
      policy.jitter = seed == 0 ? 0.25 : 0
      service = ServiceClient(
        client: client, concurrency: concurrency, policy: policy, clock: clock, seed: 42)
    }

    func post(
      judge: @Sendable (HTTPResponse) -> ServiceClient.Verdict = { _ in .byStatus }
    ) async -> Result<HTTPResponse, any Error> {
      let request = HTTPRequest(.post, server.address, body: [1, 2, 3])
      return await Result.of { try await service.send(request, judge: judge) }
    }
  }

  @Test(arguments: [408, 409, 425, 429, 500, 502, 503, 504, 529])
  func `a temporary failure is retried`(status: Int) async throws {
    let scene = try Scene { $0.number < 3 ? .status(status) : .bytes([7]) }
    #expect(try await scene.post().get().body == [7])
    #expect(scene.server.requests.count == 3)
    #expect(scene.clock.sleeps == [.seconds(1), .seconds(2)])
    #expect(scene.client.statistics.requests == 3)
    #expect(scene.client.statistics.retries == 2)
    #expect(scene.client.statistics.lost == 0)
  }

  @Test func `after the last attempt the last answer is returned`() async throws {
    let scene = try Scene { .json("{\"n\":\($0.number)}", status: 500) }
    let answer = try await scene.post().get()
    #expect(answer.status == 500)
    #expect(answer.body == Array("{\"n\":3}".utf8))
    #expect(scene.clock.sleeps == [.seconds(1), .seconds(2)])
  }

  @Test(arguments: [200, 400, 401, 402, 403, 404, 422])
  func `a final answer is not retried`(status: Int) async throws {
    let scene = try Scene { _ in .status(status) }
    #expect(try await scene.post().get().status == status)
    #expect(scene.server.requests.count == 1)
    #expect(scene.clock.sleeps.isEmpty)
  }

  @Test(arguments: [
    LoopbackBehaviour.close, .resetAtOnce, .truncated(after: 1), .reset(after: 1),
    .chunkedWithoutEnd,
  ])
  func `a broken connection is retried and counted as lost`(
    behaviour: LoopbackBehaviour
  ) async throws {
    let scene = try Scene { .bytes([7, 8], behaviour: $0.number == 1 ? behaviour : .whole) }
    #expect(try await scene.post().get().body == [7, 8])
    #expect(scene.server.requests.count == 2)
    #expect(scene.clock.sleeps == [.seconds(1)])
    #expect(scene.client.statistics.lost == 1)
  }

  @Test func `after the last attempt the last error is thrown`() async throws {
    let scene = try Scene { _ in LoopbackAnswer(behaviour: .close) }
    #expect(
      await scene.post().failure as? HTTPError == .interrupted("Empty reply from server"))
    #expect(scene.server.requests.count == 3)
    #expect(scene.client.statistics.lost == 3)
  }

  @Test(arguments: [
    ("7", [Duration.seconds(7)], 200), ("0", [.seconds(1)], 200), ("120", [.seconds(120)], 200),
    ("121", [], 429),
  ])
  func `a requested delay is respected, or the request fails`(
    retryAfter: String, sleeps: [Duration], status: Int
  ) async throws {
    let scene = try Scene { $0.number == 1 ? .retryAfter(retryAfter) : .bytes([7]) }
    #expect(try await scene.post().get().status == status)
    #expect(scene.clock.sleeps == sleeps)
  }

  @Test func `the caller can turn a failure into an answer and an answer into a failure`()
    async throws
  {
    let final = try Scene { _ in .status(429) }
    #expect(try await final.post { _ in .final }.get().status == 429)
    #expect(final.server.requests.count == 1)

    let once = try Scene { $0.number == 1 ? .html : .bytes([7]) }
    let answer = await once.post {
      $0.headers["content-type"]?.hasPrefix("text/html") == true ? .invalid("HTML") : .byStatus
    }
    #expect(try answer.get().body == [7])
    #expect(once.client.statistics.lost == 1)

    let always = try Scene { _ in .html }
    let outcome = await always.post { _ in .invalid("a page instead of audio") }
    #expect(outcome.failure as? HTTPError == .invalidAnswer("a page instead of audio"))
    #expect(always.server.requests.count == 3)
    #expect(always.client.statistics.lost == 3)
  }

  @Test func `jitter is the same for the same seed`() async throws {
    var sleeps: [[Duration]] = []
    for _ in 0..<2 {
      let scene = try Scene(seed: 0) { _ in .status(500) }
      _ = await scene.post()
      sleeps.append(scene.clock.sleeps)
    }
    #expect(sleeps[0] == sleeps[1])
    #expect(sleeps[0] != [.seconds(1), .seconds(2)])
  }

  @Test func `fifty requests respect a limit of four`() async throws {
    let gate = LoopbackGate()
    let scene = try Scene(concurrency: 4) { _ in
      gate.pass()
      return .bytes([7])
    }
    let bytes = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await scene.post().get().body.count } }
      await scene.server.waitForRequests(4)
      #expect(scene.service.limiter.limit == 4)
      gate.open()
      return try await group.reduce(0, +)
    }
    #expect(bytes == 50)
    #expect(scene.server.requests.count == 50)
    #expect(scene.server.maximumInFlight == 4)
    #expect(Set(scene.server.requests.map(\.connection)).count <= 4)
  }

  @Test func `a burst of refusals halves the limit, and successes raise it`() async throws {
    let gate = LoopbackGate()
    let scene = try Scene(concurrency: 8) { request in
      gate.pass()
      return request.number <= 8 ? .retryAfter("5") : .bytes([7])
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try await scene.post().get() } }
      await scene.server.waitForRequests(8)
      gate.open()
      try await group.waitForAll()
    }
    #expect(scene.server.requests.count == 16)
    #expect(scene.clock.sleeps == [Duration](repeating: .seconds(5), count: 8))
    // The limit was halved once to 4 and raised to 5 after 4 successes. The next step needs 5 successes, and
    // only 4 followed.
    #expect(scene.service.limiter.limit == 5)
  }

  @Test func `the service's own limit is respected`() async throws {
    let scene = try Scene(concurrency: 6) { _ in
      .status(200, headers: [("maximum-concurrent-requests", "3")])
    }
    _ = try await scene.post().get()
    #expect(scene.service.limiter.limit == 3)
  }

  @Test func `a request that waits for its turn or its next attempt can be cancelled`() async throws
  {
    let gate = LoopbackGate()
    let scene = try Scene(concurrency: 1) { _ in
      gate.pass()
      return .status(200)
    }
    let first = Task { await scene.post() }
    await scene.server.waitForRequests(1)
    let second = Task { await scene.post() }
    while scene.service.limiter.waiting < 1 { await Task.yield() }
    second.cancel()
    #expect(await second.value.failure is CancellationError)
    // A sent request is paid for, so its answer is used even if the task is cancelled.
    first.cancel()
    gate.open()
    #expect(try await first.value.get().status == 200)
    #expect(scene.server.requests.count == 1)
    #expect(scene.clock.sleeps.isEmpty)

    let slow = try LoopbackServer { _ in .status(500) }
    // With a real clock, the first wait takes a second.
    let service = ServiceClient(client: HTTPClient(), concurrency: 1)
    let third = Task {
      await Result.of { try await service.send(HTTPRequest(.get, slow.address)) }
    }
    await slow.waitForRequests(1)
    third.cancel()
    #expect(await third.value.failure is CancellationError)
  }
}
