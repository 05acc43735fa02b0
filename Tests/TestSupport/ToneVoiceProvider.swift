public import Foundation
public import Hablare
import Synchronization

/// A voice provider that hums: for each character of text ten milliseconds of a square wave, with
/// silence around it, the same every time. A stand-in where a test needs exact lengths.
public final class ToneVoiceProvider: VoiceProvider {
  /// Samples per second.
  public static let sampleRate = 8_000
  /// Samples of sound for each character.
  public static let samplesPerCharacter = 80
  /// Samples of silence before and after the sound: 50 ms, of which 10 ms survive trimming.
  public static let silence = 400

  public let providerId: String
  private let voiceIds: [String]
  private let failing: Set<String>
  private let log = Mutex<[VoiceEngineRequest]>([])

  /// Makes a provider with these voices, which fails on these texts.
  public init(
    providerId: String = "tone",
    voiceIds: [String] = ["alto", "bass", "soprano", "tenor", "alto+whisper", "bass+whisper"],
    failing: Set<String> = []
  ) {
    self.providerId = providerId
    self.voiceIds = voiceIds
    self.failing = failing
  }

  public var displayName: String { "Tone" }
  public var requiresAPIKey: Bool { false }
  public var mimeType: String { "audio/L16" }
  public var defaultVoiceId: String? { voiceIds.first }

  /// Every request so far, in the order of arrival.
  public var requests: [VoiceEngineRequest] { log.withLock { $0 } }

  public func isConfigured() async -> Bool { true }

  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    voiceIds.filter { !$0.hasSuffix("+whisper") }.map {
      Voice(id: $0, name: $0, providerId: providerId, language: languageCode)
    }
  }

  public func isVoiceAvailable(voiceId: String) async -> Bool { voiceIds.contains(voiceId) }

  public func whisperVoice(for voiceId: String) async -> String? {
    voiceIds.contains(voiceId + "+whisper") ? voiceId + "+whisper" : nil
  }

  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    Double(text.count) / 100
  }

  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    try await generate(
      request: VoiceEngineRequest(
        text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    ).audioData
  }

  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    guard voiceIds.contains(request.voiceId) else {
      throw VoiceProviderError.voiceNotFound(nearest: voiceIds)
    }
    log.withLock { $0.append(request) }
    if failing.contains(request.text) { throw VoiceProviderError.engineCrashed(reason: "on purpose") }
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
