import Basics
import Hablare
package import Narration

/// The name of a role as people read and write it.
package enum RoleName {
  /// The name as messages show it; the narrator's, which is empty, in brackets, because no cue has them.
  package static func shown(_ name: String) -> String {
    name.isEmpty ? "(narrator)" : name.visible
  }

  /// The role that a name means: in any spelling of a cue, by another name of the cast, or as the
  /// narrator, whose name is empty; nil if nobody of that name speaks.
  package static func role(_ typed: String, among roles: [String], cast: Cast) -> String? {
    // As the table shows it; a cue has no brackets.
    if typed.lowercased() == shown(""), roles.contains("") { return "" }
    let folded = CharacterNormalizer.folded(typed)
    let alias = cast.characters.first { character in
      character.aliases.contains { CharacterNormalizer.folded($0) == folded }
    }
    if let name = roles.first(where: { CharacterNormalizer.folded($0) == folded }) ?? alias?.name,
      roles.contains(name)
    {
      return name
    }
    return typed.lowercased() == "narrator" && roles.contains("") ? "" : nil
  }

  /// Who may be meant by a name that nobody has.
  package static func hint(for typed: String, among roles: [String]) -> String {
    let folded = CharacterNormalizer.folded(typed)
    let nearest = Spelling.nearest(
      to: folded, among: roles.filter { !$0.isEmpty }, limit: 1, within: max(1, folded.count / 4))
    return nearest.first.map { "did you mean \($0)?" } ?? "there is \(listed(roles))"
  }

  /// The most roles that a message lists.
  private static let mostListed = 10

  private static func listed(_ roles: [String]) -> String {
    // Several books may have one role.
    let names =
      Set(roles).filter { !$0.isEmpty }.sorted().map(\.visible)
      + (roles.contains("") ? ["narrator"] : [])
    let others = names.count - mostListed
    return names.prefix(mostListed).joined(separator: ", ")
      + (others > 0 ? " and \(others) more" : "")
  }
}
