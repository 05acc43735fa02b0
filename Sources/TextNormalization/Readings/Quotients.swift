/// Divisions of values, whose slash is "over".
extension Slashes {
  /// Whether a slash divides values with an index, or a value by a product in brackets: "f_a/f_b", "1/c_max",
  /// "GM/(b c²)".
  func isQuotient(_ start: Int, in line: Line) -> Bool {
    let isIndexed = line.length(start + 1) == 1 && line.symbol(start + 2) == "_"
    let isProduct = line.symbol(start + 1) == "(" && line.length(start + 2) == 1
    guard isIndexed || isProduct && line.kind(start + 2) == .word else { return false }
    if line.kind(start - 1) == .word, line.symbol(start - 2) == "_", line.length(start - 3) == 1 {
      return line.isOpen(before: start - 3)
    }
    let isValue =
      line.kind(start - 1) == .digits
      || line.kind(start - 1) == .word
        && (line.length(start - 1) == 1
          || isProduct && line.length(start - 1) == 2
            && line.isAllCapitals(start - 1))
    return isValue && line.isOpen(before: start - 1)
      && (isIndexed || (start + 3...start + 6).contains { Powers.isExponent($0, in: line) })
  }

  /// Reads a fraction of letters: "1/x", "v = d/t".
  func fraction(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, line.kind(start + 1) == .word,
      line.length(start + 1) == 1
        || line.word(start + 1).map(MathWords.letters.values.contains) == true,
      line.isClosed(start + 2), line.symbol(start + 2) != "/", let below = line.word(start + 1),
      let over = MathWords.of(speech.language)["frac"]
    else { return nil }
    let before = line.skippingSpaceBack(start - 2)
    let isBehindEquals = line.symbol(before)?.isComparison == true
    // "1/s" is a rate.
    let isReciprocal =
      line.value(start - 1) == 1 && !"dhmswy".contains(below)
      && (isBehindEquals || line.isOpen(before: start - 1))
    let isQuotient =
      isBehindEquals && line.kind(start - 1) == .word && line.length(start - 1) == 1
      && !["A", "O", "n", "w"].contains(below)
    guard isReciprocal || isQuotient else { return nil }
    return Reading(start..<start + 1, over, in: line)
  }
}
