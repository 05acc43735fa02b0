import Basics

/// A key of a title page with its values, in the author's order and spelling.
public struct TitlePageEntry: Sendable {
  /// The key as written.
  ///
  /// Keys are compared without case.
  public var key: String
  /// The trimmed values; empty if the author left the key empty.
  public var values: [String]
  /// The position of the value, or of the key if there is no value; nil if unknown.
  public var position: SourcePosition?

  /// Creates an entry.
  public init(key: String, values: [String], position: SourcePosition? = nil) {
    self.key = key
    self.values = values
    self.position = position
  }
}

extension TitlePageEntry: Equatable {
  /// Whether two entries have the same key and values.
  ///
  /// Their positions do not matter.
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.values == right.values
  }
}

extension [TitlePageEntry] {
  /// Returns all values of the first entry that has one of these keys and at least one value.
  ///
  /// Keys are compared without case.
  public func values(for keys: String...) -> [String] { entry(for: keys)?.values ?? [] }

  /// Returns the first entry that has one of these keys and at least one value.
  /// Keys are compared without case.
  func entry(for keys: [String]) -> TitlePageEntry? {
    let wanted = keys.map { $0.lowercased() }
    return first { wanted.contains($0.key.lowercased()) && !$0.values.isEmpty }
  }
}

/// The wordings that identify lines of a title page.
enum TitleWording {
  private static let credits = [
    "written by", "screenplay by", "teleplay by", "story by", "script by", "original story by",
    "written and directed by", "written & directed by", "adapted by", "created by", "adaptation by",
    "a screenplay by", "an original screenplay by", "a play by", "book by", "by",
  ]

  /// Returns a credit such as "written by", and the author if the line names one; nil for other lines.
  static func credit(_ line: String) -> (words: String, author: String?)? {
    let small = line.lowercased()
    for credit in credits where small.hasPrefix(credit) {
      let rest = line.dropFirst(credit.count)
      if rest.allSatisfy({ $0 == ":" || $0.isWhitespace }) { return (line, nil) }
      if let first = rest.first, first == ":" || first.isWhitespace {
        let author = rest.drop { $0 == ":" || $0.isWhitespace }
        return (String(line.prefix(credit.count)), String(author))
      }
    }
    return nil
  }

  /// Whether a line is only a credit, such as "written by".
  static func isCredit(_ line: String) -> Bool { credit(line).map { $0.author == nil } ?? false }

  /// Whether a line is only the joining word between two authors.
  static func isJoint(_ line: String) -> Bool { ["&", "and", "+"].contains(line.lowercased()) }

  static func isSource(_ line: String) -> Bool {
    let small = line.lowercased()
    return sources.contains { small.hasPrefix($0) }
  }

  private static let sources = [
    "based on", "based upon", "adapted from", "inspired by", "from the novel", "from the book",
  ]

  static func isCopyright(_ line: String) -> Bool {
    line.contains("©") || line.lowercased().hasPrefix("copyright")
      || line.lowercased().hasPrefix("(c)")
  }

  /// Whether a line is a date or a draft's name.
  static func isDraft(_ line: String) -> Bool {
    let words = line.lowercased().split { !$0.isLetter && !$0.isNumber }
    if words.contains(where: { ["draft", "revision", "revised", "rev"].contains($0) }) {
      return true
    }
    let numbers = words.compactMap { Int($0) }
    let hasYear = numbers.contains { (1900...2199).contains($0) }
    let hasMonth = words.contains { word in months.contains { word.hasPrefix($0) } }
    // 5/12/24, 12.5.2024
    let isNumeric = words.count == 3 && numbers.count == 3
    return words.count <= 5 && (hasYear || isNumeric || hasMonth && !numbers.isEmpty)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Whether a line has an email address, a web address or a phone number.
  static func isContact(_ line: String) -> Bool {
    line.contains("@") || line.count { $0.isNumber } >= 7 || line.lowercased().hasPrefix("www.")
  }
}
