import Foundation
import Hablare
import Testing

@testable import MorseProvider

/// The checklist for a provider: what every provider guarantees.
@Suite struct MorseVoiceProviderTests {
  private let provider = MorseVoiceProvider()

  /// Returns the audio in units of one dot: `=` if the key is down, `.` if it is up.
  private func signs(_ text: String, voice: String = "fast", rate: Double = 1) async throws
    -> String
  {
    let data = try await provider.generateAudio(
      text: text, voiceId: voice, languageCode: "en", options: VoiceOptions(rate: rate))
    let frames = Int(8_000 * (voice == "slow" ? 0.12 : 0.06) / rate) * 2
    return stride(from: 0, to: data.count, by: frames).map { start in
      data[start] == 0 && data[start + 1] == 0 ? "." : "="
    }.joined()
  }

  @Test(arguments: [
    ("e", "="), ("t", "==="), ("a", "=.==="), ("sos", "=.=.=...===.===.===...=.=.="),
    ("E t", "=.......==="), ("é e", "="),
  ])
  func textBecomesSigns(text: String, expected: String) async throws {
    #expect(try await signs(text) == expected)
    #expect(try await signs(text, voice: "slow") == expected)
    #expect(try await signs(text, rate: 2) == expected)
  }

  @Test func theSameRequestGivesTheSameSound() async throws {
    let sounds = [
      try await provider.generateAudio(text: "Hello", voiceId: "slow"),
      try await provider.generateAudio(text: "Hello", voiceId: "slow"),
    ]
    #expect(sounds[0] == sounds[1])
    let seconds = Double(sounds[0].count) / 2 / 8_000
    #expect(abs(await provider.estimateDuration(text: "Hello", voiceId: "slow") - seconds) < 0.001)
  }

  @Test(arguments: ["", " \n", "…", "李"])
  func whatHasNoSignsIsRefused(text: String) async {
    await #expect(throws: VoiceProviderError.self) {
      try await provider.generateAudio(text: text, voiceId: "slow")
    }
  }

  @Test func anUnknownVoiceIsRefusedWithTheNearest() async {
    await #expect(throws: VoiceProviderError.voiceNotFound(nearest: ["fast", "slow"])) {
      try await provider.generateAudio(text: "Hello", voiceId: "nobody")
    }
    #expect(await !provider.isVoiceAvailable(voiceId: "nobody"))
  }

  @Test(arguments: [("en", 2), ("en-GB", 2), ("EN", 2), ("eng", 0), ("de", 0), ("", 0)])
  func voicesAreListedByLanguage(language: String, count: Int) async throws {
    let voices = try await provider.fetchVoices(languageCode: language)
    #expect(voices.count == count)
    for voice in voices {
      #expect(voice.providerId == provider.providerId)
      #expect(await provider.isVoiceAvailable(voiceId: voice.id))
    }
  }

  @Test func aLibraryHasAllItNeeds() async throws {
    #expect(await provider.isConfigured())
    let request = VoiceEngineRequest(text: "sos", voiceId: "fast", languageCode: "en")
    let output = try await provider.generate(request: request)
    #expect(output.audioFormat == .pcm16)
    #expect(VoiceURI("morse://slow")?.providerId == provider.providerId)
  }

  /// The example in the article AddAProvider, section "Describe its settings".
  @Test func itsSettingsAreDescribed() async {
    let panel = ProviderPanel(
      id: "morse", displayName: "Morse Code",
      fields: [
        SettingField(
          key: "pitch", label: "Pitch", help: "The pitch of the tone",
          kind: .number(200...1_000, unit: "Hz"), defaultValue: 500)
      ])
    let registry = VoiceProviderRegistry(descriptors: [
      VoiceProviderDescriptor(MorseVoiceProvider(), panel: panel)
    ])
    #expect(await registry.panels() == [panel])
    let problems = panel.problems(in: ["pitch": 50])
    #expect(problems.map(\.message) == ["pitch 50 is not within 200 to 1000"])
    #expect(panel.problems(in: ["pitch": 440]).isEmpty)
  }
}

/// The article AddAProvider contains the compiled file.
@Suite struct ArticleTests {
  @Test func theArticleShowsTheProviderThatIsTested() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let source = try String(
      contentsOf: package.appending(path: "Sources/MorseProvider/MorseVoiceProvider.swift"),
      encoding: .utf8)
    let article = try String(
      contentsOf: package.appending(path: "../../Sources/Hablare/Hablare.docc/AddAProvider.md"),
      encoding: .utf8)
    #expect(article.contains("```swift\n\(source)```\n"))
  }
}
