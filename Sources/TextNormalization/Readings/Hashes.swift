import Basics

/// Reads the number sign: #1, #MeToo, C#, and the key of a telephone.
struct Hashes: ReadingRule {
  let speech: Speech

  /// Words near which `#` and `*` are keys.
  private static let keys: Set<String> = [
    "press", "presses", "pressing", "dial", "hit", "hits", "push", "type", "enter", "key", "or",
    "and", "then",
    "repeat", "quit", "pulse", "marque", "tecla", "appuyez", "touche", "tapez", "drücken", "taste",
    "drücke",
  ]

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let symbol = line.symbol(start), symbol == "#" || symbol == "№" || symbol == "*" else {
      return nil
    }
    // "Tags: #"
    if speech.isSecond, symbol == "#", line.isSpace(start - 1), line.symbol(start - 2) == ":",
      start + 1 == line.count || line.isSpace(start + 1) && line.isUpper(start + 2)
    {
      return Reading(end: start + 1, words: SpokenWords())
    }
    if speech.isSecond, symbol == "#", isSectionMark(start, in: line) {
      return Reading(end: start + 1, words: SpokenWords())
    }
    if symbol == "#", line.isSpace(start + 1), line.key(start + 2) == speech.symbols.ofWord {
      return Reading(start..<start + 1, speech.symbols.number, in: line)
    }
    if symbol != "*" {
      if speech.isSecond, let reading = letter(at: start, in: line) { return reading }
      if let reading = number(at: start, in: line) { return reading }
      if let reading = sharp(at: start, in: line) ?? hashtag(at: start, in: line) { return reading }
    }
    return key(symbol, at: start, in: line)
  }

  /// Whether the sign of a heading or of a link to it stands between two titles: "Field Manual # SURVEY".
  /// "Total # Items" is a number of them.
  private func isSectionMark(_ start: Int, in line: Line) -> Bool {
    guard line.isSpace(start - 1), line.isSpace(start + 1), line.kind(start - 2) == .word,
      line.isAllCapitals(start + 2), line.length(start + 2) > 1, !line.isAllCapitals(start - 2),
      let before = line.key(start - 2)
    else { return false }
    return !Self.keys.contains(before) && !speech.context.function.contains(before)
      && before != "total"
  }

  /// Reads "#1", "#3–5".
  private func number(at start: Int, in line: Line) -> Reading? {
    // "Problem # 1"
    let isApart =
      line.symbol(start) == "№"
      || speech.isSecond && line.isSpace(start - 1) && line.isUpper(start - 2)
    let place = isApart ? line.skippingSpace(start + 1) : start + 1
    guard line.kind(place) == .digits,
      line.kind(start - 1) != .word || line.isAllCapitals(start - 1)
    else {
      return nil
    }
    let quantities = Quantities(speech: speech)
    guard let quantity = quantities.quantity(at: place, in: line) else { return nil }
    // "Registration #1234567"
    if speech.isSecond, speech.language.isEnglish, quantity.tokens == place..<place + 1,
      let digits = line.digits(place), digits.utf8.count > 5
    {
      var words = SpokenWords(speech.symbols.number, from: line.range(start))
      words.add(speech.digits(digits), from: line.range(place))
      return Reading(end: place + 1, words: words)
    }
    let isMany = quantity.last != nil
    var words = SpokenWords(
      isMany ? speech.symbols.numbers : speech.symbols.number, from: line.range(start))
    words.add(quantities.words(quantity, in: line))
    return Reading(end: quantity.tokens.upperBound, words: words)
  }

  /// Reads "#l" and "#I", which scanned pages have for "#1".
  private func letter(at start: Int, in line: Line) -> Reading? {
    guard let letter = line.word(start + 1), letter == "l" || letter == "I",
      line.isClosed(start + 2), line.isOpen(before: start), line.symbol(start + 2) != "_",
      line.symbol(start + 2) != "-"
    else { return nil }
    var words = SpokenWords(speech.symbols.number, from: line.range(start))
    words.add(speech.speller.cardinal(1), from: line.range(start + 1))
    return Reading(end: start + 2, words: words)
  }

  /// Reads "C#" as "C sharp".
  private func sharp(at start: Int, in line: Line) -> Reading? {
    guard line.length(start - 1) == 1, line.isUpper(start - 1), line.isClosed(start + 1),
      line.symbol(start + 1) != "#"
    else { return nil }
    // C# and F# have English names in all languages.
    let isLanguage = speech.isSecond && ["C", "F"].contains(line.word(start - 1) ?? "")
    return Reading(start..<start + 1, isLanguage ? "sharp" : speech.symbols.sharp, in: line)
  }

  private func hashtag(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start + 1) == .word, line.isOpen(before: start) else { return nil }
    var words = SpokenWords(speech.symbols.hashtag, from: line.range(start))
    var place = start + 1
    while place < line.count, place - start < 24,
      line.kind(place) == .word || line.kind(place) == .digits
        || line.symbol(place) == "_" && line.kind(place + 1) == .word
    {
      let range = line.range(place)
      if line.kind(place) == .word {
        words.add(GluedWords.parts(of: line.scalars[range], from: range.lowerBound))
      } else if let digits = line.digits(place) {
        let year = line.value(place) ?? 0
        let isYear = digits.utf8.count == 4 && (1900...2099).contains(year)
        words.add(
          isYear ? speech.speller.year(year) : speech.speller.cardinal(digits), from: range)
      }
      place += 1
    }
    return Reading(end: place, words: words)
  }

  // Reads "Press * to repeat, # to quit."
  private func key(_ symbol: Unicode.Scalar, at start: Int, in line: Line) -> Reading? {
    guard
      line.isSpace(start + 1) || line.isEnd(start + 1) || line.symbol(start + 1) == ","
        || line.symbol(start + 1) == ".",
      line.isSpace(start - 1) || start == 0
    else { return nil }
    let beside = max(0, start - 4)..<start
    guard beside.contains(where: { line.key($0).map(Self.keys.contains) == true }) else {
      return nil
    }
    let name = symbol == "*" ? speech.symbols.star : speech.symbols.pound
    return Reading(start..<start + 1, name, in: line)
  }

  /// Splits joined words that each begin with a capital: "SaveTheLibrary".
  enum GluedWords {
    static func parts(of scalars: ArraySlice<Unicode.Scalar>, from start: Int) -> SpokenWords {
      var words = SpokenWords()
      var part: [Unicode.Scalar] = []
      var begin = start
      for (index, scalar) in scalars.enumerated() {
        let place = start + index
        if scalar.isUpper, let last = part.last, last.isLower || isLastOfCapitals(scalars, place) {
          words.add(part.text, from: begin..<place)
          (part, begin) = ([], place)
        }
        part.append(scalar)
      }
      words.add(part.text, from: begin..<start + scalars.count)
      return words
    }

    /// Whether a capital is the last of several and begins the next word, like the N of "BBCNews".
    private static func isLastOfCapitals(_ scalars: ArraySlice<Unicode.Scalar>, _ place: Int)
      -> Bool
    {
      place + 1 < scalars.endIndex && scalars[place - 1].isUpper && scalars[place + 1].isLower
    }
  }
}
