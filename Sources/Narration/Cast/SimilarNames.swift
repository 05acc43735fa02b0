import Hablare

/// An index of folded names, for finding other spellings of a name (`CharacterNormalizer.areSimilar`).
struct SimilarNames: Sendable {
  private let names: [String]
  private let index: SpellingIndex

  /// Indexes names.
  /// Each name must occur only once.
  init(_ names: [String]) {
    self.names = names
    index = SpellingIndex(names)
  }

  /// Returns the index of the first wanted name that is probably another spelling of `name`, or nil if there is no such
  /// name.
  func first(like name: String, where isWanted: (Int) -> Bool) -> Int? {
    index.numbers(near: name, within: 1).first {
      isWanted($0) && CharacterNormalizer.areSimilar(name, names[$0])
    }
  }
}

/// Groups of names that probably belong to the same role.
package enum NameGroups {
  /// Returns the names in groups.
  /// Each name joins the first group that begins with a similar name. If there is no such group, the name starts a new
  /// group. Names of a woman and of a man never join: MR. FINCH and MRS. FINCH.
  package static func merged(
    _ names: [String], gender: (String) -> RoleGender? = { _ in nil }
  ) -> [[String]] {
    let genders = names.map(gender)
    let folded = names.map(CharacterNormalizer.folded)
    let alikes = SimilarNames(folded)
    var groups: [[String]] = []
    /// The index of each group, by the index of the group's first name.
    var led: [Int: Int] = [:]
    for (number, name) in names.enumerated() {
      let leader = alikes.first(like: folded[number]) {
        $0 < number && led[$0] != nil
          && (genders[$0] == nil || genders[$0] != genders[number]?.other)
      }
      if let leader, let group = led[leader] {
        groups[group].append(name)
      } else {
        led[number] = groups.count
        groups.append([name])
      }
    }
    return groups
  }
}
