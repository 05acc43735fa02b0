import Basics

/// Parts the number that ends a name from the number behind it: "MP4 1080p" is "M P four, ten eighty P".
struct NumbersOfNames: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) == .word, line.length(start) < 3, line.isSpace(start + 1),
      line.kind(start + 2) == .digits, line.kind(start + 3) == .word, line.isClosed(start + 4),
      line.isUpper(start - 1), line.isOpen(before: start - 1), let digits = line.digits(start)
    else { return nil }
    return Reading(start..<start + 1, speech.speller.cardinal(digits) + ",", in: line)
  }
}

/// Reads names of machines letter by letter: hashes, UUIDs, MAC and IPv6 addresses.
struct Identifiers: ReadingRule {
  let speech: Speech

  /// The maximum number of tokens. Longer runs are not names.
  private static let most = 200

  func reading(at start: Int, in line: Line) -> Reading? {
    if speech.isSecond, let number = bookNumber(start, in: line) ?? fingerprint(start, in: line) {
      return number
    }
    if speech.isSecond, let reading = opaque(start, in: line) { return reading }
    guard line.isOpen(before: start) || line.symbol(start - 1) == "=",
      isHexadecimal(start, in: line)
    else { return nil }
    if let number = prefixed(start, in: line) { return number }
    var groups: [Range<Int>] = []
    var separator: Unicode.Scalar?
    var place = start
    while place - start < Self.most {
      let end = groupEnd(place, in: line)
      if end > place { groups.append(place..<end) }
      place = end
      guard let symbol = line.symbol(place), symbol == ":" || symbol == "-",
        separator == nil || separator == symbol
      else { break }
      let isDouble = symbol == ":" && line.symbol(place + 1) == ":"
      guard isHexadecimal(isDouble ? place + 2 : place + 1, in: line) else { break }
      separator = symbol
      place += isDouble ? 2 : 1
    }
    guard let last = groups.last else { return nil }
    // "2001:db8::/32"
    let isOpenEnd =
      groups.count > 1 && line.symbol(last.upperBound) == ":"
      && line.symbol(last.upperBound + 1) == ":"
    let end = isOpenEnd ? last.upperBound + 2 : last.upperBound
    guard line.isClosed(end), isIdentifier(groups, separator, in: line, isOpenEnd) else {
      return nil
    }
    return Reading(end: end, words: words(groups, in: line))
  }

  /// Reads the number of a book digit by digit: "ISBN 978-3-16-148410-0", "ISBN-10: 0 19 852663 6", "ISSN 2049-3630".
  private func bookNumber(_ start: Int, in line: Line) -> Reading? {
    guard line.kind(start) == .digits, line.kind(start + 1) != .word else { return nil }
    var before = start - 1
    while before > start - 6,
      line.isSpace(before) || line.symbol(before) == ":" || line.symbol(before) == "-"
        || line.digits(before) == "10" || line.digits(before) == "13"
    {
      before -= 1
    }
    guard let key = line.key(before), key == "isbn" || key == "issn" else { return nil }
    var groups = [start]
    while groups.count < 5, let last = groups.last,
      line.symbol(last + 1)?.isDash == true || line.isSpace(last + 1),
      line.kind(last + 2) == .digits || line.word(last + 2) == "X"
    {
      groups.append(last + 2)
    }
    let count = groups.reduce(0) { $0 + line.length($1) }
    guard [8, 10, 13].contains(count), line.isClosed(groups[groups.count - 1] + 1) else {
      return nil
    }
    var words = SpokenWords()
    for (index, group) in groups.enumerated() {
      let text = line.digits(group).map { speech.speller.digits($0) } ?? "X"
      words.add(index + 1 < groups.count ? text + "," : text, from: line.range(group))
    }
    return Reading(end: groups[groups.count - 1] + 1, words: words)
  }

  /// Reads the groups of a key letter by letter: "0161 BB7E B208 B5E0 4FDC 9F81".
  private func fingerprint(_ start: Int, in line: Line) -> Reading? {
    guard line.isOpen(before: start), isHexadecimal(start, in: line) else { return nil }
    var (groups, place): ([Range<Int>], Int) = ([], start)
    while groups.count < Self.most, isHexadecimal(place, in: line) {
      let end = groupEnd(place, in: line)
      guard line.range(place..<end).count == 4, line.isClosed(end) else { break }
      groups.append(place..<end)
      place = line.isSpace(end) ? end + 1 : end
    }
    guard let last = groups.last, groups.count > 4,
      groups.contains(where: { $0.contains { line.kind($0) == .word } }),
      groups.count(where: { $0.contains { line.kind($0) == .digits } }) * 2 > groups.count
    else { return nil }
    return Reading(end: last.upperBound, words: words(groups, in: line))
  }

