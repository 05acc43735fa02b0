import FoundationEssentials
import Testing

@testable import Hablare
import TestSupport

struct OpenAIProviderTests {
  typealias Providers = OpenAIProviders

  @Test func `OpenAI itself gets a request for samples, with its key`() async throws {
    let server = try FakeSpeechServer(.openAI, key: "sk-test")
    let provider = Providers.make(server, isOpenAI: true, key: "sk-test")
    let options = VoiceOptions(rate: 1.5, style: "whispering")
    let output = try await provider.generate(request: Providers.request(options: options))
    #expect(output.audioFormat == .pcm16)
    #expect(output.sampleRate == 24_000)
    #expect(output.channels == 1)
    #expect([UInt8](output.audioData) == FakeSpeechServer.samples(of: "Hello."))
    #expect(output.metadata == ["model": "gpt-4o-mini-tts", "requestId": "req_1"])
    let asked = try #require(server.speeches.first)
    #expect(asked.authorization == "Bearer sk-test")
    #expect(asked["speed"] == "1.5")
    #expect(asked["instructions"] == "whispering")
    #expect(asked["stream"] == nil)
    // The voices are built in and the model is known, so there is only one request.
    #expect(server.server.requests.count == 1)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var flavour: FakeSpeechServer.Flavour
    var voice: String
    var model: String?
    /// The model that must be requested.
    var asked: String
    var testDescription: String { "\(flavour)" }
  }

  static let rows = [
    Row(flavour: .kokoro, voice: "af_bella(2)+af_sky", asked: "tts-1"),
    Row(flavour: .kokoro, voice: "bm_george", model: "kokoro", asked: "kokoro"),
    Row(flavour: .speaches, voice: "af_heart", asked: "speaches-ai/Kokoro-82M-v1.0-ONNX"),
    Row(
      flavour: .localAI, voice: "whatever", model: "voice-en-us-amy-low",
      asked: "voice-en-us-amy-low"),
    Row(flavour: .openedAI, voice: "alloy", asked: "tts-1"),
  ]

