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

/// Reads powers and roots: x², 10³, 2^10, √16.
struct Powers: ReadingRule {
  let speech: Speech
  private let amounts: Amounts

  init(speech: Speech) {
    self.speech = speech
    amounts = Amounts(speech: speech)
  }

  private static let raised: [Unicode.Scalar: Character] = [
    "⁰": "0", "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7", "⁸": "8",
    "⁹": "9", "⁻": "-",
  ]

  /// The value of a subscript digit, as in "CO₂".
  private static func lowered(_ scalar: Unicode.Scalar) -> Int? {
    "₀" <= scalar && scalar <= "₉" ? Int(scalar.value - 0x2080) : nil
  }

  static func isRaised(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { !$0.isASCII && raised[$0] != nil } == true
  }

  /// Whether an exponent is here.
  static func isExponent(_ index: Int, in line: Line) -> Bool {
    line.symbol(index) == "^" || isRaised(line.symbol(index))
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    switch line.symbol(start) {
    case nil: return behindNumber(at: start, in: line)
    case "√": return root(at: start, in: line)
    case "^":
      guard line.kind(start - 1) == .word || line.symbol(start - 1) == ")" else { return nil }
      // "O(n^(d+1))"
      if speech.isSecond, line.symbol(start + 1) == "(" {
        return Reading(start..<start + 1, speech.symbols.power, in: line)
      }
      return exponent(at: start, in: line).map {
        Reading(end: $0.end, words: SpokenWords($0.text, from: line.range(start..<$0.end)))
      }
    case let symbol? where speech.isSecond && Self.lowered(symbol) != nil:
      guard line.kind(start - 1) == .word || line.symbol(start - 1) == ")" else { return nil }
      var (digits, end) = ("", start)
      while let digit = line.symbol(end).flatMap(Self.lowered), end - start < 6 {
        digits += String(digit)
        end += 1
      }
      return Reading(start..<end, speech.speller.cardinal(digits), in: line)
    case let symbol where Self.isRaised(symbol):
      if let charge = charge(at: start, in: line) { return charge }
      if let mark = noteMark(at: start, in: line) { return mark }
      return exponent(at: start, in: line).map {
        Reading(end: $0.end, words: SpokenWords($0.text, from: line.range(start..<$0.end)))
      }
    default: return nil
    }
  }

  /// Reads "Ca²⁺" as "Ca two plus".
  private func charge(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, let digit = line.symbol(start).flatMap({ Self.raised[$0] }),
      digit != "-", let sign = line.symbol(start + 1), sign == "⁺" || sign == "⁻",
      line.isClosed(start + 2), !Self.isRaised(line.symbol(start + 2))
    else { return nil }
    let name = sign == "⁺" ? speech.symbols.plus : speech.symbols.minus
    return Reading(
      start..<start + 2, speech.speller.cardinal(String(digit)) + " " + name, in: line)
  }

  /// Reads "10³" and "2^10".
  private func behindNumber(at start: Int, in line: Line) -> Reading? {
    if speech.isSecond, let number = scientific(at: start, in: line) { return number }
    guard let number = speech.format.number(at: start, in: line), line.kind(start - 1) != .word,
      let power = exponent(at: number.tokens.upperBound, in: line)
    else { return nil }
    var words = amounts.words(number, in: line)
    words.add(power.text, from: line.range(number.tokens.upperBound..<power.end))
    return Reading(end: power.end, words: words).withUnit(speech, in: line)
  }