  /// Reads sixteen or more letters and digits that are no words, letter by letter: "7hQ2xZb9TtR4wVkM8".
  private func opaque(_ start: Int, in line: Line) -> Reading? {
    guard line.kind(start + 1) == .digits || line.kind(start) == .digits,
      line.kind(start + 4) == .word || line.kind(start + 4) == .digits,
      line.isOpen(before: start) || line.symbol(start - 1) == "="
    else { return nil }
    var end = start
    while end - start < Self.most, line.kind(end) == .word || line.kind(end) == .digits { end += 1 }
    let scalars = line.scalars[line.range(start..<end)]
    guard 16...80 ~= scalars.count, line.isClosed(end), scalars.allSatisfy(\.isASCII),
      scalars.contains(where: \.isUpper), scalars.contains(where: \.isLower),
      (start..<end).count(where: { line.kind($0) == .digits }) > 2,
      (start..<end).contains(where: { line.kind($0) == .word && line.length($0) > 3 })
    else { return nil }
    // "Win32Api64Test86" has words.
    let parts = scalars.split(whereSeparator: { !$0.isLower })
    let words = parts.filter { $0.count > 1 && $0.contains { "aeiou".unicodeScalars.contains($0) } }
    let letters = scalars.count(where: \.isLetter)
    guard words.reduce(0, { $0 + $1.count + 1 }) * 3 < letters else { return nil }
    return Reading(end: end, words: self.words([start..<end], in: line))
  }

  /// Reads "0xFF", "0b101" and "0o17" letter by letter.
  private func prefixed(_ start: Int, in line: Line) -> Reading? {
    guard line.digits(start) == "0", let prefix = line.word(start + 1)?.first,
      "xbo".contains(prefix)
    else { return nil }
    if prefix != "x" {
      guard line.length(start + 1) == 1, let digits = line.digits(start + 2),
        digits.allSatisfy({ $0 < (prefix == "b" ? "2" : "8") })
      else { return nil }
    }
    let letters = line.range(start + 1).dropFirst()
    let end = groupEnd(start + 2, in: line)
    guard letters.allSatisfy({ Self.letters.contains(line.scalars[$0]) }), line.isClosed(end),
      !letters.isEmpty || end > start + 2
    else { return nil }
    var words = SpokenWords(speech.speller.digits("0"), from: line.range(start))
    for place in line.range(start + 1..<end) {
      let scalar = line.scalars[place]
      let text =
        scalar.isDigit
        ? speech.speller.digits(String(scalar.plainDigit)) : String(scalar).uppercased()
      words.add(text, from: place..<place + 1)
    }
    return Reading(end: end, words: words)
  }

  private func isHexadecimal(_ index: Int, in line: Line) -> Bool {
    switch line.kind(index) {
    case .digits: true
    case .word: line.scalars[line.range(index)].allSatisfy { Self.letters.contains($0) }
    default: false
    }
  }

  private static let letters = Set("abcdefABCDEF".unicodeScalars)

  private func groupEnd(_ start: Int, in line: Line) -> Int {
    var end = start
    while end - start < Self.most, isHexadecimal(end, in: line) { end += 1 }
    return end
  }

  private func isIdentifier(
    _ groups: [Range<Int>], _ separator: Unicode.Scalar?, in line: Line, _ isOpenEnd: Bool
  ) -> Bool {
    let lengths = groups.map { line.range($0).count }
    let hasLetters = groups.joined().contains { line.kind($0) == .word }
    switch separator {
    case nil:
      // "a1b2c3d", but not "5a", "facade" or "2e10"
      let length = lengths.reduce(0, +)
      return groups.count == 1 && length > 6 && groups[0].count > 2
    case ":":
      if lengths.count == 6, lengths.allSatisfy({ $0 == 2 }) { return true }
      // A whole IPv6 address
      if lengths.count == 8 { return lengths.allSatisfy { $0 < 5 } }
      // The maker's part of a MAC address, "00:1A:2B"
      if lengths == [2, 2, 2] { return hasLetters }
      if isOpenEnd { return lengths.allSatisfy { $0 < 5 } && lengths.contains { $0 > 2 } }
      return hasLetters && (lengths.count > 3 || lengths.contains { $0 > 2 && $0 < 5 })
        && lengths.allSatisfy { $0 < 5 }
    default:
      if lengths.count == 6, hasLetters { return lengths.allSatisfy { $0 == 2 } }
      return lengths == [8, 4, 4, 4, 12]
    }
  }

