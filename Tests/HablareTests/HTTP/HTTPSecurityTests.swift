import Testing
import TestSupport

@testable import Hablare

/// Tests of TLS with an independent real server.
@Suite(
  .timeLimit(.minutes(1)),
  .enabled(if: TLSServer.isAvailable, "openssl and python3 are needed to play the server"))
struct HTTPSecurityTests {
  private static func failure(_ server: TLSServer, host: String, authorities: String?) async
    -> HTTPError?
  {
    let client = HTTPClient(settings: TransferSettings(authorities: authorities))
    let request = HTTPRequest(
      .post, "https://\(host):\(server.port)/", secret: SecretHeader("k", key: SecureString("v")))
    return await Result.of { try await client.send(request) }.failure as? HTTPError
  }

  @Test func `a self-signed certificate is refused`() async throws {
    let server = try TLSServer(name: "localhost")
    let error = await Self.failure(server, host: "localhost", authorities: nil)
    #expect(error == .untrusted("SSL certificate problem: self-signed certificate"))
  }

  @Test func `a certificate for another host is refused`() async throws {
    let server = try TLSServer(name: "elsewhere.example")
    let error = await Self.failure(server, host: "localhost", authorities: server.certificate)
    guard case .untrusted(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("localhost"))
  }

  @Test func `a trusted certificate is accepted`() async throws {
    let server = try TLSServer(name: "localhost")
    let client = HTTPClient(settings: TransferSettings(authorities: server.certificate))
    let answer = try await client.send(HTTPRequest(.get, "https://localhost:\(server.port)/"))
    #expect(answer.status == 200)
    #expect(answer.body == Array("hello over TLS".utf8))
  }

  @Test func `there is no fallback to plain HTTP`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let outcome = await Result.of {
      try await HTTPClient().send(HTTPRequest(.get, "https://127.0.0.1:\(server.port)/"))
    }
    switch outcome.failure as? HTTPError {
    case .untrusted, .unreachable: break
    default: Issue.record("\(outcome)")
    }
    #expect(server.requests.isEmpty)
  }
}
