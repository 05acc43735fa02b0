public import Guion
import Hablare

/// Reads a cast file: everything wrong with it at once, each with its place and the nearest right
/// spelling.
public struct CastReader {
  /// The cast, as far as it could be read.
  public internal(set) var cast = Cast()
  /// What is wrong with the file.
  public internal(set) var diagnostics: [Diagnostic] = []

  let file: String?
  private let source: String
  /// What stands in the folder that the keys may name files of.
  private let home: String

  /// Reads the bytes of a cast file; never throws, the diagnostics say what is wrong.
  ///
  /// What the file says counts for more than `base`; `file` is its name for diagnostics.
  public init(bytes: [UInt8], file: String? = nil, over base: Cast = Cast()) {
    self.file = file
    source = "the cast file"
    home = source
    cast = base
    switch JSONDocument.parse(bytes) {
    case .failure(var diagnostic):
      diagnostic.file = file
      diagnostics.append(diagnostic)
    case .success(let root): read(root)
    }
  }

  /// Reads the keys of a cast file from a block of a document's front matter.
  public init(frontMatter block: JSONNode, file: String) {
    self.file = file
    source = "the guion2audio block"
    home = "the document"
    read(block)
  }

  private mutating func read(_ root: JSONNode) {
    guard let members = object(root, source) else { return }
    let keys = [
      "version", "language", "narrator", "characters", "default", "speech", "pauses", "delivery",
      "pronunciations", "fallback", "metadata",
    ]
    for member in known(members, keys, in: source) {
      let value = member.value
      switch member.key {
      case "version": version(value)
      case "language": cast.language = languageTag(value, "language")
      case "narrator": cast.narrator = voice(value, "narrator")
      case "characters": characters(value)
      case "default": cast.defaultVoice = voice(value, "default")
      case "speech": speech(value)
      case "pauses": pauses(value)
      case "delivery": delivery(value)
      case "pronunciations": pronunciations(value)
      case "fallback": fallback(value)
      default: metadata(value)
      }
    }
  }

  private mutating func version(_ node: JSONNode) {
    guard let number = number(node, "version", in: 1...1_000_000) else { return }
    if number != 1 {
      complain(
        "unsupported-version", "version \(short(number)) is not known; this program reads 1", node)
    }
  }

  // MARK: Voices and roles

  private mutating func voice(_ node: JSONNode, _ name: String) -> VoiceURI? {
    switch node.value {
    case .string(let text):
      return uri(text, at: node)
    case .object(let members):
      return voiceObject(members, at: node, name, extraKeys: []) { _, _ in }
    default:
      wrongType(node, name, "a voice such as \"espeak://en-us+f3\" or an object with \"voice\"")
      return nil
    }
  }

  private mutating func uri(_ text: String, at node: JSONNode) -> VoiceURI? {
    do {
      let uri = try VoiceURI.parse(text)
      if let tag = uri.language, !LanguageTag.isWellFormed(tag) {
        complain("bad-language", "\"\(tag)\" is not a language tag such as en-US", node)
      }
      cast.voiceReferences.append(.init(uri: uri, file: file, position: node.position))
      return uri
    } catch {
      complain("bad-voice", error.description, node)
      return nil
    }
  }

  /// A voice with its fields; a field beside the URI counts for more than the same one in its query.
  private mutating func voiceObject(
    _ members: [JSONNode.Member], at node: JSONNode, _ name: String, extraKeys: [String],
    extra: (inout CastReader, JSONNode.Member) -> Void
  ) -> VoiceURI? {
    let keys = ["voice", "lang", "rate", "pitch", "gain", "pan"]
    let fields = known(members, keys + extraKeys, in: name)
    var result: VoiceURI?
    for field in fields where field.key == "voice" {
      guard case .string(let text) = field.value.value else {
        wrongType(field.value, "voice", "a voice such as \"espeak://en-us+f3\"")
        continue
      }
      result = uri(text, at: field.value)
    }
    for field in fields {
      let value = field.value
      switch field.key {
      case "voice": break
      case "lang": if let tag = languageTag(value, "lang") { result?.language = tag }
      case "rate": if let x = number(value, "rate", in: VoiceURI.rateRange) { result?.rate = x }
      case "pitch": if let x = number(value, "pitch", in: VoiceURI.pitchRange) { result?.pitch = x }
      case "gain": if let x = number(value, "gain", in: VoiceURI.gainRange) { result?.gain = x }
      case "pan": if let x = number(value, "pan", in: VoiceURI.panRange) { result?.pan = x }
      default: extra(&self, field)
      }
    }
    let needsVoice = fields.contains { keys.dropFirst().contains($0.key) }
    if result == nil, !fields.contains(where: { $0.key == "voice" }),
      needsVoice || !fields.contains(where: { extraKeys.contains($0.key) })
    {
      complain("missing-voice", "\(name) has no \"voice\"", node)
    }
    return result
  }

