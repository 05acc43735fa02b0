import Basics

/// A line as tokens, with the tests that rules use.
/// This is a class because every rule holds the line, and a copy of a struct would increase the reference counts of its
/// arrays.
final class Line: Sendable {
  let scalars: [Unicode.Scalar]
  let tokens: [Token]
  /// Each word as typed and in lower case; empty for other tokens.
  /// The words are stored, because rules ask for most words several times.
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

  /// Returns the kind of a token, or nil outside the line.
  func kind(_ index: Int) -> Token.Kind? {
    tokens.indices.contains(index) ? tokens[index].kind : nil
  }

  /// Returns the range of scalars of some tokens.
  func range(_ tokens: Range<Int>) -> Range<Int> {
    guard !tokens.isEmpty else { return 0..<0 }
    return self.tokens[tokens.lowerBound].range
      .lowerBound..<self.tokens[tokens.upperBound - 1].range.upperBound
  }

  func range(_ index: Int) -> Range<Int> { tokens[index].range }

  func text(_ tokens: Range<Int>) -> String { scalars[range(tokens)].text }

  // MARK: One token

  /// Returns the symbol, or nil if the token is not a symbol.
  func symbol(_ index: Int) -> Unicode.Scalar? {
    kind(index) == .symbol ? scalars[tokens[index].range.lowerBound] : nil
  }

  /// Returns the word as typed, or nil if the token is not a word.
  func word(_ index: Int) -> String? {
    kind(index) == .word ? words[index].typed : nil
  }

  /// Returns the word in lower case, with plain apostrophes, or nil if the token is not a word.
  func key(_ index: Int) -> String? {
    kind(index) == .word ? words[index].key : nil
  }

  private static func key(of word: String) -> String {
    if word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { return word }
    let small = word.lowercased()
    return small.utf8.count == small.unicodeScalars.count
      ? small : small.unicodeScalars.lazy.map { $0 == "’" ? "'" : $0 }.text
  }

  /// Returns the word in lower case, without the article or pronoun that French joins to it: "acte" for "l'acte".
  func stem(_ index: Int) -> String? {
    guard let key = key(index) else { return nil }
    guard let mark = key.firstIndex(of: "'"), key.distance(from: key.startIndex, to: mark) < 3
    else {
      return key
    }
    return String(key[key.index(after: mark)...])
  }

  /// Returns the digits, or nil if the token has no digits.
  func digits(_ index: Int) -> String? {
    kind(index) == .digits ? scalars[tokens[index].range].lazy.map(\.plainDigit).text : nil
  }

  /// Returns the value of at most `most` digits, otherwise nil.
  func value(_ index: Int, most: Int = 9) -> Int? {
    guard kind(index) == .digits, tokens[index].range.count <= most else { return nil }
    return digits(index).flatMap { Int($0) }
  }

  func length(_ index: Int) -> Int {
    tokens.indices.contains(index) ? tokens[index].range.count : 0
  }

  func isSpace(_ index: Int) -> Bool { kind(index) == .space }

  /// Whether a token is a word with a capital first letter.
  func isUpper(_ index: Int) -> Bool {
    kind(index) == .word && scalars[tokens[index].range.lowerBound].isUpper
  }

  /// Whether a token is a word in capitals only.
  func isAllCapitals(_ index: Int) -> Bool {
    kind(index) == .word && scalars[tokens[index].range].allSatisfy(\.isUpper)
  }

  // MARK: Around a token

  /// Returns the index after a space if the token is a space, otherwise the same index.
  func skippingSpace(_ index: Int) -> Int { isSpace(index) ? index + 1 : index }

  /// Returns the index before a space if the token is a space, otherwise the same index.
  func skippingSpaceBack(_ index: Int) -> Int { isSpace(index) ? index - 1 : index }

  /// Returns the index of the word before a token, with at most a space in between, or nil.
  func wordBefore(_ index: Int) -> Int? {
    let before = skippingSpaceBack(index - 1)
    return kind(before) == .word ? before : nil
  }

