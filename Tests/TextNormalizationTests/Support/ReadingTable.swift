import Foundation

/// A table of Fixtures/readings: texts, and the words as a good narrator speaks them.
struct ReadingTable: Sendable {
  struct Row: Sendable, CustomStringConvertible {
    var line: Int
    var category: String
    var text: String
    /// The correct readings, any of which is accepted.
    var readings: [String]

    var description: String { "\(line) \(category): \(text)" }
  }

  let language: String
  let rows: [Row]

  init(_ language: String) throws {
    self.language = language
    let file = Self.fixtures.appending(path: "readings/\(language).tsv")
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    rows = lines.enumerated().compactMap { number, line in
      let columns = line.split(separator: "\t").map(String.init)
      guard !line.hasPrefix("#"), columns.count > 2 else { return nil }
      return Row(
        line: number + 1, category: columns[0], text: columns[1], readings: Array(columns[2...]))
    }
  }

  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let fixtures = package.appending(path: "Fixtures")
}

/// A comparison of readings in which only words count, as the heads of the tables define it.
///
/// A word in capitals may be spelled or spoken, because that depends on another rule and on the engine.
enum SpokenWordsComparison {
  static func agree(_ said: String, _ expected: String, _ language: String) -> Bool {
    let expected = words(expected, language).map(withoutApostrophes)
    var place = 0
    for word in words(said, language) {
      if place < expected.count, expected[place] == withoutApostrophes(word) {
        place += 1
      } else if let letters = letters(of: word), expected.dropFirst(place).starts(with: letters) {
        place += letters.count
      } else {
        return false
      }
    }
    return place == expected.count
  }

  /// Returns the words without apostrophes.
  ///
  /// Any other mark counts as a space.
  private static func words(_ text: String, _ language: String) -> [String] {
    let plain = language == "de" ? text.replacing("ß", with: "ss") : text
    return plain.split { !$0.isLetter && !$0.isNumber && !isApostrophe($0) }.map(String.init)
  }

  private static func withoutApostrophes(_ word: String) -> String {
    word.lowercased().filter { !isApostrophe($0) }
  }

  private static func isApostrophe(_ character: Character) -> Bool {
    character == "'" || character == "’"
  }

  /// Returns the names of the letters in "FBI", "CDs", "NYPD's", "l'ADN", or nil for other words.
  private static func letters(of word: String) -> [String]? {
    let parts = word.split(whereSeparator: isApostrophe).map(String.init)
    if parts.count == 2, parts[1] != "s", var letters = letters(of: parts[1]) {
      letters[0] = parts[0].lowercased() + letters[0]
      return letters
    }
    let word = parts.joined()
    let isPlural = word.hasSuffix("s")
    let capitals = isPlural ? word.dropLast() : word[...]
    // "GmbH" is also spelled.
    guard capitals.count > 1, capitals.first?.isUppercase == true,
      capitals.last?.isUppercase == true
    else { return nil }
    var letters = capitals.map { $0.lowercased() }
    if isPlural { letters[letters.count - 1] += "s" }
    return letters
  }
}
