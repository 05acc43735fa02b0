/// A title page in plain words, as titles and names are shown and said.
struct TitlePageWords {
  private let entries: [TitlePageEntry]
  /// Fountain alone has marks of emphasis on its title page; an asterisk in YAML is an asterisk.
  private let hasMarks: Bool

  init(_ entries: [TitlePageEntry], format: DocumentFormat) {
    self.entries = entries
    hasMarks = format == .fountain
  }

  /// All values of the first entry with one of these keys (in small letters) that has any.
  func lines(of keys: [String]) -> [String] {
    let entry = entries.first { keys.contains($0.key.lowercased()) && !$0.values.isEmpty }
    return entry?.values.compactMap {
      (hasMarks ? FountainEmphasis.plainText($0) : $0).inOneLine
    } ?? []
  }

  /// The values as one line; nil where there are no words.
  func line(of keys: [String], joinedBy separator: String) -> String? {
    let lines = lines(of: keys)
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
