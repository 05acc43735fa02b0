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
      // "Wall St. Journal"
      if found.key == "St." || found.key == "st.",
        line.keyBefore(found.start).map(Self.streets.contains) == true
      {
        return true
      }
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

  /// Streets that are in names: "Bourbon St. Parade".
  private static let streets: Set<String> = [
    "wall", "bourbon", "sesame", "fleet", "downing", "beale", "main", "basin", "carnaby", "lombard",
  ]

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

/// Abbreviations of states behind towns: "Eugene, OR".
extension Abbreviations {
  /// Whether the abbreviation of a state is behind a town and before the end, a mark or a ZIP code.
  func isBehindTown(_ found: Found, in line: Line) -> Bool {
    guard line.isSpace(found.start - 1), line.symbol(found.start - 2) == ",",
      line.isUpper(found.start - 3), line.length(found.start - 3) > 3
    else { return false }
    let next = line.skippingSpace(found.end)
    guard line.symbol(found.end) != "/" else { return false }
    // "on devices, SD, TNFS"
    if speech.isSecond, line.symbol(found.end) == ",", line.length(next + 2) > 1,
      line.isAllCapitals(next + 2), line.key(next + 2)?.hasPrefix("us") != true
    {
      return false
    }
    guard Self.ambiguousStates.contains(found.key) else { return line.kind(next) != .word }
    // "in Eugene, OR and"
    return (line.kind(next) != .word || line.key(next) == "and")
      && isTown(found.start - 3, beforeCode: next, found.key, in: line)
  }

  /// Whether a name is a town: "from Gary, IN", "Gary, IN 46401".
  private func isTown(_ name: Int, beforeCode next: Int, _ state: String, in line: Line) -> Bool {
    if [4, 5].contains(line.length(next)), line.kind(next) == .digits { return true }
    // "EXT. EUGENE, OR", "Boston, MA"
    let end = name + 4
    if ["id", "in", "la", "mo", "or"].contains(state), line.isAllCapitals(name),
      line.isEnd(end) || line.symbol(end)?.isClosingQuote == true
    {
      return true
    }
    if state == "ma", !line.startsSentence(name), !line.isAllCapitals(name) { return true }
    var start = name
    while start > 1, line.isSpace(start - 1), line.isUpper(start - 2), name - start < 6,
      !Self.placePrepositions.contains(line.key(start - 2) ?? "")
    {
      start -= 2
    }
    // "Go to Boston, OK?", "He gave it to Anna, ME."
    return state != "ok" && state != "me"
      && line.keyBefore(start).map(Self.placePrepositions.contains) == true
  }

  /// The states whose letters are a word or another abbreviation.
  private static let ambiguousStates: Set<String> = [
    "al", "ar", "co", "ct", "hi", "id", "in", "la", "ma", "md", "me", "mo", "ms", "mt", "oh", "ok",
    "or", "pa",
  ]
  private static let placePrepositions: Set<String> = [
    "at", "from", "in", "into", "near", "of", "outside", "to",
  ]
}

