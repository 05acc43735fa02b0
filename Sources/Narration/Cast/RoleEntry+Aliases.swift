import Guion
import Hablare

// Edits the aliases of a role in a cast file.
extension RoleEntry {
  /// Returns the file with `name` as an alias of the role.
  /// If `name` has an entry, the entry is removed, and its aliases become aliases of the role.
  func adding(
    _ name: String, to role: Cast.Character, in bytes: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    let other = RoleEntry(name)
    var file = try JSONFile(bytes)
    let names = [name] + other.aliases(in: file)
    file = try other.removed(from: file)
    guard let entry = entry(in: file) else {
      return try adding(Self.json(of: role, aliases: role.aliases + names), to: file)
    }
    guard case .object = entry.value else {
      var text = JSONInserter(file.bytes)
      text.replace(entry) { "{ \"voice\": \($0), \"aliases\": \(Self.json(of: names)) }" }
      return text.bytes
    }
    guard let list = entry.member("aliases") else {
      return file.setting("aliases", to: Self.json(of: names), of: entry)
    }
    let known = Set(aliases(in: file).map(CharacterNormalizer.folded))
    let new = names.filter { !known.contains(CharacterNormalizer.folded($0)) }
    guard !new.isEmpty else { return file.bytes }
    var text = JSONInserter(file.bytes)
    text.append(new.map(JSONInserter.quoted).joined(separator: ", "), to: list)
    return text.bytes
  }

  /// Returns the file without an alias of the role.
  /// If the role's entry has only this alias, the entry is removed.
  func removing(
    _ name: String, from role: Cast.Character, in bytes: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    let file = try JSONFile(bytes)
    let name = CharacterNormalizer.folded(name)
    guard let entry = entry(in: file) else {
      // The alias comes from the front matter of the document. A new entry in the cast file overrides the role's entry
      // in the front matter.
      let left = role.aliases.filter { CharacterNormalizer.folded($0) != name }
      guard left.count < role.aliases.count else { return bytes }
      return try adding(Self.json(of: role, aliases: left), to: file)
    }
    let names = aliases(in: file)
    guard let list = entry.member("aliases"),
      let index = names.firstIndex(where: { CharacterNormalizer.folded($0) == name })
    else { return bytes }
    guard names.count == 1 else {
      var text = JSONInserter(bytes)
      text.remove(value: index, of: list)
      return text.bytes
    }
    if case .object(let members) = entry.value, members.count == 1 {
      return try removed(from: file).bytes
    }
    return file.setting("aliases", to: nil, of: entry)
  }

  private func aliases(in file: JSONFile) -> [String] {
    guard case .array(let values) = entry(in: file)?.member("aliases")?.value else { return [] }
    return values.map { if case .string(let name) = $0.value { name } else { "" } }
  }

  private func removed(from file: JSONFile) throws(Diagnostic) -> JSONFile {
    guard let characters = file.root.member("characters"),
      case .object(let members) = characters.value, let index = index(in: members)
    else { return file }
    var text = JSONInserter(file.bytes)
    text.remove(member: index, of: characters)
    return try JSONFile(text.bytes)
  }

  private static func json(of role: Cast.Character, aliases: [String]) -> String {
    guard let voice = role.voice.map({ JSONInserter.quoted($0.description) }) else {
      return "{ \"aliases\": \(json(of: aliases)) }"
    }
    return aliases.isEmpty ? voice : "{ \"voice\": \(voice), \"aliases\": \(json(of: aliases)) }"
  }

  private static func json(of names: [String]) -> String {
    "[\(names.map(JSONInserter.quoted).joined(separator: ", "))]"
  }
}
