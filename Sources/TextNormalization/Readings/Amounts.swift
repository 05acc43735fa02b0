import Basics

/// A number that counts things: whole, decimal, a fraction, or a mixed number.
struct Amount: Sendable, Equatable {
  struct Fraction: Sendable, Equatable {
    var numerator: Int
    var denominator: Int
    var tokens: Range<Int>
  }

  var number: WrittenNumber?
  var fraction: Fraction?

  var tokens: Range<Int> {
    let start = number?.tokens.lowerBound ?? fraction?.tokens.lowerBound ?? 0
    return start..<(fraction?.tokens.upperBound ?? number?.tokens.upperBound ?? start)
  }

  /// Whether the counted noun is singular.
  var isOne: Bool { fraction == nil && number?.isOne == true }

  /// The value of a whole number, or nil.
  var value: Int? { fraction == nil ? number?.value : nil }

  /// Whether the amount is only a fraction below one.
  var isPart: Bool {
    guard number == nil, let fraction else { return false }
    return fraction.numerator < fraction.denominator
  }
}

/// Finds amounts in digits and returns their words.
struct Amounts: Sendable {
  let speech: Speech

  private static let vulgar: [Unicode.Scalar: (Int, Int)] = [
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5),
    "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8),
    "⅝": (5, 8), "⅞": (7, 8), "⅑": (1, 9), "⅒": (1, 10),
  ]

  static func isVulgarFraction(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar, !scalar.isASCII else { return false }
    return vulgar[scalar] != nil
  }

  // MARK: Finding amounts

  /// Returns the amount that begins at a token, or nil.
  func amount(at start: Int, in line: Line) -> Amount? {
    if let fraction = fraction(at: start, in: line) { return Amount(fraction: fraction) }
    guard let number = speech.format.number(at: start, in: line) else { return nil }
    let end = number.tokens.upperBound
    guard number.isPlain, !number.whole.isEmpty else { return Amount(number: number) }
    if let fraction = fraction(at: end, in: line, afterNumber: true)
      ?? (line.isSpace(end) ? fraction(at: end + 1, in: line, afterNumber: true) : nil),
      fraction.numerator < fraction.denominator
    {
      return Amount(number: number, fraction: fraction)
    }
    return Amount(number: number)
  }

  private func fraction(
    at start: Int, in line: Line, afterNumber: Bool = false
  ) -> Amount.Fraction? {
    if let symbol = line.symbol(start), let (numerator, denominator) = Self.vulgar[symbol] {
      return Amount.Fraction(
        numerator: numerator, denominator: denominator, tokens: start..<start + 1)
    }
    guard let numerator = line.value(start, most: 4),
      line.symbol(start + 1) == "/" || line.symbol(start + 1) == "⁄",
      let denominator = line.value(start + 2, most: 4), numerator > 0,
      (2...1000).contains(denominator), numerator != denominator,
      let end = fractionEnd(start + 3, in: line), line.symbol(start + 3) != "/",
      line.symbol(start - 1) != "/",
      !(line.symbol(start + 3) == "." && line.kind(start + 4) == .digits),
      // "08/03" is a date.
      !speech.isSecond || line.digits(start)?.hasPrefix("0") != true
        || line.digits(start + 2)?.hasPrefix("0") != true
    else { return nil }
    let isUsual = numerator < denominator || denominator <= 16
    let isTooLarge = numerator > 100 || denominator > 100 && denominator != 1000
    guard isUsual, !isTooLarge, !afterNumber || line.length(start) <= 2 else { return nil }
    return Amount.Fraction(
      numerator: numerator, denominator: denominator, tokens: start..<end)
  }

  /// Returns the index after a fraction, including the letters of "2/3rds"; nil if other letters follow.
  private func fractionEnd(_ index: Int, in line: Line) -> Int? {
    if line.isClosed(index) { return index }
    let isOrdinal = line.key(index).map { ["rd", "rds", "th", "ths"].contains($0) } == true
    return isOrdinal && speech.language.isEnglish ? index + 1 : nil
  }

  // MARK: Words

  /// Returns the words of an amount before a noun.
  func words(_ amount: Amount, _ form: NumberForm = .alone, in line: Line) -> SpokenWords {
    guard let fraction = amount.fraction else {
      return amount.number.map { words($0, form, in: line) } ?? SpokenWords()
    }
    guard let number = amount.number else {
      return SpokenWords(
        self.fraction(fraction.numerator, fraction.denominator, form),
        from: line.range(fraction.tokens))
    }
    return mixed(number, fraction, form, in: line)
  }

  func words(_ number: WrittenNumber, _ form: NumberForm = .alone, in line: Line) -> SpokenWords {
    SpokenWords(text(number, form), from: line.range(number.tokens))
  }

  func text(_ number: WrittenNumber, _ form: NumberForm = .alone) -> String {
    guard let fraction = number.fraction else {
      return number.hasLeadingZero
        ? speech.digits(number.whole) : speech.speller.cardinal(number.whole, form)
    }
    let symbols = speech.symbols
    let symbol = number.point == speech.format.decimal ? symbols.decimal : symbols.otherDecimal
    let whole = number.whole.isEmpty ? "" : speech.speller.cardinal(number.whole) + " "
    return whole + symbol + " " + decimals(fraction)
  }

  /// Returns the words of the digits after a decimal separator.
  /// The digits are read one by one. In Spanish and French, up to three digits are read as a number.
  private func decimals(_ digits: String) -> String {
    let speller = speech.speller
    guard speech.language.isSpanish || speech.language.isFrench, digits.utf8.count <= 3 else {
      return speller.digits(digits)
    }
    let zeros = digits.prefix { $0 == "0" }
    let rest = digits.dropFirst(zeros.count)
    let words =
      zeros.map { _ in speller.cardinal(0) }
      + (rest.isEmpty ? [] : [speller.cardinal(String(rest))])
    return words.joined(separator: " ")
  }

  private func mixed(
    _ number: WrittenNumber, _ fraction: Amount.Fraction, _ form: NumberForm, in line: Line
  ) -> SpokenWords {
    let (numerator, denominator) = (fraction.numerator, fraction.denominator)
    let isHalf = denominator == 2
    if speech.language.isGerman, isHalf {
      let whole = number.isOne ? "ein" : speech.speller.cardinal(number.whole)
      let range = line.range(number.tokens.lowerBound..<fraction.tokens.upperBound)
      return SpokenWords(whole + "einhalb", from: range)
    }
    var words = words(number, form, in: line)
    let part: String =
      switch speech.language {
      case .english where numerator == 1: "and " + article(self.fraction(1, denominator, form))
      case .english: "and " + self.fraction(numerator, denominator, form)
      case .spanish: "y " + self.fraction(numerator, denominator, form)
      case .french where isHalf: form == .before(.feminine) ? "et demie" : "et demi"
      case .french: "et " + self.fraction(numerator, denominator, form)
      default: self.fraction(numerator, denominator, form)
      }
    words.add(part, from: line.range(fraction.tokens))
    return words
  }

  /// Returns "a third" for "one third", "an eighth" for "one eighth".
  private func article(_ part: String) -> String {
    let name = part.dropFirst("one ".count)
    return (name.first == "e" ? "an " : "a ") + name
  }

  /// Returns the words of a fraction, such as "two thirds".
  func fraction(_ numerator: Int, _ denominator: Int, _ form: NumberForm) -> String {
    let speller = speech.speller
    let isOne = numerator == 1
    switch speech.language {
    case .english:
      let name =
        denominator == 2
        ? (isOne ? "half" : "halves")
        : (denominator == 4 ? "quarter" : speller.ordinal(denominator)) + (isOne ? "" : "s")
      // The name "one hundredth" already contains the numerator.
      let isDoubled = isOne && name.hasPrefix("one ")
      return isDoubled ? name : speller.cardinal(numerator) + " " + name
    case .spanish: return spanish(numerator, denominator, form)
    case .french:
      let name: String =
        switch denominator {
        case 2: isOne ? "demi" : "demis"
        case 3: "tiers"
        case 4: isOne ? "quart" : "quarts"
        default: speller.ordinal(denominator) + (isOne ? "" : "s")
        }
      let gender: NumberForm = speech.isSecond && denominator == 2 && isOne ? form : .alone
      return speller.cardinal(numerator, gender) + " " + name
    case .german: return german(numerator, denominator)
    case .other: return speller.cardinal(numerator) + " " + speller.cardinal(denominator)
    }
  }

  private func spanish(_ numerator: Int, _ denominator: Int, _ form: NumberForm) -> String {
    let isOne = numerator == 1
    if denominator == 2, isOne { return form == .before(.feminine) ? "media" : "medio" }
    let names = [
      2: "medio", 3: "tercio", 4: "cuarto", 5: "quinto", 6: "sexto", 7: "séptimo", 8: "octavo",
      9: "noveno", 10: "décimo", 100: "centésimo", 1000: "milésimo",
    ]
    let name =
      names[denominator] ?? speech.speller.cardinal(denominator).replacing(" ", with: "") + "avo"
    return speech.speller.cardinal(numerator, .before(.masculine)) + " " + name + (isOne ? "" : "s")
  }

  private func german(_ numerator: Int, _ denominator: Int) -> String {
    let count = numerator == 1 ? "ein" : speech.speller.cardinal(numerator)
    if denominator == 2 { return count + (numerator == 1 ? " halb" : " halbe") }
    let ordinal = speech.speller.ordinal(denominator)
    let stem = ordinal.hasPrefix("einhundert") ? String(ordinal.dropFirst(3)) : ordinal
    return count + " " + stem.dropLast(2).description.capitalizedFirst + "tel"
  }
}