extension Abbreviations {
  /// Whether the abbreviation has the capitals that the entry needs.
  func isTyped(_ entry: AbbreviationWords.Entry, _ found: Found, in line: Line) -> Bool {
    let isUpper = isUpper(found, in: line)
    if speech.isSecond, isMentioned(found, in: line) || goesOn(found, in: line) { return false }
    let letters = found.key.unicodeScalars.filter(\.isWordLetter).count
    let isShouted =
      letters > 1 && isUpper
      && (found.start..<found.end).allSatisfy {
        line.kind($0) != .word || line.isAllCapitals($0)
      }
    if found.key == "ej" || found.key == "ex" || found.key == "bsp", !found.hasStop {
      let end = speech.language.isFrench ? line.skippingSpace(found.end) : found.end
      let opens =
        found.key == "ej" || line.symbol(found.start - 1) == "("
        || line.startsSentence(found.start)
      return opens && line.symbol(end) == ":"
    }
    // "the first Int."
    if speech.isSecond, entry.place == .anywhere, found.key == "int." || found.key == "ext.",
      !isShouted
    {
      return line.startsSentence(found.start) && !line.isEnd(found.end)
    }
    // "to the max. Then", "two days max."
    if speech.isSecond, speech.language.isEnglish, found.key == "max.",
      line.isEnd(found.end) || line.capitalFollows(found.end)
    {
      return false
    }
    if speech.isSecond, found.key == "est.", isShouted {
      let time = line.skippingSpaceBack(found.start - 1)
      return line.kind(time) != .digits && !["am", "pm"].contains(line.key(time))
    }
    // The airport DIA
    if found.key == "dia.", isShouted { return false }
    // A keyword in code: "WM(CMD 'insert')"
    if speech.isSecond, found.key == "cmd", isShouted { return false }
    if found.key == "re", !isRegarding(found.start, in: line) { return false }
    // French "Ex. : le pain" and "(ex. le pain)", but not "2 ex. reliés", "Ex. 4" and "mon ex. Puis"
    if found.key == "ex.", speech.language.isFrench {
      let next = line.skippingSpace(found.end)
      return (line.symbol(found.start - 1) == "(" || line.startsSentence(found.start))
        && line.kind(next) != .digits && !line.isEnd(next)
    }
    // French "nos 2 chats" has no number, but "les nos 2 et 3" has.
    if speech.isSecond, found.key == "nos", speech.language.isFrench,
      line.keyBefore(found.start).map(["les", "aux", "des", "sous"].contains) != true
    {
      return false
    }
    // "RM 412", but "rm 5"
    if found.key == "rm" { return isUpper }
    // "Max...?" is a name, "Max. 5 people" is not.
    if speech.isSecond, found.key == "max.", isUpper,
      line.keyAfter(found.end).map(Self.limited.contains) != true,
      ![line.skippingSpaceBack(found.start - 1), line.skippingSpace(found.end)]
        .contains(where: { line.kind($0) == .digits })
    {
      return false
    }
    // Egypt and Internet Explorer are no examples.
    if ["eg", "ie"].contains(found.key), isUpper, isShouted || !line.startsSentence(found.start) {
      // "Eg" at the beginning of a line is joined to the line above.
      let next = line.skippingSpace(found.end)
      return speech.isSecond && !isShouted && !line.isAllCapitals(found.start)
        && line.kind(next) == .word && !line.isUpper(next)
    }
    if entry.place == .behindTown { return isShouted }
    if found.key == "s.t.", isUpper { return false }
    if found.key == "lit.", speech.language.isEnglish, line.symbol(found.start - 1) != "(" {
      return false
    }
    if ["e.g", "i.e"].contains(found.key), line.isUpper(found.end - 1) { return false }
    if speech.isSecond, ["e.g", "i.e", "e.g.", "i.e."].contains(found.key),
      speech.language.isEnglish, isDiscussed(found, in: line)
    {
      return false
    }
    // "p 95" is a page, but "P 95" is not.
    if isUpper, !found.hasStop, entry.place == .beforeNumber, found.key.utf8.count <= 2 {
      return false
    }
    if entry.needsCapital {
      // "ME" and "ST" without a full stop are words in capitals.
      return isUpper && (found.hasStop || !isShouted || letters > 2)
    }
    // "C. 5" is not "circa".
    if isUpper, letters == 1, found.hasStop, found.key.utf8.count == 2 {
      return line.startsSentence(found.start) && entry.place == .beforeNumber
        && !(speech.isSecond && isAmongInitials(found.start, in: line))
    }
    guard isUpper, !isShouted, context.wordsWithStop.contains(found.key), entry.place == .anywhere
    else { return true }
    // "Max." is a name, unless it begins a sentence that continues.
    return line.startsSentence(found.start) && !line.isEnd(found.end)
      && !line.capitalFollows(found.end)
  }

  /// Whether a text is about "e.g." or "i.e.": its meaning follows, or the other of the two is beside it.
  private func isDiscussed(_ found: Found, in line: Line) -> Bool {
    func isLatin(_ start: Int) -> Bool {
      guard let first = line.key(start), first == "e" || first == "i", line.symbol(start + 1) == "."
      else { return false }
      return line.key(start + 2) == (first == "e" ? "g" : "e")
    }
    let end = line.symbol(found.end) == "." ? found.end + 1 : found.end
    if line.symbol(found.start - 1)?.opensGroup == true, line.symbol(found.start - 1) != "(",
      let closing = line.symbol(end), closing.isClosingQuote || closing == "'"
    {
      return true
    }
    let comma = line.symbol(end) == "," ? end + 1 : end
    if line.isSpace(comma), isLatin(comma + 1) { return true }
    let back = line.skippingSpaceBack(found.start - 1)
    if line.symbol(back) == ",", line.symbol(back - 1) == ".", isLatin(back - 4) { return true }
    guard line.isSpace(end), let verb = line.key(end + 1), line.isSpace(end + 2) else {
      return false
    }
    let object = line.key(end + 3)
    switch verb {
    case "means": return object == "for" || line.symbol(end + 3)?.opensGroup == true
    case "stands": return object == "for"
    case "is": return object == "short" || object == "latin"
    default: return false
    }
  }

  /// What has a limit: "Max. load", but not "Max. Then".
  private static let limited = WordTable.words(
    """
    age capacity current depth height length load number occupancy output power pressure score size speed temp \
    temperature value voltage weight width
    """)
}
