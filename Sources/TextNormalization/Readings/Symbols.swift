import Basics

/// Reads symbols that are spoken as words: ~50, §, ©, 65+, A+, C++, @, %, €.
struct Symbols: ReadingRule {
  let speech: Speech
  private var symbols: SymbolWords { speech.symbols }

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
    case "→", "⇒", "➔": return Reading(start..<start + 1, ",", in: line)
    case "+": return plus(at: start, in: line)
    case "@": return at(start, in: line)
    case "%":
      return line.kind(start - 1) == .space || line.kind(start - 1) == .word
        ? word(symbols.percent, start, in: line) : nil
    case "‰": return word(symbols.perMille, start, in: line)
    case "°": return word(symbols.degree.many, start, in: line)
    default: return currency(symbol, at: start, in: line)
    }
  }

  private func word(_ text: String, _ index: Int, in line: Line) -> Reading {
    Reading(index..<index + 1, text, in: line)
  }

  /// Reads "~50 people".
  /// Before a path or a word, the symbol is not read.
  private func about(at start: Int, in line: Line) -> Reading? {
    let next = line.skippingSpace(start + 1)
    guard line.isOpen(before: start), line.kind(next) == .digits || line.symbol(next) == "$" else {
      return nil
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
