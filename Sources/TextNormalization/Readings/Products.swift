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
    if let range = foldRange(first, in: line) { return range }
    let place = line.skippingSpace(end)
    guard let symbol = Self.symbol(place, in: line) else { return nil }
    // "2*width"
    if speech.isSecond, symbol == "*", place == end, line.kind(place + 1) == .word,
      line.isOpen(before: start), !line.isUpper(place + 1), line.isClosed(place + 2),
      line.symbol(place + 2) != "*"
    {
      var words = amounts.words(first, in: line)
      words.add(speech.symbols.times, from: line.range(place))
      return Reading(end: place + 1, words: words)
    }
    let next = line.skippingSpace(place + 1)
    let isSpaced = line.isSpace(end)
    // "4 x TitanXP", "2 x A100"
    if speech.isSecond, isSpaced, line.word(place) == "x", line.isSpace(place + 1),
      line.isUpper(next), line.length(next) > 1 || line.kind(next + 1) == .digits
    {
      var words = amounts.words(first, in: line)
      words.add(speech.symbols.times, from: line.range(place))
      return Reading(end: place + 1, words: words)
    }
    if line.isSpace(place + 1) == isSpaced, let last = amounts.amount(at: next, in: line) {
      // "6.02 × 10^23"
      if speech.isSecond, isRaised(last, in: line) {
        var words = amounts.words(first, in: line)
        words.add(speech.symbols.times, from: line.range(place))
        return Reading(end: place + 1, words: words)
      }
      return product(first, symbol, place, last, in: line)
    }
    return symbol == "x" && !isSpaced ? fold(first, place, in: line) : nil
  }

  /// Reads "5-10x" as "five to ten times".
  private func foldRange(_ first: Amount, in line: Line) -> Reading? {
    let dash = first.tokens.upperBound
    guard speech.isSecond, let symbol = line.symbol(dash), symbol == "-" || symbol == "–",
      let last = amounts.amount(at: dash + 1, in: line), !last.isPart,
      line.word(last.tokens.upperBound) == "x", line.isClosed(last.tokens.upperBound + 1)
    else { return nil }
    var words = amounts.words(first, .before(.feminine), in: line)
    words.add(speech.symbols.to, from: line.range(dash))
    words.add(amounts.words(last, .before(.feminine), in: line))
    words.add(speech.symbols.fold.many, from: line.range(last.tokens.upperBound))
    return Reading(end: last.tokens.upperBound + 1, words: words)
  }

  private func isRaised(_ amount: Amount, in line: Line) -> Bool {
    let symbol = line.symbol(amount.tokens.upperBound)
    return symbol == "^" || Powers.isRaised(symbol)
  }

  /// Whether the letter ends the number of a model behind its name: "Epyc 7773X", but not "a 10X gain".
  private func isProcessor(_ start: Int, in line: Line) -> Bool {
    guard line.word(start + 1) == "X", line.isClosed(start + 2), let digits = line.digits(start),
      digits.utf8.count > 3, !digits.hasSuffix("000"), let name = line.wordBefore(start)
    else { return false }
    return line.isUpper(name)
  }

  /// Whether the letter is a placeholder for a digit: "680x0", "Windows 9x".
  private func isModel(_ start: Int, in line: Line) -> Bool {
    if speech.isSecond, isProcessor(start, in: line) { return true }
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
      else { return Reading(end: end, words: words).withUnit(speech, in: line) }
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
    case "×" where speech.isSecond && speech.language.isEnglish && isSize(place, in: line):
      speech.symbols.by
    default: speech.symbols.times
    }
  }

  /// Whether a product is the size of a picture or of a matrix: "1920 × 1080", "a 3 × 4 matrix".
  private func isSize(_ place: Int, in line: Line) -> Bool {
    let (before, next) = (line.skippingSpaceBack(place - 1), line.skippingSpace(place + 1))
    let behind = line.skippingSpace(next + 1)
    // "12 × 100%"
    if line.symbol(next + 1) == "%" { return false }
    if isMeasure(behind, in: line) { return true }
    if line.key(behind).map(["matrix", "matrices", "grid", "array", "table", "image"].contains)
      == true
    {
      return true
    }
    // "an 8×10 photo", "the 2×2 mass matrix"
    if next == before + 2, ["a", "an", "the"].contains(line.keyBefore(before)),
      line.symbol(behind) != "="
    {
      return true
    }
    return [before, next].allSatisfy { (line.value($0) ?? 0) > 99 } && line.symbol(behind) != "="
      && line.symbol(line.skippingSpaceBack(before - 1)) != "="
  }

  /// Whether a unit of length or more factors with one are here: "3 × 4 × 5 cm".
  private func isMeasure(_ start: Int, in line: Line) -> Bool {
    var place = start
    while line.symbol(place) == "×", place - start < 12 {
      place = line.skippingSpace(line.skippingSpace(place + 1) + 1)
    }
    guard let unit = Reading.lengths(at: place, in: line) else { return false }
    return line.symbol(line.skippingSpace(unit)) != "="
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
    // "3x/day"
    if speech.isSecond, speech.language.isEnglish, line.symbol(place + 1) == "/",
      let unit = line.key(place + 2), ["day", "week", "month", "year"].contains(unit),
      line.isClosed(place + 3)
    {
      var words = amounts.words(amount, in: line)
      words.add(speech.symbols.fold.word(isOne: amount.isOne), from: line.range(place))
      words.add("a " + unit, from: line.range(place + 1..<place + 3))
      return Reading(end: place + 3, words: words)
    }
    guard line.isClosed(place + 1), line.symbol(place + 1) != "-", !isTerm(amount, place, in: line),
      !(speech.isSecond && Powers.isRaised(line.symbol(place + 1)))
    else { return nil }
    let range = line.range(amount.tokens.lowerBound..<place + 1)
    if speech.isSecond, isScale(amount, place, in: line) {
      var words = amounts.words(amount, in: line)
      words.add("x", from: line.range(place))
      return Reading(end: place + 1, words: words)
    }
    guard speech.language.isGerman, let value = amount.value else {
      var words = amounts.words(amount, .before(.feminine), in: line)
      words.add(speech.symbols.fold.word(isOne: amount.isOne), from: line.range(place))
      return Reading(end: place + 1, words: words)
    }
    let count = speech.speller.cardinal(value, .before(.masculine))
    return Reading(end: place + 1, words: SpokenWords(count + "mal", from: range))
  }
}

