import Synchronization

/// The providers that have gone down, and their fallback voices.
/// After its retries fail, a provider is not called again. Otherwise each of its remaining items
/// would wait for all retries.
final class Fallbacks: Sendable {
  /// Called once for each provider that goes down, with the reason and the fallback voice.
  typealias Listener = @Sendable (_ outage: Outage) async -> Void

  private let voices: [String: VoiceURI]
  private let onOutage: Listener
  /// The reasons why providers are down, by provider id.
  private let down = Mutex<[String: VoiceProviderError]>([:])
  /// Items in flight, keyed by provider and number, so that they can be retried on the fallback voice.
  private let underWay = Mutex(UnderWay())

  private struct UnderWay {
    var count = 0
    var tasks: [String: [Int: Task<Speech, any Error>]] = [:]
  }

  /// Creates the list of fallback voices, keyed by the provider that they replace.
  init(_ voices: [String: VoiceURI], onOutage: @escaping Listener) {
    self.voices = voices
    self.onOutage = onOutage
  }

  /// Returns the provider's speech for an item, or nil if the provider fails first.
  func speech(
    of providerId: String, make: @escaping @Sendable () async throws -> Speech
  ) async throws -> Speech? {
    guard voices[providerId] != nil else { return try await make() }
    let task = Task { try await make() }
    let number = underWay.withLock { underWay in
      underWay.count += 1
      underWay.tasks[providerId, default: [:]][underWay.count] = task
      return underWay.count
    }
    defer { underWay.withLock { underWay in underWay.tasks[providerId]?[number] = nil } }
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

  /// The number of providers that are down.
  var outageCount: Int { down.withLock(\.count) }

  /// Returns the fallback voice, or nil if the provider is up.
  func voice(for providerId: String) -> VoiceURI? {
    outage(of: providerId) == nil ? nil : voices[providerId]
  }

  /// Returns the reason why a provider is down, or nil if it is up.
  func outage(of providerId: String) -> VoiceProviderError? { down.withLock { $0[providerId] } }

  /// Records that a provider is down, and returns its fallback voice; nil if the provider has no
  /// fallback voice.
  func markDown(_ providerId: String, because error: VoiceProviderError) async -> VoiceURI? {
    guard let voice = voices[providerId] else { return nil }
    let isNews = down.withLock { down in
      defer { down[providerId] = down[providerId] ?? error }
      return down[providerId] == nil
    }
    if isNews {
      // Waiting items are cancelled. Otherwise each item would discover the outage only after its
      // own long wait.
      let tasks = underWay.withLock { $0.tasks[providerId] ?? [:] }
      for task in tasks.values { task.cancel() }
      await onOutage(Outage(providerId: providerId, voice: voice, reason: error.description))
    }
    return voice
  }
}

/// A provider that went down while items were spoken.
public struct Outage: Sendable, Equatable {
  /// The provider.
  public var providerId: String
  /// The voice that speaks the rest of the provider's items.
  public var voice: VoiceURI
  /// The reason, for display.
  public var reason: String
}
