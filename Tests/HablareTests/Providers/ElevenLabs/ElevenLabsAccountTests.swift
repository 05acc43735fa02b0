import TestSupport
import Testing

@testable import Hablare

/// Tests of keys, credits, and the cost of a request.
struct ElevenLabsAccountTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var used: Int
    var more: String
    var quota: VoiceQuota?
    var testDescription: String { name }
  }

  static let rows = [
    Row(
      name: "some left", used: 1_000, more: "", quota: VoiceQuota(remaining: 9_000, limit: 10_000)),
    Row(name: "overdrawn", used: 10_500, more: "", quota: VoiceQuota(remaining: 0, limit: 10_000)),
    Row(
      name: "an extension", used: 9_000,
      more: #","max_credit_limit_extension":500,"can_extend_character_limit":true"#,
      quota: VoiceQuota(remaining: 1_500, limit: 10_000)),
    Row(
      name: "an extension not allowed", used: 9_000,
      more: #","max_credit_limit_extension":500,"can_extend_character_limit":false"#,
      quota: VoiceQuota(remaining: 1_000, limit: 10_000)),
    Row(
      name: "no limit", used: 9_000, more: #","max_credit_limit_extension":"unlimited""#, quota: nil
    ),
    Row(
      name: "nonsense", used: 9_000, more: #","max_credit_limit_extension":[]"#,
      quota: VoiceQuota(remaining: 1_000, limit: 10_000)),
  ]

  @Test(arguments: rows) func `the quota is the number of credits left`(row: Row) async throws {
    var account = FakeElevenLabsAccount()
    (account.used, account.subscription) = (row.used, row.more)
    let fixture = try ElevenLabsCase(account)
    #expect(try await fixture.provider.quota() == row.quota)
    #expect(fixture.service.calls == ["GET /v1/user/subscription"])
  }

  @Test func `a key without access to the account is valid, but has no quota`() async throws {
    var account = FakeElevenLabsAccount()
    account.permissions.remove("user_read")
    let fixture = try ElevenLabsCase(account)
    #expect(try await fixture.provider.quota() == nil)
    try await fixture.provider.validate(key: SecureString(FakeElevenLabs.key))
  }

  @Test func `a key is checked with one free call`() async throws {
    let fixture = try ElevenLabsCase(key: nil)
    try await fixture.provider.validate(key: SecureString(FakeElevenLabs.key))
    #expect(fixture.service.calls == ["GET /v1/user/subscription"])
    await #expect(throws: VoiceProviderError.authenticationFailed) {
      try await fixture.provider.validate(key: SecureString("sk_wrong"))
    }
    await #expect(throws: VoiceProviderError.notConfigured) {
      try await fixture.provider.validate(key: SecureString(""))
    }
    await #expect(throws: VoiceProviderError.self) {
      try await fixture.provider.validate(key: SecureString("sk_1\r\nhost: elsewhere"))
    }
    #expect(fixture.service.calls.count == 2)
  }

  @Test func `without a key no request is sent`() async throws {
    let fixture = try ElevenLabsCase(key: nil)
    #expect(await !fixture.provider.isConfigured())
    await #expect(throws: VoiceProviderError.notConfigured) {
      try await fixture.provider.generate(request: ElevenLabsCase.request())
    }
    await #expect(throws: VoiceProviderError.notConfigured) { try await fixture.provider.quota() }
    #expect(fixture.service.calls.isEmpty)
    #expect(await (try ElevenLabsCase()).provider.isConfigured())
  }

  @Test(arguments: ["http://example.com", "ftp://127.0.0.1", "https://", ""])
  func `a key is never sent without TLS`(address: String) async {
    var configuration = ElevenLabsConfiguration()
    configuration.baseURL = address
    let provider = ElevenLabsVoiceProvider(
      apiKey: SecureString("sk_1"), configuration: configuration)
    #expect(await !provider.isConfigured())
    let error = await ElevenLabsCase.error { _ = try await provider.quota() }
    guard case .invalidRequest = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    arguments: [
      ("Hello.", nil, 6), ("Hello.", "eleven_flash_v2_5", 3), ("Hello", "eleven_turbo_v2", 3),
      ("Hello", "eleven_v3", 5 + "[sad] ".count), ("é👍", nil, 2),
    ] as [(String, String?, Int)])
  func `credits are computed without a request`(text: String, model: String?, credits: Int)
    async throws
  {
    let fixture = try ElevenLabsCase()
    let request = ElevenLabsCase.request(
      text, options: VoiceOptions(style: "sad", model: model))
    #expect(await fixture.provider.billedCharacters(for: request) == credits)
    #expect(fixture.service.calls.isEmpty)
  }

  @Test func `an expensive voice costs its multiple once it is known`() async throws {
    var account = FakeElevenLabsAccount()
    account.voices.append(#"{"voice_id":"dear","name":"Dear","sharing":{"rate":2.5}}"#)
    let fixture = try ElevenLabsCase(account)
    let request = ElevenLabsCase.request("Hello", voice: "dear")
    #expect(await fixture.provider.billedCharacters(for: request) == 5)
    _ = try await fixture.provider.fetchVoices(languageCode: "")
    #expect(await fixture.provider.billedCharacters(for: request) == 13)
  }

  @Test func `the version is known without a request`() async throws {
    let fixture = try ElevenLabsCase()
    let known = "elevenlabs 1 eleven_multilingual_v2 pcm_24000"
    // Another address may be another service, so its version differs from the real service's.
    #expect(try await fixture.provider.version() == "\(known) \(fixture.service.address)")
    let real = ElevenLabsVoiceProvider(apiKey: SecureString("k"))
    #expect(try await real.version() == known)
    #expect(fixture.service.calls.isEmpty)
    #expect(fixture.provider.clipsAreWorthCaching && fixture.provider.requiresAPIKey)
    #expect(fixture.provider.nativeSampleRate == 24_000)
    #expect(!fixture.provider.abilities(model: nil).usesContext)
    let asked = try ElevenLabsCase(usesContext: true).provider
    #expect(asked.abilities(model: nil).usesContext)
    #expect(!asked.abilities(model: "eleven_v3").usesContext)
    let third = try ElevenLabsCase(model: "eleven_v3", usesContext: true).provider
    #expect(!third.abilities(model: nil).usesContext)
  }
}
