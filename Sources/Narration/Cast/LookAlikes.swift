import Hablare

/// Many names, folded, among which other spellings of a name are found (`CharacterNormalizer.areAlike`).
struct LookAlikes: Sendable {
  private let names: [String]
  private let index: SpellingIndex

  /// Prepares names, each once.
  init(_ names: [String]) {
    self.names = names
    index = SpellingIndex(names)
  }

  /// The number of the first name that is wanted and likely another spelling of a given one, or nil.
  func first(like name: String, where isWanted: (Int) -> Bool) -> Int? {
    index.numbers(near: name, within: 1).first {
      isWanted($0) && CharacterNormalizer.areAlike(name, names[$0])
    }
  }
}

/// Names by role, where names that are nearly alike are one role's.
public enum NameGroups {
  /// The names, each behind the first earlier name that leads a group and is nearly alike, or else as the
  /// leader of a group of its own.
  public static func merged(_ names: [String]) -> [[String]] {
    let folded = names.map(CharacterNormalizer.folded)
    let alikes = LookAlikes(folded)
    var groups: [[String]] = []
    /// By number of a name: the group that it leads.
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
