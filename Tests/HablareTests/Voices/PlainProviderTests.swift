import FoundationEssentials
import Hablare
import Testing

/// Tests of providers that implement little, such as providers written for SwiftHablaré 4.
@Suite struct PlainProviderTests {
  /// A provider with the members that SwiftHablaré 4 required.
  private struct Older: VoiceProvider {
    let providerId = "older"
    let displayName = "Older"
    let requiresAPIKey = false
    var mimeType = "audio/L16"
    let nativeSampleRate: Int? = 8_000
    /// Other providers that the provider calls.
    var others: [any VoiceProvider] = []

    func isConfigured() -> Bool { true }
    func fetchVoices(languageCode: String) async throws -> [Voice] {
      [Voice(id: "v", name: "V", providerId: providerId)]
    }
    func generateAudio(text: String, voiceId: String, languageCode: String) async throws -> Data {
      var sound = Data(repeating: 1, count: 16 * text.count)
      for other in others {
        sound += try await other.generateAudio(
          text: text, voiceId: voiceId, languageCode: languageCode)
      }
      return sound
    }
    func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 1 }
    func isVoiceAvailable(voiceId: String) async -> Bool { voiceId == "v" }
  }

  /// A provider that cannot speak.
  private struct Mute: VoiceProvider {
    let providerId = "mute"
    let displayName = "Mute"
    let requiresAPIKey = false
    let mimeType = "audio/wav"
    func isConfigured() async -> Bool { true }
    func fetchVoices(languageCode: String) async throws -> [Voice] { [] }
    func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 1 }
    func isVoiceAvailable(voiceId: String) async -> Bool { true }
  }

  /// A provider that implements only the function with options.
  private struct Newer: VoiceProvider {
    let providerId = "newer"
    let displayName = "Newer"
    let requiresAPIKey = false
    let mimeType = "audio/L16"
    func isConfigured() async -> Bool { true }
    func fetchVoices(languageCode: String) async throws -> [Voice] { [] }
    func generateAudio(
      text: String, voiceId: String, languageCode: String, options: VoiceOptions
    ) async throws -> Data { Data(repeating: 2, count: 2) }
    func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 1 }
    func isVoiceAvailable(voiceId: String) async -> Bool { true }
  }

  @Test func `a provider without options speaks`() async throws {
    let result = try await GenerationService(voiceProvider: Older()).generate(
      text: "Hello.", providerId: "older", voiceId: "v", options: VoiceOptions(gain: -3))
    #expect(result.audioData.count == 96 && result.mimeType == "audio/L16")
    #expect(Older().defaultVoiceId == nil)
  }

  @Test func `a provider without options refuses another manner`() async throws {
    for options in [VoiceOptions(rate: 1.2), VoiceOptions(pitch: 1), VoiceOptions(style: "sad")] {
      await #expect(
        throws: VoiceProviderError.notSupported(
          "Older's voices speak only in their normal manner")
      ) {
        try await Older().generateAudio(
          text: "Hello.", voiceId: "v", languageCode: "en", options: options)
      }
    }
  }

  @Test func `a provider that cannot speak says so and does not call itself for ever`() async {
    let error = VoiceProviderError.notSupported("the provider mute implements no generateAudio")
    await #expect(throws: error) {
      try await Mute().generateAudio(text: "Hello.", voiceId: "v", languageCode: "en")
    }
    await #expect(throws: error) {
      try await Mute().generateAudio(
        text: "Hello.", voiceId: "v", languageCode: "en", options: VoiceOptions())
    }
    await #expect(throws: error) {
      try await GenerationService(voiceProvider: Mute()).generate(
        text: "Hello.", providerId: "mute", voiceId: "v")
    }
  }

  @Test func `a provider can call other providers`() async throws {
    let sound = try await Older(others: [Newer(), Older()]).generateAudio(
      text: "Hi", voiceId: "v", languageCode: "en", options: VoiceOptions())
    #expect(sound.count == 32 + 2 + 32)
    await #expect(throws: VoiceProviderError.self) {
      try await Older(others: [Mute()]).generateAudio(
        text: "Hi", voiceId: "v", languageCode: "en", options: VoiceOptions())
    }
  }

  // MARK: MIME types

  /// A provider that declares one of the names of WAV.
  private struct Files: VoiceProvider {
    let mimeType: String
    let providerId = "files"
    let displayName = "Files"
    let requiresAPIKey = false
    func isConfigured() async -> Bool { true }
    func fetchVoices(languageCode: String) async throws -> [Voice] { [] }
    func generateAudio(text: String, voiceId: String, languageCode: String) async throws -> Data {
      try await EspeakNGVoiceProvider().generateAudio(
        text: text, voiceId: "en-us", languageCode: languageCode)
    }
    func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 1 }
    func isVoiceAvailable(voiceId: String) async -> Bool { true }
  }

  @Test(arguments: ["audio/wav", "audio/x-wav", "audio/vnd.wave", "Audio/Wave; codecs=1"])
  func `a result has the type that its provider means`(declared: String) async throws {
    let result = try await GenerationService(voiceProvider: Files(mimeType: declared)).generate(
      text: "Hello.", providerId: "files", voiceId: "v")
    #expect(result.mimeType == "audio/wav" && result.audioFormat == .wav)
    #expect(VoiceEngineAudioFormat(mimeType: declared) == result.audioFormat)
    #expect(result.metadata["declaredFormat"] == nil && result.duration > 0.2)
  }

  @Test(arguments: ["image/png", "text/plain", ""])
  func `a type that is no audio is refused`(declared: String) async {
    await #expect(
      throws: VoiceProviderError.notSupported(
        "files sends audio of the type \(declared), which is unknown")
    ) {
      try await GenerationService(voiceProvider: Files(mimeType: declared)).generate(
        text: "Hello.", providerId: "files", voiceId: "v")
    }
  }

  @Test func `espeak declares the type of its records`() async throws {
    let provider = EspeakNGVoiceProvider()
    let result = try await GenerationService(voiceProvider: provider).generate(
      text: "Hello.", providerId: "espeak", voiceId: "en-us")
    #expect(result.mimeType == provider.mimeType)
  }

  // MARK: Quality

  @Test func `the voices on this machine have a grade`() async throws {
    let espeak = try await EspeakNGVoiceProvider().fetchVoices(languageCode: "")
    #expect(espeak.count > 100 && espeak.allSatisfy { $0.quality == "low" })
    let hibari = NeuralVoiceProvider.hibari()
    guard await hibari.isConfigured() else { return }
    let voices = try await hibari.fetchVoices(languageCode: "en")
    #expect(!voices.isEmpty && voices.allSatisfy { $0.quality == "high" })
  }

  /// An engine that speaks a number of samples for each character.
  private struct Samples: VoiceEngine {
    let engineId = "samples"
    func canGenerate(with count: Int) -> Bool { count > 0 }
    func fetchVoices(languageCode: String, configuration: Int) async throws -> [Voice] {
      [Voice(id: "v", name: "V", providerId: engineId)]
    }
    func generateAudio(
      request: VoiceEngineRequest, configuration: Int
    ) async throws -> VoiceEngineOutput {
      VoiceEngineOutput(
        audioData: Data(repeating: 1, count: 2 * configuration * request.text.count),
        audioFormat: .pcm16, sampleRate: 8_000, channels: 1)
    }
    func estimateDuration(request: VoiceEngineRequest, configuration: Int) -> TimeInterval { 2 }
    func isVoiceAvailable(voiceId: String, configuration: Int) async -> Bool { voiceId == "v" }
    func version() async throws -> String { "1" }
  }

  @Test func `a test replaces the engine of every provider`() async throws {
    for original in [ElevenLabsVoiceProvider(), EspeakNGVoiceProvider()] as [any VoiceProvider] {
      let provider = original.replacingEngine(by: Samples(), configuration: 4)
      #expect(provider.providerId == original.providerId)
      #expect(await provider.isConfigured())
      let service = GenerationService(
        registry: VoiceProviderRegistry(descriptors: [VoiceProviderDescriptor(provider)]))
      #expect(try await service.fetchVoices(from: provider.providerId).map(\.id) == ["v"])
      let result = try await service.generate(
        text: "Tea.", providerId: provider.providerId, voiceId: "v")
      #expect(result.duration == 0.002)
      #expect(result.billedCharacters == (original.requiresAPIKey ? 4 : 0))
      await #expect(throws: VoiceProviderError.self) {
        try await provider.generateAudio(text: " ", voiceId: "v", languageCode: "en")
      }
    }
    // The rules of the settings stay the provider's.
    var hasty = VoiceOptions()
    hasty.rate = 100
    let service = ElevenLabsVoiceProvider().replacingEngine(by: Samples(), configuration: 4)
    await #expect(throws: VoiceProviderError.self) {
      try await service.generateAudio(
        text: "Tea.", voiceId: "v", languageCode: "en", options: hasty)
    }
    let unready = ElevenLabsVoiceProvider().replacingEngine(by: Samples(), configuration: 0)
    #expect(await unready.isConfigured() == false)
  }
}
