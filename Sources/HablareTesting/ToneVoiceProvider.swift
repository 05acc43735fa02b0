public import FoundationEssentials
public import Hablare
import Synchronization

/// A voice provider that always hums the same tone for the same text.
///
/// Each Unicode scalar of the text becomes ten milliseconds of a square wave, with silence before
/// and after the text. Use this provider in a test that needs exact lengths, a chosen order of
/// events, or a failure. The provider needs no program and no network.
///
/// ```swift
/// let tone = ToneVoiceProvider(failing: ["Fire!"])
/// _ = try await tone.generateAudio(text: "Hello", voiceId: "alto")
/// #expect(tone.requests.map(\.text) == ["Hello"])
/// await #expect(throws: VoiceProviderError.self) {
///   try await tone.generateAudio(text: "Fire!", voiceId: "alto")
/// }
/// ```
public final class ToneVoiceProvider: VoiceProvider {
  /// Frames per second.
  public static let sampleRate = 8_000
  /// Frames of tone for each Unicode scalar of text.
  public static let samplesPerCharacter = 80
  /// Frames of silence before the tone, and again after the tone: 50 ms.
  public static let silence = 400

  /// The provider's id, `tone` by default.
  public let providerId: String
  /// Whether the provider acts like a provider of natural voices.
  public let isNatural: Bool
  private let voiceIds: [String]
  /// The voices with a description, keyed by id.
  private let described: [String: Voice]
  private let failures: [String: VoiceProviderError]
  private let gate: ToneGate?
  private let log = Mutex(Log())

  private struct Log {
    var requests: [VoiceEngineRequest] = []
    var inFlight = 0
    var most = 0
  }

  /// Creates a provider with these voices.
  ///
  /// The voice `alto+whisper` is the whispering form of `alto`. The provider throws `engineCrashed`
  /// for the texts in `failing`, and the given errors for the texts in `failures`. If there is a
  /// `gate`, each request waits there until the test lets it through. If `voices` is not empty, the
  /// provider has these voices, and `voiceIds` is ignored. The voices in `voices` can have more than
  /// a name, such as a language and a gender.
  public init(
    providerId: String = "tone",
    voiceIds: [String] = ["alto", "bass", "soprano", "tenor", "alto+whisper", "bass+whisper"],
    voices: [Voice] = [], isNatural: Bool = false,
    failing: Set<String> = [], failures: [String: VoiceProviderError] = [:], gate: ToneGate? = nil
  ) {
    self.providerId = providerId
    self.isNatural = isNatural
    self.voiceIds = voices.isEmpty ? voiceIds : voices.map(\.id)
    described = Dictionary(voices.map { ($0.id, $0) }) { first, _ in first }
    self.failures = failures.merging(
      failing.map { ($0, VoiceProviderError.engineCrashed(reason: "on purpose")) }
    ) { given, _ in given }
    self.gate = gate
  }

  /// `Tone`.
  public var displayName: String { "Tone" }
  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// False, because the tones are created on this machine.
  public var listsVoicesRemotely: Bool { false }
  /// `audio/L16`: signed 16-bit samples without a header, little-endian, one channel.
  public var mimeType: String { VoiceEngineAudioFormat.pcm16.mimeType }
  /// The id of the first voice.
  public var defaultVoiceId: String? { voiceIds.first }

  /// All requests for known voices and texts that are not blank, in the order of arrival.
  public var requests: [VoiceEngineRequest] { log.withLock { $0.requests } }

  /// The maximum number of requests that were in progress at once so far.
  public var maximumConcurrency: Int { log.withLock { $0.most } }

  /// Returns true.
  public func isConfigured() async -> Bool { true }

  /// Returns all voices except whispering voices.
  ///
  /// A voice with a description is returned only for its own language or for an empty
  /// `languageCode`. The other voices are returned for any language.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    voiceIds.filter { !$0.hasSuffix("+whisper") }.map {
      described[$0] ?? Voice(id: $0, name: $0, providerId: providerId, language: languageCode)
    }.filter { voice in
      languageCode.isEmpty || described[voice.id] == nil
        || voice.language?.prefix(2) == languageCode.prefix(2)
    }
  }

  /// Returns whether the provider has this voice.
  public func isVoiceAvailable(voiceId: String) async -> Bool { voiceIds.contains(voiceId) }

  /// Returns the id of the voice with `+whisper` appended, if this voice exists.
  public func whisperVoice(for voiceId: String) async -> String? {
    voiceIds.contains(voiceId + "+whisper") ? voiceId + "+whisper" : nil
  }

  /// Returns ten milliseconds for each character.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    Double(text.count) / 100
  }

  /// Hums the text and returns the samples.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    try await generate(
      request: VoiceEngineRequest(
        text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    ).audioData
  }

  /// Hums the request's text.
  ///
  /// The options do not change the audio, but `requests` records them.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    guard request.text.contains(where: { !$0.isWhitespace }) else {
      throw VoiceProviderError.invalidRequest("there is no text to speak")
    }
    guard voiceIds.contains(request.voiceId) else {
      throw VoiceProviderError.voiceNotFound(nearest: voiceIds)
    }
    log.withLock { log in
      log.requests.append(request)
      log.inFlight += 1
      log.most = max(log.most, log.inFlight)
    }
    defer { log.withLock { $0.inFlight -= 1 } }
    try await gate?.pass(request.text)
    if let failure = failures[request.text] { throw failure }
    return VoiceEngineOutput(
      audioData: Self.sound(of: request), audioFormat: .pcm16, sampleRate: Self.sampleRate,
      channels: 1)
  }

  private static func sound(of request: VoiceEngineRequest) -> Data {
    let level = Int16(4_000 + request.voiceId.utf8.reduce(0) { $0 + Int($1) } % 4_000)
    let length = request.text.unicodeScalars.count * samplesPerCharacter
    var samples = [Int16](repeating: 0, count: silence)
    for index in 0..<length { samples.append(index / 10 % 2 == 0 ? level : -level) }
    samples += [Int16](repeating: 0, count: silence)
    return samples.withUnsafeBytes { Data($0) }
  }
}
