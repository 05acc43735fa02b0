/// A lexicon with lookups in two spellings: a lowercase entry also matches a capitalized word, and vice
/// versa.
/// A checked entry is an entry that people have checked.
struct Lexicon: Sendable {
  let table: LexiconTable

  /// Returns the checked entry of a word, in one of its two spellings, or nil.
  func checked(_ word: ASCIIWord) -> LexiconEntry? { entry(word, isChecked: true) }

  /// Returns the unchecked entry of a word, in one of its two spellings, or nil.
  func unchecked(_ word: ASCIIWord) -> LexiconEntry? { entry(word, isChecked: false) }

  func isChecked(_ word: ASCIIWord) -> Bool {
    if table.isChecked(word) == true { return true }
    return otherSpelling(word).map { table.isChecked($0) == true } ?? false
  }

  /// Whether a word has any entry.
  func has(_ word: ASCIIWord) -> Bool {
    if table.isChecked(word) != nil { return true }
    return otherSpelling(word).map { table.isChecked($0) != nil } ?? false
  }

  private func entry(_ word: ASCIIWord, isChecked: Bool) -> LexiconEntry? {
    if let entry = table.entry(word), entry.isChecked == isChecked { return entry }
    guard let other = otherSpelling(word), let entry = table.entry(other) else { return nil }
    return entry.isChecked == isChecked ? entry : nil
  }

  private func otherSpelling(_ word: ASCIIWord) -> ASCIIWord? {
    guard word.count > 1 else { return nil }
    let (small, capital) = (word.lowered, word.capitalized)
    if word == small { return capital == word ? nil : capital }
    return word == capital ? small : nil
  }
}
