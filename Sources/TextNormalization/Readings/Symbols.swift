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
    case "(" where speech.isSecond: return trademark(at: start, in: line)
    case "∞": return word(symbols.infinity, start, in: line)
    case "♭" where speech.language.isEnglish && speech.isSecond:
      return word("flat", start, in: line)
    case "±": return word(symbols.plusMinus, start, in: line)
    case "→", "⇒", "➔", "←", "↔", "⇔", "↦": return arrow(symbol, at: start, in: line)
    case "★", "☆", "⭐": return stars(at: start, in: line)
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

  /// Leaves out the mark of "Intel(R) Xeon(R)" and "Core(TM)", as ® and ™ are.
  private func trademark(at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start + 2) == ")", let mark = line.word(start + 1), line.isUpper(start - 1),
      mark == "TM" || mark == "R" && line.length(start - 1) > 3, line.isClosed(start + 3)
    else { return nil }
    return Reading(end: start + 3, words: SpokenWords())
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
    // "Use no blanks. → Use tabs": the sentence has its pause.
    if line.symbol(before).map({ ".!?:".unicodeScalars.contains($0) }) == true {
      return Reading(end: start + 1, words: SpokenWords())
    }
    let isValue = [before, next].allSatisfy {
      line.kind($0) == .digits || line.length($0) == 1 && line.kind($0) == .word
        || line.word($0).map(Self.letters.contains) == true
    }
    if symbol == "⇒" || symbol == "⇔", isOperand(before, in: line), isOperand(next, in: line),
      let name = maths?[String(symbol)]
    {
      return word(name, start, in: line)
    }
    // "1871 → 1919"
    let isYears = [before, next].allSatisfy { line.length($0) == 4 && line.kind($0) == .digits }
    // "2 + 3 → n = 5": an equation follows.
    let isEquation =
      line.symbol(line.skippingSpace(next + 1)) == "="
      && line.symbol(line.skippingSpaceBack(before - 1)) == "="
    let isRead = isValue && !isEquation && !(isYears && speech.language.isGerman)
    guard isRead || isLimit(before, next, in: line) || isChange(before, next, in: line),
      symbol == "→", let to = maths?["arrow"]
    else {
      return Reading(start..<start + 1, ",", in: line)
    }
    return word(to, start, in: line)
  }

  /// Whether a number is the limit of a value with an index or of nothing: "x_n → 0", "(→ 2)".
  private func isLimit(_ before: Int, _ next: Int, in line: Line) -> Bool {
    let isNumber = line.kind(next) == .digits || line.symbol(next) == "∞"
    return isNumber && (line.symbol(before) == "(" || line.symbol(before - 1) == "_")
  }

  private static let letters = Set(MathWords.letters.values)

  /// Whether a number, a name of one letter or a bracket is here.
  private func isOperand(_ index: Int, in line: Line) -> Bool {
    line.kind(index) == .digits || line.kind(index) == .word && line.length(index) == 1
      || line.symbol(index).map { "()√−¬".unicodeScalars.contains($0) } == true
      || Powers.isRaised(line.symbol(index))
  }

  /// Reads stars that rate something: "★★★☆☆" is "three out of five stars".
  private func stars(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, speech.language.isEnglish else { return nil }
    var (end, full) = (start, 0)
    while let symbol = line.symbol(end), Self.stars.contains(symbol), end - start < 10 {
      if symbol != "☆" { full += 1 }
      end += 1
    }
    let all = end - start
    guard full > 0, all > 1 else {
      // "4.5★"
      return all == 1 && line.kind(start - 1) == .digits ? word("stars", start, in: line) : nil
    }
    let of = full == all ? "" : " \(speech.symbols.outOf) \(speech.speller.cardinal(all))"
    return Reading(start..<end, speech.speller.cardinal(full) + of + " stars", in: line)
  }

  private static let stars: Set<Unicode.Scalar> = ["★", "☆", "⭐"]

  /// Whether an arrow is between a word and a single word in lower case: "old → new", but not "File → Save" and "no food
  /// → you starve".
  private func isChange(_ before: Int, _ next: Int, in line: Line) -> Bool {
    guard !speech.language.isGerman, line.kind(before) == .word, line.kind(next) == .word,
      !line.isUpper(before), !line.isUpper(next),
      // "subject → verb → object"
      ![before - 1, before - 2].contains(where: { line.symbol($0) == "→" })
    else { return false }
    return line.isEnd(next + 1)
      || line.symbol(next + 1).map { ".,;)".unicodeScalars.contains($0) } == true
  }

  /// Reads "~50 people".
  /// Before a path or a word, the symbol is not read.
  private func about(at start: Int, in line: Line) -> Reading? {
    let next = line.skippingSpace(start + 1)
    guard line.isOpen(before: start),
      line.kind(next) == .digits || line.symbol(next) == "$" || isMonth(start + 1, in: line)
    else { return nil }
    // "about ~50"
    if speech.isSecond, line.keyBefore(start) == symbols.about {
      return Reading(end: start + 1, words: SpokenWords())
    }
    return word(symbols.about, start, in: line)
  }

  // "~June"
  private func isMonth(_ index: Int, in line: Line) -> Bool {
    speech.isSecond && line.isUpper(index)
      && line.key(index).map { speech.vocabulary.calendar.monthKeys[$0] != nil } == true
  }

  private func section(at start: Int, in line: Line) -> Reading? {
    let isMany = line.symbol(start + 1) == "§"
    let end = isMany ? start + 2 : start + 1
    return Reading(start..<end, symbols.section.word(isOne: !isMany), in: line)
  }

  /// Reads "65+", "A+", "C++".
  private func plus(at start: Int, in line: Line) -> Reading? {
    // "+/- 5"
    if speech.isSecond, line.symbol(start + 1) == "/", line.symbol(start + 2)?.isDash == true {
      return Reading(start..<start + 3, symbols.plusMinus + " ", in: line)
    }
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
    // "an A-"
    if speech.language.isEnglish, let grade = line.word(start - 1),
      ["A", "B", "C", "D"].contains(grade), ["a", "an"].contains(line.keyBefore(start - 1))
    {
      return true
    }
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

  private static let signs = Array("/_*#|~^+=@&%-".unicodeScalars)

  static func name(_ symbol: Unicode.Scalar, _ language: Language) -> String? {
    signs.firstIndex(of: symbol).flatMap { names(language)?[$0] }
  }

  static func slash(_ language: Language) -> String? { names(language)?.first }

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
    "ampersand", "percent", "hyphen",
  ]
  private static let german = [
    "Schrägstrich", "Unterstrich", "Stern", "Raute", "senkrechter Strich", "Tilde", "Zirkumflex",
    "Plus", "Gleichheitszeichen", "At", "Et-Zeichen", "Prozent",
    "Bindestrich",
  ]
  private static let french = [
    "barre oblique", "tiret bas", "astérisque", "dièse", "barre verticale", "tilde",
    "accent circonflexe", "plus", "égal", "arobase", "esperluette", "pour cent",
    "trait d'union",
  ]
  private static let spanish = [
    "barra", "guion bajo", "asterisco", "almohadilla", "barra vertical", "tilde",
    "acento circunflejo", "más", "igual", "arroba", "y comercial", "por ciento",
    "guion",
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
    let isAlphabet =
      speech.isSecond && line.word(start) == "a" && line.symbol(start + 1) == "-"
      && line.word(start + 2) == "z"
    guard line.length(start) == 1, line.isUpper(start) || isAlphabet, line.isOpen(before: start),
      let symbol = line.symbol(start + 1), symbol.isDash, line.length(start + 2) == 1,
      line.isUpper(start + 2) || isAlphabet,
      line.isClosed(start + 3), line.symbol(start + 3)?.isDash != true,
      isAlphabet || isRange(start, symbol, in: line)
    else { return nil }
    let first = line.text(start..<start + 1).uppercased()
    var words: SpokenWords
    if speech.language.isEnglish, first == "A" {
      // Without the hyphen, an engine would read the letter as an article.
      words = SpokenWords(first + "-" + speech.symbols.to, from: line.range(start..<start + 2))
    } else {
      words = SpokenWords(first, from: line.range(start))
      words.add(speech.symbols.to, from: line.range(start + 1))
    }
    words.add(line.text(start + 2..<start + 3).uppercased(), from: line.range(start + 2))
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

/// Leaves out a face whose mouth is a letter: ":D", ";P".
struct Faces: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let eyes = line.symbol(start), eyes == ":" || eyes == ";",
      start == 0 || line.isSpace(start - 1)
    else { return nil }
    let mouth = line.symbol(start + 1) == "-" ? start + 2 : start + 1
    guard let letter = line.word(mouth), ["D", "P", "p", "S"].contains(letter),
      line.isClosed(mouth + 1), line.symbol(mouth + 1).map(".,!?)".unicodeScalars.contains) != false
    else { return nil }
    return Reading(end: mouth + 1, words: SpokenWords())
  }
}
