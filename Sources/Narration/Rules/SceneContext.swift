import Hablare
import Synchronization

/// The state of a scene while it is read: the speakers so far, and the last speaker.
///
/// The state is reset at each scene heading. So a scene is read the same way wherever it is in the script.
public struct SceneContext: Sendable {
  /// The identity of the scene: the text of its heading, or empty before the first heading.
  public private(set) var sceneID: String
  /// The name of the last speaker.
  public private(set) var lastSpeaker: String?
  /// Whether the last element that was read is a speech that breaks off.
  public internal(set) var isBrokenOff = false
  /// For each voice, the last name that spoke with it.
  /// If a voice speaks again, a listener expects the same speaker.
  private var names: [VoiceURI: String] = [:]
  /// The number of the last turn of each name.
  private var turns: [String: Int] = [:]
  private var turnCount = 0

  /// Starts a scene without speakers.
  public init(sceneID: String = "") { self.sceneID = sceneID }

  package func hasSpoken(_ name: String) -> Bool { turns[name] != nil }

  /// Returns the number of turns of other speakers since this name spoke, or nil if the name has not spoken in the
  /// scene.
  package func turnsOfOthers(since name: String) -> Int? {
    turns[name].map { turnCount - $0 }
  }

  /// Whether the last speaker with this voice in this scene has another name.
  func isTakenForAnother(_ name: String, voice: VoiceURI) -> Bool {
    names[voice].map { $0 != name } ?? false
  }

  /// Records that this name speaks now.
  public mutating func note(_ name: String) {
    if name != lastSpeaker { turnCount += 1 }
    turns[name] = turnCount
    lastSpeaker = name
  }

  /// Records that this name speaks now with this voice.
  mutating func note(_ name: String, voice: VoiceURI, isBrokenOff: Bool) {
    note(name)
    names[voice] = name
    self.isBrokenOff = isBrokenOff
  }
}

/// Creates each performance only once.
/// The thousands of spans in a book share a few dozen performances.
final class PerformanceBook: Sendable {
  private struct Key: Hashable {
    var role: Role
    var delivery: Delivery
    /// The language of a passage that the role's other voice speaks.
    var language: String?
  }

  private let language: String
  private let rate: Double
  /// The gain of everyone but the narrator, in decibels.
  private let speakingGain: Double
  /// The positions of roles whose voice names none, by the name of the role.
  private let places: [String: Double]
  /// Whether voices speak at their calm rate.
  private let isCalm: Bool
  private let known = Mutex<[Key: Performance]>([:])

  init(
    language: String, rate: Double, speakingGain: Double, places: [String: Double], isCalm: Bool
  ) {
    self.isCalm = isCalm
    self.language = language
    self.rate = rate
    self.speakingGain = speakingGain
    self.places = places
  }

  func performance(
    of role: Role, with delivery: Delivery, in language: String? = nil
  ) -> Performance {
    known.withLock { known in
      let key = Key(role: role, delivery: delivery, language: language)
      if let performance = known[key] { return performance }
      let performance = make(key, &known)
      known[key] = performance
      return performance
    }
  }

  private func make(_ key: Key, _ known: inout [Key: Performance]) -> Performance {
    let (role, delivery) = (key.role, key.delivery)
    let neutral = Key(role: role, delivery: Delivery(), language: key.language)
    if delivery != neutral.delivery, known[neutral] == nil {
      known[neutral] = make(neutral, &known)
    }
    let own = role.voice
    let abilities = role.abilities
    let voice = (delivery.whispers ? role.whisper : nil) ?? own
    var options = own.options
    options.rate *= rate
    if isCalm { options.rate *= abilities.calmRate }
    if abilities.supportsDirections, let direction = delivery.direction {
      // The voice follows the direction itself, so the tempo and the pitch of `delivery` are left out.
      options.style = direction
    } else {
      options.rate *= delivery.rate
      if abilities.supportsColour { options.colour = delivery.colour }
      if abilities.supportsPitch {
        options.pitch = min(max(options.pitch + delivery.pitch, -12), 12)
      }
    }
    options.rate = min(max(options.rate, abilities.rates.lowerBound), abilities.rates.upperBound)
    return Performance(
      voice: voice.plain, languageCode: own.language ?? key.language ?? language, options: options,
      gain: (own.gain ?? 0) + delivery.gain + (role.name.isEmpty ? 0 : speakingGain),
      effect: delivery.effect ?? role.effect, pan: own.pan ?? places[role.name] ?? 0,
      neutral: delivery == neutral.delivery ? nil : known[neutral],
      asksForWhisper: delivery.whispers && role.asksForWhisper,
      passageVoice: key.language == nil ? nil : role.voiceText)
  }
}
