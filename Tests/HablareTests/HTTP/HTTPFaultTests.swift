import Foundation
import Synchronization
import Testing
import TestSupport

@testable import Hablare

/// Tests of misbehaving servers.
///
/// The result is an error that says what happened, never an incomplete answer.
@Suite(.timeLimit(.minutes(1)))
struct HTTPFaultTests {
  private static let body = [UInt8](repeating: 0x61, count: 1000)

  /// Returns the error of one POST with this answer.
  private static func failure(
    of answer: LoopbackAnswer, maximumBytes: Int = HTTPRequest.defaultMaximumBytes
  ) async throws -> (error: HTTPError?, statistics: TransferStatistics) {
    let server = try LoopbackServer { _ in answer }
    let client = HTTPClient()
    let request = HTTPRequest(
      .post, server.address + "/x?token=T0P", body: body, maximumBytes: maximumBytes)
    let outcome = await Result.of { try await client.send(request) }
    #expect(server.requests.count == 1)
    return (outcome.failure as? HTTPError, client.statistics)
  }

  @Test(arguments: [
    (LoopbackBehaviour.truncated(after: 400), "transfer closed with 600 bytes remaining to read"),
    (.truncated(after: 0), "transfer closed with 1000 bytes remaining to read"),
    (.chunkedWithoutEnd, "transfer closed with outstanding read data remaining"),
    (.reset(after: 400), "Recv failure: Connection reset by peer"),
    (.close, "Empty reply from server"),
    (.resetAtOnce, "Recv failure: Connection reset by peer"),
  ])
  func `an incomplete answer is an error, and may have been charged`(
    behaviour: LoopbackBehaviour, reason: String
  ) async throws {
    let (error, statistics) = try await Self.failure(
      of: .bytes(Self.body, behaviour: behaviour))
    #expect(error == .interrupted(reason))
    #expect(statistics.requests == 1)
    #expect(statistics.lost == 1)
  }

  @Test func `an incomplete refusal was not charged`() async throws {
    let (error, statistics) = try await Self.failure(
      of: LoopbackAnswer(status: 500, body: Self.body, behaviour: .truncated(after: 1)))
    #expect(error == .interrupted("transfer closed with 999 bytes remaining to read"))
    #expect(statistics.lost == 0)
  }

  @Test func `a GET is not charged`() async throws {
    let server = try LoopbackServer { _ in LoopbackAnswer(behaviour: .close) }
    let client = HTTPClient()
    let outcome = await Result.of { try await client.send(HTTPRequest(.get, server.address)) }
    #expect(outcome.failure as? HTTPError == .interrupted("Empty reply from server"))
    #expect(client.statistics.lost == 0)
  }

  @Test(arguments: [
    LoopbackBehaviour.whole, .chunked(100), .endless, .truncated(after: 1000),
  ])
  func `an answer above the limit is refused while it is received`(
    behaviour: LoopbackBehaviour
  ) async throws {
    let (error, statistics) = try await Self.failure(
      of: .bytes(Self.body, behaviour: behaviour), maximumBytes: 999)
    #expect(error == .tooLarge(limit: 999))
    #expect(statistics.bytesReceived < 1_000_000)
  }

  @Test func `an answer of exactly the limit's size is accepted`() async throws {
    let server = try LoopbackServer { _ in .bytes(Self.body) }
    let answer = try await HTTPClient().send(
      HTTPRequest(.get, server.address, maximumBytes: 1000))
    #expect(answer.body == Self.body)
  }

  @Test func `headers without an end are refused`() async throws {
    let (error, _) = try await Self.failure(of: LoopbackAnswer(behaviour: .endlessHeaders))
    #expect(error == .tooLarge(limit: 256 << 10))
  }

