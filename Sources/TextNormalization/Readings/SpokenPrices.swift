/// Creates the words of prices.
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
      isMillion = magnitude.one.contains("ill")
    } else {
      let value = (price.quantity.last ?? price.quantity.first).value ?? 1
      isMillion = value >= 1_000_000 && value % 1_000_000 == 0
    }
    guard isMillion else { return name }
    switch speech.language {
    case .spanish: return "de " + name
    case .french:
      let isVowel = name.unicodeScalars.first.map { "aeiouyéè".unicodeScalars.contains($0) } == true
      return isVowel ? "d'" + name : "de " + name
    default: return name
    }
  }

  /// Whether a price is an adjective: "a $20 bill", "his $3 million house".
  private func isAdjective(_ price: Price, in line: Line) -> Bool {
    guard speech.language.isEnglish else { return false }
    let start = min(price.symbol.lowerBound, price.quantity.tokens.lowerBound)
    if line.symbol(price.end) == "-", line.kind(price.end + 1) == .word { return true }
    return NearbyWords(speech: speech).isAdjective(start..<price.end, in: line)
  }
}
