import Basics

/// Reads versions and other numbers with several parts: 2.0.1, v1.10, Python 3.11, 192.168.0.1.
struct Versions: ReadingRule {
  let speech: Speech
  private var context: ContextWords { speech.context }

  func reading(at start: Int, in line: Line) -> Reading? {
    switch line.kind(start) {
    case .digits: return digits(at: start, in: line)
    case .word: return letter(at: start, in: line)
    default: return nil
    }
  }

  /// Reads "v1.10" as "version one point ten".
  private func letter(at start: Int, in line: Line) -> Reading? {
    guard line.word(start) == "v", line.isOpen(before: start), line.kind(start + 1) == .digits,
      let parts = parts(at: start + 1, in: line)
    else { return nil }
    var words = SpokenWords(speech.symbols.version, from: line.range(start))
    words.add(self.words(parts, in: line))
    return Reading(end: end(parts), words: words)
  }

  private func digits(at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start + 1) == ".", line.kind(start - 1) != .digits,
      !(line.symbol(start - 1) == "." && line.kind(start - 2) == .digits),
      let parts = parts(at: start, in: line)
    else { return nil }
    guard
      parts.count > 2
        || parts.count == 2
          && (isNamed(start, in: line) || isSection(start, in: line)
            || opensHeading(start, parts, in: line))
    else { return nil }
    return Reading(end: end(parts), words: words(parts, in: line))
  }

  private func end(_ parts: [Int]) -> Int { (parts.last ?? -1) + 1 }

  /// Returns the tokens of at most eight parts, or nil if the digits are a number with groups, a decimal number, a
  /// percentage or an angle.
  func parts(at start: Int, in line: Line) -> [Int]? {
    var parts = [start]
    while parts.count < 8, line.symbol(parts[parts.count - 1] + 1) == ".",
      line.kind(parts[parts.count - 1] + 2) == .digits
    {
      parts.append(parts[parts.count - 1] + 2)
    }
    guard parts.allSatisfy({ line.length($0) <= 9 }) else { return nil }
    // Groups of three digits are thousands.
    let isGrouped =
      speech.format.grouping.contains(".") && parts.dropFirst().allSatisfy { line.length($0) == 3 }
    let end = parts[parts.count - 1] + 1
    let next = line.symbol(end)
    let isMore = next == "," && line.kind(end + 1) == .digits
    return parts.count > 1 && isGrouped && !isNamed(start, in: line) || isMore || next == "%"
      || next == "°" ? nil : parts
  }

  /// Whether the digits belong to a section number that begins with a letter: "I.8.10", "A.3.2".
  private func isSection(_ start: Int, in line: Line) -> Bool {
    line.symbol(start - 1) == "." && line.length(start - 2) == 1 && line.isUpper(start - 2)
      && line.isOpen(before: start - 2)
  }

  /// Whether the text is a heading that begins with these digits as its number: "4.10 Names of files".
  func opensHeading(_ start: Int, _ parts: [Int], in line: Line) -> Bool {
    guard start == 0 else { return false }
    let end = self.end(parts)
    let space = line.symbol(end) == "." ? end + 1 : end
    guard line.isSpace(space), line.isUpper(space + 1), let word = line.word(space + 1) else {
      return false
    }
    return speech.vocabulary.units.nouns[word] == nil
  }

  /// Whether a program, the word "version" or a part of a book is before the digits.
  func isNamed(_ start: Int, in line: Line) -> Bool {
    var before = line.skippingSpaceBack(start - 1)
    // Skips a hyphen or a comparison after the name, as in "Python >= 3.11".
    if let symbol = line.symbol(before), symbol == "-" || symbol.isComparison {
      before = line.skippingSpaceBack(before - 1)
      if line.symbol(before)?.isComparison == true { before = line.skippingSpaceBack(before - 1) }
    }
    // "Fig. 2.10"
    if line.symbol(before) == "." { before -= 1 }
    return line.key(before).map { context.versions.contains($0) || context.sections.contains($0) }
      == true
  }

  private func words(_ parts: [Int], in line: Line) -> SpokenWords {
    let isAddress =
      parts.count == 4 && parts.allSatisfy { (line.value($0) ?? 256) < 256 }
      && parts.contains { line.length($0) > 2 }
    var words = SpokenWords()
    for (index, part) in parts.enumerated() {
      let digits = line.digits(part) ?? ""
      if index > 0 {
        words.add(
          isAddress ? speech.symbols.dot : speech.symbols.point,
          from: line.range(part - 1))
      }
      let isRead = isAddress || digits.utf8.count > 1 && digits.first == "0"
      words.add(
        isRead ? speech.speller.digits(digits) : speech.speller.cardinal(digits),
        from: line.range(part))
    }
    return words
  }
}

/// Reads the first of several versions: "Python 2/3" is not a fraction, and "Windows 7/8/10" is not a date.
struct VersionLists: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start + 1) == "/", line.kind(start + 2) == .digits,
      line.symbol(start - 1) != "/",
      Versions(speech: speech).isNamed(start, in: line), let digits = line.digits(start)
    else { return nil }
    return Reading(start..<start + 1, speech.speller.cardinal(digits), in: line)
  }
}

extension Unicode.Scalar {
  /// Whether the symbol is a comparison: `<`, `>`, `=`, `≤`, `≥`, `≠`, `≈`, `~`.
  var isComparison: Bool {
    switch self {
    case "<", ">", "=", "≤", "≥", "≠", "≈", "~": true
    default: false
    }
  }
}