extension Products {
  /// Whether a number is the scale of a screen: "a 2x display", "una pantalla 1x".
  private func isScale(_ amount: Amount, _ place: Int, in line: Line) -> Bool {
    [line.keyBefore(amount.tokens.lowerBound), line.keyAfter(place + 1)].contains {
      $0.map(Self.screens.contains) == true
    }
  }

  private static let screens: Set<String> = [
    "screen", "screens", "display", "displays", "monitor", "monitors", "retina", "resolution",
    "bildschirm", "bildschirme", "auflösung", "monitore", "écran", "écrans", "résolution",
    "moniteur", "moniteurs", "pantalla", "pantallas", "resolución", "monitores",
  ]
}

extension Reading {
  /// Returns the end of an English unit of length: "cm", and "in" before a mark. Nil if there is none.
  static func lengths(at place: Int, in line: Line) -> Int? {
    guard let key = line.word(place),
      ["cm", "ft", "in", "km", "m", "mm", "nm", "px"].contains(key), line.symbol(place + 1) != "/"
    else { return nil }
    let isUnit = key != "in" && line.isClosed(place + 1) || !line.isSpace(place + 1)
    return isUnit ? place + 1 : nil
  }

  /// Adds the unit behind a product or a power: "10 × 20 cm", "3 × 10⁸ m/s". In English, only lengths have units.
  func withUnit(_ speech: Speech, in line: Line) -> Reading {
    let isGerman = speech.language.isGerman
    guard speech.isSecond,
      !speech.language.isEnglish || Self.lengths(at: line.skippingSpace(end), in: line) != nil,
      isGerman || line.kind(line.isSpace(end) ? end + 1 : end) == .word
    else { return self }
    if speech.language.isEnglish, line.word(end + 1) == "in" {
      var words = words
      words.add("inches", from: line.range(end + 1))
      return Reading(end: end + 2, words: words)
    }
    guard
      let unit = WrittenUnits(speech: speech).unit(at: end, in: line)
    else { return self }
    var words = words
    words.add(unit.noun.many, from: line.range(unit.tokens))
    if let per = unit.per {
      words.add(speech.symbols.per + " " + per.noun.one, from: line.range(per.tokens))
    }
    return Reading(end: unit.end, words: words)
  }
}

/// Reads a product of two letters: "CxP" is "C by P".
struct LetterProducts: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    let word = line.kind(start) == .word ? line.scalars[line.range(start)].text : ""
    guard word.utf8.count == 3, word.utf8.allSatisfy({ $0 < 0x80 }), word != "DxO",
      line.isOpen(before: start), line.isClosed(start + 1), let first = word.first,
      let last = word.last, word.dropFirst().first == "x", first.isUppercase, first != "X",
      last.isUppercase, last != "X"
    else { return nil }
    return Reading(start..<start + 1, "\(first) by \(last)", in: line)
  }
}
