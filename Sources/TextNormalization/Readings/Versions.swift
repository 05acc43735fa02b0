import Basics

/// Reads versions and other numbers with several parts: 2.0.1, v1.10, Python 3.11, 192.168.0.1.
struct Versions: ReadingRule {
  let speech: Speech
  private var context: ContextWords { speech.context }

  func reading(at start: Int, in line: Line) -> Reading? {
    switch line.kind(start) {
    case .digits: return digits(at: start, in: line)
    case .word: return letter(at: start, in: line) ?? product(at: start, in: line)
    default: return nil
    }
  }

  /// Reads "v1.10" as "version one point ten".
  private func letter(at start: Int, in line: Line) -> Reading? {
    guard line.word(start) == "v", line.isOpen(before: start), line.kind(start + 1) == .digits,
      let parts = parts(at: start + 1, in: line), !isName(parts, in: line)
    else { return nil }
    var words = SpokenWords(speech.symbols.version, from: line.range(start))
    words.add(self.words(parts, in: line))
    var reading = Reading(end: end(parts), words: words)
    if speech.isSecond { addSuffix(&reading, parts, in: line) }
    return reading
  }

  /// Reads the name of "DINOv2" as "DINO v", but leaves "IPv4", which engines spell, and "Nov2".
  private func product(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, line.kind(start + 1) == .digits, line.length(start + 1) < 3,
      let word = line.word(start), word.hasSuffix("v"), line.length(start) > 2
    else { return nil }
    let name = word.dropLast()
    // "Inceptionv3", but not "Kyiv3"
    let isName =
      name.dropFirst().contains(where: \.isUppercase)
      || name.first?.isUppercase == true && name.last.map { !"aeiouy".contains($0) } == true
    guard isName, name.count > 1, name != "IP", name != "TLS" else { return nil }
    return Reading(start..<start + 1, name + " v", in: line)
  }

  /// Whether letters go on behind one number: "v4l", but not "v1beta1" and "v2.3b".
  private func isName(_ parts: [Int], in line: Line) -> Bool {
    guard speech.isSecond, parts.count == 1, let key = line.key(end(parts)) else { return false }
    return !Self.suffixes.contains(key)
  }

  private func digits(at start: Int, in line: Line) -> Reading? {
    if speech.isSecond,
      let reading = lettered(at: start, in: line) ?? standard(at: start, in: line)
    {
      return reading
    }
    guard line.symbol(start + 1) == ".", line.kind(start - 1) != .digits,
      !(line.symbol(start - 1) == "." && line.kind(start - 2) == .digits),
      let parts = parts(at: start, in: line)
    else { return nil }
    guard
      parts.count > 2 || speech.isSecond && isOpenVersion(parts, in: line)
        || parts.count == 2
          && (isNamed(start, in: line) || speech.isSecond && isRelease(start, parts, in: line)
            || isSection(start, in: line)
            || opensHeading(start, parts, in: line))
    else { return nil }
    var reading = Reading(end: end(parts), words: words(parts, in: line))
    if speech.isSecond { addSuffix(&reading, parts, in: line) }
    // "Python 3.8–3.12"
    if speech.isSecond, isNamed(start, in: line), line.symbol(reading.end)?.isRangeDash == true,
      let last = self.parts(at: reading.end + 1, in: line), last.count == parts.count
    {
      reading.words.add(speech.symbols.to, from: line.range(reading.end))
      reading.words.add(words(last, in: line))
      reading.end = end(last)
    }
    return reading
  }

