import Testing
import TestSupport

@testable import Hablare

/// Tests of data that is never sent and never shown.
@Suite(.timeLimit(.minutes(1)))
struct HTTPSafetyTests {
  private static let key = "sk-very-secret-0123456789"

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirection is not followed, and the key is not sent on`(status: Int) async throws {
    let other = try LoopbackServer { _ in .json("{}") }
    let target = "http://localhost:\(other.port)/steal?token=T0P"
    let server = try LoopbackServer { _ in .redirect(to: target, status: status) }
    let client = HTTPClient()
    let outcome = await Result.of {
      try await client.send(
        HTTPRequest(
          .post, server.address, secret: SecretHeader("xi-api-key", key: SecureString(Self.key))))
    }
    #expect(outcome.failure as? HTTPError == .redirected(to: "http://localhost"))
    #expect(server.requests.count == 1)
    #expect(other.requests.isEmpty)
    #expect(client.statistics.lost == 0)
  }

  @Test func `a redirection that repeats the key is reported without it`() async throws {
    let server = try LoopbackServer { _ in .redirect(to: "http://\(Self.key).example.org/x") }
    let outcome = await Result.of {
      try await HTTPClient().send(
        HTTPRequest(
          .get, server.address, secret: SecretHeader("xi-api-key", key: SecureString(Self.key))))
    }
    #expect(outcome.failure as? HTTPError == .redirected(to: "http://••••.example.org"))
  }

  @Test(arguments: [
    ("/elsewhere", "http://127.0.0.1"), ("ftp://example.org/x", "another address"),
    ("http://me:pw@example.org/", "another address"), ("file:///etc/passwd", "another address"),
  ])
  func `a redirection is reported only by scheme and host`(location: String, told: String)
    async throws
  {
    let server = try LoopbackServer { _ in .redirect(to: location) }
    let outcome = await Result.of { try await HTTPClient().send(HTTPRequest(.get, server.address)) }
    #expect(outcome.failure as? HTTPError == .redirected(to: told))
  }

  @Test(arguments: [
    ("X-Text", "a\r\nX-Evil: 1"), ("X-Text", "a\nb"), ("X-Text", "a\0b"), ("X-Text", "a\u{7F}"),
    ("X-Evil: 1\r\nX", "a"), ("", "a"), ("X Y", "a"), ("X:", "a"), ("Naïve", "a"),
  ])
  func `a header that would become two is not sent`(name: String, value: String) async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let outcome = await Result.of {
      try await HTTPClient().send(HTTPRequest(.get, server.address, headers: [(name, value)]))
    }
    guard case .invalidAddress = outcome.failure as? HTTPError else {
      Issue.record("\(outcome)")
      return
    }
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: ["\(key)\n", "\(key)\r\nX-Evil: 1", "\(key)\0", "\u{1B}\(key)"])
  func `a key that would become two headers is not sent or shown`(key: String) async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let outcome = await Result.of {
      try await HTTPClient().send(
        HTTPRequest(
          .get, server.address,
          secret: SecretHeader("Authorization", prefix: "Bearer ", key: SecureString(key))))
    }
    let error = try #require(outcome.failure as? HTTPError)
    #expect(
      error
        == .invalidAddress(
          "the key for the header Authorization contains control characters, perhaps a line break at its"
            + " end"))
    #expect(!"\(error) \(String(reflecting: error))".contains(Self.key))
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    "http://127.0.0.1/a b", "http://127.0.0.1/\r\nX: 1", "http://127.0.0.1/\0",
    "file:///etc/passwd",
    "gopher://127.0.0.1/", "http://me:pw@127.0.0.1/", "127.0.0.1", "http://127.0.0.1:99999/",
  ])
  func `an invalid address is refused before sending`(url: String) async throws {
    let client = HTTPClient()
    let outcome = await Result.of { try await client.send(HTTPRequest(.get, url)) }
    guard case .invalidAddress(let reason) = outcome.failure as? HTTPError else {
      Issue.record("\(outcome)")
      return
    }
    #expect(!reason.contains("pw"))
    #expect(client.statistics == TransferStatistics())
  }

  @Test func `cookies are not stored`() async throws {
    let server = try LoopbackServer { _ in
      .json("{}", headers: [("Set-Cookie", "id=1; Path=/")])
    }
    let client = HTTPClient()
    for _ in 0..<2 { _ = try await client.send(HTTPRequest(.get, server.address)) }
    #expect(server.requests.allSatisfy { $0.headers["cookie"] == nil })
    #expect(server.requests.count == 2)
  }
}
