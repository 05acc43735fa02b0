import Hablare
import Synchronization

/// Creates each performance only once.
/// The thousands of spans in a book share a few dozen performances.
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
      let performance = make(role, delivery, &known)
      known[key] = performance
      return performance
    }
  }

  private func make(
    _ role: Role, _ delivery: Delivery, _ known: inout [Key: Performance]
  ) -> Performance {
    let neutral = Key(role: role, delivery: Delivery())
    if delivery != neutral.delivery, known[neutral] == nil {
      known[neutral] = make(role, neutral.delivery, &known)
    }
    let own = role.voice
    let abilities = role.abilities
    let voice = (delivery.whispers ? role.whisper : nil) ?? own
    var options = own.options
    options.rate *= rate
    if abilities.supportsDirections, let direction = delivery.direction {
      // The voice follows the direction itself, so the tempo and the pitch of `delivery` are left out.
      options.style = direction
    } else {
      options.rate *= delivery.rate
      if abilities.supportsPitch {
        options.pitch = min(max(options.pitch + delivery.pitch, -12), 12)
      }
    }
    options.rate = min(max(options.rate, abilities.rates.lowerBound), abilities.rates.upperBound)
    return Performance(
      voice: voice.plain, languageCode: own.language ?? language, options: options,
      gain: (own.gain ?? 0) + delivery.gain, effect: delivery.effect ?? role.effect,
      pan: own.pan ?? 0,
      neutral: delivery == neutral.delivery ? nil : known[neutral])
  }
}
