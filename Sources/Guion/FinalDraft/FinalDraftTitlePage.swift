import Basics

struct FinalDraftTitleLine {
  /// The text; empty for a separating line.
  var words: String
  var isCentered: Bool
  var offset: Int
  /// Whether the words before the authors end in the line.
  var isCredit = false

  /// Returns lines without those that Final Draft proposes and nobody filled in.
  static func filled(_ lines: [Self]) -> [Self] {
    guard lines.contains(where: { proposals.contains($0.words) }) else { return lines }
    let hasNoAuthor = lines.contains { $0.words == "(Name of First Writer)" }
    return lines.map { line in
      var line = line
      let words = line.words.lowercased()
      let isCredit = hasNoAuthor && ["by", "written by"].contains(words)
      let isRevision = words == "revisions by" || words == "current revisions by"
      if proposals.contains(line.words) || isCredit || isRevision { line.words = "" }
      return line
    }
  }

  private static let proposals: Set<String> = [
    "(Name of Project)", "(Name of First Writer)", "(Based on, If Any)", "(Current Writer, date)",
    "(Names of Subsequent Writers,", "in Order of Work Performed)",
    "Name (of company, if applicable)",
  ]

  /// Returns the lines of a paragraph.
  /// An empty paragraph is one empty line.
  static func lines(of paragraph: FinalDraftParagraph) -> [Self] {
    let lines = paragraph.words.lines.map { $0.text.inOneLine ?? "" }
    return lines.map {
      Self(
        words: $0, isCentered: paragraph.isCentered,
        offset: paragraph.range?.lowerBound ?? paragraph.offset)
    }
  }
}

/// The entries of a title page, recognized by position and wording.
/// Final Draft stores where the lines are, but not what they mean.
struct FinalDraftTitlePage {
  /// The entries under Fountain's keys.
  var entries: [TitlePageEntry] {
    Self.keys.compactMap { key in
      found[key].map { TitlePageEntry(key: key, values: $0.values, position: $0.position) }
    }
  }

  private static let keys = [
    "Title", "Credit", "Author", "Source", "Draft date", "Contact", "Copyright", "Notes",
  ]

  private var found: [String: (values: [String], position: SourcePosition)] = [:]
  private let position: (Int) -> SourcePosition
  /// The key for the next block if the previous block ends with a credit such as "written by";
  /// otherwise nil.
  private var expected: String?

  /// Whether an author can only stand below a credit, because there is one: "Pilot" above "written by" is no author.
  private let waitsForCredit: Bool
  /// Whether a credit below the authors is a source of its own: "Story by" below the authors of the screenplay.
  private let hasSeveralCredits: Bool

  /// Reads lines; `position` returns the place of a line's offset.
  init(
    _ lines: [FinalDraftTitleLine], waitsForCredit: Bool = false, hasSeveralCredits: Bool = false,
    _ position: @escaping (Int) -> SourcePosition
  ) {
    self.position = position
    self.hasSeveralCredits = hasSeveralCredits
    self.waitsForCredit = waitsForCredit && lines.contains { TitleWording.isCredit($0.words) }
    for block in lines.split(whereSeparator: \.words.isEmpty) { read(Array(block)) }
  }

  /// Reads a block of lines without an empty line in between.
  private mutating func read(_ block: [FinalDraftTitleLine]) {
    // The name after "written by" may be in the block below.
    var key = expected
    expected = nil
    for (index, line) in block.enumerated() {
      if let own = Self.key(of: line) {
        key = own
      } else if let credit = line.isCredit ? (line.words, nil) : TitleWording.credit(line.words) {
        let isSource = hasSeveralCredits && found["Author"] != nil
        key = isSource ? "Source" : "Author"
        add(isSource ? "Source" : "Credit", credit.words, line)
        if let author = credit.author { add(isSource ? "Source" : "Author", author, line) }
        if index == block.count - 1, credit.author == nil { expected = key }
        continue
      } else if key == nil {
        key = found["Title"] == nil ? "Title" : fallback(line)
      }
      if key == "Author", TitleWording.isJoint(line.words) { continue }
      add(key ?? "Notes", line.words, line)
      // A date or a copyright is one line. Other entries continue to the end of the block.
      if key == "Draft date" || key == "Copyright" { key = nil }
    }
  }

  /// Returns the key that the text of a line alone determines; nil if it determines none.
  /// This key applies even if there is no title yet.
  private static func key(of line: FinalDraftTitleLine) -> String? {
    if TitleWording.isCopyright(line.words) { return "Copyright" }
    if TitleWording.isSource(line.words) { return "Source" }
    return nil
  }

  /// Returns the key of a line below the title if neither `key(of:)` nor the line above gives a key.
  private func fallback(_ line: FinalDraftTitleLine) -> String {
    if TitleWording.isDraft(line.words) { return "Draft date" }
    if TitleWording.isContact(line.words) || !line.isCentered { return "Contact" }
    let isAuthor = found["Author"] == nil && found["Credit"] == nil && !waitsForCredit
    return isAuthor ? "Author" : "Notes"
  }

  private mutating func add(_ key: String, _ words: String, _ line: FinalDraftTitleLine) {
    found[key, default: ([], position(line.offset))].values.append(words)
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
