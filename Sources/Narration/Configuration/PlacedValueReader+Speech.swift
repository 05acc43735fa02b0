import Guion
import Hablare
import Basics
import Phonemes

extension PlacedValueReader {
  mutating func speech(_ node: JSONNode, into settings: inout SpeechSettings) {
    for member in members(node, "speech", keys: SpeechSettings.keys) ?? [] {
      let (key, value) = (member.key, member.value)
      switch key {
      case "announce": choose(value, key, &settings.announce)
      case "announcement": settings.announcement = announcement(value) ?? settings.announcement
      case "parentheticals": choose(value, key, &settings.parentheticals)
      case "dualDialogue": choose(value, key, &settings.dualDialogue)
      case "code": choose(value, key, &settings.code)
      case "contents": choose(value, key, &settings.contents)
      case "tables": choose(value, key, &settings.tables)
      case "quotes": choose(value, key, &settings.quotes)
      case "lists": choose(value, key, &settings.lists)
      case "tasks": choose(value, key, &settings.tasks)
      case "images": choose(value, key, &settings.images)
      case "footnotes": choose(value, key, &settings.footnotes)
      case "math": choose(value, key, &settings.math)
      case "strikethrough": choose(value, key, &settings.strikethrough)
      case "emoji": choose(value, key, &settings.emoji)
      case "sections": sections(value, into: &settings)
      default:
        guard let flag = SpeechSettings.flags.first(where: { $0.name == key }) else { continue }
        if let on = bool(value, key) { settings[keyPath: flag.path] = on }
      }
    }
  }

  private mutating func choose<Choice: RawRepresentable & CaseIterable>(
    _ node: JSONNode, _ name: String, _ setting: inout Choice
  ) where Choice.RawValue == String {
    if let choice: Choice = choice(node, name) { setting = choice }
  }

  private mutating func choose<Choice: RawRepresentable & CaseIterable>(
    _ node: JSONNode, _ name: String, _ setting: inout Choice?
  ) where Choice.RawValue == String {
    if let choice: Choice = choice(node, name) { setting = choice }
  }

  /// Reads a template, or an object with a template for one speaker and a template for several speakers.
  private mutating func announcement(_ node: JSONNode) -> SpeechSettings.Announcement? {
    guard case .object = node.value else {
      return template(node, "announcement").map { SpeechSettings.Announcement(one: $0) }
    }
    var (one, many): (String?, String?)
    for member in members(node, "announcement", keys: ["one", "many"]) ?? [] {
      let text = template(member.value, member.key)
      if member.key == "one" { one = text } else { many = text }
    }
    return one.map { SpeechSettings.Announcement(one: $0, many: many) }
  }

  private mutating func template(_ node: JSONNode, _ name: String) -> String? {
    guard let text = words(node, name) else { return nil }
    if text.contains("{name}") { return text }
    report(
      "bad-announcement", "\(name) must contain {name}, as in \"{name} says:\"", at: node.position)
    return nil
  }

  private mutating func sections(_ node: JSONNode, into settings: inout SpeechSettings) {
    switch node.value {
    case .bool(let on): settings.sections = on ? .spoken : .silent
    case .string("title"): settings.sections = .title
    default: wrongType(node, "sections", "\"title\", true or false")
    }
  }

  mutating func pauses(_ node: JSONNode, into pauses: inout [Pauses.Key: Int]) {
    for member in members(node, "pauses", keys: Pauses.Key.allCases.map(\.rawValue)) ?? [] {
      guard let key = Pauses.Key(rawValue: member.key) else { continue }
      if let milliseconds = milliseconds(member.value, member.key) { pauses[key] = milliseconds }
    }
  }

  private mutating func milliseconds(_ node: JSONNode, _ name: String) -> Int? {
    number(node, name, in: 0...Double(Pauses.longest)).map { Int($0.rounded()) }
  }