/// An amount, or the two ends of a range.
struct Quantity: Sendable, Equatable {
  /// The relation between two amounts.
  enum Joint: Sendable, Equatable {
    /// "10–15"
    case range
    /// "5-4": the points of two teams.
    case score
    /// "50-50": no word between the amounts.
    case none
  }

  var first: Amount
  var last: Amount?
  var joint: Joint = .range
  var dash: Range<Int> = 0..<0

  var tokens: Range<Int> { first.tokens.lowerBound..<(last ?? first).tokens.upperBound }
  var isOne: Bool { last == nil && first.isOne }
  var isPart: Bool { last == nil && first.isPart }
  /// The value of a single whole number, otherwise nil.
  var value: Int? { last == nil ? first.value : nil }
}

/// Finds amounts and ranges in digits.
struct Quantities: Sendable {
  let speech: Speech
  let amounts: Amounts
  let nearby: NearbyWords

  init(speech: Speech) {
    self.speech = speech
    amounts = Amounts(speech: speech)
    nearby = NearbyWords(speech: speech)
  }

  /// Returns the amount or range that begins at a token, or nil.
  func quantity(at start: Int, in line: Line) -> Quantity? {
    guard let first = amounts.amount(at: start, in: line) else { return nil }
    let end = first.tokens.upperBound
    guard let (dash, next) = dash(at: end, in: line),
      let last = amounts.amount(at: next, in: line), joins(first, last, dash, in: line)
    else { return Quantity(first: first) }
    return Quantity(
      first: first, last: last, joint: joint(first, last, in: line), dash: dash)
  }

