import Guion
import Hablare
import Basics

/// Reads the roles of a cast file.
///
/// Two roles cannot share a name or an alias.
struct RoleReader {
  private var characters: [Cast.Character] = []
  /// The name of the role that owns a name or an alias, by the folded name.
  private var owners: [String: String] = [:]

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
      let keys = PlacedValueReader.voiceKeys + ["aliases", "note"]
      let fields = values.members(node, shown, keys: keys) ?? []
      character.voice = values.voice(fields, of: node, shown, &references)
      for field in fields where field.key == "note" {
        character.note = values.string(field.value, "note")
      }
      for field in fields where field.key == "aliases" {
        for (alias, position) in values.strings(field.value, "aliases", limit: .name) {
          claim(alias, for: name, at: position, &values)
          character.aliases.append(CharacterNormalizer.name(of: alias))
        }
      }
    } else {
      character.voice = values.voice(node, shown, &references)
    }
    characters.append(character)
  }

  /// Returns the inherited roles that the file does not replace, followed by the roles of the file.
  func characters(over inherited: [Cast.Character]) -> [Cast.Character] {
    inherited.compactMap { $0.without(owners.keys) } + characters
  }

  /// Claims a name or an alias for one entry, regardless of case and accents.
  ///
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
  ///
  /// Nil if a new entry uses the name of the inherited entry. `taken` contains the folded names of the new entries.
  fileprivate func without(_ taken: some Collection<String>) -> Self? {
    guard !taken.contains(CharacterNormalizer.folded(name)) else { return nil }
    var copy = self
    copy.aliases.removeAll { taken.contains(CharacterNormalizer.folded($0)) }
    return copy
  }
}