  private mutating func characters(_ node: JSONNode) {
    guard let members = object(node, "characters") else { return }
    var taken: [String: String] = [:]
    let inherited = cast.characters
    cast.characters = []
    defer {
      cast.characters =
        inherited.compactMap { $0.without(taken.keys) } + cast.characters
    }
    for member in members {
      let name = CharacterNormalizer.name(of: member.key)
      guard name.hasLetterOrDigit else {
        complain("bad-name", "\"\(member.key)\" is not a name", at: member.keyPosition)
        continue
      }
      claim(name, for: name, at: member.keyPosition, &taken)
      var aliases: [(String, SourcePosition)] = []
      var uri: VoiceURI?
      if case .object(let fields) = member.value.value {
        uri = voiceObject(fields, at: member.value, "\"\(name)\"", extraKeys: ["aliases"]) {
          reader, field in aliases = reader.strings(field.value, "aliases")
        }
      } else {
        uri = voice(member.value, "\"\(name)\"")
      }
      for (alias, position) in aliases { claim(alias, for: name, at: position, &taken) }
      cast.characters.append(
        .init(
          name: name, voice: uri, aliases: aliases.map { CharacterNormalizer.name(of: $0.0) }))
    }
  }

  /// A name or an alias may stand for one entry only, whatever its case and accents.
  private mutating func claim(
    _ name: String, for owner: String, at position: SourcePosition, _ taken: inout [String: String]
  ) {
    let key = CharacterNormalizer.folded(CharacterNormalizer.name(of: name))
    if let other = taken[key] {
      let message = "\"\(name)\" is already the name of \(other == owner ? "this entry" : other)"
      complain("duplicate-name", message, at: position)
    }
    taken[key] = taken[key] ?? owner
  }

  // MARK: Speech, pauses, delivery

  private mutating func speech(_ node: JSONNode) {
    guard let members = object(node, "speech") else { return }
    for member in known(members, SpeechSettings.keys, in: "speech") {
      let value = member.value
      if let flag = SpeechSettings.flags.first(where: { $0.name == member.key }) {
        if let on = bool(value, member.key) { cast.speech[keyPath: flag.path] = on }
        continue
      }
      switch member.key {
      case "announce": choose(value, member.key, \.announce)
      case "parentheticals": choose(value, member.key, \.parentheticals)
      case "dualDialogue": choose(value, member.key, \.dualDialogue)
      case "code": choose(value, member.key, \.code)
      case "tables": choose(value, member.key, \.tables)
      case "quotes": choose(value, member.key, \.quotes)
      case "lists": choose(value, member.key, \.lists)
      case "tasks": choose(value, member.key, \.tasks)
      case "images": choose(value, member.key, \.images)
      case "footnotes": choose(value, member.key, \.footnotes)
      case "math": choose(value, member.key, \.math)
      case "strikethrough": choose(value, member.key, \.strikethrough)
      case "emoji": choose(value, member.key, \.emoji)
      default: sections(value)
      }
    }
  }

  private mutating func choose<Choice: RawRepresentable & CaseIterable>(
    _ node: JSONNode, _ name: String, _ path: WritableKeyPath<SpeechSettings, Choice>
  ) where Choice.RawValue == String {
    if let choice: Choice = choice(node, name) { cast.speech[keyPath: path] = choice }
  }

  private mutating func sections(_ node: JSONNode) {
    switch node.value {
    case .bool(let on): cast.speech.sections = on ? .spoken : .silent
    case .string("title"): cast.speech.sections = .title
    default: wrongType(node, "sections", "\"title\", true or false")
    }
  }

  private mutating func pauses(_ node: JSONNode) {
    guard let members = object(node, "pauses") else { return }
    for member in known(members, Pauses.keys.map(\.name), in: "pauses") {
      guard let key = Pauses.keys.first(where: { $0.name == member.key }) else { continue }
      if let milliseconds = milliseconds(member.value, member.key) {
        cast.pauses[keyPath: key.path] = milliseconds
      }
    }
  }

