import Basics

/// Reads prices: $25,000, £20m, US$200, 85 €, CHF 80, 99¢, 3 M€.
struct Prices: ReadingRule {
  let speech: Speech
  private let quantities: Quantities
  private let spoken: SpokenPrices

  init(speech: Speech) {
    self.speech = speech
    quantities = Quantities(speech: speech)
    spoken = SpokenPrices(speech: speech)
  }

  private var money: MoneyWords { speech.vocabulary.money }

  func reading(at start: Int, in line: Line) -> Reading? {
    switch line.kind(start) {
    case .digits: behindAmount(at: start, in: line)
    case .symbol where line.symbol(start) == ".":
      line.kind(start - 1) == .digits ? nil : behindAmount(at: start, in: line)
    case .symbol where isMinus(start, in: line): negative(at: start, in: line)
    case .symbol, .word: beforeAmount(at: start, in: line)
    default: nil
    }
  }

  private func isMinus(_ index: Int, in line: Line) -> Bool {
    (line.symbol(index) == "-" || line.symbol(index) == "−" || line.symbol(index) == "–")
      && line.isOpen(before: index)
  }

  /// Reads "-$5".
  private func negative(at start: Int, in line: Line) -> Reading? {
    guard var price = beforeAmount(at: start + 1, in: line) else { return nil }
    var words = SpokenWords(speech.symbols.minus, from: line.range(start))
    words.add(price.words)
    price.words = words
    return price
  }

  // MARK: $5

  private func beforeAmount(at start: Int, in line: Line) -> Reading? {
    guard let symbol = currency(at: start, in: line),
      line.symbol(start - 1)?.opensWord != true || line.kind(start) == .symbol
    else { return nil }
    let space = line.skippingSpace(symbol.tokens.upperBound)
    let isNegative = line.symbol(space) == "-" && line.kind(space + 1) == .digits
    guard let first = quantities.quantity(at: isNegative ? space + 1 : space, in: line),
      !isSplit(symbol, in: line)
    else { return nil }
    var price = Price(
      quantity: first, currency: symbol.currency, qualifier: symbol.qualifier,
      symbol: symbol.tokens,
      end: first.tokens.upperBound)
    addMagnitude(&price, in: line)
    if first.last == nil { addLast(&price, in: line) }
    // "a pile of $100s"
    if speech.isSecond, speech.language.isEnglish, price.end == space + 1,
      line.key(price.end) == "s", symbol.isDollar,
      let bills = Decades(speech: speech).reading(at: space, in: line)
    {
      return bills
    }
    guard line.isClosed(price.end) || price.magnitude != nil else { return nil }
    // "$5 USD"
    if let after = currency(at: line.skippingSpace(price.end), in: line), symbol.isDollar,
      after.isDollarCode
    {
      price.currency = after.currency
      price.end = after.tokens.upperBound
    }
    // "$5 dollars"
    let unit = price.currency.unit
    if speech.isSecond, line.isSpace(price.end), let key = line.key(price.end + 1),
      key == unit.many.lowercased() || key == unit.one.lowercased() && price.quantity.isOne
    {
      price.end += 2
    }
    addPer(&price, in: line)
    var reading = spoken.reading(price, from: start, in: line)
    if isNegative {
      var words = SpokenWords(speech.symbols.minus, from: line.range(space))
      words.add(reading.words)
      reading.words = words
    }
    return reading
  }

  /// Whether letters before digits are too short for a currency code, which has three letters.
  /// "F 15" is a plane.
  private func isSplit(_ symbol: CurrencySymbol, in line: Line) -> Bool {
    symbol.tokens.allSatisfy { line.kind($0) == .word } && line.length(symbol.tokens.lowerBound) < 3
  }

  /// Adds the second end of a range that repeats the symbol: "$10-$15".
  private func addLast(_ price: inout Price, in line: Line) {
    guard let (dash, next) = quantities.dash(at: price.end, in: line),
      let symbol = currency(at: next, in: line), symbol.currency == price.currency,
      let last = quantities.amounts.amount(
        at: line.skippingSpace(symbol.tokens.upperBound), in: line)
    else { return }
    price.quantity.last = last
    price.quantity.dash = dash
    price.firstMagnitude = price.magnitude
    price.magnitude = nil
    price.end = last.tokens.upperBound
    addMagnitude(&price, in: line)
  }

