import Basics
import Guion
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
  /// The telephone call of the scene; nil until a speech needs it.
  var call: PhoneCall?

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

/// A telephone call in a scene: one end is in the room, and only the other end is heard through the telephone.
struct PhoneCall: Sendable {
  /// Those who speak in the room.
  private var room: Set<String> = []
  /// Those whose voice-overs are heard through the telephone.
  private var far: Set<String> = []

  private struct Turn {
    /// The text of the cue. Few scenes have a call, so the name is found where it is needed.
    var cue: String
    var directions: [String]
    var effects: [Delivery.Effect]

    var name: String { CharacterNormalizer.folded(CharacterNormalizer.name(of: cue)) }

    /// Whether a direction says that the person has a telephone: "into phone", "on phone".
    var isCaller: Bool { effects.contains(.telephone) }
    var isVoiceOver: Bool { effects.contains(.close) }
  }

  /// Finds the ends of a call in the scene around an element.
  /// Without a second end, only those who speak into a telephone are in the room.
  init(around index: Int, in elements: ArraySlice<GuionElement>, _ table: DeliveryTable) {
    let (turns, isIntercut) = Self.turns(around: index, in: elements, table)
    let callers = Set(turns.filter(\.isCaller).map(\.name))
    guard !callers.isEmpty || isIntercut else { return }
    func stands(_ place: Int, besideCallerOf name: String) -> Bool {
      turns.indices.contains(place) && turns[place].name != name
        && callers.contains(turns[place].name)
    }
    for (place, turn) in turns.enumerated() where turn.isVoiceOver {
      if isIntercut || stands(place - 1, besideCallerOf: turn.name)
        || stands(place + 1, besideCallerOf: turn.name)
      {
        far.insert(turn.name)
      }
    }
    let heard = Set(
      turns.filter { $0.isCaller && $0.directions.contains(where: Self.isFar) }.map(\.name))
    let near = Set(
      turns.filter { $0.isCaller && $0.directions.contains(where: Self.isInRoom) }.map(\.name))
    // In "MAX (into phone)" and "TOM (on phone)", Tom is at the other end.
    let others = far.union(heard).isEmpty && !near.isEmpty ? callers.subtracting(near) : []
    let isOneSided = far.union(heard).union(others).isEmpty
    room = (isOneSided ? near : callers).subtracting(heard).subtracting(others)
  }

  /// Returns the delivery of a direction at this end of the call.
  func placed(_ delivery: Delivery, of direction: String, by name: String) -> Delivery {
    var result = delivery
    switch delivery.effect {
    case .telephone? where room.contains(name) && !Self.isFar(direction): result.effect = nil
    case .close? where far.contains(name): result.effect = .telephone
    default: break
    }
    return result
  }

  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter }
  }

  /// Whether a direction says that the voice comes out of a telephone.
  private static func isFar(_ direction: String) -> Bool {
    let far: Set<Substring> = [
      "over", "through", "filtered", "voicemail", "gefiltert", "filtré", "filtrée", "bout",
      "filtrado", "filtrada",
    ]
    return words(direction).contains(where: far.contains)
  }

  /// Whether a direction says that the person speaks into a telephone.
  private static func isInRoom(_ direction: String) -> Bool {
    let near: Set<Substring> = ["into", "ear", "ins", "dans", "auricular"]
    return words(direction).contains(where: near.contains)
  }

  /// The most elements before and after an element that belong to its call.
  private static let reach = 400

  /// Returns the turns of the scene around an element, and whether two places of a call are intercut.
  private static func turns(
    around index: Int, in elements: ArraySlice<GuionElement>, _ table: DeliveryTable
  ) -> (turns: [Turn], isIntercut: Bool) {
    let last = min(elements.endIndex, index + reach)
    var start = index
    while start > max(elements.startIndex, index - reach), !begins(start, in: elements) {
      start -= 1
    }
    var (turns, isIntercut): ([Turn], Bool) = ([], false)
    var stage: [String] = []
    for place in start..<last {
      if place > index, begins(place, in: elements) { break }
      switch elements[place].elementType {
      case .character:
        turns.append(Turn(cue: elements[place].elementText, directions: [], effects: []))
        if let words = elements[place].extension { add(words) }
      case .parenthetical: add(elements[place].elementText)
      case .action, .transition, .sceneHeading:
        stage.append(elements[place].elementText)
        isIntercut = isIntercut || Self.isIntercut(elements[place].elementText)
      default: break
      }
    }
    let isCall =
      isIntercut
      && (turns.contains(where: \.isCaller)
        || stage.contains { words($0).contains(where: phones.contains) })
    return (turns, isCall)

    func add(_ direction: String) {
      guard !turns.isEmpty, let effect = table.delivery(for: direction)?.effect else { return }
      turns[turns.count - 1].directions.append(direction)
      turns[turns.count - 1].effects.append(effect)
    }
  }

  /// Whether a heading begins another scene. After "INTERCUT WITH:", the scene goes on at another place.
  private static func begins(_ place: Int, in elements: ArraySlice<GuionElement>) -> Bool {
    guard elements[place].elementType == .sceneHeading,
      !ScreenplayMarks.isShot(elements[place].elementText)
    else { return false }
    let before = elements[..<place].last { $0.elementType != .comment }
    return ![before, elements[place]].compactMap(\.self).contains {
      $0.elementType != .dialogue && isIntercut($0.elementText)
    }
  }

  /// Whether a text has the word "intercut". Nearly no text does, so its bytes are looked at first.
  private static func isIntercut(_ text: String) -> Bool {
    guard text.hasText("ercut") || text.hasText("ERCUT") else { return false }
    return words(text).contains("intercut")
  }

  private static let phones: Set<Substring> = [
    "phone", "phones", "telephone", "mobile", "cell", "cellphone", "receiver", "telefon", "handy",
    "hörer", "téléphone", "portable", "combiné", "teléfono", "móvil",
  ]
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
