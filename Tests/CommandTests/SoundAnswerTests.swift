import Foundation
import TestSupport
import Testing

/// Tests of every kind of answer under every media type: the number of requests, the error and the exit code
/// (Documentation/providers.md, "When something fails").
@Suite struct SoundAnswerTests {
  /// The result of a run with such an answer.
  struct Outcome: Sendable {
    var requests: Int
    var exit: Int32
    var words = ""

    static let spoken = Outcome(requests: 1, exit: 0)
    static let noSpeech = Outcome(
      requests: 3, exit: 69, words: "the service answered with data that is not speech")
    /// The answer looks complete from outside, but cannot be decoded.
    static let undecoded = Outcome(requests: 2, exit: 69, words: "cannot read the engine's answer")
    static let noRate = Outcome(
      requests: 1, exit: 69,
      words: "sends samples without a sample rate, although wav was requested; set \"sampleRate\"")

    static func refused(_ kind: String, asked: String) -> Outcome {
      Outcome(
        requests: 1, exit: 69,
        words: "sends \(kind), which cannot be decoded, although \(asked) was requested")
    }
  }

  private static func outcome(
    _ kind: SoundAnswer, _ label: SoundAnswer.Label, asked: String
  ) -> Outcome {
    let isOpenAI = asked == "wav"
    return switch kind {
    case .wav, .mp3, .flac, .ogg, .opus, .aiff: .spoken
    case .pcm where isOpenAI: .noRate
    case .cutPCM where isOpenAI: .noRate
    case .statedPCM where isOpenAI && label != .right: .noRate
    case .pcm, .statedPCM: .spoken
    case .aac: .refused("AAC", asked: asked)
    case .m4a: .refused("MPEG-4", asked: asked)
    case .webm: .refused("WebM", asked: asked)
    case .oggFLAC: .refused("FLAC in Ogg", asked: asked)
    case .statedError where isOpenAI:
      Outcome(requests: 1, exit: 69, words: "sends text instead of audio: the model sleeps")
    case .text where isOpenAI:
      Outcome(requests: 1, exit: 69, words: "sends text instead of audio: upstream connect error")
    case .cutFLAC: .undecoded
    case .html, .latinHTML, .emptyJSON, .statedError, .text, .nothing, .cutWAV, .cutPCM, .cutMP3,
      .cutOgg, .cutAIFF:
      .noSpeech
    }
  }

  @Test(arguments: SoundAnswer.allCases, SoundAnswer.Label.allCases)
  func `a server like OpenAI's can send anything under any media type`(
    kind: SoundAnswer, label: SoundAnswer.Label
  ) throws {
    let answer = try kind.answer(label)
    let server = try FakeSpeechServer(.localAI) { _ in answer }
    let folder = try TemporaryFolder()
    try folder.write(Self.configuration(server), as: "config.json")
    let result = try render(folder, voice: "served://v")
    expect(
      Self.outcome(kind, label, asked: "wav"), result, requests: server.speeches.count)
  }

  /// This test uses only a wrong media type, because all services share the code that checks media types.
  @Test(arguments: SoundAnswer.allCases)
  func `ElevenLabs can send anything under a wrong media type`(kind: SoundAnswer) throws {
    let service = try FakeElevenLabs()
    service.answerAllSpeech(with: try kind.answer(.wrong))
    let folder = try TemporaryFolder()
    try folder.write(
      #"{ "providers": { "elevenlabs": { "baseURL": "\#(service.address)" } } }"#,
      as: "config.json")
    let result = try render(folder, voice: "elevenlabs://\(FakeElevenLabsAccount.aria)")
    expect(
      Self.outcome(kind, .wrong, asked: "pcm_24000"), result,
      requests: service.speechRequests.count)
  }

  @Test(
    arguments: [
      (SoundAnswer.wav, 0), (.flac, 0), (.mp3, 0), (.aac, 69), (.cutFLAC, 69), (.nothing, 69),
    ] as [(SoundAnswer, Int32)])
  func `say writes WAV whatever a service sends`(kind: SoundAnswer, exit: Int32) throws {
    let answer = try kind.answer(.wrong)
    let server = try FakeSpeechServer(.localAI) { _ in answer }
    let folder = try TemporaryFolder()
    try folder.write(Self.configuration(server), as: "config.json")
    let result = try Program.run(
      "sh", ["-c", #"exec "$0" say Hello. --voice served://v -o - > out.wav"#, Guion2audio.path],
      in: folder.path, environment: Self.environment(folder))
    #expect(result.status == exit, "\(result.errors)")
    let sound = try Data(contentsOf: URL(filePath: folder.path(of: "out.wav")))
    #expect(sound.starts(with: "RIFF".utf8) == (exit == 0))
  }

  private static func configuration(_ server: FakeSpeechServer) -> String {
    """
    { "providers": { "served": { "type": "openai", "baseURL": "\(server.address)",
      "model": "voice-en-us-amy-low", "voices": ["v"] } } }
    """
  }

  private static func environment(_ folder: TemporaryFolder) -> [String: String] {
    [
      "GUION2AUDIO_CONFIG": folder.path(of: "config.json"),
      "XDG_CONFIG_HOME": folder.path(of: "config"), "XDG_CACHE_HOME": folder.path(of: "cache"),
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "DISPLAY": "",
      "ELEVENLABS_API_KEY": FakeElevenLabs.key,
    ]
  }

  private func render(_ folder: TemporaryFolder, voice: String) throws -> ProgramResult {
    try folder.write("One line and no more.\n", as: "line.txt")
    try folder.write(
      #"{ "narrator": "\#(voice)", "speech": { "credits": false } }"#, as: "cast.json")
    return try Program.run(
      Guion2audio.path, ["line.txt", "-o", "out", "--format", "wav", "--loudness", "off"],
      in: folder.path, environment: Self.environment(folder))
  }

  private func expect(_ outcome: Outcome, _ result: ProgramResult, requests: Int) {
    #expect(result.status == outcome.exit, "\(result.errors)")
    #expect(requests == outcome.requests, "\(result.errors)")
    #expect(
      outcome.words.isEmpty || result.errors.contains(outcome.words), "\(result.errors)")
  }
}
