import Foundation
import Testing
import TestSupport

@testable import Hablare

/// Tests of the usual environment variables, each in a separate process.
@Suite(.timeLimit(.minutes(1)))
struct HTTPProxyTests {
  @Test func `requests use the proxy of the environment`() async {
    await #expect(processExitsWith: .success) {
      let proxy = try LoopbackServer { _ in .json("{\"by\":\"proxy\"}") }
      setenv("http_proxy", "http://me:pw@127.0.0.1:\(proxy.port)", 1)
      let answer = try await HTTPClient().send(
        HTTPRequest(.get, "http://service.invalid/v1/models"))
      let request = try #require(proxy.requests.first)
      try #require(answer.body == Array("{\"by\":\"proxy\"}".utf8))
      try #require(request.target == "http://service.invalid/v1/models")
      try #require(request.headers["host"] == "service.invalid")
      try #require(request.headers["proxy-authorization"] == "Basic bWU6cHc=")
    }
  }

  @Test func `hosts in no_proxy and this machine are contacted directly`() async {
    await #expect(processExitsWith: .success) {
      let proxy = try LoopbackServer { _ in .json("{}") }
      let server = try LoopbackServer { _ in .json("{}") }
      setenv("http_proxy", proxy.address, 1)
      setenv("no_proxy", "other.invalid,service.invalid", 1)
      let client = HTTPClient()
      _ = try await client.send(HTTPRequest(.get, server.address))
      _ = try await client.send(HTTPRequest(.get, "http://localhost:\(server.port)/"))
      let outcome = await Result.of {
        try await client.send(HTTPRequest(.get, "http://service.invalid/"))
      }
      try #require(
        outcome.failure as? HTTPError == .unreachable("Could not resolve host: service.invalid"))
      try #require(server.requests.count == 2)
      try #require(proxy.requests.isEmpty)
    }
  }

  @Test func `with TLS the proxy sees the host but not the key`() async {
    await #expect(processExitsWith: .success) {
      let proxy = try LoopbackServer { _ in .status(407) }
      setenv("https_proxy", proxy.address, 1)
      let request = HTTPRequest(
        .post, "https://service.invalid/v1?token=T0P",
        secret: SecretHeader("xi-api-key", key: SecureString("k-secret")))
      let outcome = await Result.of { try await HTTPClient().send(request) }
      let error = try #require(outcome.failure as? HTTPError)
      try #require(error == .interrupted("CONNECT tunnel failed, response 407"))
      let seen = try #require(proxy.requests.first)
      try #require(seen.method == "CONNECT" && seen.target == "service.invalid:443")
      try #require(seen.headers["xi-api-key"] == nil)
    }
  }

  @Test(arguments: ["ttp://me:pw@proxy.invalid:1", "http://me:pw@proxy.invalid:99999"])
  func `an invalid proxy is reported without its password`(address: String) async {
    await #expect(processExitsWith: .success) { [address = address as String] in
      setenv("http_proxy", address, 1)
      let outcome = await Result.of {
        try await HTTPClient().send(HTTPRequest(.get, "http://service.invalid/"))
      }
      let error = try #require(outcome.failure as? HTTPError)
      try #require(!"\(error)".contains("pw"))
    }
  }
}
