import Testing

@testable import Hablare

/// Tests of which addresses of services are accepted, and of how addresses of resources are formed.
struct ServiceAddressTests {
  @Test(arguments: [
    ("https://api.elevenlabs.io", "https://api.elevenlabs.io"),
    ("https://api.elevenlabs.io/", "https://api.elevenlabs.io"),
    ("HTTPS://api.openai.com/v1//", "https://api.openai.com/v1"),
    ("http://127.0.0.1:8880/v1", "http://127.0.0.1:8880/v1"),
    ("http://[::1]:8880/v1", "http://[::1]:8880/v1"),
    ("http://kokoro.local/a%20b", "http://kokoro.local/a%20b"),
  ])
  func `an address is stored without the slash at its end`(text: String, base: String) throws {
    #expect(try ServiceAddress(text).base == base)
  }

  @Test(arguments: [
    ("", "the address is empty"),
    ("api.elevenlabs.io", "it must begin with http:// or https://"),
    ("ftp://example.org", "it must begin with http:// or https://"),
    ("file:///etc/passwd", "it must begin with http:// or https://"),
    ("https://", "it has no host"),
    ("https:///v1", "it has no host"),
    ("https://me:secret@example.org", "it must not contain a user name or a password"),
    ("https://me@example.org", "it must not contain a user name or a password"),
    ("https://example.org/?key=secret", "it must not have a query (?…)"),
    ("https://example.org/#top", "it must not have a fragment (#…)"),
    ("https://example.org:0", "its port is not a number from 1 to 65535"),
    ("https://example.org:70000", "its port is not a number from 1 to 65535"),
    ("https://example.org:http", "its port is not a number from 1 to 65535"),
    ("https://[::1", "its host is neither a name nor an IP address"),
    (
      "https://example.org/a b",
      "it contains spaces, control characters or other characters that must be encoded"
    ),
    (
      "https://example.org\r\nX: y",
      "it contains spaces, control characters or other characters that must be encoded"
    ),
    (
      "https://example.org\0.evil.net",
      "it contains spaces, control characters or other characters that must be encoded"
    ),
    (
      "https://exämple.org",
      "it contains spaces, control characters or other characters that must be encoded"
    ),
  ])
  func `other addresses are refused with the reason`(text: String, reason: String) {
    #expect(throws: HTTPError.invalidAddress(reason)) { try ServiceAddress(text) }
  }

  @Test(arguments: [
    ([], [], ""),
    (["v1", "voices"], [], "/v1/voices"),
    (["v1", "text-to-speech", "a/b c?d"], [], "/v1/text-to-speech/a%2Fb%20c%3Fd"),
    (["..", ".", "a..b"], [], "/%2E%2E/%2E/a..b"),
    (["é", "\r\n"], [], "/%C3%A9/%0D%0A"),
    (["v"], [("page", "1"), ("q", "a&b=c+d ü")], "/v?page=1&q=a%26b%3Dc%2Bd%20%C3%BC"),
  ])
  func `components and query are percent-encoded`(
    components: [String], query: [(name: String, value: String)], rest: String
  ) throws {
    let address = try ServiceAddress("https://example.org/base/")
    #expect(address.url(components, query: query) == "https://example.org/base" + rest)
  }

  @Test(arguments: [
    ("https://example.org", true), ("http://example.org", false), ("http://localhost:1", true),
    ("http://127.0.0.1", true), ("http://127.8.9.1:80", true), ("http://[::1]", true),
    ("http://0x7f.1", true), ("http://128.0.0.1", false), ("http://[::2]", false),
    ("http://127.0.0.1.evil.net", false), ("http://localhost.evil.net", false),
    ("http://10.0.0.1", false),
  ])
  func `a key is only sent over TLS or within this machine`(text: String, isSafe: Bool) throws {
    #expect(try ServiceAddress(text).sendsKeysSafely == isSafe)
  }
}
