import Basics

/// What a title page says of a book, and the keys that say so, in small letters; of several the first
/// that has a value counts.
enum TitlePageSubject: CaseIterable {
  case title, authors, credit, language, cover, summary, date

  /// The keys.
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
  /// The errors for values that are above the limit of a title, of the keys that have an effect.
  var tooLong: [Diagnostic] {
    let keys = Set(TitlePageSubject.allCases.flatMap(\.keys))
    return filter { keys.contains($0.key.lowercased()) }.compactMap { entry in
      let bytes = entry.values.reduce(0) { $0 + $1.utf8.count }
      guard bytes > InputLimit.title.most else { return nil }
      return Diagnostic(
        code: InputLimit.code, severity: .error,
        message: InputLimit.title.message(of: "\"\(entry.key)\" of the title page"),
        position: entry.position)
    }
  }
}

/// A title page in plain words, as titles and names are shown and said.
struct TitlePageWords {
  private let entries: [TitlePageEntry]
  /// Fountain alone has marks of emphasis on its title page; an asterisk in YAML is an asterisk.
  private let hasMarks: Bool

  init(_ entries: [TitlePageEntry], format: DocumentFormat) {
    self.entries = entries
    hasMarks = format == .fountain
  }

  /// All values of the first entry on a subject that has any.
  func lines(of subject: TitlePageSubject) -> [String] {
    entries.entry(for: subject.keys)?.values.compactMap {
      (hasMarks ? FountainEmphasis.plainText($0) : $0).inOneLine
    } ?? []
  }

  /// The values as one line; nil where there are no words.
  func line(of subject: TitlePageSubject, joinedBy separator: String) -> String? {
    let lines = lines(of: subject)
    return lines.isEmpty ? nil : lines.joined(separator: separator)
  }
}

extension String {
  /// The words with one blank between any two; nil where there are none.
  var inOneLine: String? {
    let words = split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Whether two titles say the same: their letters and digits do, in whatever case.
  package func saysTheSame(as other: String) -> Bool { lettersAndDigits == other.lettersAndDigits }

  private var lettersAndDigits: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