  /// Reads the object `delivery`, which defines deliveries by the words of their directions.
  mutating func deliveries(_ node: JSONNode, into deliveries: inout [String: Delivery]) {
    for member in uniqueMembers(node, "delivery") ?? [] {
      if !member.key.hasLetterOrDigit {
        report("bad-name", "\"\(member.key)\" has no letters or digits", at: member.keyPosition)
      } else if let delivery = delivery(member.value, "\"\(member.key)\"") {
        deliveries[member.key.lowercased()] = delivery
      }
    }
  }

  private mutating func delivery(_ node: JSONNode, _ name: String) -> Delivery? {
    let keys = ["gain", "rate", "pitch", "whisper", "pause", "effect"]
    guard let fields = members(node, name, keys: keys) else { return nil }
    var delivery = Delivery()
    for field in fields {
      let value = field.value
      switch field.key {
      case "gain": delivery.gain = number(value, "gain", in: VoiceURI.gainRange) ?? 0
      case "rate": delivery.rate = number(value, "rate", in: VoiceURI.rateRange) ?? 1
      case "pitch": delivery.pitch = number(value, "pitch", in: VoiceURI.pitchRange) ?? 0
      case "whisper": delivery.whispers = bool(value, "whisper") ?? false
      case "pause": delivery.pause = milliseconds(value, "pause") ?? 0
      default: delivery.effect = choice(value, "effect")
      }
    }
    return delivery
  }

  mutating func pronunciations(_ node: JSONNode) -> [Pronunciation] {
    guard case .array(let entries) = node.value else {
      wrongType(node, "pronunciations", "a list of objects with \"text\" and \"say\"")
      return []
    }
    return entries.compactMap { pronunciation($0) }
  }

  private mutating func pronunciation(_ node: JSONNode) -> Pronunciation? {
    let name = "a pronunciation"
    let keys = ["text", "say", "phonemes", "ipa", "language", "character"]
    guard let fields = members(node, name, keys: keys) else { return nil }
    var result = Pronunciation(text: "")
    for field in fields {
      switch field.key {
      // An invalid text has already been reported. The placeholder prevents a second report that the text is missing.
      case "text": result.text = words(field.value, "text") ?? "-"
      case "say": result.say = words(field.value, "say")
      case "phonemes": result.phonemes = phonemes(field.value)
      case "ipa": result.ipa = ipa(field.value)
      case "language": result.language = languageTag(field.value, "language")
      default:
        result.character = string(field.value, "character", limit: .name).map(
          CharacterNormalizer.name)
      }
    }
    if result.text.isEmpty {
      report(
        "missing-key", "\(name) needs \"text\", the word as written", at: node.position)
    } else if !fields.contains(where: { ["say", "phonemes", "ipa"].contains($0.key) }) {
      report("missing-key", "\(name) needs \"say\", \"ipa\" or \"phonemes\"", at: node.position)
    } else {
      return result
    }
    return nil
  }

  /// Reads a string on one line that contains a letter or a digit.
  private mutating func words(_ node: JSONNode, _ name: String) -> String? {
    guard let text = string(node, name, limit: .name) else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    if text.hasLetterOrDigit, isPlain { return text }
    report(
      "bad-pronunciation", "\"\(name)\" must be words on one line, with a letter or a digit",
      at: node.position)
    return nil
  }

  /// Reads phonemes.
  /// Engines get phonemes between double brackets, so phonemes must not contain double brackets.
  private mutating func phonemes(_ node: JSONNode) -> String? {
    guard let text = words(node, "phonemes") else { return nil }
    if !text.contains("[["), !text.contains("]]") { return text }
    report("bad-pronunciation", "phonemes must not contain [[ or ]]", at: node.position)
    return nil
  }

  /// Reads IPA that can be converted to the notations of all voices.
  private mutating func ipa(_ node: JSONNode) -> String? {
    guard let text = words(node, "ipa") else { return nil }
    do throws(IPAError) {
      _ = try IPA.misaki(text, dialect: .american)
      _ = try IPA.espeak(text)
      return text
    } catch {
      report("bad-pronunciation", error.message, at: node.position)
      return nil
    }
  }
}
