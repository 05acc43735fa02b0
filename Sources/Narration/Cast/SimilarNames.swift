import Hablare

/// Many folded names, for finding other spellings of a name (`CharacterNormalizer.areSimilar`).
struct SimilarNames: Sendable {
  private let names: [String]
  private let index: SpellingIndex

  /// Indexes names.
  ///
  /// Each name must occur only once.
  init(_ names: [String]) {
    self.names = names
    index = SpellingIndex(names)
  }

  /// Returns the index of the first wanted name that is likely another spelling of `name`, or nil if there is none.
  func first(like name: String, where isWanted: (Int) -> Bool) -> Int? {
    index.numbers(near: name, within: 1).first {
      isWanted($0) && CharacterNormalizer.areSimilar(name, names[$0])
    }
  }
}

/// Groups of names that probably belong to the same role.
public enum NameGroups {
  /// Groups the names.
  ///
  /// Each name joins the group of the first earlier leader that is nearly alike; otherwise it leads a new group.
  public static func merged(_ names: [String]) -> [[String]] {
    let folded = names.map(CharacterNormalizer.folded)
    let alikes = SimilarNames(folded)
    var groups: [[String]] = []
    /// The group that a name leads, by the name's index.
    var led: [Int: Int] = [:]
    for (number, name) in names.enumerated() {
      let leader = alikes.first(like: folded[number]) { $0 < number && led[$0] != nil }
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
