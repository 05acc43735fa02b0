import Hablare
import Synchronization

/// Makes each performance once, so that a book's thousands of spans share a few dozen.
final class PerformanceBook: Sendable {
  private struct Key: Hashable {
    var role: Role
    var delivery: Delivery
  }

  private let language: String
  private let rate: Double
  private let known = Mutex<[Key: Performance]>([:])

  init(language: String, rate: Double) {
    self.language = language
    self.rate = rate
  }

  func performance(of role: Role, with delivery: Delivery) -> Performance {
    known.withLock { known in
      let key = Key(role: role, delivery: delivery)
      if let performance = known[key] { return performance }
      let performance = make(role, delivery)
      known[key] = performance
      return performance
    }
  }

  private func make(_ role: Role, _ delivery: Delivery) -> Performance {
    let own = role.voice
    let voice = (delivery.whispers ? role.whisper : nil) ?? own
    return Performance(
      voice: VoiceURI(providerId: voice.providerId, voiceId: voice.voiceId),
      languageCode: own.language ?? language,
      options: VoiceOptions(
        rate: (own.rate ?? 1) * delivery.rate * rate,
        pitch: min(max((own.pitch ?? 0) + delivery.pitch, -12), 12)),
      gain: (own.gain ?? 0) + delivery.gain, effect: delivery.effect)
  }
}