  /// Returns letters and digits, with a pause after each group and within long groups after each four.
  private func words(_ groups: [Range<Int>], in line: Line) -> SpokenWords {
    var words = SpokenWords()
    var end: Int?
    for group in groups {
      if let end, line.symbol(end + 1) == ":" {
        let colon = speech.symbols.colon
        words.add(colon + " " + colon, from: line.range(end..<end + 2))
      } else if end != nil {
        words.close(with: ",")
      }
      end = group.upperBound
      for (offset, place) in line.range(group).enumerated() {
        if offset > 0, offset % 4 == 0, line.range(group).count > 6 { words.close(with: ",") }
        let scalar = line.scalars[place]
        let text =
          scalar.isDigit
          ? speech.speller.digits(String(scalar.plainDigit)) : String(scalar).uppercased()
        words.add(text, from: place..<place + 1)
      }
    }
    return words
  }
}

/// Reads the number of a publication, "10.5281/zenodo.1285221", whose digits are no amounts.
struct PublicationNumbers: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.digits(start) == "10", line.isOpen(before: start) || line.symbol(start - 1) == ":",
      line.symbol(start + 1) == ".", 4...5 ~= line.length(start + 2),
      line.kind(start + 2) == .digits, line.symbol(start + 3) == "/", !line.isClosed(start + 4)
    else { return nil }
    var words = SpokenWords(speech.speller.cardinal("10"), from: line.range(start))
    var end = start + 1
    while end - start < 40, !line.isClosed(end) || !line.isClosed(end + 1), !line.isSpace(end) {
      let text = line.digits(end).map(speech.digits) ?? line.word(end)
      if let name = line.symbol(end) == "." ? speech.symbols.dot : text {
        words.add(name, from: line.range(end))
      } else {
        words.close(with: ",")
      }
      end += 1
    }
    return Reading(end: end, words: words)
  }
}

/// Reads Greek letters that are names of values: "λ", "Δx", "σ²".
struct GreekLetters: ReadingRule {
  let speech: Speech
  private let maths: MathWords

  init(speech: Speech) {
    self.speech = speech
    maths = .of(speech.language)
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.length(start) < 3 else { return nil }
    let block = line.scalars[line.range(start).lowerBound].value >> 8
    guard block == 3 || block == 0x21, let typed = line.word(start), let first = typed.first else {
      return nil
    }
    let rest = typed.dropFirst()
    // "ℝ"
    if block == 0x21 {
      return maths[String(first)].map {
        Reading(start..<start + 1, rest.isEmpty ? $0 : $0 + " " + rest, in: line)
      }
    }
    guard var name = MathWords.letters[Character(first.lowercased())] else { return nil }
    // A Greek word is near, so the letter is one too.
    let isGreek = [start - 2, start + 2].contains {
      line.length($0) > 2 && (line.word($0)?.unicodeScalars.first?.value ?? 0) >> 8 == 3
    }
    guard rest.utf8.count == rest.count, !isGreek else { return nil }
    name = maths[name] ?? name
    if first.isUppercase { name = name.prefix(1).uppercased() + name.dropFirst() }
    return Reading(start..<start + 1, rest.isEmpty ? name : name + " " + rest, in: line)
  }
}

/// Reads the letter behind a number as a letter, not as an article: "Figure 3a shows", "D2a".
struct LetteredNumbers: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.length(start) == 1, line.word(start) == "a", line.kind(start - 1) == .digits,
      line.isClosed(start + 1)
    else { return nil }
    return Reading(start..<start + 1, "A", in: line)
  }
}

/// Reads chemical formulas such as "H2SO4", whose letters are neither words nor initials.
struct Formulas: ReadingRule {
  let speech: Speech

  private static let elements = WordTable.words(
    "H He Li B C N O F Na Mg Al Si P S Cl K Ca Cr Mn Fe Ni Co Cu Zn Br Ag Sn I Ba Pt Au Hg Pb U Ti")

  func reading(at start: Int, in line: Line) -> Reading? {
    if speech.isSecond, let salt = salt(start, in: line) { return salt }
    guard line.isOpen(before: start), line.kind(start + 1) == .digits,
      line.kind(start + 2) == .word, var words = symbols(start, in: line)
    else { return nil }
    var end = start + 1
    while end - start < 16, let digits = line.digits(end), digits.utf8.count < 3 {
      words.add(speech.speller.cardinal(digits), from: line.range(end))
      end += 1
      guard line.kind(end) == .word else { break }
      guard let more = symbols(end, in: line) else { return nil }
      words.add(more)
      end += 1
    }
    return line.isClosed(end) ? Reading(end: end, words: words) : nil
  }

