import Testing
import TestSupport

@testable import Hablare

/// Tests that each time limit has its own error.
///
/// Each test takes a second or two of real time.
@Suite(.timeLimit(.minutes(1)))
struct HTTPTimeoutTests {
  private static func failure(
    of answer: LoopbackAnswer, timeouts: HTTPTimeouts, body: [UInt8] = []
  ) async throws -> (error: HTTPError?, statistics: TransferStatistics) {
    let server = try LoopbackServer { _ in answer }
    let client = HTTPClient()
    let outcome = await Result.of {
      try await client.send(
        HTTPRequest(.post, server.address, body: body, timeouts: timeouts))
    }
    await server.waitForAbandoned(1)
    return (outcome.failure as? HTTPError, client.statistics)
  }

  @Test func `a server that never accepts the connection`() async throws {
    let door = try DeafDoor()
    let client = HTTPClient()
    let outcome = await Result.of {
      try await client.send(
        HTTPRequest(.get, door.address, timeouts: HTTPTimeouts(connect: 1, stall: 30, total: 40)))
    }
    #expect(outcome.failure as? HTTPError == .timedOut("connect", seconds: 1))
    #expect(client.statistics == TransferStatistics())
  }

  @Test(arguments: [
    LoopbackAnswer.silence,
    .bytes([UInt8](repeating: 0, count: 1000), behaviour: .stalled(after: 0)),
    .bytes([UInt8](repeating: 0, count: 1000), behaviour: .stalled(after: 500)),
  ])
  func `a server that stops sending`(answer: LoopbackAnswer) async throws {
    let (error, statistics) = try await Self.failure(
      of: answer, timeouts: HTTPTimeouts(connect: 20, stall: 1, total: 30),
      body: [UInt8](repeating: 1, count: 5000))
    #expect(error == .timedOut("stall", seconds: 1))
    #expect(statistics.lost == 1)
  }

  @Test func `an answer that arrives very slowly`() async throws {
    let (error, statistics) = try await Self.failure(
      of: LoopbackAnswer(behaviour: .drip),
      timeouts: HTTPTimeouts(connect: 20, stall: 20, total: 1))
    #expect(error == .timedOut("total", seconds: 1))
    #expect(statistics.bytesReceived > 0)
  }
}