  /// Returns the tokens of a dash and the index after the dash and its space, or nil.
  /// The dash must have spaces on both sides or on neither side.
  func dash(at index: Int, in line: Line) -> (tokens: Range<Int>, next: Int)? {
    let isSpaced = line.isSpace(index)
    let place = isSpaced ? index + 1 : index
    // "2010--2014"
    if speech.isSecond, line.symbol(index) == "-", line.symbol(index + 1) == "-",
      line.kind(index - 1) == .digits || line.key(index - 1) == "s",
      line.kind(index + 2) == .digits
        || line.kind(index + 3) == .digits && line.symbol(index + 2).map(opensAmount) == true
    {
      return (index..<index + 2, index + 2)
    }
    guard let symbol = line.symbol(place), symbol.isDash || !isSpaced && symbol == "—",
      line.isSpace(place + 1) == isSpaced
    else { return nil }
    // "1776–~1890"
    if speech.isSecond, !isSpaced, line.symbol(place + 1) == "~", line.kind(place + 2) == .digits {
      return (place..<place + 2, place + 2)
    }
    // A hyphen between spaces, before more than four letters or digits, is usually the dash of a sentence.
    if isSpaced, symbol == "-", line.length(place + 2) > 4 { return nil }
    // "Top 25 - 2022"
    if speech.isSecond, isSpaced, line.length(index - 1) < 3, line.kind(index - 1) == .digits,
      let year = line.value(place + 2), (1900...2099).contains(year), line.isEnd(place + 3)
    {
      return nil
    }
    return (place..<place + 1, isSpaced ? place + 2 : place + 1)
  }

  /// Whether four digits are a value, not a year: "x = 1412", "It ranged from 981 to 1316".
  func isValue(_ year: Int, at start: Int, in line: Line) -> Bool {
    guard speech.isSecond, speech.language.isEnglish else { return false }
    let place = line.skippingSpaceBack(start - 1)
    if let sign = line.symbol(place), "=≈×±".unicodeScalars.contains(sign) {
      let name = line.keyBefore(place) ?? ""
      return year < 1900 && !["year", "date", "born"].contains(where: name.hasSuffix)
    }
    guard line.key(place) == "to" || line.key(place) == "and", line.kind(place - 2) == .digits,
      line.length(place - 2) < 4, let from = line.key(place - 4),
      from == "from" || from == "between"
    else { return false }
    return line.keyBefore(place - 4).map(Self.spans.contains) == true
  }

