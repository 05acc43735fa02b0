import Basics

/// Reads symbols that are spoken as words: ~50, §, ©, 65+, A+, C++, @, %, €.
struct Symbols: ReadingRule {
  let speech: Speech
  private let maths: MathWords?
  private var symbols: SymbolWords { speech.symbols }

  init(speech: Speech) {
    self.speech = speech
    maths = speech.isSecond ? .of(speech.language) : nil
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let symbol = line.symbol(start) else { return nil }
    switch symbol {
    case "~": return about(at: start, in: line)
    case "§": return section(at: start, in: line)
    case "¶": return word(symbols.paragraph, start, in: line)
    case "©":
      let isNamed = [line.keyBefore(start), line.keyAfter(start + 1)].contains("copyright")
      return isNamed
        ? Reading(end: start + 1, words: SpokenWords()) : word(symbols.copyright, start, in: line)
    case "®", "™": return Reading(end: start + 1, words: SpokenWords())
    case "∞": return word(symbols.infinity, start, in: line)
    case "±": return word(symbols.plusMinus, start, in: line)
    case "→", "⇒", "➔", "←", "↔", "⇔", "↦": return arrow(symbol, at: start, in: line)
    case "+": return plus(at: start, in: line)
    case "-": return isOpposite(start, in: line) ? word(symbols.minus, start, in: line) : nil
    case "@": return at(start, in: line)
    case "%":
      return line.kind(start - 1) == .space || line.kind(start - 1) == .word
        ? word(symbols.percent, start, in: line) : nil
    case "‰": return word(symbols.perMille, start, in: line)
    case "°": return word(symbols.degree.many, start, in: line)
    default:
      if !symbol.isASCII, let name = maths?[String(symbol)] {
        return word(name, start, in: line)
      }
      return currency(symbol, at: start, in: line)
    }
  }

  private func word(_ text: String, _ index: Int, in line: Line) -> Reading {
    Reading(index..<index + 1, text, in: line)
  }

  /// Reads an arrow: a pause between words, and "to" between letters or numbers: "A → B".
  private func arrow(_ symbol: Unicode.Scalar, at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond else {
      return symbol == "→" || symbol == "⇒" || symbol == "➔"
        ? Reading(start..<start + 1, ",", in: line) : nil
    }
    let (before, next) = (line.skippingSpaceBack(start - 1), line.skippingSpace(start + 1))
    // An arrow at an end points at no word.
    guard before >= 0, next < line.count else {
      return Reading(end: start + 1, words: SpokenWords())
    }
    let isValue = [before, next].allSatisfy {
      line.kind($0) == .digits || line.length($0) == 1 && line.kind($0) == .word
    }
    guard isValue || isChange(before, next, in: line), symbol == "→", let to = maths?["arrow"]
    else {
      return Reading(start..<start + 1, ",", in: line)
    }
    return word(to, start, in: line)
  }

  /// Whether an arrow is between a word and a single word in lower case: "old → new", but not "File → Save" and "no food
  /// → you starve".
  private func isChange(_ before: Int, _ next: Int, in line: Line) -> Bool {
    guard line.kind(before) == .word, line.kind(next) == .word, !line.isUpper(before),
      !line.isUpper(next)
    else { return false }
    return line.isEnd(next + 1)
      || line.symbol(next + 1).map { ".,;)".unicodeScalars.contains($0) } == true
  }

  /// Reads "~50 people".
  /// Before a path or a word, the symbol is not read.
  private func about(at start: Int, in line: Line) -> Reading? {
    let next = line.skippingSpace(start + 1)
    guard line.isOpen(before: start), line.kind(next) == .digits || line.symbol(next) == "$" else {
      return nil
    }
    // "about ~50"
    if speech.isSecond, line.keyBefore(start) == symbols.about {
      return Reading(end: start + 1, words: SpokenWords())
    }
    return word(symbols.about, start, in: line)
  }

  private func section(at start: Int, in line: Line) -> Reading? {
    let isMany = line.symbol(start + 1) == "§"
    let end = isMany ? start + 2 : start + 1
    return Reading(start..<end, symbols.section.word(isOne: !isMany), in: line)
  }

  /// Reads "65+", "A+", "C++".
  private func plus(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) == .word || line.kind(start - 1) == .digits else { return nil }
    if line.symbol(start + 1) == "+" {
      guard line.length(start - 1) <= 2, line.kind(start + 2) != .word,
        line.symbol(start + 2) != "+"
      else {
        return nil
      }
      return Reading(start..<start + 2, symbols.plus + " " + symbols.plus, in: line)
    }
    guard line.isClosed(start + 1), line.symbol(start + 1) != "+" else { return nil }
    return word(symbols.plus, start, in: line)
  }

  /// Whether a hyphen is the opposite of the plus behind the same word: "test+ and test-".
  private func isOpposite(_ start: Int, in line: Line) -> Bool {
    guard speech.isSecond, let key = line.key(start - 1), line.isClosed(start + 1),
      line.symbol(start + 1) != "-"
    else { return false }
    return (max(0, start - 40)..<min(line.count, start + 40)).contains {
      line.symbol($0) == "+" && line.key($0 - 1) == key && line.isClosed($0 + 1)
    }
  }

  /// Reads "Lunch @ noon", "@marcus".
  private func at(_ start: Int, in line: Line) -> Reading? {
    guard line.isOpen(before: start), line.isSpace(start + 1) || line.isClosed(start + 1) == false
    else { return nil }
    return word(symbols.at, start, in: line)
  }

  /// Reads a currency without an amount: "in €".
  private func currency(_ symbol: Unicode.Scalar, at start: Int, in line: Line) -> Reading? {
    guard symbol != "$" || line.isSpace(start + 1) || line.isEnd(start + 1),
      !symbol.isASCII || line.isOpen(before: start),
      let currency = speech.vocabulary.money.currencies[String(symbol)]
    else { return nil }
    return word(currency.unit.many, start, in: line)
  }
}

