import Guion
import Hablare

extension PlacedValueReader {
  /// The keys of an object that is a voice.
  static let voiceKeys = ["voice", "lang", "rate", "pitch", "gain", "pan"]

  /// A voice: a URI, or an object with the URI under "voice"; every URI goes into `references`.
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

  /// The voice in an object's fields; one beside the URI counts for more than the same one in its query.
  ///
  /// Fields that say nothing of a voice need none.
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
      complain("missing-voice", "\(name) has no \"voice\"", at: node.position)
    }
    for field in fields {
      let value = field.value
      switch field.key {
      case "lang": if let tag = languageTag(value, "lang") { result?.language = tag }
      case "rate": if let x = number(value, "rate", in: VoiceURI.rateRange) { result?.rate = x }
      case "pitch": if let x = number(value, "pitch", in: VoiceURI.pitchRange) { result?.pitch = x }
      case "gain": if let x = number(value, "gain", in: VoiceURI.gainRange) { result?.gain = x }
      case "pan": if let x = number(value, "pan", in: VoiceURI.panRange) { result?.pan = x }
      default: break
      }
    }
    return result
  }

  private mutating func uri(
    _ text: String, at position: SourcePosition, _ references: inout [Cast.VoiceReference]
  ) -> VoiceURI? {
    do {
      let uri = try VoiceURI.parse(text)
      if let tag = uri.language, !LanguageTag.isWellFormed(tag) {
        complainOfTag(tag, at: position)
      }
      references.append(.init(uri: uri, file: file, position: position))
      return uri
    } catch {
      complain("bad-voice", error.description, at: position)
      return nil
    }
  }
}