  /// Reads "2.5e-3" as "two point five times ten to the power of minus three".
  private func scientific(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) != .word, let number = speech.format.number(at: start, in: line),
      let letter = line.word(number.tokens.upperBound), letter == "e" || letter == "E"
    else { return nil }
    let place = number.tokens.upperBound + 1
    let sign = line.symbol(place)
    let hasSign = sign.map { "+-−".unicodeScalars.contains($0) } == true
    guard hasSign || letter == "e", let value = line.value(hasSign ? place + 1 : place, most: 3)
    else { return nil }
    let end = hasSign ? place + 2 : place + 1
    guard line.isClosed(end), line.symbol(end)?.isDash != true else { return nil }
    let symbols = speech.symbols
    let minus = hasSign && sign != "+" ? symbols.minus + " " : ""
    var words = amounts.words(number, in: line)
    words.add(
      "\(symbols.times) \(speech.speller.cardinal(10)) \(symbols.power) "
        + minus + speech.speller.cardinal(value), from: line.range(place - 1..<end))
    return Reading(end: end, words: words)
  }

  /// Returns the words of an exponent that begins at a token, or nil.
  private func exponent(at index: Int, in line: Line) -> (text: String, end: Int)? {
    var end = index
    var digits = ""
    while let symbol = line.symbol(end), let digit = Self.raised[symbol], digits.utf8.count < 6 {
      digits.append(digit)
      end += 1
    }
    if digits.isEmpty, line.symbol(index) == "^" {
      end = index + 1
      if line.symbol(end) == "-" {
        digits = "-"
        end += 1
      }
      if let plain = line.digits(end), plain.utf8.count < 10 {
        digits += plain
        end += 1
      } else if digits.isEmpty, line.length(end) == 1, let letter = line.word(end) {
        return (speech.symbols.power + " " + letter, end + 1)
      }
    }
    if speech.isSecond, let sum = sum(from: index, in: line) { return sum }
    guard let value = Int(digits) else { return nil }
    switch value {
    case 2: return (speech.symbols.squared, end)
    case 3: return (speech.symbols.cubed, end)
    default:
      let symbol = value < 0 ? speech.symbols.minus + " " : ""
      return (speech.symbols.power + " " + symbol + speech.speller.cardinal(abs(value)), end)
    }
  }

  /// Returns the words of an exponent of several parts: "2ⁿ⁻¹", "2¹⁹⁻¹⁶", "2^(n-1)".
  private func sum(from index: Int, in line: Line) -> (text: String, end: Int)? {
    var (parts, end) = ([speech.symbols.power], index)
    if line.symbol(index) == "^", line.symbol(index + 1) == "(" {
      end = index + 2
      while line.symbol(end) != ")" {
        guard end - index < 12, end < line.count else { return nil }
        if let digits = line.digits(end) {
          parts.append(speech.speller.cardinal(digits))
        } else if let name = line.symbol(end).flatMap(sign) {
          parts.append(name)
        } else if line.length(end) == 1, let letter = line.word(end) {
          parts.append(letter)
        } else if !line.isSpace(end) {
          return nil
        }
        end += 1
      }
      return parts.count > 1 ? (parts.joined(separator: " "), end + 1) : nil
    }
    while end - index < 8 {
      var digits = ""
      while end - index < 8, let digit = line.symbol(end).flatMap({ Self.raised[$0] }),
        digit != "-"
      {
        digits.append(digit)
        end += 1
      }
      if !digits.isEmpty {
        parts.append(speech.speller.cardinal(digits))
      } else if line.word(end) == "ⁿ" || line.symbol(end) == "ⁿ" {
        parts.append("n")
        end += 1
      } else if line.symbol(end) == "⁻", end > index {
        parts.append(speech.symbols.minus)
        end += 1
      } else {
        break
      }
    }
    // One number is read by its name: "squared".
    return parts.count > 2 || parts.last == "n" ? (parts.joined(separator: " "), end) : nil
  }

  private func sign(_ symbol: Unicode.Scalar) -> String? {
    switch symbol {
    case "-", "−": speech.symbols.minus
    case "+": speech.symbols.plus
    case "*", "×": speech.symbols.times
    case "/": speech.symbols.divided
    default: nil
    }
  }

  /// Reads "√16" as "the square root of sixteen".
  private func root(at start: Int, in line: Line) -> Reading? {
    let place = line.skippingSpace(start + 1)
    var words = SpokenWords(speech.symbols.root, from: line.range(start))
    if let amount = amounts.amount(at: place, in: line) {
      words.add(amounts.words(amount, in: line))
      return Reading(end: amount.tokens.upperBound, words: words)
    }
    let isSum = speech.isSecond && line.symbol(place) == "("
    return line.kind(place) == .word || isSum ? Reading(end: start + 1, words: words) : nil
  }
}

extension Reading {
  /// Returns the end of an English unit of length: "cm", and "in" before a mark. Nil if there is none.
  fileprivate static func lengths(at place: Int, in line: Line) -> Int? {
    guard let key = line.word(place),
      ["cm", "ft", "in", "km", "m", "mm", "nm", "px"].contains(key), line.symbol(place + 1) != "/"
    else { return nil }
    let isUnit = key != "in" && line.isClosed(place + 1) || !line.isSpace(place + 1)
    return isUnit ? place + 1 : nil
  }

  /// Adds the unit behind a product or a power: "10 × 20 cm", "3 × 10⁸ m/s". In English, only lengths have units.
  fileprivate func withUnit(_ speech: Speech, in line: Line) -> Reading {
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
