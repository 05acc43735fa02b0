import Basics
import Hablare
package import Narration

/// The name of a role as people read and write it.
package enum RoleName {
  /// Returns the name as messages show it.
  /// The narrator's name is empty and is shown as `(narrator)`. No cue contains parentheses.
  package static func shown(_ name: String) -> String {
    name.isEmpty ? "(narrator)" : name.visible
  }

  /// Returns the role that a name refers to; nil if no speaking role has this name.
  /// The name may be any spelling of a cue, an alias from the cast, or `narrator`. The name of the narrator's role is
  /// empty.
  package static func role(_ typed: String, among roles: [String], cast: Cast) -> String? {
    // Tables show the narrator as `(narrator)`, which cannot be a cue.
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

  /// Returns a hint about which role an unknown name may mean.
  package static func hint(for typed: String, among roles: [String]) -> String {
    let folded = CharacterNormalizer.folded(typed)
    let nearest = Spelling.nearest(
      to: folded, among: roles.filter { !$0.isEmpty }, limit: 1, within: max(1, folded.count / 4))
    return nearest.first.map { "did you mean \($0)?" } ?? "known roles: \(listed(roles))"
  }

  /// The maximum number of roles that a message lists.
  private static let maximumListed = 10

  private static func listed(_ roles: [String]) -> String {
    // Several books may have the same role, and the message names it once.
    let names =
      Set(roles).filter { !$0.isEmpty }.sorted().map(\.visible)
      + (roles.contains("") ? ["narrator"] : [])
    let others = names.count - maximumListed
    return names.prefix(maximumListed).joined(separator: ", ")
      + (others > 0 ? " and \(others) more" : "")
  }
}

/// Roles that an option names.
struct RoleChoice {
  /// The names of the roles; the narrator's name is empty.
  private(set) var roles: Set<String> = []
  /// The errors about names that no speaking role has.
  private(set) var unknown: [BookError] = []

  init(_ typed: [String], _ setting: BuildSetting, _ casting: Casting, _ cast: Cast) {
    let names = casting.roles.map(\.name) + [""]
    for name in typed {
      if let role = RoleName.role(name, among: names, cast: cast) {
        roles.insert(role)
      } else {
        let hint = RoleName.hint(for: name, among: names)
        unknown.append(
          BookError(.wrongRequest, setting, " \(name): no role has this name; \(hint)"))
      }
    }
  }
}
