import Foundation
import Hablare
import HablareTesting
import Synchronization

/// The tone voices at the pace of a person.
///
/// Some of the takes are bad, or differ from the first take.
final class SpoiltVoiceProvider: VoiceProvider {
  /// How a take is spoilt.
  ///
  /// `softer` is another good take; `outage` gives no take.
  enum Spoil: Sendable { case tenth, silent, noSound, softer, outage }

  private let paced = PacedVoiceProvider()
  private let isPaid: Bool
  /// Whether clips are cached.
  let clipsAreWorthCaching: Bool
  private let spoil: @Sendable (_ text: String, _ attempt: Int) -> Spoil?
  private let asked = Mutex<[String]>([])

  /// Creates a provider.
  ///
  /// `spoil` gets a text and the number of its take, from 1, and returns how to spoil this take.
  init(
    isPaid: Bool = false, isCached: Bool = true,
    _ spoil: @escaping @Sendable (_ text: String, _ attempt: Int) -> Spoil? = { _, _ in nil }
  ) {
    (self.isPaid, clipsAreWorthCaching, self.spoil) = (isPaid, isCached, spoil)
  }

  /// The requested texts, in order.
  var texts: [String] { asked.withLock(\.self) }

  var providerId: String { paced.providerId }
  var displayName: String { paced.displayName }
  var requiresAPIKey: Bool { isPaid }
  var listsVoicesRemotely: Bool { false }
  var mimeType: String { paced.mimeType }
  var defaultVoiceId: String? { paced.defaultVoiceId }

  func billedCharacters(for request: VoiceEngineRequest) async -> Int {
    isPaid ? request.text.count : 0
  }
  func isConfigured() async -> Bool { true }
  func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await paced.fetchVoices(languageCode: languageCode)
  }
  func isVoiceAvailable(voiceId: String) async -> Bool {
    await paced.isVoiceAvailable(voiceId: voiceId)
  }
  func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    await paced.estimateDuration(text: text, voiceId: voiceId)
  }
  func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    try await generate(
      request: VoiceEngineRequest(
        text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    ).audioData
  }
  func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    var output = try await paced.generate(request: request)
    let attempt = asked.withLock { asked in
      asked.append(request.text)
      return asked.count { $0 == request.text }
    }
    let sound = output.audioData
    switch spoil(request.text, attempt) {
    case .tenth:
      output.audioData = sound.prefix(ToneVoiceProvider.silence * 2 + sound.count / 20 * 2)
    case .silent: output.audioData = Data(count: sound.count)
    case .softer: output.audioData = Self.softer(sound)
    case .outage: throw VoiceProviderError.networkError("no route")
    case .noSound: output = VoiceEngineOutput(audioData: Data("none".utf8), audioFormat: .flac)
    case nil: break
    }
    return output
  }

  /// Returns audio at half its level.
  private static func softer(_ sound: Data) -> Data {
    let samples = sound.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)).map { $0 / 2 } }
    return samples.withUnsafeBytes { Data($0) }
  }
}
