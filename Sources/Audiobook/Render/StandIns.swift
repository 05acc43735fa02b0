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
  /// The providers that are down, with the reason.
  private let down = Mutex<[String: VoiceProviderError]>([:])
  /// Lines that are being made by providers that may go down, by provider and line.
  private let underWay = Mutex(UnderWay())

  private struct UnderWay {
    var count = 0
    var tasks: [String: [Int: Task<VoiceEngineOutput, any Error>]] = [:]
  }

  /// Stand-ins by the provider that they stand in for.
  init(_ voices: [String: VoiceURI], onOutage: @escaping Listener) {
    self.voices = voices
    self.onOutage = onOutage
  }

  /// What a provider makes for a line; nil where it goes down before that is there.
  func output(
    of providerId: String, make: @escaping @Sendable () async throws -> VoiceEngineOutput
  ) async throws -> VoiceEngineOutput? {
    guard voices[providerId] != nil else { return try await make() }
    let task = Task { try await make() }
    let line = underWay.withLock { underWay in
      underWay.count += 1
      underWay.tasks[providerId, default: [:]][underWay.count] = task
      return underWay.count
    }
    defer { underWay.withLock { underWay in underWay.tasks[providerId]?[line] = nil } }
    if voice(for: providerId) != nil { task.cancel() }
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch is CancellationError where !Task.isCancelled && voice(for: providerId) != nil {
      return nil
    }
  }

  /// How many providers are down.
  var outageCount: Int { down.withLock(\.count) }

  /// The voice that speaks in place of a provider that is down; nil where it is not.
  func voice(for providerId: String) -> VoiceURI? {
    outage(of: providerId) == nil ? nil : voices[providerId]
  }

  /// Why a provider is down; nil if it is not.
  func outage(of providerId: String) -> VoiceProviderError? { down.withLock { $0[providerId] } }

  /// Takes note that a provider is down; nil where nobody stands in for it.
  func take(over providerId: String, because error: VoiceProviderError) async -> VoiceURI? {
    guard let voice = voices[providerId] else { return nil }
    let isNews = down.withLock { down in
      defer { down[providerId] = down[providerId] ?? error }
      return down[providerId] == nil
    }
    if isNews {
      // Lines that wait for their turn would each find out for themselves, one long wait after another.
      let tasks = underWay.withLock { $0.tasks[providerId] ?? [:] }
      for task in tasks.values { task.cancel() }
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
