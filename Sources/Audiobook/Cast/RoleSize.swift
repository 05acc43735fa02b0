import Narration

/// A role of a book, and how much it says.
public struct RoleSize: Sendable, Equatable {
  /// The name.
  public var name: String
  /// Its words, or in scripts without blanks its runs of signs.
  public var words: Int
}

extension BookPlan {
  /// The roles, the largest first, and of equal ones in the order of their names; without the narrator.
  public var roleSizes: [RoleSize] {
    var words: [String: Int] = [:]
    for chapter in chapters {
      for passage in chapter.read.passages {
        for item in passage.items {
          guard let name = item.role?.name, !name.isEmpty else { continue }
          words[name, default: 0] += item.text.split(whereSeparator: \.isWhitespace).count
        }
      }
    }
    return words.map { RoleSize(name: $0.key, words: $0.value) }
      .sorted { ($1.words, $0.name) < ($0.words, $1.name) }
  }
}
