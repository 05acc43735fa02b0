public import Hablare
import Synchronization

/// Which providers have gone down in a build, and whose voices speak in their place.
///
/// A provider that is down after its own retries is not asked again in this build: the rest of its
/// lines would each wait for it anew.
final class StandIns: Sendable {
  /// Told once for each provider that goes down, with the reason and the voice that takes over.
  typealias Listener = @Sendable (_ outage: Outage) async -> Void

  private let voices: [String: VoiceURI]
  private let onOutage: Listener
  private let down = Mutex<Set<String>>([])

  /// Stand-ins by the provider that they stand in for.
  init(_ voices: [String: VoiceURI], onOutage: @escaping Listener) {
    self.voices = voices
    self.onOutage = onOutage
  }

  /// How many providers are down.
  var outageCount: Int { down.withLock(\.count) }

  /// The voice that speaks in place of a provider that is down; nil where it is not.
  func voice(for providerId: String) -> VoiceURI? {
    down.withLock { $0.contains(providerId) } ? voices[providerId] : nil
  }

  /// Takes note that a provider is down; nil where nobody stands in for it.
  func take(over providerId: String, because error: VoiceProviderError) async -> VoiceURI? {
    guard let voice = voices[providerId] else { return nil }
    if down.withLock({ $0.insert(providerId).inserted }) {
      await onOutage(Outage(providerId: providerId, voice: voice, reason: error.description))
    }
    return voice
  }
}

/// A provider that went down in a build.
public struct Outage: Sendable, Equatable {
  /// The provider.
  public var providerId: String
  /// The voice that speaks the rest of its lines.
  public var voice: VoiceURI
  /// Why it is down, in words for people.
  public var reason: String
}