  @Test(arguments: rows) func `every server speaks`(row: Row) async throws {
    let server = try FakeSpeechServer(row.flavour)
    let provider = Providers.make(server, model: row.model)
    let rate = FakeSpeechServer.rate(of: row.flavour)
    let output = try await provider.generate(request: Providers.request(voice: row.voice))
    #expect(output.audioFormat == .pcm16)
    #expect(output.sampleRate == rate)
    #expect([UInt8](output.audioData) == FakeSpeechServer.samples(of: "Hello."))
    let wav = try await provider.generateAudio(
      text: "Hello.", voiceId: row.voice, languageCode: "en-US", options: VoiceOptions(gain: 6))
    let file = try WAVFile(wav)
    #expect(file.sampleRate == rate)
    #expect(file.samples.count == output.audioData.count)
    #expect(Array(wav[file.samples].prefix(2)) == [0xCB, 0x07])  // 1000 by 6 dB
    #expect(server.speeches.map { $0["model"] } == [row.asked, row.asked])
    #expect(
      server.speeches.allSatisfy { $0["stream"] == "false" && $0["response_format"] == "wav" })
    #expect(server.speeches.allSatisfy { $0.authorization == "Bearer none" })
    // Lists are requested once.
    let lists = server.server.requests.filter { $0.method == "GET" }.map(\.target)
    #expect(Set(lists).count == lists.count)
  }

  @Test func `MP3 from a server that has nothing else is passed on unchanged`() async throws {
    let server = try FakeSpeechServer(.edge, key: "k")
    let provider = Providers.make(server, key: "k")
    let output = try await provider.generate(request: Providers.request(voice: "echo"))
    #expect(output.audioFormat == .mp3)
    #expect(output.mimeType == "audio/mpeg")
    #expect([UInt8](output.audioData) == FakeSpeechServer.mp3(frames: 3))
    await #expect(throws: VoiceProviderError.self) {
      try await provider.generateAudio(text: "Hello.", voiceId: "echo", languageCode: "en")
    }
    // Two MP3 files cannot be joined, so the second is not requested and not paid for.
    let long = Providers.request(String(repeating: "Hello. ", count: 700), voice: "echo")
    await #expect(throws: VoiceProviderError.textTooLong(limit: 4096)) {
      try await provider.generate(request: long)
    }
    #expect(server.speeches.count == 3)
  }

  @Test func `a configured sample rate requests samples at that rate`() async throws {
    let server = try FakeSpeechServer(.speaches)
    let provider = Providers.make(
      server, model: "speaches-ai/Kokoro-82M-v1.0-ONNX", sampleRate: 16_000)
    let output = try await provider.generate(request: Providers.request(voice: "thorsten"))
    #expect(output.sampleRate == 16_000)
    #expect(provider.nativeSampleRate == 16_000)
    #expect(server.speeches[0]["response_format"] == "pcm")
    #expect(server.speeches[0]["sample_rate"] == "16000")
  }

  @Test func `long text is requested in pieces and joined`() async throws {
    let server = try FakeSpeechServer(.openAI)
    let provider = Providers.make(server, isOpenAI: true, key: "k")
    let sentence = String(repeating: "word ", count: 400).trimmed + "."
    let text = Array(repeating: sentence, count: 5).joined(separator: " ")
    let output = try await provider.generate(request: Providers.request(text))
    let inputs = server.speeches.compactMap { $0["input"] }
    #expect(inputs == ["\(sentence) \(sentence)", "\(sentence) \(sentence)", sentence])
    #expect([UInt8](output.audioData) == inputs.flatMap(FakeSpeechServer.samples(of:)))
  }

  @Test func `voices are the server's, requested once for all callers`() async throws {
    let server = try FakeSpeechServer(.kokoro)
    let provider = Providers.make(server)
    async let first = provider.fetchVoices(languageCode: "en")
    async let second = provider.fetchVoices(languageCode: "es")
    async let third = provider.isVoiceAvailable(voiceId: "af_sky")
    #expect(try await first.map(\.id) == ["af_bella", "af_sky", "bm_george"])
    #expect(try await second.map(\.id) == ["ef_dora"])
    #expect(await third)
    #expect(try await provider.fetchVoices(languageCode: "fr").isEmpty)
    #expect(await !provider.isVoiceAvailable(voiceId: "af_skyy"))
    #expect(server.server.requests.map(\.target) == ["/v1/audio/voices"])
    #expect(try await provider.fetchVoices(languageCode: "en-GB").map(\.gender) == ["male"])
  }

  @Test func `a server without a list accepts any name`() async throws {
    let server = try FakeSpeechServer(.localAI)
    let provider = Providers.make(server)
    #expect(try await provider.fetchVoices(languageCode: "en").isEmpty)
    #expect(await provider.isVoiceAvailable(voiceId: "anybody"))
    #expect(server.server.requests.map(\.target) == ["/v1/audio/voices", "/v1/voices"])
  }

  @Test func `configured voices replace the server's`() async throws {
    let server = try FakeSpeechServer(.openedAI)
    let provider = Providers.make(server, voices: ["anna", "otto"])
    #expect(try await provider.fetchVoices(languageCode: "de").map(\.id) == ["anna", "otto"])
    #expect(provider.defaultVoiceId == "anna")
    await #expect(throws: VoiceProviderError.voiceNotFound(nearest: ["otto"])) {
      try await provider.generate(request: Providers.request(voice: "oto"))
    }
    #expect(server.server.requests.isEmpty)
  }

  @Test func `text that cannot be spoken is refused before sending`() async throws {
    let server = try FakeSpeechServer(.openAI)
    let provider = Providers.make(server, isOpenAI: true, key: "k")
    var phonemes = Providers.request("[[h]]")
    phonemes.isPhonemes = true
    let old = VoiceOptions(model: "tts-1")
    let rows: [(VoiceEngineRequest, VoiceProviderError)] = [
      (Providers.request(" \n"), .invalidRequest("the text is blank")),
      (Providers.request(voice: ""), .voiceNotFound(nearest: [])),
      (Providers.request(voice: "novva"), .voiceNotFound(nearest: ["nova"])),
      (Providers.request(voice: "marin", options: old), .voiceNotFound(nearest: [])),
      (phonemes, .noPhonemes("served")),
    ]
    for (request, error) in rows {
      await #expect(throws: error) { try await provider.generate(request: request) }
    }
    let reserved = Providers.request(options: VoiceOptions(parameters: ["model": "x"]))
    await #expect(throws: VoiceProviderError.self) {
      try await provider.generate(request: reserved)
    }
    #expect(server.server.requests.isEmpty)
  }

  @Test func `if there are several models and none is configured, the error lists them`()
    async throws
  {
    let server = try FakeSpeechServer(.localAI)
    let error = await #expect(throws: VoiceProviderError.self) {
      try await Providers.make(server).generate(request: Providers.request(voice: "v"))
    }
    #expect(error?.description.contains("phi-4, voice-en-us-amy-low") == true)
    #expect(server.speeches.isEmpty)
  }

  @Test(arguments: [
    (FakeSpeechServer.Flavour.openAI, "gpt-4o-mini-tt", ["gpt-4o-mini-tts"]),
    (.kokoro, "kokorro", ["kokoro"]), (.openedAI, "tts-2", ["tts-1"]),
    (.speaches, "speaches-ai/Kokoro-82M-v1.0", ["speaches-ai/Kokoro-82M-v1.0-ONNX"]),
  ])
  func `for an unknown model the nearest is suggested`(
    flavour: FakeSpeechServer.Flavour, model: String, nearest: [String]
  ) async throws {
    let server = try FakeSpeechServer(flavour)
    let isOpenAI = flavour == .openAI
    let provider = Providers.make(server, isOpenAI: isOpenAI, key: "k", model: model)
    let voice = ["kokoro": "af_sky", "speaches": "af_heart"]["\(flavour)"] ?? "alloy"
    let error = await #expect(throws: VoiceProviderError.self) {
      try await provider.generate(request: Providers.request(voice: voice))
    }
    guard case .modelNotFound(model, let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.first == nearest.first)
    #expect(server.speeches.count == 1)
  }

  @Test func `if a server without a list refuses a voice, its message is shown`() async throws {
    let server = try FakeSpeechServer(.openedAI)
    await #expect(throws: VoiceProviderError.invalidRequest("Voice 'refused' not found")) {
      try await Providers.make(server).generate(request: Providers.request(voice: "refused"))
    }
  }

  @Test func `a key is checked without speaking`() async throws {
    let server = try FakeSpeechServer(.openAI, key: "good")
    let provider = Providers.make(server, isOpenAI: true)
    try await provider.validate(key: SecureString("good"))
    await #expect(throws: VoiceProviderError.authenticationFailed) {
      try await provider.validate(key: SecureString("bad"))
    }
    #expect(server.server.requests.map(\.target) == ["/v1/models", "/v1/models"])
    #expect(server.server.requests.map(\.method) == ["GET", "GET"])
  }

  @Test func `without a key OpenAI gets no request, and other servers decide themselves`()
    async throws
  {
    let openAI = try FakeSpeechServer(.openAI)
    let provider = Providers.make(openAI, isOpenAI: true)
    #expect(provider.requiresAPIKey)
    #expect(await !provider.isConfigured())
    await #expect(throws: VoiceProviderError.notConfigured) {
      try await provider.generate(request: Providers.request())
    }
    #expect(openAI.server.requests.isEmpty)
    let speaches = try FakeSpeechServer(.speaches, key: "k")
    let other = Providers.make(speaches)
    #expect(!other.requiresAPIKey)
    #expect(await other.isConfigured())
    await #expect(throws: VoiceProviderError.notConfigured) {
      try await other.fetchVoices(languageCode: "en")
    }
    await #expect(throws: VoiceProviderError.authenticationFailed) {
      try await Providers.make(speaches, key: "wrong").fetchVoices(languageCode: "en")
    }
  }

  @Test func `a key is not sent over plain http to another machine`() async throws {
    let provider = Providers.make("http://192.0.2.1:9/v1", key: "k", voices: ["v"])
    #expect(await !provider.isConfigured())
    await #expect(throws: VoiceProviderError.self) {
      try await provider.generate(request: Providers.request(voice: "v"))
    }
  }

  @Test func `an invalid address is an error, not a crash`() async throws {
    let provider = Providers.make("nonsense")
    #expect(await !provider.isConfigured())
    #expect(await !provider.isVoiceAvailable(voiceId: "alloy"))
    await #expect(throws: VoiceProviderError.self) { try await provider.version() }
    await #expect(throws: VoiceProviderError.self) {
      try await provider.generate(request: Providers.request())
    }
  }

  @Test func `its properties follow from its configuration`() async throws {
    let itself = OpenAIVoiceProvider(apiKey: SecureString("k"), client: HTTPClient())
    #expect(itself.providerId == "openai" && itself.displayName == "OpenAI")
    #expect(itself.mimeType == "audio/wav" && itself.defaultVoiceId == "alloy")
    #expect(itself.nativeSampleRate == 24_000 && itself.clipsAreWorthCaching)
    #expect(try await itself.version() == "api.openai.com/v1 gpt-4o-mini-tts")
    #expect(await itself.billedCharacters(for: Providers.request("Ñandú")) == 5)
    #expect(await itself.isConfigured())
    #expect(await itself.isVoiceAvailable(voiceId: "voice_123"))
    #expect(try await itself.fetchVoices(languageCode: "ja").count == 13)
    #expect(try await itself.quota() == nil)
    let other = Providers.make("http://127.0.0.1:8880", model: "kokoro", sampleRate: 8000)
    #expect(try await other.version() == "127.0.0.1:8880/v1 kokoro 8000 Hz")
    #expect(await other.billedCharacters(for: Providers.request()) == 0)
    #expect(other.displayName == "served" && other.defaultVoiceId == nil)
  }
}
