import Basics

/// Reads numbers that are names: room 302, Flight BA117, AK-47, 221B, 007, 90210.
struct Codes: ReadingRule {
  let speech: Speech
  private var context: ContextWords { speech.context }
  private var speller: NumberSpeller { speech.speller }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let digits = line.digits(start), !isAmount(start, in: line) else { return nil }
    let text: String? =
      if line.kind(start - 1) == .word {
        behindLetters(digits, at: start, in: line)
      } else if line.symbol(start - 1) == "-", isCode(start - 2, in: line) {
        grouped(digits)
      } else {
        alone(digits, at: start, in: line)
      }
    guard let text else { return nil }
    // "MP3s"
    let isPlural =
      speech.language.isEnglish && line.word(start + 1) == "s" && line.kind(start - 1) == .word
    return isPlural
      ? Reading(start..<start + 2, text + (text.hasSuffix("x") ? "es" : "s"), in: line)
      : Reading(start..<start + 1, text, in: line)
  }

  /// Whether the text after the digits makes them an amount, as in "302%" or "302.5".
  private func isAmount(_ start: Int, in line: Line) -> Bool {
    guard let symbol = line.symbol(start + 1) else { return false }
    if symbol == "%" || symbol == "°" { return true }
    return (symbol == "," || symbol == "." || symbol == ":" || symbol == "/")
      && line.kind(start + 2) == .digits
  }

  /// Whether the token before a hyphen is a word, so that the digits are a code: "AK-47", "F-150",
  /// "catch-22".
  private func isCode(_ index: Int, in line: Line) -> Bool { line.kind(index) == .word }

  /// Reads digits after letters: "A4", "BA117", "MP3".
  private func behindLetters(_ digits: String, at start: Int, in line: Line) -> String {
    // "Vote2024"
    if digits.utf8.count == 4, line.length(start - 1) > 2, let year = Int(digits),
      (1900...2099).contains(year), line.isClosed(start + 1)
    {
      return speller.year(year)
    }
    return grouped(digits)
  }

  /// Returns the words of a code: in English in pairs of digits ("seven forty-seven"), otherwise as a number.
  /// More than four digits, and digits with a leading zero, are read one by one.
  private func grouped(_ digits: String) -> String {
    if digits.utf8.count > 1, digits.first == "0" || digits.utf8.count > 4 {
      return speech.digits(digits)
    }
    guard let value = Int(digits) else { return speech.digits(digits) }
    return speech.language.isEnglish ? speller.pairs(value) : speller.cardinal(value)
  }

  /// Reads digits that do not follow letters directly: after a word such as "room", before a letter, or as a postal
  /// code.
  private func alone(_ digits: String, at start: Int, in line: Line) -> String? {
    guard speech.format.number(at: start, in: line)?.isPlain == true else { return nil }
    if digits.utf8.count > 1, digits.first == "0" { return speech.digits(digits) }
    guard speech.language.isEnglish else { return nil }
    let value = Int(digits) ?? 0
    if digits.utf8.count == 3 || digits.utf8.count == 4, isNamed(start, in: line) {
      return speller.pairs(value)
    }
    // "221B Baker Street", "1080p"
    let isLettered = line.length(start + 1) == 1 && line.kind(start + 1) == .word
    if isLettered, digits.utf8.count == 3 && line.isUpper(start + 1) || line.key(start + 1) == "p" {
      return speller.pairs(value)
    }
    return isPostal(digits, at: start, in: line) ? speech.digits(digits) : nil
  }

  private func isNamed(_ start: Int, in line: Line) -> Bool {
    var before = line.skippingSpaceBack(start - 1)
    // "rooms 302 and 304"
    if let key = line.key(before), key == "and" || key == "or", line.kind(before - 2) == .digits {
      before -= 4
    }
    if line.symbol(before) == "#" { before = line.skippingSpaceBack(before - 1) }
    if line.symbol(before) == ".", line.kind(before - 1) == .word { before -= 1 }
    guard let key = line.key(before) else { return false }
    return context.pairs.contains(key)
      || key.hasSuffix("s") && context.pairs.contains(String(key.dropLast()))
  }

  /// Whether digits are a postal code: "in 90210", "CA 90210".
  /// A noun after the digits usually means a count instead.
  private func isPostal(_ digits: String, at start: Int, in line: Line) -> Bool {
    guard digits.utf8.count == 5, line.isClosed(start + 1), !digits.hasSuffix("00"),
      let before = line.wordBefore(start)
    else { return false }
    let isState = line.isAllCapitals(before) && line.length(before) == 2
    if line.isSpace(start + 1), let next = line.key(start + 2), !context.function.contains(next) {
      return isState && line.isUpper(start + 2)
    }
    return isState || ["in", "to", "from", "zip", "code"].contains(line.key(before) ?? "")
  }
}
