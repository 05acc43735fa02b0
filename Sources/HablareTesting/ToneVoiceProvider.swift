public import FoundationEssentials
public import Hablare
import Synchronization

/// A voice provider that hums: for each character of text ten milliseconds of a square wave, with
/// silence around it, the same every time.
///
/// It stands in for a voice where a test needs exact lengths, an order of events of its own choosing,
/// or a failure. It needs no program and no network.
///
/// ```swift
/// let tone = ToneVoiceProvider(failing: ["Fire!"])
/// _ = try await myItem(voiceProvider: tone).speak()
/// #expect(tone.requests.map(\.text) == ["Hello"])
/// ```
public final class ToneVoiceProvider: VoiceProvider {
  /// Frames per second.
  public static let sampleRate = 8_000
  /// Frames of sound for each Unicode scalar of text.
  public static let samplesPerCharacter = 80
  /// Frames of silence before and after the sound: 50 ms.
  public static let silence = 400

  /// `tone`, unless it was given another name.
  public let providerId: String
  /// Whether it passes for a provider of natural voices.
  public let isNatural: Bool
  private let voiceIds: [String]
  /// What it says of voices, by id.
  private let described: [String: Voice]
  private let failures: [String: VoiceProviderError]
  private let gate: ToneGate?
  private let log = Mutex(Log())

  private struct Log {
    var requests: [VoiceEngineRequest] = []
    var inFlight = 0
    var most = 0
  }

  /// Makes a provider with these voices.
  ///
  /// Of a voice `alto`, `alto+whisper` is the whispering form. It throws `engineCrashed` on the texts of
  /// `failing`, and on those of `failures` what stands there. Each request waits at `gate`, where there is
  /// one, until the test lets it through. `voices` are voices of which it says more than their names, such as the
  /// language and the gender.
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
  /// Tones are of this machine's own making.
  public var listsVoicesRemotely: Bool { false }
  /// `audio/L16`: bare signed 16-bit samples, little-endian, one channel.
  public var mimeType: String { VoiceEngineAudioFormat.pcm16.mimeType }
  /// The first of the voices.
  public var defaultVoiceId: String? { voiceIds.first }

  /// Every request so far that reached the voice, in the order of arrival.
  public var requests: [VoiceEngineRequest] { log.withLock { $0.requests } }

  /// How many requests were under way at once, at most.
  public var maximumConcurrency: Int { log.withLock { $0.most } }

  /// Always true.
  public func isConfigured() async -> Bool { true }

  /// All voices but the whispering ones, whatever the language; of described voices those that speak it.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    voiceIds.filter { !$0.hasSuffix("+whisper") }.map {
      described[$0] ?? Voice(id: $0, name: $0, providerId: providerId, language: languageCode)
    }.filter { voice in
      languageCode.isEmpty || described[voice.id] == nil
        || voice.language?.prefix(2) == languageCode.prefix(2)
    }
  }

  /// Whether it was made with this voice.
  public func isVoiceAvailable(voiceId: String) async -> Bool { voiceIds.contains(voiceId) }

  /// The voice of the same name and `+whisper`, if there is one.
  public func whisperVoice(for voiceId: String) async -> String? {
    voiceIds.contains(voiceId + "+whisper") ? voiceId + "+whisper" : nil
  }

  /// Ten milliseconds for each character.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    Double(text.count) / 100
  }

  /// Hums the text.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    try await generate(
      request: VoiceEngineRequest(
        text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    ).audioData
  }

  /// Hums the request's text; its options are in `requests`, not in the sound.
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