  private func addMagnitude(_ price: inout Price, in line: Line) {
    guard let (noun, tokens) = magnitude(at: price.end, in: line, isMoney: true) else { return }
    price.magnitude = noun
    price.magnitudeTokens = tokens
    price.end = tokens.upperBound
  }

  /// Returns the magnitude after an amount: "million", "Mio.", and for money "m" or "k".
  /// The tokens include the full stop of an abbreviation.
  private func magnitude(
    at index: Int, in line: Line, isMoney: Bool
  ) -> (noun: Noun, tokens: Range<Int>)? {
    let place = line.skippingSpace(index)
    guard let word = line.word(place), line.kind(place + 1) != .digits else { return nil }
    if let noun = money.magnitudes[word.lowercased()] ?? money.magnitudes[word] {
      let hasStop = line.symbol(place + 1) == "." && noun.one.lowercased() != word.lowercased()
      let isEnd = hasStop && line.isEnd(place + 2)
      return (noun, place..<(hasStop && !isEnd ? place + 2 : place + 1))
    }
    // "3 M€"
    let isBeforeSymbol = line.symbol(place + 1).map { money.currencies[String($0)] != nil } == true
    let isGlued = place == index || line.length(place) == 1 && isBeforeSymbol
    guard isMoney, isGlued, let noun = money.moneyMagnitudes[word] else { return nil }
    return (noun, place..<place + 1)
  }

  // MARK: 5 €

  private func behindAmount(at start: Int, in line: Line) -> Reading? {
    guard let quantity = quantities.quantity(at: start, in: line) else { return nil }
    var price = Price(
      quantity: quantity, currency: Currency(unit: Noun("", "")), symbol: start..<start,
      end: quantity.tokens.upperBound)
    addMagnitude(&price, in: line)
    let place = line.skippingSpace(price.end)
    if let symbol = currency(at: place, in: line) {
      guard isBehind(symbol, place, in: line) else { return nil }
      price.currency = symbol.currency
      price.qualifier = symbol.qualifier
      price.symbol = symbol.tokens
      price.end = symbol.tokens.upperBound
    } else if speech.language.isEnglish, line.word(place) == "p", place == price.end,
      line.isClosed(place + 1), quantity.last != nil || (quantity.value ?? 100) < 100,
      // "dawn-k2p"
      !(speech.isSecond && line.kind(start - 1) == .word),
      let pound = money.currencies["£"], let pence = pound.part
    {
      price.currency = Currency(unit: pence)
      price.symbol = place..<place + 1
      price.end = place + 1
    } else {
      return nil
    }
    addPer(&price, in: line)
    return spoken.reading(price, from: start, in: line)
  }

  /// Reads "$5/hour", "20 €/h".
  private func addPer(_ price: inout Price, in line: Line) {
    guard let per = WrittenUnits(speech: speech).per(at: price.end, in: line) else { return }
    price.per = per
    price.end = per.tokens.upperBound
  }

  /// Whether a symbol after an amount belongs to this amount, and not to digits after the symbol.
  private func isBehind(_ symbol: CurrencySymbol, _ place: Int, in line: Line) -> Bool {
    let end = symbol.tokens.upperBound
    guard line.kind(end) != .digits, line.isClosed(end) else { return false }
    guard line.kind(place) == .symbol else { return true }
    // "2 $5 bills"
    return place == 0 || !(line.isSpace(place - 1) && line.kind(end) == .digits)
  }

  // MARK: Symbols

  private struct CurrencySymbol {
    var currency: Currency
    var qualifier = ""
    var tokens: Range<Int>
    var isDollar = false
    var isDollarCode = false
  }

