import Testing
import TestSupport

@testable import Hablare

/// Tests of HTTP/2 with a real server.
@Suite(
  .timeLimit(.minutes(1)),
  .enabled(if: HTTP2Server.isAvailable, "node and openssl are needed to play the server"))
struct HTTPVersionTests {
  @Test func `with TLS requests share one connection of HTTP 2`() async throws {
    let server = try HTTP2Server()
    let client = HTTPClient(settings: TransferSettings(authorities: server.certificate))
    let url = "https://localhost:\(server.port)/"
    let first = try await client.send(
      HTTPRequest(.post, url, body: [UInt8](repeating: 0x61, count: 200_000)))
    #expect(String(decoding: first.body, as: UTF8.self) == "HTTP/2.0 session 1 body 200000")
    let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<10 {
        group.addTask { try await client.send(HTTPRequest(.post, url, body: [1])).body }
      }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(bodies == [Array("HTTP/2.0 session 1 body 1".utf8)])
    #expect(client.statistics.requests == 11)
  }

  @Test(arguments: ["/reset", "/truncated"])
  func `an incomplete stream is an error`(path: String) async throws {
    let server = try HTTP2Server()
    let client = HTTPClient(settings: TransferSettings(authorities: server.certificate))
    let url = "https://localhost:\(server.port)"
    let outcome = await Result.of {
      try await client.send(HTTPRequest(.post, url + path, body: [1, 2]))
    }
    guard case .interrupted = outcome.failure as? HTTPError else {
      Issue.record("\(outcome)")
      return
    }
    #expect(client.statistics.lost == 1)
    #expect(try await client.send(HTTPRequest(.get, url)).status == 200)
  }
}
