/// Abbreviations beside names: "Dr. Bloom", "St. Louis", "Sammy Davis Jr."
extension Abbreviations {
  /// Whether a line is one or several words without a mark, only the first of them with a capital.
  /// "D. Evaristo se levantó" is none.
  private func isHeading(_ start: Int, in line: Line) -> Bool {
    line.count - start < 16 && line.word(start + 3) != "se"
      && (start..<line.count).allSatisfy {
        line.isSpace($0) || line.kind($0) == .word && ($0 == start + 1 || !line.isUpper($0))
      }
  }

  func isBeforeName(_ found: Found, in line: Line) -> Bool {
    // "St-Germain"
    if line.symbol(found.end) == "-" { return line.isUpper(found.end + 1) }
    if speech.isSecond, isBrokenName(found, in: line) { return true }
    // The heading "D. Sustancias"
    if speech.isSecond, found.key == "d.", found.start == 0, isHeading(found.end, in: line) {
      return false
    }
    guard line.isSpace(found.end), let next = line.nextWord(found.end) else { return false }
    if speech.isSecond, found.key == "d.", isOption(found.start, before: next, in: line),
      !nearby.isPerson(at: next, in: line)
    {
      return false
    }
    if speech.isSecond, nearby.isInitial(before: next, found.start..<found.end, in: line) {
      return false
    }
    if speech.isSecond, isCompass(next, behind: found, in: line) { return false }
    if line.isUpper(next) {
      guard let key = line.key(next) else { return true }
      // "Sec. B" is a section, and "Gen. G. Bell" a general.
      if speech.isSecond, line.length(next) == 1, line.symbol(next + 1) != ".",
        !context.courtesy.contains(found.key), !context.courtesy.contains(found.key + ".")
      {
        return false
      }
      // "I+D. No tiene"
      if speech.isSecond, found.key == "d.", context.starters.contains(key) { return false }
      return !context.starters.contains(key) || context.courtesy.contains(found.key)
    }
    if nearby.isName(at: next, behind: found.key, in: line) { return true }
    // "Mr. and Mrs. Bell"
    guard context.courtesy.contains(found.key), let key = line.key(next),
      key == speech.symbols.and, let second = line.key(next + 2)
    else { return false }
    return context.courtesy.contains(second + ".") || context.courtesy.contains(second)
  }

  /// Whether the letter D counts a paragraph, as in "D. Sólo uno", or a choice behind "C.". "D. Evaristo" is a name.
  private func isOption(_ start: Int, before next: Int, in line: Line) -> Bool {
    let key = line.key(next) ?? ""
    return start == 0
      && (context.starters.contains(key) || context.function.contains(key)
        || context.determiners.contains(key) || key == "sólo")
      || (max(0, start - 60)..<start).contains {
        line.word($0) == "C" && line.symbol($0 + 1) == "." && line.startsSentence($0)
      }
  }

  /// Whether a letter such as the S of "Melan Dr. S." is a direction behind the name of a street.
  private func isCompass(_ next: Int, behind found: Found, in line: Line) -> Bool {
    ["N", "E", "S", "W", "NE", "NW", "SE", "SW"].contains(line.word(next))
      && isNameBefore(found.start, in: line)
      && (table.entries[found.key] ?? []).contains { $0.place == .behindName }
  }

  func isBehindName(_ found: Found, in line: Line) -> Bool {
    guard isNameBefore(found.start, in: line) else { return false }
    if speech.isSecond {
      // "RN, RU, RD"
      if !found.hasStop, line.isAllCapitals(found.start),
        line.symbol(line.skippingSpaceBack(found.start - 1)) == ",",
        line.isAllCapitals(line.skippingSpaceBack(found.start - 1) - 1)
      {
        return false
      }
      if isBrokenName(found, in: line) { return false }
      if let next = line.nextWord(found.end), isCompass(next, behind: found, in: line) {
        return true
      }
    }
    let mayStandBefore = (table.entries[found.key] ?? []).contains { $0.place == .beforeName }
    guard mayStandBefore, let next = line.nextWord(found.end), line.isUpper(next),
      line.isSpace(found.end), let key = line.key(next)
    else { return true }
    return context.starters.contains(key)
  }

  /// Whether a person's name breaks off after the abbreviation: "Mr. Neville St.—Oh"
  private func isBrokenName(_ found: Found, in line: Line) -> Bool {
    let dash = line.symbol(found.end) == "\u{2060}" ? found.end + 1 : found.end
    guard line.symbol(dash) == "—", let name = line.wordBefore(found.start), line.isUpper(name)
    else { return false }
    return line.keyBefore(name).map {
      context.courtesy.contains($0) || context.courtesy.contains($0 + ".")
    } == true
  }

  /// Whether a name, an ordinal such as "42nd", or "&" is before a token.
  func isNameBefore(_ start: Int, in line: Line) -> Bool {
    var before = line.skippingSpaceBack(start - 1)
    if line.symbol(before) == "&" { return true }
    if line.symbol(before) == "," || line.symbol(before) == "." { before -= 1 }
    guard line.kind(before) == .word, let key = line.key(before) else { return false }
    if ["th", "st", "nd", "rd"].contains(key), line.kind(before - 1) == .digits { return true }
    return line.isUpper(before) && !context.starters.contains(key)
      && !context.function.contains(key)
  }
}

extension Abbreviations {
  /// Whether a century behind its number is one of "des 19. Jh."
  func isGenitive(_ start: Int, in line: Line) -> Bool {
    let stop = line.skippingSpaceBack(start - 1)
    guard line.symbol(stop) == ".", line.kind(stop - 1) == .digits else { return false }
    let before = line.keyBefore(stop - 1)
    return before == "des" || before == "jahrhunderts"
  }
}

/// Codes of two letters, and words beside abbreviations.
extension Abbreviations {
  /// Reads "Raspberry PI" as a word, and the EN of "FR + EN" as letters.
  func code(at start: Int, in line: Line) -> Reading? {
    guard let word = line.word(start) else { return nil }
    if word == "PI" {
      let isBoard = line.keyBefore(start).map(["raspberry", "banana", "orange"].contains) == true
      return isBoard ? Reading(start..<start + 1, "Pi", in: line) : nil
    }
    guard !speech.language.isEnglish, ["DE", "EN", "ES", "IT"].contains(word),
      isCode(beside: start, step: 1, in: line) || isCode(beside: start, step: -1, in: line)
    else { return nil }
    return Reading(start..<start + 1, word.map(String.init).joined(separator: "."), in: line)
  }

  /// Whether the next word in a direction is the code of a language behind a sign: "FR/EN", "FR + EN".
  private func isCode(beside start: Int, step: Int, in line: Line) -> Bool {
    var place = start + step
    if line.isSpace(place) { place += step }
    guard let sign = line.symbol(place), "+/|&→".unicodeScalars.contains(sign) else {
      return false
    }
    place += step
    if line.isSpace(place) { place += step }
    return line.word(place).map(["DE", "EN", "ES", "FR", "IT", "NL", "PL", "PT"].contains) == true
  }

  /// Words that follow "Sr." in the name of a post.
  static let posts: Set<String> = [
    "account", "accountant", "adviser", "advisor", "analyst", "architect", "associate", "backend",
    "business", "consultant", "data", "designer", "developer", "director", "editor", "engineer",
    "engineering", "executive", "frontend", "lecturer", "manager", "marketing", "network",
    "officer", "product", "program", "project", "researcher", "sales", "scientist", "security",
    "software", "specialist", "staff", "system", "systems", "technical", "technician", "test",
    "vice", "vp", "web", "writer",
  ]
}
