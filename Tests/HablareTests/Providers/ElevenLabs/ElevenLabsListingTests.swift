import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests of the list of voices, requested from a fake service.
struct ElevenLabsListingTests {
  @Test func `all pages are read, once`() async throws {
    var account = FakeElevenLabsAccount()
    account.voices = (0..<250).map {
      FakeElevenLabsAccount.voice(
        "voice\($0)", "Voice \($0)", language: "en", locale: "en-US", gender: "female")
    }
    let fixture = try ElevenLabsCase(account)
    async let first = fixture.provider.fetchVoices(languageCode: "en")
    async let second = fixture.provider.fetchVoices(languageCode: "en-US")
    let counts = try await [first.count, second.count]
    #expect(counts == [250, 250])
    #expect(await fixture.provider.isVoiceAvailable(voiceId: "voice249"))
    #expect(await !fixture.provider.isVoiceAvailable(voiceId: "voice250"))
    #expect(fixture.service.calls == Array(repeating: "GET /v2/voices", count: 3))
    let queries = fixture.service.server.requests.map(\.query)
    #expect(queries.allSatisfy { $0["page_size"] == "100" })
    #expect(queries.map { $0["next_page_token"] } == [nil, "100", "200"])
  }

  @Test func `a list whose pages run in circles is an error`() async throws {
    var account = FakeElevenLabsAccount()
    account.pagesRunInCircles = true
    let fixture = try ElevenLabsCase(account)
    await #expect(throws: VoiceProviderError.invalidResponse) {
      try await fixture.provider.fetchVoices(languageCode: "en")
    }
    #expect(fixture.service.calls.count == 2)
  }

  @Test func `voices have the properties that the service lists`() async throws {
    let fixture = try ElevenLabsCase()
    let voices = try await fixture.provider.fetchVoices(languageCode: "en-GB")
    #expect(
      voices == [
        Voice(
          id: "bruno0000000000000bb", name: "Bruno", providerId: "elevenlabs", language: "en-GB",
          locality: "GB", gender: "male", category: "premade",
          labels: [
            "gender": "male", "language": "en", "languages": "en-GB", "use case": "narration",
          ],
          previewURL: URL(string: "https://example.com/bruno0000000000000bb.mp3"))
      ])
    #expect(fixture.provider.defaultVoiceId == nil)
  }

  @Test(arguments: [
    ("Aria", ["aria00000000000000aa"]), ("aria", ["aria00000000000000aa"]),
    ("Brunno", ["bruno0000000000000bb"]), ("aria00000000000000ab", ["aria00000000000000aa"]),
    ("Zebulon", []),
  ])
  func `for an unknown voice similar ids are suggested`(
    word: String, nearest: [String]
  ) async throws {
    let fixture = try ElevenLabsCase()
    await #expect(throws: VoiceProviderError.voiceNotFound(nearest: nearest)) {
      try await fixture.provider.generate(request: ElevenLabsCase.request(voice: word))
    }
    #expect(fixture.service.speechRequests.isEmpty)
  }

  @Test func `a key without access to the list can still speak`() async throws {
    var account = FakeElevenLabsAccount()
    account.permissions.remove("voices_read")
    let fixture = try ElevenLabsCase(account)
    await #expect(
      throws: VoiceProviderError.notSupported(
        "the key does not have the permission voices_read; add this permission or use another key")
    ) { try await fixture.provider.fetchVoices(languageCode: "en") }
    #expect(await fixture.provider.isVoiceAvailable(voiceId: "anything"))
    _ = try await fixture.provider.generate(request: ElevenLabsCase.request())
    await #expect(throws: VoiceProviderError.voiceNotFound(nearest: [])) {
      try await fixture.provider.generate(request: ElevenLabsCase.request(voice: "nobody"))
    }
  }

  @Test func `a failed list is requested again`() async throws {
    let fixture = try ElevenLabsCase(key: "sk_wrong")
    for _ in 0..<2 {
      await #expect(throws: VoiceProviderError.authenticationFailed) {
        try await fixture.provider.fetchVoices(languageCode: "en")
      }
    }
    #expect(fixture.service.calls.count == 2)
    #expect(await !fixture.provider.isVoiceAvailable(voiceId: "aria00000000000000aa"))
  }
}