  @Test func `compressed answers are decompressed up to the limit`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "\0", count: 10_000_000), as: "zeros")
    _ = try Program.run("gzip", [path])
    let bomb = [UInt8](try Data(contentsOf: URL(filePath: folder.path(of: "zeros.gz"))))
    #expect(bomb.count < 20_000)
    let server = try LoopbackServer { _ in .bytes(bomb, headers: [("Content-Encoding", "gzip")]) }
    let client = HTTPClient()
    let whole = try await client.send(HTTPRequest(.get, server.address))
    #expect(whole.body.count == 10_000_000)
    #expect(client.statistics.bytesReceived < 20_000)
    let outcome = await Result.of {
      try await client.send(HTTPRequest(.get, server.address, maximumBytes: 1_000_000))
    }
    #expect(outcome.failure as? HTTPError == .tooLarge(limit: 1_000_000))
  }

  @Test func `damaged compression is an error`() async throws {
    let (error, _) = try await Self.failure(
      of: .bytes([1, 2, 3, 4], headers: [("Content-Encoding", "gzip")]))
    guard case .interrupted = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A server that answers in this way has received the request, and may charge for it.
  @Test(arguments: [
    LoopbackAnswer.bytes(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8), behaviour: .raw),
    .bytes(
      Array("HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 200_000))\r\n\r\n".utf8),
      behaviour: .raw),
  ])
  func `an answer that libcurl cannot parse breaks the connection`(answer: LoopbackAnswer)
    async throws
  {
    let (error, statistics) = try await Self.failure(of: answer)
    guard case .interrupted = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(statistics.lost == 1)
  }

  @Test func `an unreachable server is reported with host and port, without the address`()
    async throws
  {
    // The server has already stopped, so nothing listens on its port.
    let port = try LoopbackServer { _ in .silence }.port
    let client = HTTPClient()
    let outcome = await Result.of {
      try await client.send(HTTPRequest(.post, "http://127.0.0.1:\(port)/p?token=T0P"))
    }
    guard case .unreachable(let reason) = outcome.failure as? HTTPError else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.hasPrefix("Failed to connect to 127.0.0.1 port \(port)"))
    #expect(!reason.contains("T0P"))
    #expect(client.statistics == TransferStatistics())
  }

  @Test func `a host without an IP address is unreachable`() async throws {
    let outcome = await Result.of {
      try await HTTPClient().send(HTTPRequest(.get, "http://guion.invalid/?token=T0P"))
    }
    #expect(
      outcome.failure as? HTTPError == .unreachable("Could not resolve host: guion.invalid"))
  }

  @Test func `a dead kept-alive connection does not repeat a request secretly`() async throws {
    let server = try LoopbackServer { request in
      request.number == 1 ? .json("{}") : LoopbackAnswer(behaviour: .close)
    }
    let client = HTTPClient()
    _ = try await client.send(HTTPRequest(.post, server.address))
    // libcurl resets its count of sent body bytes just before it repeats the request. So this count does not
    // show that the request was sent.
    let request = HTTPRequest(.post, server.address, body: Array("a line".utf8))
    let outcome = await Result.of { try await client.send(request) }
    #expect(
      outcome.failure as? HTTPError
        == .interrupted("the server closed the connection without a response"))
    #expect(server.requests.map(\.connection) == [1, 1])
    #expect(client.statistics.requests == 2)
    #expect(client.statistics.lost == 1)
  }

  /// The server receives the request over the kept-alive connection and ends, so a second request fails.
  @Test func `a request that reached a dying server may be charged`() async throws {
    let opened = Mutex<LoopbackServer?>(nil)
    let server = try LoopbackServer { request in
      if request.number == 2 { opened.withLock { $0 }?.stop() }
      return .json("{}")
    }
    opened.withLock { $0 = server }
    defer { opened.withLock { $0 = nil } }
    let client = HTTPClient()
    let request = HTTPRequest(.post, server.address, body: Array("a line".utf8))
    _ = try await client.send(request)
    let outcome = await Result.of { try await client.send(request) }
    let error = try #require(outcome.failure as? HTTPError)
    #expect(error.mayBeCharged, "\(error)")
    #expect(server.requests.count == 2)
    #expect(client.statistics.lost == 1)
  }
}