  private static let spans = WordTable.words(
    "range ranged ranges ranging varied varies varying increased rose grew decreased fell dropped")

  private func opensAmount(_ symbol: Unicode.Scalar) -> Bool {
    symbol.isApostrophe || symbol == "$" || symbol == "£" || symbol == "€"
  }

  private func joins(_ first: Amount, _ last: Amount, _ dash: Range<Int>, in line: Line) -> Bool {
    let end = last.tokens.upperBound
    // "30-06" is a name.
    if last.number?.hasLeadingZero == true, first.number?.hasLeadingZero != true { return false }
    // "1-2-3" is not a range.
    if line.symbol(end)?.isDash == true, line.kind(end + 1) == .digits { return false }
    if line.symbol(first.tokens.lowerBound - 1)?.isDash == true,
      line.kind(first.tokens.lowerBound - 2) == .digits
    {
      return false
    }
    if speech.isSecond, line.isDifference(first.tokens.lowerBound, end) { return false }
    let isSpaced = line.isSpace(dash.lowerBound - 1)
    // "GUARD 1 - 40s": the age of the first guard
    if speech.isSecond, isSpaced, line.length(end - 1) == 2, last.value.map({ $0 % 10 }) == 0,
      line.key(end) == "s" || line.symbol(end)?.isApostrophe == true && line.key(end + 1) == "s"
    {
      return false
    }
    guard isSpaced, let (small, large) = spacedValues(first, last) else { return !isSpaced }
    // "5 - 3 = 2" is a difference.
    let next = line.skippingSpace(end)
    return small < large && line.symbol(next) != "="
  }

  /// Returns the values of "2 - 3" and of "2 - 2.5".
  private func spacedValues(_ first: Amount, _ last: Amount) -> (Double, Double)? {
    if let (small, large) = values(first, last) { return (Double(small), Double(large)) }
    guard speech.isSecond, let small = first.number?.decimal, let large = last.number?.decimal,
      first.fraction == nil, last.fraction == nil
    else { return nil }
    return (small, large)
  }

  private func values(_ first: Amount, _ last: Amount) -> (Int, Int)? {
    guard let small = first.value, let large = last.value else { return nil }
    return (small, large)
  }

  private func joint(_ first: Amount, _ last: Amount, in line: Line) -> Quantity.Joint {
    guard let (small, large) = values(first, last) else { return .range }
    let isShortened =
      small >= 100 && (last.number?.whole.utf8.count ?? 0) < (first.number?.whole.utf8.count ?? 0)
    if nearby.isGame(around: first.tokens.lowerBound..<last.tokens.upperBound, in: line) {
      return .score
    }
    if small == large { return .none }
    if small < large { return .range }
    let tail = isShortened ? small % (large < 10 ? 10 : large < 100 ? 100 : 1000) : 0
    if isShortened { return tail < large ? .range : .none }
    if speech.isSecond, speech.language.isGerman, isBeforeChrist(last.tokens.upperBound, in: line) {
      return .range
    }
    return small < 100 ? .score : .none
  }

  // "430–426 v. Chr."
  func isBeforeChrist(_ index: Int, in line: Line) -> Bool {
    let place = line.skippingSpace(index)
    return line.key(place) == "v" && line.symbol(place + 1) == "."
      && ["chr", "u"].contains(line.keyAfter(place + 2))
  }

  /// Returns the word for the dash of a range.
  func to(_ dash: Range<Int>, in line: Line) -> String {
    let symbols = speech.symbols
    return line.symbol(dash.upperBound - 1) == "~" ? "\(symbols.to) \(symbols.about)" : symbols.to
  }

  /// Returns the words of a quantity before a noun.
  func words(_ quantity: Quantity, _ form: NumberForm = .alone, in line: Line) -> SpokenWords {
    guard let last = quantity.last else { return amounts.words(quantity.first, form, in: line) }
    // Only the last amount is directly before the noun.
    var words = amounts.words(quantity.first, in: line)
    switch quantity.joint {
    case .range: words.add(to(quantity.dash, in: line), from: line.range(quantity.dash))
    case .score: words.add(speech.symbols.scoreTo, from: line.range(quantity.dash))
    case .none: break
    }
    words.add(amounts.words(last, form, in: line))
    return words
  }
}
