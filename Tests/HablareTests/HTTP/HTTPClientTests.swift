import Testing
import TestSupport

@testable import Hablare

/// Tests of requests and answers between the real client and a real server.
@Suite(.timeLimit(.minutes(1)))
struct HTTPClientTests {
  @Test func `a request arrives as it was written`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let url = try ServiceAddress(server.address).url(
      ["v1", "text to speech"], query: [("format", "pcm&24")])
    _ = try await HTTPClient(userAgent: "guion2audio/9").send(
      HTTPRequest(
        .post, url,
        headers: [("Content-Type", "application/json"), ("X-Empty", ""), ("X-Text", "naïve\tok")],
        secret: SecretHeader("Authorization", prefix: "Bearer ", key: SecureString("k-123")),
        body: Array(#"{"text":"Hello"}"#.utf8)))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.target == "/v1/text%20to%20speech?format=pcm%2624")
    #expect(request.query == ["format": "pcm&24"])
    #expect(request.text == #"{"text":"Hello"}"#)
    let expected = [
      "host": "127.0.0.1:\(server.port)", "content-type": "application/json", "x-empty": "",
      "x-text": "naïve\tok", "authorization": "Bearer k-123", "user-agent": "guion2audio/9",
      "content-length": "16", "accept": "*/*",
    ]
    #expect(request.headers.filter { $0.key != "accept-encoding" } == expected)
  }

  @Test func `a POST without a type or a body is sent without both`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    _ = try await HTTPClient().send(HTTPRequest(.post, server.address))
    let request = try #require(server.requests.first)
    #expect(request.headers["content-type"] == nil)
    #expect(request.headers["content-length"] == "0")
    #expect(request.target == "/")
  }

  @Test(arguments: [200, 204, 400, 401, 402, 403, 404, 422, 429, 500, 503])
  func `every answer except a redirection is returned`(status: Int) async throws {
    let server = try LoopbackServer { _ in
      .json(
        status == 204 ? "" : "{\"a\":1}", status: status,
        headers: [("X-Request-ID", " abc "), ("X-Twice", "1"), ("x-twice", "2")])
    }
    let answer = try await HTTPClient().send(HTTPRequest(.get, server.address))
    #expect(answer.status == status)
    #expect(answer.body == Array((status == 204 ? "" : "{\"a\":1}").utf8))
    #expect(answer.headers["x-request-id"] == "abc")
    #expect(answer.headers["x-twice"] == "2")
    #expect(answer.isSuccess == (status < 300))
  }

  @Test func `a long body is sent and a chunked one is received completely`() async throws {
    let sound = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let server = try LoopbackServer { .bytes($0.body, behaviour: .chunked(70_001)) }
    let client = HTTPClient()
    let answer = try await client.send(HTTPRequest(.post, server.address, body: sound))
    #expect(answer.body == sound)
    let request = try #require(server.requests.first)
    #expect(request.headers["expect"] == nil)
    #expect(client.statistics.bytesSent == request.byteCount)
    #expect(client.statistics.bytesReceived > sound.count)
  }

  @Test func `connections are reused`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let client = HTTPClient()
    for _ in 0..<5 { _ = try await client.send(HTTPRequest(.get, server.address)) }
    #expect(server.requests.map(\.connection) == [1, 1, 1, 1, 1])
  }

  @Test func `several requests are in flight at the same time`() async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer { _ in
      gate.pass()
      return .json("{}")
    }
    let client = HTTPClient()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { try await client.send(HTTPRequest(.get, server.address)).status }
      }
      await server.waitForRequests(20)
      gate.open()
      return try await group.reduce(0, +)
    }
    #expect(statuses == 20 * 200)
    #expect(server.maximumInFlight == 20)
  }

  @Test func `transferred bytes are counted`() async throws {
    let server = try LoopbackServer { _ in .bytes(Array("0123456789".utf8)) }
    let client = HTTPClient()
    #expect(client.statistics == TransferStatistics())
    let body = Array("hello".utf8)
    for _ in 0..<3 { _ = try await client.send(HTTPRequest(.post, server.address, body: body)) }
    let statistics = client.statistics
    #expect(statistics.requests == 3)
    #expect(statistics.retries == 0)
    #expect(statistics.lost == 0)
    #expect(statistics.bytesSent == server.requests.map(\.byteCount).reduce(0, +))
    let head =
      "HTTP/1.1 200 Status\r\nContent-Type: application/octet-stream\r\nContent-Length: 10\r\n\r\n"
    #expect(statistics.bytesReceived == 3 * (head.utf8.count + 10))
  }

  @Test func `a released client closes its connections`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    var client: HTTPClient? = HTTPClient()
    _ = try await client?.send(HTTPRequest(.get, server.address))
    client = nil
    await server.waitForConnections(open: 0)
    #expect(server.requests.count == 1)
  }

  @Test func `only the last header block of an answer counts`() async throws {
    let server = try LoopbackServer { _ in
      let text =
        "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Late: 2\r\n\r\n"
        + "2\r\nhi\r\n0\r\nX-Late: 3\r\n\r\n"
      return .bytes(Array(text.utf8), behaviour: .raw)
    }
    let answer = try await HTTPClient().send(HTTPRequest(.get, server.address))
    #expect(answer.headers == ["transfer-encoding": "chunked", "x-late": "2"])
    #expect(answer.body == Array("hi".utf8))
  }
}
