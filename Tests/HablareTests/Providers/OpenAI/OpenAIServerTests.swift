import Testing

@testable import Hablare

struct OpenAIServerTests {
  static let addresses: [(String, String, Bool, Bool)] = [
    ("https://api.openai.com/v1", "https://api.openai.com/v1", true, true),
    ("https://api.openai.com", "https://api.openai.com/v1", true, true),
    (" https://api.openai.com/v1/ ", "https://api.openai.com/v1", true, true),
    ("https://eu.api.openai.com/v1", "https://eu.api.openai.com/v1", true, true),
    (
      "https://api.openai.com.evil.example/v1", "https://api.openai.com.evil.example/v1", false,
      true
    ),
    ("http://127.0.0.1:8880", "http://127.0.0.1:8880/v1", false, true),
    ("http://localhost:8880/v1/", "http://localhost:8880/v1", false, true),
    ("http://[::1]:8000", "http://[::1]:8000/v1", false, true),
    ("http://192.168.1.5:8880/v1", "http://192.168.1.5:8880/v1", false, false),
    ("https://example.org/openai", "https://example.org/openai/v1", false, true),
    ("https://example.org/v1/openai", "https://example.org/v1/openai", false, true),
    ("https://example.org/api/paas/v4", "https://example.org/api/paas/v4", false, true),
    ("http://127.0.0.1:8880/v1/audio/speech", "http://127.0.0.1:8880/v1", false, true),
  ]

  @Test(arguments: addresses)
  func `addresses are read with and without their version`(
    text: String, base: String, isOpenAI: Bool, isSafe: Bool
  ) throws {
    let server = try OpenAIServer(text)
    #expect(server.address.base == base)
    #expect(server.isOpenAI == isOpenAI)
    #expect(server.address.sendsKeysSafely == isSafe)
  }

  @Test(arguments: [
    "", "api.openai.com", "ftp://example.org", "https://me:key@example.org/v1", "https://",
  ])
  func `an invalid address is refused without quoting it`(text: String) {
    let error = #expect(throws: VoiceProviderError.self) { try OpenAIServer(text) }
    guard case .invalidRequest(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.contains("key@"))
  }

  @Test func `servers are distinguished by host, port and path`() throws {
    #expect(try OpenAIServer("http://LOCALHOST:8880").identity == "localhost:8880/v1")
    #expect(try OpenAIServer("http://localhost:8881/v1").identity == "localhost:8881/v1")
  }
}