  /// Reads the section "1.F.3".
  private func lettered(at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start + 1) == ".", line.length(start + 2) == 1, line.isUpper(start + 2),
      line.symbol(start + 3) == ".", let first = line.digits(start),
      let last = line.digits(start + 4), line.isClosed(start + 5), line.kind(start - 1) != .word,
      first.utf8.count < 3, last.utf8.count < 3
    else { return nil }
    var words = SpokenWords(speech.speller.cardinal(first), from: line.range(start))
    words.add(line.word(start + 2) ?? "", from: line.range(start + 2))
    words.add(speech.speller.cardinal(last), from: line.range(start + 4))
    return Reading(end: start + 5, words: words)
  }

  /// Reads the standards "802.3", "802.1Q" and "802.11ac".
  private func standard(at start: Int, in line: Line) -> Reading? {
    guard line.digits(start) == "802", line.isOpen(before: start), line.symbol(start + 1) == ".",
      let part = line.digits(start + 2), part.utf8.count < 3,
      line.kind(start + 3) != .word || line.length(start + 3) < 3
    else { return nil }
    let isEnglish = speech.language.isEnglish
    var words = SpokenWords(
      isEnglish ? speech.speller.pairs(802) : speech.speller.cardinal("802"),
      from: line.range(start))
    words.add(speech.symbols.dot, from: line.range(start + 1))
    words.add(speech.speller.cardinal(part), from: line.range(start + 2))
    guard line.kind(start + 3) == .word else {
      return line.isClosed(start + 3) ? Reading(end: start + 3, words: words) : nil
    }
    for place in line.range(start + 3) {
      words.add(String(line.scalars[place]).uppercased(), from: place..<place + 1)
    }
    return Reading(end: start + 4, words: words)
  }

  private static let suffixes: Set<String> = ["alpha", "beta", "rc", "pre", "dev", "snapshot"]

  /// Whether "x" stands for the last part of a version: "3.x".
  private func isOpenVersion(_ parts: [Int], in line: Line) -> Bool {
    let end = end(parts)
    return line.symbol(end) == "." && line.key(end + 1) == "x" && line.isClosed(end + 2)
      && line.symbol(end + 2) != "-"
  }

  /// Adds the words of "-beta.4", "rc1" and ".x".
  private func addSuffix(_ reading: inout Reading, _ parts: [Int], in line: Line) {
    if isOpenVersion(parts, in: line) {
      reading.words.add(speech.symbols.point, from: line.range(reading.end))
      reading.words.add("X", from: line.range(reading.end + 1))
      reading.end += 2
      return
    }
    let place = line.symbol(reading.end) == "-" ? reading.end + 1 : reading.end
    // "10.0.0.1:8080"
    if isAddress(parts, in: line), line.symbol(reading.end) == ":",
      let port = line.value(place + 1, most: 5),
      line.isClosed(place + 2)
    {
      reading.words.add(speech.symbols.port, from: line.range(place))
      let isEnglish = speech.language.isEnglish
      reading.words.add(
        isEnglish ? speech.speller.pairs(port) : speech.speller.cardinal(port),
        from: line.range(place + 1))
      reading.end = place + 2
      return
    }
    // "10.0.0.0 - 10.255.255.255"
    let dash = line.skippingSpace(reading.end)
    if isAddress(parts, in: line), line.symbol(dash)?.isRangeDash == true,
      let last = self.parts(at: line.skippingSpace(dash + 1), in: line), isAddress(last, in: line)
    {
      reading.words.add(speech.symbols.to, from: line.range(dash))
      reading.words.add(words(last, in: line))
      reading.end = end(last)
      return
    }
    // "192.168.10.0 0.0.0.255"
    while isAddress(parts, in: line), line.isSpace(reading.end),
      let next = self.parts(at: reading.end + 1, in: line), isMask(next, in: line)
    {
      reading.words.close(with: ",")
      reading.words.add(words(next, in: line))
      reading.end = end(next)
    }
    guard let key = line.key(place), Self.suffixes.contains(key) else { return }
    reading.words.add(key == "rc" ? "RC" : key, from: line.range(place))
    reading.end = place + 1
    let number = line.symbol(place + 1) == "." ? place + 2 : place + 1
    guard let digits = line.digits(number), line.isClosed(number + 1) else { return }
    reading.words.add(speech.speller.cardinal(digits), from: line.range(number))
    reading.end = number + 1
  }

  func end(_ parts: [Int]) -> Int { (parts.last ?? -1) + 1 }

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
    let isNumber =
      parts.count > 1 && isGrouped && !isNamed(start, in: line)
      && !(speech.isSecond && isAddress(parts, in: line))
    return isNumber || isMore || next == "%"
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

  private func isAddress(_ parts: [Int], in line: Line) -> Bool {
    guard parts.count == 4, parts.allSatisfy({ (line.value($0) ?? 256) < 256 }) else {
      return false
    }
    let symbol = line.symbol(end(parts))
    let hasPort = (symbol == ":" || symbol == "/") && line.kind(end(parts) + 1) == .digits
    let isLong = parts.contains { line.length($0) > 2 }
    guard speech.isSecond else { return isLong }
    // "Chrome 120.0.0.1"
    if isNamed(parts[0], in: line) { return hasPort }
    // "8.8.8.8" and private addresses such as "10.0.0.5"
    let isKnown =
      line.digits(parts[0]) == "10"
      || parts.allSatisfy { line.digits($0) == line.digits(parts[0]) }
    return isLong || hasPort || isKnown
  }

  private func isMask(_ parts: [Int], in line: Line) -> Bool {
    ["255", "0"].contains(line.digits(parts[0])) && isAddress(parts, in: line)
  }

  /// Whether each part is an octet in binary digits: "11000000.10101000".
  private func areBits(_ parts: [Int], in line: Line) -> Bool {
    parts.count > 1
      && parts.allSatisfy {
        line.length($0) == 8 && line.digits($0)?.allSatisfy { $0 == "0" || $0 == "1" } == true
      }
  }

  private func words(_ parts: [Int], in line: Line) -> SpokenWords {
    let isAddress = isAddress(parts, in: line) || speech.isSecond && areBits(parts, in: line)
    var words = SpokenWords()
    for (index, part) in parts.enumerated() {
      let digits = line.digits(part) ?? ""
      if index > 0 {
        words.add(
          isAddress ? speech.symbols.dot : speech.symbols.point,
          from: line.range(part - 1))
      }
      let isOctet = isAddress && (!speech.saysOctets || digits.utf8.count > 3)
      let isSpelled = isOctet || digits.utf8.count > 1 && digits.first == "0"
      words.add(
        isSpelled ? speech.speller.digits(digits) : speech.speller.cardinal(digits),
        from: line.range(part))
    }
    return words
  }
}

