import Basics

/// The facts on a title page, with their keys in lowercase.
/// If several keys state the same fact, the first key with a value is used.
enum TitlePageSubject: CaseIterable {
  case title, authors, credit, language, cover, summary, date

  /// The keys, in order of precedence.
  var keys: [String] {
    switch self {
    case .title: ["title"]
    case .authors: ["author", "authors"]
    case .credit: ["credit"]
    case .language: ["language", "lang"]
    case .cover: ["cover"]
    case .summary: ["description", "summary"]
    case .date: ["date", "year", "draft date"]
    }
  }
}

extension [TitlePageEntry] {
  /// The errors for values that exceed the limit of a title.
  /// Only keys that have an effect are checked.
  var tooLong: [Diagnostic] {
    let keys = Set(TitlePageSubject.allCases.flatMap(\.keys))
    return filter { keys.contains($0.key.lowercased()) }.compactMap { entry in
      let bytes = entry.values.reduce(0) { $0 + $1.utf8.count }
      guard bytes > InputLimit.title.maximum else { return nil }
      return Diagnostic(
        code: InputLimit.code, severity: .error,
        message: InputLimit.title.message(of: "\"\(entry.key)\" of the title page"),
        position: entry.position)
    }
  }
}

/// A title page as plain text, in the form in which titles and names are shown and spoken.
struct TitlePageWords {
  private let entries: [TitlePageEntry]
  /// Whether the text has emphasis marks.
  /// Only Fountain has emphasis marks; in YAML an asterisk is plain text.
  private let hasMarks: Bool

  init(_ entries: [TitlePageEntry], format: DocumentFormat) {
    self.entries = entries
    hasMarks = format == .fountain
  }

  /// Returns all values of the first entry that is about a subject and has a value.
  func lines(of subject: TitlePageSubject) -> [String] {
    entries.entry(for: subject.keys)?.values.compactMap {
      (hasMarks ? FountainEmphasis.plainText($0) : $0).inOneLine
    } ?? []
  }

  /// Returns the values as one line; nil if there is no text.
  func line(of subject: TitlePageSubject, joinedBy separator: String) -> String? {
    let lines = lines(of: subject)
    return lines.isEmpty ? nil : lines.joined(separator: separator)
  }
}

extension String {
  /// The words separated by single blanks; nil if there are no words.
  var inOneLine: String? {
    let words = split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Whether two titles have the same letters and digits, ignoring case.
  package func hasSameLetters(as other: String) -> Bool {
    lettersAndDigits == other.lettersAndDigits
  }

  private var lettersAndDigits: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