/// Reads the name of a sign that is all that quotation marks contain: "/", « _ ».
struct QuotedSigns: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let symbol = line.symbol(start), let place = Self.signs.firstIndex(of: symbol),
      isQuote(line.skippingSpaceBack(start - 1), in: line),
      isQuote(line.skippingSpace(start + 1), in: line),
      line.isSpace(start - 1) == line.isSpace(start + 1),
      let names = Self.names(speech.language)
    else { return nil }
    return Reading(start..<start + 1, names[place], in: line)
  }

  private func isQuote(_ index: Int, in line: Line) -> Bool {
    line.symbol(index).map { "\"“”„«»‹›‘’‚".unicodeScalars.contains($0) } == true
  }

  private static let signs = Array("/_*#|~^+=@&%".unicodeScalars)

  private static func names(_ language: Language) -> [String]? {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .other: nil
    }
  }

  private static let english = [
    "slash", "underscore", "asterisk", "hash", "pipe", "tilde", "caret", "plus", "equals", "at",
    "ampersand", "percent",
  ]
  private static let german = [
    "Schrägstrich", "Unterstrich", "Stern", "Raute", "senkrechter Strich", "Tilde", "Zirkumflex",
    "Plus", "Gleichheitszeichen", "At", "Et-Zeichen", "Prozent",
  ]
  private static let french = [
    "barre oblique", "tiret bas", "astérisque", "dièse", "barre verticale", "tilde",
    "accent circonflexe", "plus", "égal", "arobase", "esperluette", "pour cent",
  ]
  private static let spanish = [
    "barra", "guion bajo", "asterisco", "almohadilla", "barra vertical", "tilde",
    "acento circunflejo", "más", "igual", "arroba", "y comercial", "por ciento",
  ]
}

/// Leaves out the mark before a command: "$ apt-get update".
struct Prompts: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start) == "$", line.isOpen(before: start), line.isSpace(start + 1),
      !line.isUpper(start + 2)
    else { return nil }
    if let key = line.key(start + 2), Self.signs.contains(key) {
      return Reading(start..<start + 1, "dollar", in: line)
    }
    guard !isNamed(start, in: line) else { return nil }
    if let key = line.key(start + 2), speech.context.function.contains(key) { return nil }
    let opensPath = [".", "/", "~"].contains(line.symbol(start + 2))
    guard line.kind(start + 2) == .word || opensPath else { return nil }
    return Reading(end: start + 1, words: SpokenWords())
  }

  /// Words after which the sign is named.
  private static let signs: Set<String> = [
    "character", "key", "prompt", "sign", "signs", "symbol", "symbols",
  ]

  /// Whether the text before the sign makes it the name of a currency or of the sign itself: "in $ millions", "1,000 $",
  /// "the $ symbol".
  private func isNamed(_ start: Int, in line: Line) -> Bool {
    var before = line.skippingSpaceBack(start - 1)
    if line.symbol(before) == "," { before -= 1 }
    guard let key = line.key(before) else { return line.kind(before) == .digits }
    return speech.context.function.contains(key) || speech.context.determiners.contains(key)
  }
}

/// Reads letters that are the ends of a range: "A–Z".
struct LetterRanges: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.length(start) == 1, line.isUpper(start), line.isOpen(before: start),
      let symbol = line.symbol(start + 1), symbol.isDash, line.length(start + 2) == 1,
      line.isUpper(start + 2),
      line.isClosed(start + 3), line.symbol(start + 3)?.isDash != true,
      isRange(start, symbol, in: line)
    else { return nil }
    let first = line.text(start..<start + 1)
    var words: SpokenWords
    if speech.language.isEnglish, first == "A" {
      // Without the hyphen, an engine would read the letter as an article.
      words = SpokenWords(first + "-" + speech.symbols.to, from: line.range(start..<start + 2))
    } else {
      words = SpokenWords(first, from: line.range(start))
      words.add(speech.symbols.to, from: line.range(start + 1))
    }
    words.add(line.text(start + 2..<start + 3), from: line.range(start + 2))
    return Reading(end: start + 3, words: words)
  }

  /// Whether letters are a range.
  /// With a hyphen, the range must begin with A, because "T-X" may be a name.
  private func isRange(_ start: Int, _ symbol: Unicode.Scalar, in line: Line) -> Bool {
    let (first, last) = (
      line.scalars[line.range(start).lowerBound], line.scalars[line.range(start + 2).lowerBound]
    )
    return first < last && (symbol != "-" || first == "A" && (last == "Z" || last < "H"))
  }
}

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
    return Reading(start..<start + 1, speech.symbols.sharp, in: line)
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