  private static let salts = WordTable.words(
    "NaCl KCl HCl LiCl AgCl NaOH LiOH CaO MgO FeO CuO ZnO ZnS FeS PbS NaF NaBr KBr HBr NaHCO GaAs SiC"
  )

  /// Reads a formula that begins with several symbols: "NaCl", "MgSO4". Other words can have such letters, so a word
  /// without a number is a known one.
  private func salt(_ start: Int, in line: Line) -> Reading? {
    guard 3...6 ~= line.length(start), line.isOpen(before: start), line.isUpper(start) else {
      return nil
    }
    let range = line.range(start)
    let digits = line.digits(start + 1)
    guard line.isClosed(digits == nil ? start + 1 : start + 2),
      digits.map({ $0.utf8.count == 1 }) ?? true,
      range.dropFirst().contains(where: { line.scalars[$0].isLower }),
      digits != nil && range.count > 3 || Self.salts.contains(line.scalars[range].text),
      digits == nil || symbols(start, in: line) != nil
    else { return nil }
    var words = SpokenWords()
    let letters = line.scalars[range].text.uppercased().map(String.init)
    words.add(letters.joined(separator: "."), from: range)
    if let digits { words.add(speech.speller.cardinal(digits), from: line.range(start + 1)) }
    return Reading(end: digits == nil ? start + 1 : start + 2, words: words)
  }

  /// Returns the symbols of the elements in a word, or nil.
  private func symbols(_ index: Int, in line: Line) -> SpokenWords? {
    let range = line.range(index)
    guard range.count < 7 else { return nil }
    var words = SpokenWords()
    var place = range.lowerBound
    while place < range.upperBound {
      let pair = place + 1 < range.upperBound && line.scalars[place + 1].isLower
      let end = pair ? place + 2 : place + 1
      let symbol = line.scalars[place..<end].text
      guard Self.elements.contains(symbol) else { return nil }
      words.add(symbol, from: place..<end)
      place = end
    }
    return words
  }
}

/// Reads words that their author masks: "f**k", "b---h", "d—n". Only the first letter is spoken.
/// The letters that remain must fit a known word, so that no other word is lost.
struct MaskedWords: ReadingRule {
  let speech: Speech

  private static let known: Set<String> = {
    let words = WordTable.words(
      """
      arse ass asshole bastard bitch bloody bullshit cock crap cunt damn dick fuck god goddamn hell motherfucker \
      piss pussy shit slut tit whore
      """)
    let endings = ["", "s", "ed", "er", "ers", "es", "ing", "y"]
    return Set(words.flatMap { word in endings.map { word + $0 } })
  }()

  func reading(at start: Int, in line: Line) -> Reading? {
    guard speech.language.isEnglish, let head = line.key(start), head.utf8.count < 8,
      line.isOpen(before: start), let mark = line.symbol(start + 1),
      mark == "*" || mark == "-" || mark == "—"
    else { return nil }
    var end = start + 1
    while line.symbol(end) == mark, end - start < 12 { end += 1 }
    var tail = line.key(end) ?? ""
    let last = tail.isEmpty ? end : end + 1
    let isPossessive = tail.hasSuffix("'s")
    if isPossessive { tail.removeLast(2) }
    let count = end - start - 1
    guard line.isClosed(last), line.symbol(last) != mark,
      mark == "*" ? hides(head, count, tail) : breaks(head, mark, count, tail)
    else { return nil }
    let letter = String(line.scalars[line.range(start).lowerBound]).uppercased()
    return Reading(start..<last, letter + (isPossessive ? "'s" : ""), in: line)
  }

  /// Whether each asterisk stands for a letter of a known word.
  private func hides(_ head: String, _ count: Int, _ tail: String) -> Bool {
    guard !tail.isEmpty || count > 2 else { return false }
    return Self.known.contains {
      $0.utf8.count == head.utf8.count + count + tail.utf8.count && $0.hasPrefix(head)
        && $0.hasSuffix(tail)
    }
  }

  /// Whether a dash stands for letters of a known word, and does not break a sentence as in "he—it".
  private func breaks(_ head: String, _ mark: Unicode.Scalar, _ count: Int, _ tail: String) -> Bool
  {
    let isLong = count > (mark == "-" ? 2 : 1)
    guard head.utf8.count < 3, !tail.isEmpty, mark == "—" || count > 1,
      isLong || tail.utf8.count > 2 && (tail.hasSuffix("ed") || tail.hasSuffix("ing"))
        || !tail.contains(where: { "aeiou".contains($0) })
    else { return false }
    return Self.known.contains {
      $0.utf8.count > head.utf8.count + tail.utf8.count && $0.hasPrefix(head) && $0.hasSuffix(tail)
    }
  }
}