  /// Returns the symbol or code of a currency that begins at a token, or nil.
  private func currency(at index: Int, in line: Line) -> CurrencySymbol? {
    if let symbol = line.symbol(index) {
      guard let currency = money.currencies[String(symbol)] else { return nil }
      return CurrencySymbol(
        currency: currency, tokens: index..<index + 1, isDollar: symbol == "$")
    }
    guard let word = line.word(index), line.kind(index - 1) != .word else { return nil }
    if line.symbol(index + 1) == "$" {
      if let currency = money.currencies[word + "$"] {
        return CurrencySymbol(currency: currency, tokens: index..<index + 2)
      }
      guard let qualifier = money.dollars[word], let dollar = money.currencies["$"] else {
        return nil
      }
      return CurrencySymbol(currency: dollar, qualifier: qualifier, tokens: index..<index + 2)
    }
    // Spanish points: "5 pts"
    if speech.isSecond, speech.language.isSpanish, word == "pts" || word == "Pts" { return nil }
    // "F" and "Fr" are currencies only after an amount. Before digits, they usually mean something else (`isSplit`).
    guard let currency = money.currencies[word] else { return nil }
    return CurrencySymbol(
      currency: currency, tokens: index..<index + 1, isDollarCode: word.hasSuffix("D"))
  }

  struct SpokenPrices: Sendable {
    let speech: Speech
    private var money: MoneyWords { speech.vocabulary.money }

    func reading(_ price: Price, from start: Int, in line: Line) -> Reading {
      let parts = price.magnitude == nil ? parts(price) : nil
      var words =
        parts.map { self.words($0, price, in: line) } ?? whole(price, from: start, in: line)
      if let per = price.per {
        words.add(speech.symbols.per + " " + per.noun.one, from: line.range(per.tokens))
      }
      return Reading(end: price.end, words: words)
    }

    // MARK: Units and hundredths

    private struct Parts {
      var units: Int
      var hundredths: Int
    }

    /// Returns the units and hundredths of a price such as 19.99, or nil for other prices.
    private func parts(_ price: Price) -> Parts? {
      guard price.quantity.last == nil, price.quantity.first.fraction == nil,
        price.currency.part != nil, let number = price.quantity.first.number,
        let fraction = number.fraction, fraction.utf8.count == 2, number.whole.utf8.count <= 15,
        let hundredths = Int(fraction), let units = number.whole.isEmpty ? 0 : Int(number.whole)
      else { return nil }
      return Parts(units: units, hundredths: hundredths)
    }

    private func words(_ parts: Parts, _ price: Price, in line: Line) -> SpokenWords {
      let range = line.range(price.quantity.tokens)
      let unit = price.currency.unit
      var words = SpokenWords()
      if parts.units > 0 || parts.hundredths == 0 {
        let isOne = parts.units == 1
        words.add(
          count(parts.units, unit, isOne && isAdjective(price, in: line)), from: range)
        words.add(named(unit.word(isOne: isOne), price), from: line.range(price.symbol))
      }
      guard parts.hundredths > 0, let part = price.currency.part else { return words }
      let isSecond = !words.isEmpty
      if isSecond, !money.joiner.isEmpty { words.add(money.joiner, from: range) }
      words.add(count(parts.hundredths, part, false), from: range)
      if money.namesParts || !isSecond {
        words.add(part.word(isOne: parts.hundredths == 1), from: line.range(price.symbol))
      }
      return words
    }

    private func count(_ value: Int, _ noun: Noun, _ isAdjective: Bool) -> String {
      // "kostet einen Euro"
      if speech.language.isGerman, value == 1, noun.gender == .masculine { return "einen" }
      return speech.speller.cardinal(value, .before(noun.gender))
    }

    // MARK: Whole amounts