extension Unicode.Scalar {
  /// Whether the symbol can join the ends of a range: `-`, `–`, `—`.
  fileprivate var isRangeDash: Bool { self == "-" || self == "–" || self == "—" }

  /// Whether the symbol is a comparison: `<`, `>`, `=`, `≤`, `≥`, `≠`, `≈`, `~`.
  var isComparison: Bool {
    switch self {
    case "<", ">", "=", "≤", "≥", "≠", "≈", "~": true
    default: false
    }
  }
}

extension Versions {
  /// Whether two numbers are a version behind a name such as "CPython" or another version, or, in English, in "since
  /// 0.12," and "added in 1.10".
  /// At most `most` versions before it are looked at, so that long lists take linear time.
  func isRelease(_ start: Int, _ parts: [Int], most: Int = 6, in line: Line) -> Bool {
    var before = line.skippingSpaceBack(start - 1)
    if line.symbol(before) == "," { before -= 1 }
    if let key = line.key(before),
      ["and", "or", "to", "und", "oder", "y", "o", "et", "ou"].contains(key)
    {
      before = line.skippingSpaceBack(before - 1)
      if line.symbol(before) == "," { before -= 1 }
    }
    if before != line.skippingSpaceBack(start - 1), line.kind(before) == .digits {
      guard most > 0, line.symbol(before - 1) == ".", line.kind(before - 2) == .digits,
        line.symbol(before - 3) != "."
      else { return false }
      return isNamed(before - 2, in: line)
        || isRelease(before - 2, [before - 2, before], most: most - 1, in: line)
    }
    guard line.isSpace(start - 1), let word = line.word(start - 2) else { return false }
    if word.utf8.count > 3, word.dropFirst().contains(where: \.isUppercase),
      word.contains(where: \.isLowercase)
    {
      let next = line.isSpace(end(parts)) ? line.word(end(parts) + 1) : nil
      return next.map { !Self.counts.contains($0) && speech.vocabulary.units.nouns[$0] == nil }
        ?? true
    }
    guard speech.language.isEnglish, let key = line.key(start - 2) else { return false }
    let end = end(parts)
    if line.isSpace(end), let next = line.key(end + 1), Self.releases.contains(next) { return true }
    let isClosed =
      line.isEnd(end) || line.symbol(end).map { ".,;:)".unicodeScalars.contains($0) } == true
    if key == "since" { return isClosed }
    let verb = line.keyBefore(start - 2) ?? ""
    return isClosed && (key == "in" && Self.changes.contains(verb) || key == "of" && verb == "as")
  }

  private static let counts: Set<String> = [
    "billion", "billions", "million", "millions", "percent", "points", "times", "trillion",
    "Mio", "Millionen", "Milliarden", "Prozent", "millones", "milliards",
  ]
  private static let releases: Set<String> = [
    "branch", "builds", "release", "releases", "series", "support",
  ]
  private static let changes: Set<String> = [
    "added", "available", "changed", "deprecated", "fixed", "introduced", "new", "released",
    "removed",
    "supported",
  ]
}

/// Reads the first of several versions: "Python 2/3" is not a fraction, and "Windows 7/8/10" is not a date.
struct VersionLists: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    if speech.isSecond, let reading = choice(at: start, in: line) ?? port(at: start, in: line) {
      return reading
    }
    guard line.symbol(start + 1) == "/", line.kind(start + 2) == .digits,
      line.symbol(start - 1) != "/",
      Versions(speech: speech).isNamed(start, in: line), let digits = line.digits(start)
    else { return nil }
    return Reading(start..<start + 1, speech.speller.cardinal(digits), in: line)
  }

  /// Reads the number of a port, as in "G0/0/1".
  private func port(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) == .word, let first = line.digits(start) else { return nil }
    var words = SpokenWords(speech.speller.cardinal(first), from: line.range(start))
    var end = start
    while end - start < 8, line.symbol(end + 1) == "/", let digits = line.digits(end + 2) {
      words.add(speech.language.isSpanish ? "barra" : "slash", from: line.range(end + 1))
      words.add(speech.speller.cardinal(digits), from: line.range(end + 2))
      end += 2
    }
    guard end > start + 2, line.isClosed(end + 1), line.symbol(end + 1) != "/" else { return nil }
    return Reading(end: end + 1, words: words)
  }

  /// Reads the values "(0/1)" and "(1/0)".
  private func choice(at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start - 1) == "(", line.symbol(start + 1) == "/",
      line.symbol(start + 3) == ")", let first = line.digits(start),
      let second = line.digits(start + 2), ["01", "10"].contains(first + second)
    else { return nil }
    var words = SpokenWords(speech.speller.cardinal(first), from: line.range(start))
    words.add(speech.symbols.or, from: line.range(start + 1))
    words.add(speech.speller.cardinal(second), from: line.range(start + 2))
    return Reading(end: start + 3, words: words)
  }
}
