import FoundationEssentials
import Testing

@testable import Hablare

struct VoiceTypesTests {
  @Test(arguments: [
    (VoiceEngineAudioFormat.wav, "wav", "audio/wav"), (.pcm16, "pcm", "audio/L16"),
    (.mp3, "mp3", "audio/mpeg"), (.flac, "flac", "audio/flac"), (.ogg, "ogg", "audio/ogg"),
    (.opus, "opus", "audio/ogg"), (.aiff, "aiff", "audio/x-aiff"), (.m4a, "m4a", "audio/mp4"),
  ])
  func `a format has an extension and a type`(
    format: VoiceEngineAudioFormat, fileExtension: String, mimeType: String
  ) {
    let output = VoiceEngineOutput(audioData: Data(), audioFormat: format)
    #expect(output.fileExtension == fileExtension)
    #expect(output.mimeType == mimeType)
  }

  typealias Speaker = (gender: String?, age: String?, character: String?, words: String?)

  @Test(
    arguments: [
      ("female", "adult", "low, calm", "woman, low, calm"), ("male", nil, nil, "man"),
      ("female", "child", nil, "girl"), ("male", "child", nil, "boy"),
      (nil, "child", nil, "child"), ("female", "old", nil, "old woman"),
      ("male", "old", "hoarse", "old man, hoarse"), (nil, "old", nil, "old person"),
      ("neutral", "adult", nil, "neutral adult"), ("neutral", nil, nil, "neutral adult"),
      (nil, "adult", nil, nil), (nil, nil, "low", nil),
    ] as [Speaker])
  func `words describe a speaker`(
    gender: String?, age: String?, character: String?, words: String?
  ) {
    var voice = Voice(id: "v", name: "V", providerId: "p", gender: gender, age: age)
    voice.labels["character"] = character
    #expect(voice.words == words)
  }

  @Test func `a list of voices from an earlier version is still readable`() throws {
    let json = #"{"id": "v", "name": "V", "providerId": "p", "gender": "male", "labels": {}}"#
    let voice = try JSONDecoder().decode(Voice.self, from: Data(json.utf8))
    #expect(voice == Voice(id: "v", name: "V", providerId: "p", gender: "male"))
    #expect(voice.age == nil)
  }

  @Test(
    arguments: [
      ("young", "adult"), ("middle aged", "adult"), ("middle_aged", "adult"), ("Old", "old"),
      ("ancient", nil), (nil, nil),
    ] as [(String?, String?)])
  func `the label of ElevenLabs gives the age`(label: String?, age: String?) {
    var kept = Voice(id: "v", name: "v", providerId: "p")
    kept.labels["age"] = label
    let voice = ElevenLabsVoice(kept).described(as: nil, providerId: "p")
    #expect(voice.age == age)
  }

  @Test(arguments: [
    ("whispr", ["whisper"]), ("F3", ["f3"]), ("en-sg", ["en-gb", "en-us"]), ("zzzzzzzzz", []),
  ])
  func `the nearest spellings come first`(word: String, nearest: [String]) {
    let candidates = ["whisper", "f3", "en-gb", "en-us", "de-at-x-long"]
    #expect(Array(Spelling.nearest(to: word, among: candidates).prefix(nearest.count)) == nearest)
    if nearest.isEmpty { #expect(Spelling.nearest(to: word, among: candidates).isEmpty) }
  }

  @Test(arguments: [
    (VoiceProviderError.voiceNotFound(nearest: ["a", "b"]), "no such voice; did you mean a, b?"),
    (.voiceNotFound(nearest: []), "no such voice"),
    (.rateLimited(retryAfter: 1.5), "too many requests: try again in 2 s"),
    (.timedOut(seconds: 20), "the speech engine did not finish within 20 s"),
  ])
  func `errors say what happened`(error: VoiceProviderError, message: String) {
    #expect(error.errorDescription == message)
  }

  @Test(
    arguments: [
      ("audio/mp3", VoiceEngineAudioFormat.mp3), ("audio/mpeg", .mp3), ("audio/aac", .m4a),
      ("audio/x-wav", .wav), ("Audio/WAV; codecs=1", .wav), ("audio/aiff", .aiff),
      ("audio/x-aiff", .aiff), ("audio/ogg", .ogg), ("audio/opus", .opus), ("audio/L16", .pcm16),
      ("audio/l16; rate=8000", .pcm16), ("audio/flac", .flac), ("video/mp4", nil), ("", nil),
    ] as [(String, VoiceEngineAudioFormat?)])
  func `MIME types are accepted as what they mean`(type: String, format: VoiceEngineAudioFormat?) {
    #expect(VoiceEngineAudioFormat(mimeType: type) == format)
  }

  @Test func `a provider that only implements files can still generate`() async throws {
    let provider = FileProvider()
    let request = VoiceEngineRequest(text: "hi", voiceId: "v", languageCode: "en")
    let output = try await provider.generate(request: request)
    #expect(output.audioFormat == .flac)
    #expect(output.audioData == Data("hi".utf8))
    #expect(try await provider.castingVoices(languageCode: "en").map(\.id) == ["v"])
    #expect(await provider.whisperVoice(for: "v") == nil)
    var phonemes = request
    phonemes.isPhonemes = true
    await #expect(throws: VoiceProviderError.self) {
      try await provider.generate(request: phonemes)
    }
  }
}

/// A provider with only the required members.
private struct FileProvider: VoiceProvider {
  let providerId = "file"
  let displayName = "File"
  let requiresAPIKey = false
  let mimeType = "audio/flac"
  let defaultVoiceId: String? = nil

  func isConfigured() async -> Bool { true }
  func fetchVoices(languageCode: String) async throws -> [Voice] {
    [Voice(id: "v", name: "V", providerId: providerId)]
  }
  func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data { Data(text.utf8) }
  func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 1 }
  func isVoiceAvailable(voiceId: String) async -> Bool { voiceId == "v" }
}