  private mutating func milliseconds(_ node: JSONNode, _ name: String) -> Int? {
    number(node, name, in: 0...Double(Pauses.longest)).map { Int($0.rounded()) }
  }

  private mutating func delivery(_ node: JSONNode) {
    guard let members = object(node, "delivery") else { return }
    for member in unique(members) {
      guard member.key.hasLetterOrDigit else {
        complain("bad-name", "\"\(member.key)\" has no word to match", at: member.keyPosition)
        continue
      }
      guard let fields = object(member.value, "\"\(member.key)\"") else { continue }
      let keys = ["gain", "rate", "pitch", "whisper", "pause", "effect"]
      var delivery = Delivery()
      for field in known(fields, keys, in: "\"\(member.key)\"") {
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
      cast.delivery[member.key.lowercased()] = delivery
    }
  }

  // MARK: Pronunciations, fallback, metadata

  private mutating func pronunciations(_ node: JSONNode) {
    guard case .array(let entries) = node.value else {
      return wrongType(node, "pronunciations", "a list of objects with \"text\" and \"say\"")
    }
    // Of two entries for one word the first counts: what is read now comes before what is inherited.
    let inherited = cast.pronunciations
    cast.pronunciations = []
    defer { cast.pronunciations += inherited }
    for entry in entries {
      guard let members = object(entry, "a pronunciation") else { continue }
      var result = Pronunciation(text: "")
      let keys = ["text", "say", "phonemes", "language", "character"]
      let fields = known(members, keys, in: "a pronunciation")
      for field in fields {
        switch field.key {
        case "text": result.text = words(field.value, "text") ?? "-"
        case "say": result.say = words(field.value, "say")
        case "phonemes": result.phonemes = phonemes(field.value)
        case "language": result.language = languageTag(field.value, "language")
        default: result.character = string(field.value, "character").map(CharacterNormalizer.name)
        }
      }
      if result.text.isEmpty {
        complain("missing-key", "a pronunciation needs \"text\", the word as it is written", entry)
      } else if !fields.contains(where: { $0.key == "say" || $0.key == "phonemes" }) {
        complain("missing-key", "a pronunciation needs \"say\" or \"phonemes\"", entry)
      } else {
        cast.pronunciations.append(result)
      }
    }
  }

  /// A string with something in it to say, on one line.
  private mutating func words(_ node: JSONNode, _ name: String) -> String? {
    guard let text = string(node, name) else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    if text.hasLetterOrDigit, isPlain { return text }
    complain(
      "bad-pronunciation", "\(name) must be words on one line, with a letter or a digit", node)
    return nil
  }

  /// Phonemes stand between double brackets in what the engine is given, and may hold none.
  private mutating func phonemes(_ node: JSONNode) -> String? {
    guard let text = words(node, "phonemes") else { return nil }
    if !text.contains("[["), !text.contains("]]") { return text }
    complain("bad-pronunciation", "phonemes must hold no [[ or ]]", node)
    return nil
  }

  private mutating func fallback(_ node: JSONNode) {
    guard let members = object(node, "fallback") else { return }
    for member in unique(members) {
      cast.fallback[member.key] = voice(member.value, "the fallback of \"\(member.key)\"")
    }
  }

  private mutating func metadata(_ node: JSONNode) {
    guard let members = object(node, "metadata") else { return }
    for member in known(members, ["title", "author", "cover"], in: "metadata") {
      switch member.key {
      case "title": cast.title = string(member.value, "title")
      case "author":
        if case .array = member.value.value {
          cast.authors = strings(member.value, "author").map(\.0)
        } else {
          cast.authors = string(member.value, "author").map { [$0] } ?? []
        }
      default: cover(member.value)
      }
    }
  }

  /// A cast file is data from a project: it reads nothing outside the folder it stands in.
  private mutating func cover(_ node: JSONNode) {
    guard let path = string(node, "cover") else { return }
    if path.hasPrefix("/") || path.split(separator: "/").contains("..") {
      complain("outside-folder", "the cover must stand in the folder of \(home)", node)
    } else {
      cast.cover = path
    }
  }
}

extension Cast.Character {
  /// What is left of an inherited entry beside entries of these names, folded; nil where its own name
  /// is taken.
  fileprivate func without(_ taken: some Collection<String>) -> Self? {
    guard !taken.contains(CharacterNormalizer.folded(name)) else { return nil }
    var copy = self
    copy.aliases.removeAll { taken.contains(CharacterNormalizer.folded($0)) }
    return copy
  }
}
