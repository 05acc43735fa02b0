import Basics

/// Reads products and dimensions: 6 × 7, 2x4, 8 x 10, 3x faster, 8 ÷ 2.
struct Products: ReadingRule {
  let speech: Speech
  private let amounts: Amounts

  init(speech: Speech) {
    self.speech = speech
    amounts = Amounts(speech: speech)
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) != .word, let first = amounts.amount(at: start, in: line),
      !first.isPart, !(first.value == 0 && line.kind(start + 1) == .word), !isModel(start, in: line)
    else { return nil }
    let end = first.tokens.upperBound
    let place = line.skippingSpace(end)
    guard let symbol = Self.symbol(place, in: line) else { return nil }
    let next = line.skippingSpace(place + 1)
    let isSpaced = line.isSpace(end)
    if line.isSpace(place + 1) == isSpaced, let last = amounts.amount(at: next, in: line) {
      return product(first, symbol, place, last, in: line)
    }
    return symbol == "x" && !isSpaced ? fold(first, place, in: line) : nil
  }

  /// Whether the letter is a placeholder for a digit: "680x0", "Windows 9x".
  private func isModel(_ start: Int, in line: Line) -> Bool {
    guard line.word(start + 1) == "x" else { return false }
    if line.value(start + 2) == 0 { return true }
    return line.isClosed(start + 2)
      && line.keyBefore(start).map { speech.context.versions.contains($0) } == true
  }

  private static func symbol(_ index: Int, in line: Line) -> Unicode.Scalar? {
    if let symbol = line.symbol(index),
      symbol == "×" || symbol == "÷" || symbol == "*" || symbol == "⋅"
    {
      return symbol
    }
    return line.key(index) == "x" ? "x" : nil
  }

  /// Reads all factors of a product such as "2 x 4 x 8".
  private func product(
    _ first: Amount, _ symbol: Unicode.Scalar, _ place: Int, _ last: Amount, in line: Line
  ) -> Reading {
    var words = amounts.words(first, in: line)
    var (symbol, place, last) = (symbol, place, last)
    while true {
      words.add(name(symbol, place, in: line), from: line.range(place))
      words.add(amounts.words(last, in: line))
      let end = last.tokens.upperBound
      let next = line.skippingSpace(end)
      guard let another = Self.symbol(next, in: line),
        let amount = amounts.amount(at: line.skippingSpace(next + 1), in: line)
      else { return Reading(end: end, words: words) }
      (symbol, place, last) = (another, next, amount)
    }
  }

  private func name(_ symbol: Unicode.Scalar, _ place: Int, in line: Line) -> String {
    switch symbol {
    case "÷": speech.symbols.divided
    // "un 4x4" has no word between the digits, but "3 x 4" has one.
    case "x" where speech.language.isFrench:
      line.isSpace(place - 1)
        ? speech.symbols.times : line.length(place - 1) == 1 ? "" : speech.symbols.by
    case "x": speech.symbols.by
    default: speech.symbols.times
    }
  }

  /// Whether an amount with a letter is part of a formula, because an operator is beside it: "2x + 1".
  private func isTerm(_ amount: Amount, _ place: Int, in line: Line) -> Bool {
    let (before, next) = (
      line.skippingSpaceBack(amount.tokens.lowerBound - 1), line.skippingSpace(place + 1)
    )
    return [before, next].contains { index in
      line.symbol(index).map { $0.isComparison || "+-−*/^".unicodeScalars.contains($0) } == true
    }
  }

  /// Reads "3x faster" as "three times faster", and German "3x" as "dreimal".
  private func fold(_ amount: Amount, _ place: Int, in line: Line) -> Reading? {
    guard line.isClosed(place + 1), line.symbol(place + 1) != "-", !isTerm(amount, place, in: line)
    else {
      return nil
    }
    let range = line.range(amount.tokens.lowerBound..<place + 1)
    guard speech.language.isGerman, let value = amount.value else {
      var words = amounts.words(amount, .before(.feminine), in: line)
      words.add(speech.symbols.fold.word(isOne: amount.isOne), from: line.range(place))
      return Reading(end: place + 1, words: words)
    }
    let count = speech.speller.cardinal(value, .before(.masculine))
    return Reading(end: place + 1, words: SpokenWords(count + "mal", from: range))
  }
}
