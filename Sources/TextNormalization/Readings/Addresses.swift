import Basics

/// Reads internet addresses and file names without a scheme: anna@example.com, books.com, readme.pdf.
struct Addresses: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    if line.symbol(start) == "." {
      return ending(at: start, in: line) ?? lastPart(at: start, in: line)
    }
    if line.kind(start) == .digits { return numbered(at: start, in: line) }
    guard line.kind(start) == .word, isOpen(start, in: line) else { return nil }
    // "mailto:anna@example.com"
    if speech.isSecond, line.key(start) == "mailto", line.symbol(start + 1) == ":",
      let reading = mail(at: start + 2, in: line)
    {
      return reading
    }
    return mail(at: start, in: line) ?? host(at: start, in: line)
  }

  private func isOpen(_ start: Int, in line: Line) -> Bool {
    guard let before = line.symbol(start - 1) else { return line.kind(start - 1) != .digits }
    return before != "." && before != "@" && before != "-" && before != "_"
  }

  /// Reads ".com" in "the .com crash".
  private func ending(at start: Int, in line: Line) -> Reading? {
    guard line.isOpen(before: start), let key = line.key(start + 1),
      AddressWords.said.contains(key)
        || AddressWords.spelled.contains(key), line.isClosed(start + 2)
    else { return nil }
    var words = SpokenWords(speech.symbols.dot, from: line.range(start))
    words.add(label(start + 1, isLast: true, in: line), from: line.range(start + 1))
    return Reading(end: start + 2, words: words)
  }

  /// Reads the last part of an IP address, ".126", in languages with a comma before decimals.
  private func lastPart(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, speech.format.decimal == ",", line.isOpen(before: start),
      let digits = line.digits(start + 1), digits.utf8.count < 4,
      line.isClosed(start + 2) || line.symbol(start + 2) == "/"
    else { return nil }
    var words = SpokenWords(speech.symbols.dot, from: line.range(start))
    words.add(speech.speller.cardinal(digits), from: line.range(start + 1))
    return Reading(end: start + 2, words: words)
  }

  /// Reads a file whose name is a number: "123456.wav".
  private func numbered(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, line.isOpen(before: start), line.symbol(start + 1) == ".",
      let end = hostEnd(start, in: line), lastDot(end, in: line) == start + 1, line.isClosed(end),
      AddressWords.isFile(line.text(start + 2..<end))
    else { return nil }
    var words = SpokenWords()
    for place in start..<end { add(place, isLast: place > start, to: &words, in: line) }
    return Reading(end: end, words: words)
  }

  // MARK: Mail

  private func mail(at start: Int, in line: Line) -> Reading? {
    var place = start + 1
    while place - start < 16, isPart(place, in: line), line.symbol(place) != "@" { place += 1 }
    guard line.symbol(place) == "@", line.kind(place + 1) == .word,
      let end = hostEnd(place + 1, in: line),
      end > place + 2
    else { return nil }
    var words = SpokenWords()
    for index in start..<place { add(index, isLast: false, to: &words, in: line) }
    words.add(speech.symbols.at, from: line.range(place))
    for index in place + 1..<end { add(index, isLast: index == end - 1, to: &words, in: line) }
    return Reading(end: end, words: words)
  }

  private func isPart(_ index: Int, in line: Line) -> Bool {
    switch line.kind(index) {
    case .word, .digits: true
    case .symbol:
      line.symbol(index).map { "._-+@".unicodeScalars.contains($0) } == true
        && (line.kind(index + 1) == .word || line.kind(index + 1) == .digits)
    default: false
    }
  }

  // MARK: Hosts and files

  /// Returns the index after a host, or nil if there is no host.
  /// A host has at least two labels with a full stop between them.
  private func hostEnd(_ start: Int, in line: Line) -> Int? {
    var (place, dots) = (start, 0)
    while place - start < 24, line.kind(place) == .word || line.kind(place) == .digits {
      let symbol = line.symbol(place + 1)
      let next = line.kind(place + 2)
      guard symbol == "." || symbol == "-" || symbol == "_", next == .word || next == .digits else {
        let isGlued = line.kind(place + 1) == .word || line.kind(place + 1) == .digits
        if isGlued {
          place += 1
          continue
        }
        return dots > 0 ? place + 1 : nil
      }
      if symbol == "." { dots += 1 }
      place += 2
    }
    return nil
  }

  private func host(at start: Int, in line: Line) -> Reading? {
    guard let end = hostEnd(start, in: line), let dot = lastDot(end, in: line) else { return nil }
    let last = line.text(dot + 1..<end)
    let key = last.lowercased()
    let isHost =
      AddressWords.said.contains(key) || AddressWords.spelled.contains(key)
      || speech.isSecond && AddressWords.moreSaid.contains(key)
      || speech.isSecond && !speech.language.isEnglish && AddressWords.saidAbroad.contains(key)
    let isFile =
      speech.isSecond
      ? isFile(last, start, in: line)
      : AddressWords.files.contains(key) && line.length(start) > 1
    let isTyped = last == key || line.isAllCapitals(start)
    guard isFile && (isTyped || speech.isSecond) || isHost && isTyped else { return nil }
    // "siglo VII a.de C."
    if speech.isSecond, line.length(start) == 1, key == "de", line.isSpace(end) { return nil }
    var words = SpokenWords()
    for place in (line.key(start) == "www" ? start + 2 : start)..<end {
      add(place, isLast: place > dot, to: &words, in: line)
    }
    let place = isHost ? pathEnd(end, in: line) : end
    if speech.isSecond, place > end, let slash = QuotedSigns.slash(speech.language) {
      for part in AddressWords.path(line.text(end..<place)) {
        words.add(slash + " " + part, from: line.range(end))
      }
    }
    return Reading(end: place, words: words)
  }

  /// Whether a name ends as the name of a file: "main.rs", "data.RDS", "slash mail.err".
  private func isFile(_ ending: String, _ start: Int, in line: Line) -> Bool {
    let key = ending.lowercased()
    if ["R", "Rmd", "RData", "RDS", "Rproj"].contains(ending) {
      return line.length(start) > 1 && !line.isUpper(start) || isInPath(start, in: line)
    }
    guard ending == key || line.isAllCapitals(start) else { return false }
    if AddressWords.isFile(key) {
      // "J.log" may be initials.
      return line.length(start) > 1 || !line.isUpper(start)
    }
    return isInPath(start, in: line) && ending.utf8.count < 5
      && ending.utf8.first.map { (0x61...0x7A).contains($0) } == true
  }

  /// Whether a slash or its name is directly before a name.
  private func isInPath(_ start: Int, in line: Line) -> Bool {
    guard line.length(start) > 1 else { return false }
    if line.symbol(start - 1) == "/" { return true }
    guard line.isSpace(start - 1), let before = line.key(start - 2) else { return false }
    return ["slash", "barra", "oblique", "schrägstrich"].contains(before)
  }

  /// Returns the index of the last full stop of a host, or nil.
  /// At most three tokens follow the full stop: "mp3" is two tokens, and "m4b" is three.
  private func lastDot(_ end: Int, in line: Line) -> Int? {
    (max(0, end - 4)..<end).last { line.symbol($0) == "." }
  }

  /// Returns the end of the path after a host.
  /// The path is not read.
  private func pathEnd(_ index: Int, in line: Line) -> Int {
    guard line.symbol(index) == "/", !line.isSpace(index + 1), index + 1 < line.count else {
      return index
    }
    var end = index
    while end < line.count, end - index < 200, !line.isSpace(end),
      line.symbol(end) != ")" && line.symbol(end) != "\"" && line.symbol(end) != "”"
    {
      end += 1
    }
    while end > index + 1,
      line.symbol(end - 1).map({ ".,;:!?".unicodeScalars.contains($0) }) == true
    { end -= 1 }
    return end
  }

  // MARK: Words

  private func add(_ index: Int, isLast: Bool, to words: inout SpokenWords, in line: Line) {
    let range = line.range(index)
    switch line.kind(index) {
    case .word: words.add(label(index, isLast: isLast, in: line), from: range)
    case .digits:
      let digits = line.digits(index) ?? ""
      let isPadded = speech.isSecond && digits.utf8.count == 2 && digits.first == "0"
      words.add(
        digits.utf8.count < 3 && !isPadded
          ? speech.speller.cardinal(digits) : speech.digits(digits), from: range)
    default:
      switch line.symbol(index) {
      case ".": words.add(speech.symbols.dot, from: range)
      case "-": words.add(speech.symbols.hyphen, from: range)
      case "_": words.add(speech.symbols.underscore, from: range)
      case "+": words.add(speech.symbols.plus, from: range)
      default: break
      }
    }
  }

  /// Returns the spoken form of a label.
  /// The last label is returned in capitals if it is not a word, so that engines spell it.
  private func label(_ index: Int, isLast: Bool, in line: Line) -> String {
    guard let word = line.word(index), let key = line.key(index) else { return "" }
    guard isLast else { return word }
    let isSpelled =
      AddressWords.spelled.contains(key) || AddressWords.spelledFiles.contains(key)
      || speech.isSecond && AddressWords.moreSpelled.contains(key)
    return isSpelled || key.utf8.count < 3 && key != "co" ? word.uppercased() : word
  }
}