    private func whole(_ price: Price, from start: Int, in line: Line) -> SpokenWords {
      let unit = price.currency.unit
      let isAdjective = isAdjective(price, in: line)
      let quantities = Quantities(speech: speech)
      let counted = price.magnitude ?? unit
      var words: SpokenWords
      if price.quantity.isOne, speech.language.isGerman, counted.gender == .masculine {
        words = SpokenWords("einen", from: line.range(price.quantity.tokens))
      } else if let first = price.firstMagnitude, let last = price.quantity.last {
        words = quantities.amounts.words(price.quantity.first, in: line)
        words.add(first.many, from: line.range(price.quantity.first.tokens))
        words.add(speech.symbols.to, from: line.range(price.quantity.dash))
        words.add(quantities.amounts.words(last, .before(counted.gender), in: line))
      } else {
        words = quantities.words(price.quantity, .before(counted.gender), in: line)
      }
      if let magnitude = price.magnitude {
        let isOne = price.quantity.isOne
        words.add(magnitude.word(isOne: isOne), from: line.range(price.magnitudeTokens))
      }
      let isOne = price.magnitude == nil && (price.quantity.isOne || price.quantity.isPart)
      var name = named(unit.word(isOne: isOne || isAdjective), price)
      if price.quantity.isPart, speech.language.isEnglish { name = "of a " + name }
      words.add(linked(name, price), from: line.range(price.symbol))
      return words
    }

    private func named(_ unit: String, _ price: Price) -> String {
      guard !price.qualifier.isEmpty else { return unit }
      return price.qualifier.hasSuffix("-") ? price.qualifier + unit : price.qualifier + " " + unit
    }

    /// Returns the name of a unit, with "de" or "d'" after millions: "un millón de euros", "trois millions d'euros".
    private func linked(_ name: String, _ price: Price) -> String {
      let isMillion: Bool
      if let magnitude = price.magnitude {
        // "mille"
        isMillion = magnitude.one.contains("ill") && magnitude.one != "mille"
      } else {
        let value = (price.quantity.last ?? price.quantity.first).value ?? 1
        isMillion = value >= 1_000_000 && value % 1_000_000 == 0
      }
      guard isMillion else { return name }
      switch speech.language {
      case .spanish: return "de " + name
      case .french:
        let isVowel =
          name.unicodeScalars.first.map { "aeiouyéè".unicodeScalars.contains($0) } == true
        return isVowel ? "d'" + name : "de " + name
      default: return name
      }
    }

    /// Whether a price is an adjective: "a $20 bill", "his $3 million house".
    private func isAdjective(_ price: Price, in line: Line) -> Bool {
      guard speech.language.isEnglish else { return false }
      let start = min(price.symbol.lowerBound, price.quantity.tokens.lowerBound)
      if line.symbol(price.end) == "-", line.kind(price.end + 1) == .word { return true }
      // "twenty $100 bills"
      if speech.isSecond, line.isSpace(price.end),
        ["bill", "bills", "note", "notes"].contains(line.key(price.end + 1))
      {
        return true
      }
      if speech.isSecond, isTaken(price.end, in: line) { return false }
      return NearbyWords(speech: speech).isAdjective(start..<price.end, in: line)
    }

    /// Whether a name and a verb follow a price: "the $5,000 Mary Jones received".
    private func isTaken(_ end: Int, in line: Line) -> Bool {
      var place = end
      while place < end + 6, line.isSpace(place), line.isUpper(place + 1) { place += 2 }
      guard place > end, line.isSpace(place), let verb = line.key(place + 1) else { return false }
      return verb.utf8.count > 4 && verb.hasSuffix("ed") && !verb.hasSuffix("eed")
        || ["had", "has", "paid", "gave", "got", "took", "owes", "spent", "won"].contains(verb)
    }
  }
}

struct Price: Sendable {
  var quantity: Quantity
  var currency: Currency
  /// The word before the unit: "US".
  var qualifier = ""
  /// The tokens of the symbol or code.
  var symbol: Range<Int>
  /// The magnitude of the first end of a range, if the first end has its own magnitude.
  var firstMagnitude: Noun?
  var magnitude: Noun?
  var magnitudeTokens: Range<Int> = 0..<0
  /// The unit that the price refers to: "hour" in "$5/hour".
  var per: WrittenUnit.Per?
  /// The index of the token after the price.
  var end: Int
}

extension Unicode.Scalar {
  /// Whether the symbol can begin a word, as in "@marcus" and "#tag".
  var opensWord: Bool { self == "@" || self == "#" || self == "_" }
}
