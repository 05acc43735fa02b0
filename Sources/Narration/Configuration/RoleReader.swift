import Guion
import Hablare
import Basics

/// Reads the roles of a cast file.
/// Two roles cannot share a name or an alias.
struct RoleReader {
  private var characters: [Cast.Character] = []
  /// The name of the role that owns a name or an alias, by the folded name.
  private var owners: [String: String] = [:]
  /// The keys of the person that an entry omits, by name; nil for an entry that is only a voice.
  private var omitted: [String: Set<String>] = [:]

  /// The keys of an entry besides those of its voice.
  private static let ownKeys = ["aliases", "note", "gender", "age", "effect"]

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
