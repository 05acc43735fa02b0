import Basics
import Guion
import Hablare
import Phonemes

extension PlacedValueReader {
  mutating func speech(_ node: JSONNode, into settings: inout SpeechSettings) {
    for member in members(node, "speech", keys: SpeechSettings.keys) ?? [] {
      let (key, value) = (member.key, member.value)
      switch key {
      case "announce": choose(value, key, &settings.announce)
      case "announcement": settings.announcement = announcement(value) ?? settings.announcement
      case "parentheticals": choose(value, key, &settings.parentheticals)
      case "credits" where value.value == .string("full"):
        (settings.credits, settings.allCredits) = (true, true)
      case "directions": choose(value, key, &settings.directions)
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

  mutating func dialogue(_ node: JSONNode, into settings: inout DialogueSettings) {
    for member in members(node, "dialogue", keys: DialogueSettings.keys) ?? [] {
      let (key, value) = (member.key, member.value)
      switch key {
      case "voices": settings.voices = bool(value, key) ?? settings.voices
      case "confidence":
        settings.confidence = number(value, key, in: 0...1) ?? settings.confidence
      case "tags": choose(value, key, &settings.tags)
      default: settings.narrator = string(value, key, limit: .name) ?? settings.narrator
      }
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

extension PlacedValueReader {
  /// The keys of an object that describes a voice.
  static let voiceKeys =
    ["voice", "lang", "rate", "pitch", "gain", "pan", "model", "seed"] + settingKeys

  /// The settings that only ElevenLabs has (`voice_settings` in its API).
  /// ElevenLabs' provider checks the values. Other providers reject these settings.
  private static let settingKeys = ["stability", "similarity", "style", "speakerBoost", "speed"]

  /// Reads a voice: a URI, or an object with the URI under "voice".
  /// Every URI is added to `references`.
  mutating func voice(
    _ node: JSONNode, _ name: String, _ references: inout [Cast.VoiceReference]
  ) -> VoiceURI? {
    switch node.value {
    case .string(let text): return uri(text, at: node.position, &references)
    case .object:
      guard let fields = members(node, name, keys: Self.voiceKeys) else { return nil }
      return voice(fields, of: node, name, &references)
    default:
      wrongType(node, name, "a voice such as \"espeak://en-us+f3\" or an object with \"voice\"")
      return nil
    }
  }

  /// Reads the voice from the fields of an object.
  /// A field overrides the same setting in the URI's query.
  /// The field "voice" is required if any other field concerns the voice, or if there are no fields.
  mutating func voice(
    _ fields: [JSONNode.Member], of node: JSONNode, _ name: String,
    _ references: inout [Cast.VoiceReference]
  ) -> VoiceURI? {
    var result: VoiceURI?
    if let voice = fields.first(where: { $0.key == "voice" })?.value {
      if case .string(let text) = voice.value {
        result = uri(text, at: voice.position, &references)
      } else {
        wrongType(voice, "voice", "a voice such as \"espeak://en-us+f3\"")
      }
    } else if fields.isEmpty || fields.contains(where: { Self.voiceKeys.contains($0.key) }) {
      report("missing-voice", "\(name) has no \"voice\"", at: node.position)
    }
    for field in fields {
      let value = field.value
      switch field.key {
      case "lang": if let tag = languageTag(value, "lang") { result?.language = tag }
      case "rate": if let x = number(value, "rate", in: VoiceURI.rateRange) { result?.rate = x }
      case "pitch": if let x = number(value, "pitch", in: VoiceURI.pitchRange) { result?.pitch = x }
      case "gain": if let x = number(value, "gain", in: VoiceURI.gainRange) { result?.gain = x }
      case "pan": if let x = number(value, "pan", in: VoiceURI.panRange) { result?.pan = x }
      case "model": if let model = string(value, "model") { result?.model = model }
      case "seed": if let seed = seed(value) { result?.seed = seed }
      case let key where Self.settingKeys.contains(key):
        if let text = setting(value, key) { result?.parameters[key] = text }
      default: break
      }
    }
    // The settings are checked together with the voice, so the reference must contain all settings.
    if let result, !references.isEmpty { references[references.count - 1].uri = result }
    return result
  }

  /// Reads the object `languages`: a voice for each language.
  mutating func languages(
    _ node: JSONNode, _ references: inout [Cast.VoiceReference]
  ) -> [String: VoiceURI] {
    let form = "an object with a voice for each language, such as { \"fr\": \"espeak://fr\" }"
    var voices: [String: VoiceURI] = [:]
    for member in uniqueMembers(node, "languages", form: form) ?? [] {
      guard LanguageTag.isWellFormed(member.key) else {
        reportInvalidTag(member.key, at: member.keyPosition)
        continue
      }
      let own = voice(member.value, "the voice for \"\(member.key)\"", &references)
      voices[LanguageTag.cased(member.key)] = own
    }
    return voices
  }

  private mutating func seed(_ node: JSONNode) -> Int? {
    let (low, high) = (VoiceURI.seedRange.lowerBound, VoiceURI.seedRange.upperBound)
    guard let number = number(node, "seed", in: Double(low)...Double(high)) else { return nil }
    if let seed = Int(exactly: number) { return seed }
    wrongType(node, "seed", "a whole number")
    return nil
  }

  /// Returns a provider's own setting in the form that a voice URI uses.
  private mutating func setting(_ node: JSONNode, _ name: String) -> String? {
    switch node.value {
    case .number(let number): return Self.short(number)
    case .bool(let on): return on ? "true" : "false"
    case .string(let text) where !text.isEmpty: return text
    default:
      wrongType(node, name, "a number, a word, true or false")
      return nil
    }
  }

  private mutating func uri(
    _ text: String, at position: SourcePosition, _ references: inout [Cast.VoiceReference]
  ) -> VoiceURI? {
    guard isShort(text, InputLimit.voice.name, .voice, at: position) else { return nil }
    do {
      let uri = try VoiceURI.requested(text)
      if let tag = uri.language, !LanguageTag.isWellFormed(tag) {
        reportInvalidTag(tag, at: position)
      }
      references.append(.init(uri: uri, file: file, position: position))
      return uri
    } catch {
      report("bad-voice", error.description, at: position)
      return nil
    }
  }
}

extension PlacedValueReader {
  /// Reads the object `lint`, which sets the severity of each code.
  mutating func lint(_ node: JSONNode, into settings: inout LintSettings) {
    let switchable = LintCode.all.filter(\.isSwitchable).map(\.name)
    for member in uniqueMembers(node, "lint") ?? [] {
      guard switchable.contains(member.key) else {
        reportCode(member, switchable)
        continue
      }
      if let level: LintSettings.Level = choice(member.value, "\"\(member.key)\"") {
        settings.levels[member.key] = level
      }
    }
  }

  private mutating func reportCode(_ member: JSONNode.Member, _ switchable: [String]) {
    if let code = LintCode.named(member.key) {
      let reason = code.severity == .error ? "is always an error" : "is reported while rendering"
      return report(
        "unknown-key", "\"\(member.key)\" \(reason), so its severity cannot be set; remove it",
        at: member.keyPosition)
    }
    reportUnknownKey(member, of: "lint", known: switchable)
  }
}
