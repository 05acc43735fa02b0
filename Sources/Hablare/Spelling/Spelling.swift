/// Finds the known name that a misspelt name probably means.
///
/// `SpellingIndex` is faster if there are many names.
package enum Spelling {
  /// The maximum number of letters in a name.
  ///
  /// Longer texts are not compared.
  static let longest = 256

  /// Returns at most `limit` candidates that are similar to `word`, best first.
  ///
  /// Case is ignored. Equally good candidates keep their order. `bound` is the number of letters
  /// that may be wrong: by default a third of the letters, but at least two. Names of more than 256
  /// letters never match.
  package static func nearest(
    to word: String, among candidates: some Sequence<String>, limit: Int = 3,
    within bound: Int? = nil
  ) -> [String] {
    guard let wanted = letters(of: word) else { return [] }
    let bound = bound ?? defaultBound(wanted)
    let scored = candidates.enumerated().compactMap { index, candidate in
      guard let letters = letters(of: candidate), abs(letters.count - wanted.count) <= bound
      else { return nil as Scored? }
      let distance = distance(wanted, letters)
      return distance <= bound ? (distance, index, candidate) : nil
    }
    return scored.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(limit).map(\.2)
  }

  private typealias Scored = (Int, Int, String)

  /// Returns a suggestion for an unknown word.
  ///
  /// If no known word is similar, returns `otherwise`, by default a list of the known words.
  ///
  /// In a word of up to three letters only one letter may be wrong: "act" is not a slip for "auto".
  package static func hint(
    for word: String, among known: [String], otherwise: String? = nil
  ) -> String {
    let bound = word.count > 3 ? nil : 1
    return nearest(to: word, among: known, limit: 1, within: bound).first.map {
      "did you mean \($0)?"
    }
      ?? otherwise ?? "expected one of \(known.joined(separator: ", "))"
  }

  /// Returns how many letters of a word may be wrong by default.
  static func defaultBound(_ wanted: [Unicode.Scalar]) -> Int { max(2, wanted.count / 3) }

  /// Returns the letters of a name, in the form in which they are compared; nil if the name is too
  /// long.
  static func letters(of name: String) -> [Unicode.Scalar]? {
    // A longer name has too many letters: a letter has at most four bytes, and lowercasing a letter
    // yields at least one letter.
    guard name.utf8.count <= 4 * longest else { return nil }
    let letters = Array(name.lowercased().unicodeScalars)
    return letters.count <= longest ? letters : nil
  }

  /// Returns the distance of two words: the number of insertions, deletions, substitutions and
  /// swaps of neighbouring letters (optimal string alignment).
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var older = [Int]()
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var best = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, older[j - 1] + 1) }
        row.append(best)
      }
      (older, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
