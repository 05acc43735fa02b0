import Basics

/// Reads the symbol for "and": Hawkins & Sons, R&B, AT&T.
struct Ampersands: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    if line.kind(start) == .word { return letters(at: start, in: line) }
    if let reading = andSoOn(at: start, in: line) { return reading }
    guard line.symbol(start) == "&", line.symbol(start - 1) != "&", line.symbol(start + 1) != "&",
      isThing(line.skippingSpaceBack(start - 1), in: line),
      isThing(line.skippingSpace(start + 1), in: line)
    else { return nil }
    return Reading(start..<start + 1, word(before: start + 1, in: line), in: line)
  }

  /// Reads "&c." as "et cetera".
  /// A full stop that ends the sentence stays.
  private func andSoOn(at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start) == "&", line.word(start + 1) == "c", line.isClosed(start + 2),
      line.symbol(start + 2)?.isApostrophe != true
    else { return nil }
    let endsSentence = line.isEnd(start + 3) || line.capitalFollows(start + 3)
    let hasStop = line.symbol(start + 2) == "." && !endsSentence
    return Reading(start..<start + (hasStop ? 3 : 2), "et cetera", in: line)
  }

  /// Returns capitals directly beside the symbol unchanged if the capitals could be a word, such as the
  /// "AT" of "AT&T".
  private func letters(at start: Int, in line: Line) -> Reading? {
    let isLeft = line.symbol(start + 1) == "&" && line.isUpper(start + 2)
    let isRight = line.symbol(start - 1) == "&" && line.isAllCapitals(start - 2)
    guard isLeft || isRight, line.isAllCapitals(start), (2...3).contains(line.length(start)) else {
      return nil
    }
    let letters = line.scalars[line.range(start)]
    guard letters.contains(where: { "AEIOUY".unicodeScalars.contains($0) }) else { return nil }
    return Reading(start..<start + 1, letters.text, in: line)
  }

  private func isThing(_ index: Int, in line: Line) -> Bool {
    line.kind(index) == .word || line.kind(index) == .digits
      || line.symbol(index)?.isClosingQuote == true
      || line.symbol(index)?.opensGroup == true || line.symbol(index) == "."
      || line.symbol(index) == ")"
  }

  /// Returns Spanish "e" before the sound of i, otherwise the word for "and".
  private func word(before index: Int, in line: Line) -> String {
    guard speech.language.isSpanish, let next = line.keyAfter(index) else {
      return speech.symbols.and
    }
    let isE = next.hasPrefix("i") || next.hasPrefix("hi") && !next.hasPrefix("hie")
    return isE ? "e" : speech.symbols.and
  }
}
