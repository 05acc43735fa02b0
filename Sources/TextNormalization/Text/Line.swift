/// A line as tokens, with the questions that rules ask.
///
/// By reference: every rule holds the line, and a copy would count its arrays.
final class Line: Sendable {
  let scalars: [Unicode.Scalar]
  let tokens: [Token]
  /// Each word as typed and in small letters, empty for other tokens: rules ask for most words several times.
  private let words: [(typed: String, key: String)]

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    tokens = Tokenizer.tokens(of: scalars)
    words = tokens.map { token in
      guard token.kind == .word else { return ("", "") }
      let typed = scalars[token.range].text
      return (typed, Self.key(of: typed))
    }
  }

  var count: Int { tokens.count }

  /// The kind of a token, or nil outside the line.
  func kind(_ index: Int) -> Token.Kind? {
    tokens.indices.contains(index) ? tokens[index].kind : nil
  }

  /// The scalars of some tokens.
  func range(_ tokens: Range<Int>) -> Range<Int> {
    guard !tokens.isEmpty else { return 0..<0 }
    return self.tokens[tokens.lowerBound].range
      .lowerBound..<self.tokens[tokens.upperBound - 1].range.upperBound
  }

  func range(_ index: Int) -> Range<Int> { tokens[index].range }

  func text(_ tokens: Range<Int>) -> String { scalars[range(tokens)].text }

  // MARK: One token

  /// The sign, or nil if the token is no sign.
  func sign(_ index: Int) -> Unicode.Scalar? {
    kind(index) == .sign ? scalars[tokens[index].range.lowerBound] : nil
  }

  /// The word as typed, or nil if the token is no word.
  func word(_ index: Int) -> String? {
    kind(index) == .word ? words[index].typed : nil
  }

  /// The word in small letters, with plain apostrophes.
  func key(_ index: Int) -> String? {
    kind(index) == .word ? words[index].key : nil
  }

  private static func key(of word: String) -> String {
    if word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { return word }
    let small = word.lowercased()
    return small.utf8.count == small.unicodeScalars.count
      ? small : small.unicodeScalars.lazy.map { $0 == "’" ? "'" : $0 }.text
  }

  /// The word in small letters, without the article or pronoun that French glues to it: "acte" of "l'acte".
  func stem(_ index: Int) -> String? {
    guard let key = key(index) else { return nil }
    guard let mark = key.firstIndex(of: "'"), key.distance(from: key.startIndex, to: mark) < 3
    else {
      return key
    }
    return String(key[key.index(after: mark)...])
  }

  /// The digits, or nil if the token has none.
  func figures(_ index: Int) -> String? {
    kind(index) == .figures ? scalars[tokens[index].range].lazy.map(\.plainFigure).text : nil
  }

  /// The value of figures of at most `most` digits.
  func value(_ index: Int, most: Int = 9) -> Int? {
    guard kind(index) == .figures, tokens[index].range.count <= most else { return nil }
    return figures(index).flatMap { Int($0) }
  }

  func length(_ index: Int) -> Int {
    tokens.indices.contains(index) ? tokens[index].range.count : 0
  }

  func isSpace(_ index: Int) -> Bool { kind(index) == .space }

  /// Whether a token is a word with a capital first letter.
  func isCapital(_ index: Int) -> Bool {
    kind(index) == .word && scalars[tokens[index].range.lowerBound].isCapital
  }

  /// Whether a token is a word of capitals only.
  func isAllCapitals(_ index: Int) -> Bool {
    kind(index) == .word && scalars[tokens[index].range].allSatisfy(\.isCapital)
  }

  // MARK: Around a token

  /// The index behind a space, if the token is one.
  func skippingSpace(_ index: Int) -> Int { isSpace(index) ? index + 1 : index }

  /// The index before a space, if the token is one.
  func skippingSpaceBack(_ index: Int) -> Int { isSpace(index) ? index - 1 : index }

  /// The word before a token, with at most a space between.
  func wordBefore(_ index: Int) -> Int? {
    let before = skippingSpaceBack(index - 1)
    return kind(before) == .word ? before : nil
  }

  /// The word before a token in small letters; an abbreviation's full stop may stand between.
  func keyBefore(_ index: Int) -> String? {
    var before = skippingSpaceBack(index - 1)
    if sign(before) == ".", kind(before - 1) == .word { before -= 1 }
    return key(before)
  }

  /// The word that begins at an index or behind a space there, in small letters.
  func keyAfter(_ index: Int) -> String? { key(skippingSpace(index)) }

  /// Whether nothing that belongs to a word or number stands before a token.
  func isOpen(before index: Int) -> Bool {
    guard index > 0 else { return true }
    return kind(index - 1) == .space || sign(index - 1)?.opensGroup == true
      || sign(index - 1) == "—" || sign(index - 1) == "…"
  }

  /// Whether no letter or figure follows directly.
  func isClosed(_ index: Int) -> Bool {
    kind(index) != .word && kind(index) != .figures
  }

  /// Whether a token stands first in the line or behind the end of a sentence.
  func startsSentence(_ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, isSpace(before) || sign(before)?.opensGroup == true { before -= 1 }
    guard before >= 0 else { return true }
    switch sign(before) {
    case ".", "!", "?", "…", ":": return true
    default: return false
    }
  }

  /// Whether a sentence opens here: first in the line, or behind the mark that ends one.
  func opensSentence(_ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, isSpace(before) || sign(before)?.opensGroup == true { before -= 1 }
    guard before >= 0 else { return true }
    switch sign(before) {
    case "!", "?": return before + 1 < index
    // "A.D. 79"
    case ".": return before + 1 < index && !(length(before - 1) == 1 && sign(before - 2) == ".")
    default: return false
    }
  }

  /// Whether the line ends here, but for space and closing quotes.
  func isEnd(_ index: Int) -> Bool {
    var place = index
    while place < count, isSpace(place) || sign(place)?.isClosingQuote == true { place += 1 }
    return place >= count
  }

  /// Whether the next thing behind an index is a word with a capital letter.
  func capitalFollows(_ index: Int) -> Bool {
    var place = index
    while place < count, isSpace(place) || sign(place)?.opensGroup == true { place += 1 }
    return isCapital(place)
  }

  /// The index of the word that follows an index, behind space and opening marks; nil if none does.
  func nextWord(_ index: Int) -> Int? {
    var place = index
    while place < count, isSpace(place) || sign(place)?.opensGroup == true { place += 1 }
    return kind(place) == .word ? place : nil
  }
}
