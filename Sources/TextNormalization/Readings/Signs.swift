/// Reads symbols that are words of their own: ~50, §, ©, 65+, A+, C++, @, %, €.
struct Signs: ReadingRule {
  let speech: Speech
  private var signs: SignWords { speech.signs }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let sign = line.sign(start) else { return nil }
    switch sign {
    case "~": return about(at: start, in: line)
    case "§": return section(at: start, in: line)
    case "¶": return word(signs.paragraph, start, in: line)
    case "©":
      let isNamed = [line.keyBefore(start), line.keyAfter(start + 1)].contains("copyright")
      return isNamed
        ? Reading(end: start + 1, words: SpokenWords()) : word(signs.copyright, start, in: line)
    case "®", "™": return Reading(end: start + 1, words: SpokenWords())
    case "∞": return word(signs.infinity, start, in: line)
    case "±": return word(signs.plusMinus, start, in: line)
    case "→", "⇒", "➔": return Reading(start..<start + 1, ",", in: line)
    case "+": return plus(at: start, in: line)
    case "@": return at(start, in: line)
    case "%":
      return line.kind(start - 1) == .space || line.kind(start - 1) == .word
        ? word(signs.percent, start, in: line) : nil
    case "‰": return word(signs.perMille, start, in: line)
    case "°": return word(signs.degree.many, start, in: line)
    default: return currency(sign, at: start, in: line)
    }
  }

  private func word(_ text: String, _ index: Int, in line: Line) -> Reading {
    Reading(index..<index + 1, text, in: line)
  }

  /// Reads "~50 people".
  ///
  /// Before a path or a word, the symbol is not read.
  private func about(at start: Int, in line: Line) -> Reading? {
    let next = line.skippingSpace(start + 1)
    guard line.isOpen(before: start), line.kind(next) == .figures || line.sign(next) == "$" else {
      return nil
    }
    return word(signs.about, start, in: line)
  }

  private func section(at start: Int, in line: Line) -> Reading? {
    let isMany = line.sign(start + 1) == "§"
    let end = isMany ? start + 2 : start + 1
    return Reading(start..<end, signs.section.word(isOne: !isMany), in: line)
  }

  /// Reads "65+", "A+", "C++".
  private func plus(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) == .word || line.kind(start - 1) == .figures else { return nil }
    if line.sign(start + 1) == "+" {
      guard line.length(start - 1) <= 2, line.kind(start + 2) != .word, line.sign(start + 2) != "+"
      else {
        return nil
      }
      return Reading(start..<start + 2, signs.plus + " " + signs.plus, in: line)
    }
    guard line.isClosed(start + 1), line.sign(start + 1) != "+" else { return nil }
    return word(signs.plus, start, in: line)
  }

  /// Reads "Lunch @ noon", "@marcus".
  private func at(_ start: Int, in line: Line) -> Reading? {
    guard line.isOpen(before: start), line.isSpace(start + 1) || line.isClosed(start + 1) == false
    else { return nil }
    return word(signs.at, start, in: line)
  }

  /// Reads a currency without an amount: "in €".
  private func currency(_ sign: Unicode.Scalar, at start: Int, in line: Line) -> Reading? {
    guard sign != "$" || line.isSpace(start + 1) || line.isEnd(start + 1),
      !sign.isASCII || line.isOpen(before: start),
      let currency = speech.vocabulary.money.currencies[String(sign)]
    else { return nil }
    return word(currency.unit.many, start, in: line)
  }
}

/// Reads letters that are the ends of a range: "A–Z".
struct LetterRanges: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.length(start) == 1, line.isCapital(start), line.isOpen(before: start),
      let sign = line.sign(start + 1), sign.isDash, line.length(start + 2) == 1,
      line.isCapital(start + 2),
      line.isClosed(start + 3), line.sign(start + 3)?.isDash != true, isRange(start, sign, in: line)
    else { return nil }
    let first = line.text(start..<start + 1)
    var words: SpokenWords
    if speech.tongue.isEnglish, first == "A" {
      // An engine would read the single letter as an article.
      words = SpokenWords(first + "-" + speech.signs.to, from: line.range(start..<start + 2))
    } else {
      words = SpokenWords(first, from: line.range(start))
      words.add(speech.signs.to, from: line.range(start + 1))
    }
    words.add(line.text(start + 2..<start + 3), from: line.range(start + 2))
    return Reading(end: start + 3, words: words)
  }

  /// Whether letters are a range.
  ///
  /// With a hyphen, only ranges from A count, because "T-X" may be a name.
  private func isRange(_ start: Int, _ sign: Unicode.Scalar, in line: Line) -> Bool {
    let (first, last) = (
      line.scalars[line.range(start).lowerBound], line.scalars[line.range(start + 2).lowerBound]
    )
    return first < last && (sign != "-" || first == "A" && (last == "Z" || last < "H"))
  }
}
