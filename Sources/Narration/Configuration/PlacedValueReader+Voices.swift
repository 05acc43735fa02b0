import Guion
import Hablare
import Basics

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
