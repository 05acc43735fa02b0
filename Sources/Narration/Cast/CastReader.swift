import Basics
package import Guion
import Hablare

/// Reads a cast file and reports all its errors at once, each with its position and the nearest valid spelling.
package struct CastReader {
  /// The cast, as far as it could be read.
  package private(set) var cast = Cast()
  private var values: PlacedValueReader
  /// The name of the source of the keys in messages: "the cast file" or "the guion2audio block".
  private let source: String
  /// The name, in messages, of the file in whose folder the cover must be: "the cast file" or "the document".
  private let home: String

  /// The errors and warnings about the file.
  package var diagnostics: [Diagnostic] { values.diagnostics }

  /// Reads the bytes of a cast file.
  /// Never throws: `diagnostics` contains all errors.
  /// Values in the file override `base`. `file` is the name of the file for diagnostics.
  package init(bytes: [UInt8], file: String? = nil, over base: Cast = Cast()) {
    values = PlacedValueReader(file: file)
    source = "the cast file"
    home = source
    cast = base
    if let root = values.json(bytes) { read(root) }
  }

  /// Reads a cast from a block of a document's front matter.
  /// The block has the keys of a cast file.
  package init(frontMatter block: JSONNode, file: String) {
    values = PlacedValueReader(file: file)
    source = "the guion2audio block"
    home = "the document"
    read(block)
  }

  private mutating func read(_ root: JSONNode) {
    let keys = [
      "version", "language", "narrator", "characters", "default", "rules", "speech", "pauses",
      "delivery", "pronunciations", "fallback", "metadata", "lint", "skip", "roomTone", "dialogue",
      "sounds", "read", "recordings",
    ]
    for member in values.members(root, source, keys: keys) ?? [] {
      let value = member.value
      switch member.key {
      case "version": version(value)
      case "language": cast.language = values.languageTag(value, "language")
      case "narrator": narrator(value)
      case "characters": characters(value)
      case "default": cast.defaultVoice = voice(value, "default")
      case "rules": if let rules: RuleSet = values.choice(value, "rules") { cast.rules = rules }
      case "speech":
        values.speech(value, into: &cast.speech)
        if case .object(let own) = value.value { cast.speechKeys.formUnion(own.map(\.key)) }
      case "pauses": values.pauses(value, into: &cast.pauses)
      case "delivery": values.deliveries(value, into: &cast.delivery)
      // If a word has two entries, the first entry applies. So new entries go before inherited entries.
      case "pronunciations":
        cast.pronunciations.insert(contentsOf: values.pronunciations(value), at: 0)
        placePronunciations(value)
      case "fallback": fallback(value)
      case "lint": values.lint(value, into: &cast.lint)
      case "skip": skip(value)
      case "roomTone": roomTone(value)
      case "read": if let preset: ReadPreset = values.choice(value, "read") { cast.read = preset }
      case "recordings":
        cast.recordings = values.place(value, "recordings", "the folder of recordings", home)
      case "dialogue": values.dialogue(value, into: &cast.dialogue)
      case "sounds": values.sounds(value, into: &cast.sounds, home: home)
      default: metadata(value)
      }
    }
  }

  private mutating func version(_ node: JSONNode) {
    guard let number = values.number(node, "version", in: 1...1_000_000), number != 1 else {
      return
    }
    values.report(
      "unsupported-version",
      "version \(PlacedValueReader.short(number)) is unknown; this program reads version 1",
      at: node.position)
  }

  private mutating func voice(_ node: JSONNode, _ name: String) -> VoiceURI? {
    values.voice(node, name, &cast.voiceReferences)
  }

  /// Reads the narrator: a voice, or an object with a voice and voices for other languages.
  private mutating func narrator(_ node: JSONNode) {
    guard case .object = node.value else { return cast.narrator = voice(node, "narrator") }
    let keys = PlacedValueReader.voiceKeys + ["languages"]
    let fields = values.members(node, "narrator", keys: keys) ?? []
    if fields.count != 1 || fields[0].key != "languages" {
      cast.narrator = values.voice(fields, of: node, "narrator", &cast.voiceReferences)
    }
    for field in fields where field.key == "languages" {
      cast.narratorLanguages = values.languages(field.value, &cast.voiceReferences)
    }
  }

  private mutating func characters(_ node: JSONNode) {
    guard let members = values.members(node, "characters") else { return }
    var roles = RoleReader()
    for member in members {
      roles.read(member, &values, &cast.voiceReferences)
      let name = CharacterNormalizer.name(of: member.key)
      cast.characterPositions[name] = Cast.Position(file: values.file, position: member.keyPosition)
    }
    cast.characters = roles.characters(over: cast.characters)
  }

  /// Records the position of each word, for the finding that a word does not occur in the text.
  private mutating func placePronunciations(_ node: JSONNode) {
    guard case .array(let entries) = node.value else { return }
    for case .object(let members) in entries.map(\.value) {
      guard let entry = members.first(where: { $0.key == "text" }),
        case .string(let text) = entry.value.value
      else { continue }
      cast.pronunciationPositions[text] = Cast.Position(
        file: values.file, position: entry.value.position)
    }
  }

  private mutating func roomTone(_ node: JSONNode) {
    let setting: RoomToneSetting? =
      switch node.value {
      case .string(let text): RoomToneSetting(text)
      case .number(let level): RoomToneSetting("\(level)")
      default: nil
      }
    cast.roomTone = setting
    if setting == nil {
      values.wrongType(node, "roomTone", "\"on\", \"off\" or a level from -90 to -60 dBFS")
    }
  }

  private mutating func skip(_ node: JSONNode) {
    let names = values.strings(node, "skip", limit: .title)
    cast.skip = names.map(\.0)
    cast.skipPositions = [:]
    for (name, position) in names {
      if !name.hasLetterOrDigit {
        values.report("bad-name", "\"\(name)\" has no letters or digits", at: position)
      }
      cast.skipPositions[name] = Cast.Position(file: values.file, position: position)
    }
  }

  private mutating func fallback(_ node: JSONNode) {
    let form =
      "an object with a voice for each provider, such as "
      + "{ \"elevenlabs\": \"espeak://en-gb\" }"
    for member in values.uniqueMembers(node, "fallback", form: form) ?? [] {
      cast.fallback[member.key] = voice(member.value, "the fallback of \"\(member.key)\"")
      cast.fallbackReferences.append(
        .init(id: member.key, file: values.file, position: member.keyPosition))
    }
  }

  private mutating func metadata(_ node: JSONNode) {
    let keys = ["title", "author", "narrator", "cover"]
    for member in values.members(node, "metadata", keys: keys) ?? [] {
      let value = member.value
      switch member.key {
      case "title": cast.title = values.string(value, "title", limit: .title)
      case "narrator":
        cast.speech.narratorName = values.string(value, "narrator", limit: .title)
      case "author":
        if case .array = value.value {
          let authors = values.strings(value, "author").map(\.0)
          let isShort = values.isShort(
            authors.joined(), "author", .title, at: value.position)
          cast.authors = isShort ? authors : []
        } else {
          cast.authors = values.string(value, "author", limit: .title).map { [$0] } ?? []
        }
      default: cover(value)
      }
    }
  }

  private mutating func cover(_ node: JSONNode) {
    cast.coverFile = values.place(node, "cover", "the cover", home) ?? cast.coverFile
  }

  /// Reads the roles of a cast file.
  /// Two roles cannot share a name or an alias.
  struct RoleReader {
    private var characters: [Cast.Character] = []
    /// The name of the role that owns a name or an alias, by the folded name.
    private var owners: [String: String] = [:]
    /// The keys of the person that an entry omits, by name; nil for an entry that is only a voice.
    private var omitted: [String: Set<String>] = [:]

    /// The keys of an entry besides those of its voice.
    private static let ownKeys = ["aliases", "note", "gender", "age", "effect", "languages"]

    /// Reads an entry of `characters`: a name, and either a voice or an object with a voice and aliases.
    mutating func read(
      _ member: JSONNode.Member, _ values: inout PlacedValueReader,
      _ references: inout [Cast.VoiceReference]
    ) {
      let name = CharacterNormalizer.name(of: member.key)
      guard CharacterNormalizer.isName(name) else {
        return values.report(
          "bad-name", "\"\(member.key)\" is not a name", at: member.keyPosition)
      }
      claim(name, for: name, at: member.keyPosition, &values)
      let (node, shown) = (member.value, "\"\(name)\"")
      var character = Cast.Character(name: name, voice: nil, aliases: [])
      if case .object = node.value {
        let keys = PlacedValueReader.voiceKeys + Self.ownKeys
        let fields = values.members(node, shown, keys: keys) ?? []
        character.voice = values.voice(fields, of: node, shown, &references)
        omitted[name] = Set(Self.ownKeys).subtracting(fields.map(\.key))
        for field in fields {
          switch field.key {
          case "note": character.note = values.string(field.value, "note")
          case "gender": character.gender = values.choice(field.value, "gender")
          case "age": character.age = age(field.value, &values)
          case "effect": character.effect = values.choice(field.value, "effect")
          case "languages": character.languages = values.languages(field.value, &references)
          case "aliases":
            for (alias, position) in values.strings(field.value, "aliases", limit: .name) {
              claim(alias, for: name, at: position, &values)
              character.aliases.append(CharacterNormalizer.name(of: alias))
            }
          default: break
          }
        }
      } else {
        character.voice = values.voice(node, shown, &references)
      }
      characters.append(character)
    }

    /// Reads an age: a number of years, or a word.
    private func age(_ node: JSONNode, _ values: inout PlacedValueReader) -> RoleAge? {
      guard case .number = node.value else { return values.choice(node, "age") }
      return values.number(node, "age", in: 0...Self.oldest).map { RoleAge(years: Int($0)) }
    }

    /// The highest age in years that a cast can state.
    private static let oldest = 150.0

    /// Returns the inherited roles that the file does not name, followed by the roles of the file.
    /// A role of the file inherits what its entry omits.
    func characters(over inherited: [Cast.Character]) -> [Cast.Character] {
      let former = Dictionary(
        inherited.map { (CharacterNormalizer.folded($0.name), $0) }
      ) { first, _ in first }
      let own = characters.map { role in
        guard let omitted = omitted[role.name],
          let other = former[CharacterNormalizer.folded(role.name)]
        else { return role }
        var role = role
        role.voice = role.voice ?? other.voice
        role.note = role.note ?? other.note
        role.gender = role.gender ?? other.gender
        role.age = role.age ?? other.age
        role.effect = role.effect ?? other.effect
        if omitted.contains("languages") { role.languages = other.languages }
        // An alias that another entry of the file has is this entry's no more.
        if omitted.contains("aliases") {
          role.aliases = other.aliases.filter { owners[CharacterNormalizer.folded($0)] == nil }
        }
        return role
      }
      return inherited.compactMap { $0.without(owners.keys) } + own
    }

    /// Claims a name or an alias for one entry, regardless of case and accents.
    /// Reports an error if this entry or another entry already has the name.
    private mutating func claim(
      _ name: String, for owner: String, at position: SourcePosition,
      _ values: inout PlacedValueReader
    ) {
      let key = CharacterNormalizer.folded(CharacterNormalizer.name(of: name))
      if let other = owners[key] {
        values.report(
          "duplicate-name",
          other == owner
            ? "the name \"\(name)\" occurs twice, as an entry or an alias; remove one of the two"
            : "\"\(name)\" is also a name of the entry \(other); remove the name from one of the two entries",
          at: position)
      }
      owners[key] = owners[key] ?? owner
    }
  }
}

extension Cast.Character {
  /// Returns an inherited entry without the aliases that new entries use.
  /// Nil if a new entry uses the name of the inherited entry. `taken` contains the folded names of the new entries.
  fileprivate func without(_ taken: some Collection<String>) -> Self? {
    guard !taken.contains(CharacterNormalizer.folded(name)) else { return nil }
    var copy = self
    copy.aliases.removeAll { taken.contains(CharacterNormalizer.folded($0)) }
    return copy
  }
}