  /// Returns the word before a token in lower case.
  /// An abbreviation's full stop may be in between.
  func keyBefore(_ index: Int) -> String? {
    var before = skippingSpaceBack(index - 1)
    if symbol(before) == ".", kind(before - 1) == .word { before -= 1 }
    return key(before)
  }

  /// Returns the word at an index, or after a space at the index, in lower case.
  func keyAfter(_ index: Int) -> String? { key(skippingSpace(index)) }

  /// Whether a token is first in the line, or directly after a space, an opening mark, a long dash or an ellipsis.
  func isOpen(before index: Int) -> Bool {
    guard index > 0 else { return true }
    return kind(index - 1) == .space || symbol(index - 1)?.opensGroup == true
      || symbol(index - 1) == "—" || symbol(index - 1) == "…"
  }

  /// Whether no letter or digit follows directly.
  func isClosed(_ index: Int) -> Bool {
    kind(index) != .word && kind(index) != .digits
  }

  /// Whether a token is first in the line or follows the end of a sentence.
  func startsSentence(_ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, isSpace(before) || symbol(before)?.opensGroup == true { before -= 1 }
    guard before >= 0 else { return true }
    switch symbol(before) {
    case ".", "!", "?", "…", ":": return true
    default: return false
    }
  }

  /// Whether a sentence opens here: first in the line, or after the mark that ends a sentence.
  func opensSentence(_ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, isSpace(before) || symbol(before)?.opensGroup == true { before -= 1 }
    guard before >= 0 else { return true }
    switch symbol(before) {
    case "!", "?": return before + 1 < index
    // "A.D. 79"
    case ".": return before + 1 < index && !(length(before - 1) == 1 && symbol(before - 2) == ".")
    default: return false
    }
  }

  /// Whether the line ends here, apart from spaces and closing quotes.
  func isEnd(_ index: Int) -> Bool {
    var place = index
    while place < count, isSpace(place) || symbol(place)?.isClosingQuote == true { place += 1 }
    return place >= count
  }

  /// Whether the next word after an index begins with a capital, possibly after spaces and opening marks.
  func capitalFollows(_ index: Int) -> Bool {
    var place = index
    while place < count, isSpace(place) || symbol(place)?.opensGroup == true { place += 1 }
    return isUpper(place)
  }

  /// Returns the index of the next word, possibly after spaces and opening marks, or nil if another token comes first.
  func nextWord(_ index: Int) -> Int? {
    var place = index
    while place < count, isSpace(place) || symbol(place)?.opensGroup == true { place += 1 }
    return kind(place) == .word ? place : nil
  }
}

/// A part of a line: a word, digits, a space or a single symbol.
struct Token: Sendable, Equatable {
  enum Kind: UInt8, Sendable {
    /// Letters, with apostrophes between them.
    case word
    case digits
    case space
    /// A single scalar of any other kind.
    case symbol
  }

  var kind: Kind
  var range: Range<Int>
}

/// Splits a line into tokens, in one pass.
enum Tokenizer {
  static func tokens(of scalars: [Unicode.Scalar]) -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(scalars.count / 3 + 4)
    var place = 0
    while place < scalars.count {
      let kind = kind(of: scalars[place])
      var end = place + 1
      switch kind {
      case .word: end = wordEnd(scalars, from: end)
      case .digits: while end < scalars.count, scalars[end].isDigit { end += 1 }
      case .space: while end < scalars.count, scalars[end].isSpace { end += 1 }
      case .symbol: break
      }
      tokens.append(Token(kind: kind, range: place..<end))
      place = end
    }
    return tokens
  }

  private static func kind(of scalar: Unicode.Scalar) -> Token.Kind {
    if scalar.isWordLetter { return .word }
    if scalar.isSpace { return .space }
    return scalar.isDigit ? .digits : .symbol
  }

  private static func wordEnd(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
    var end = start
    while end < scalars.count {
      let isJoin =
        scalars[end].isApostrophe && end + 1 < scalars.count && scalars[end + 1].isWordLetter
      guard scalars[end].isWordLetter || isJoin else { break }
      end += 1
    }
    return end
  }
}
