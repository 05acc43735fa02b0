import Basics

/// The last step for acronyms in rule set 1.1.
/// If an engine may read an acronym as a word, points are added between its letters. For example, espeak says "ivf" and
/// "awe's" for IVF and AWS, and natural voices say "it" for IT. All voices spell "I.V.F" letter by letter. There is no
/// point after the last letter, because it would end a sentence.
struct LetterNames: Sendable {
  let judge: ShoutedWords
  /// The words of pronunciations, in upper case.
  /// No points are added to these words.
  let keeping: Set<String>

  /// A joiner behind a letter of a formula or of code, which is no article and no "page".
  static let letterMark: Unicode.Scalar = "\u{200D}"

  /// Returns the text for an engine.
  /// Acronyms that every engine spells stay unchanged.
  func opened(_ text: String) -> String {
    let isNewest = judge.isEnglish && judge.edition == .second
    let text = isNewest ? SyllableWords.spelledElements(text) : text
    let mayHaveName = isNewest && !judge.names.isEmpty && SyllableWords.mayHaveName(text)
    let mayHaveLetter =
      isNewest && (Self.mayHaveLetterA(text) || text.hasSuffix(" A") || text.hasText(" A\""))
    guard CapitalsRule.hasShouting(text) || text.hasText(" A ") || mayHaveLetter || mayHaveName
    else { return text }
    let scalars = Array(text.unicodeScalars)
    let line = CapitalsLine(
      scalars: scalars, tokens: CapitalsTokenizer.tokens(of: scalars, isOneRun: false))
    var output: Scalars = []
    output.reserveCapacity(scalars.count + 8)
    var written = 0
    for index in line.tokens.indices {
      let range = line.tokens[index].range
      let mayBeName = mayHaveName && line.tokens[index].parts > 2
      guard mayBeName || Self.mayBeSpelled(scalars[range]) || isMarked(index, line),
        let spelled = spelled(index, line)
      else { continue }
      output.append(contentsOf: scalars[written..<range.lowerBound])
      output.append(contentsOf: spelled.unicodeScalars)
      written = range.upperBound
    }
    output.append(contentsOf: scalars[written...])
    return output.text
  }

  /// Whether a word has two letters in a row that may be capitals, or is the letter A.
  /// This is a fast test: nearly all words have at most one capital.
  private static func mayBeSpelled(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    if word.count == 1 { return word.first == "A" || word.first == "a" }
    var isBehindCapital = false
    return word.contains { letter in
      let isCapital = !letter.isASCII || letter.isUpper
      defer { isBehindCapital = isCapital }
      return isCapital && isBehindCapital || !letter.isASCII
    }
  }

  private func spelled(_ index: Int, _ line: CapitalsLine) -> String? {
    let word = line.word(index)
    let isKept = keeping.contains(word.uppercased()) || keeping.contains(line.base(index))
    guard !isKept, !line.scalars[line.tokens[index].range].contains(".") else { return nil }
    if word.utf8.count == 1, word.uppercased() != "A" {
      let isNumbered = judge.isEnglish && line.before(index).map(Self.numbered.contains) == true
      return isNumbered ? word + "-" : nil
    }
    if judge.edition == .second, word.utf8.count > 1, isMarked(index, line) {
      let capitals = word.reversed().prefix { $0.isUppercase }.count
      return word.dropLast(capitals) + Self.withPoints(String(word.suffix(capitals)))
    }
    if let exception = Self.exceptions[word] { return exception }
    if judge.edition == .second, let memory = Self.memories[word] { return memory }
    if judge.isEnglish, judge.edition == .second, word == "A" || word == "a",
      isMarked(index, line) || isLabel(index, line) || isQuoted(index, line)
        || isOperand(index, line) || word == "A" && isInCode(index, line)
    {
      return "A-"
    }
    if word == "A" { return isLetterA(index, line) || isLast(index, line) ? "A-" : nil }
    if line.isLetterOfPair(index, and: judge.words.and) { return Self.withPoints(word) }
    if let name = SyllableWords.name(word, in: judge) { return name }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    let isAcronym = parts.count == 1 ? judge.isAcronymHere(index, line.base(index), line) : nil
    let isLicence = judge.isLicence(index, line)
    let said = parts.map { part in
      if isLicence, ShoutedWords.licences.contains(part[...]) {
        return judge.invitesReading(part) ? Self.withPoints(part) : part
      }
      let isSpelled =
        parts.count > 1 && Set(parts).count == parts.count
          && judge.isPairInDocuments(part, line, index) ? true : isAcronym
      return spelled(part: part, isAcronym: isSpelled) ?? part
    }
    return said == parts ? nil : said.joined(separator: "-")
  }

  /// Whether a capital A within a sentence is the letter, as in "plan A is".
  /// Engines would read this A as the article.
  /// A is the letter after a word such as "plan", before a word that cannot follow an article, and in "Q and A". In all
  /// other places, A is treated as the article, because a title or a quotation within the sentence may begin with it.
  private func isLetterA(_ index: Int, _ line: CapitalsLine) -> Bool {
    // "server WS 2003A"
    if judge.isEnglish, judge.edition == .second, index + 1 == line.tokens.count,
      line.before(index).map(Self.isNumber) == true
    {
      return true
    }
    guard judge.isEnglish, let before = line.before(index), let after = line.after(index),
      line.scalars[line.tokens[index + 1].range.lowerBound].isLower
    else { return false }
    // "Q and A"
    let isJoined =
      before == judge.words.and && index > 1 && line.tokens[index - 2].letterCount == 1
    if judge.edition == .second, Self.operators.contains(after) { return true }
    if judge.edition == .second, isVariable(index, line, before, after) { return true }
    // "figure three A shows"
    if judge.edition == .second, Self.isNumber(before), Self.behindNumbered.contains(after) {
      return true
    }
    // The digits of a code: "eight A five", "D A zero"
    if judge.edition == .second, Self.digits.contains(after),
      Self.digits.contains(before) || line.tokens[index - 1].letterCount == 1
    {
      return true
    }
    if judge.edition == .second, Self.newestLettered.contains(before) { return true }
    return isJoined || Self.lettered.contains(before) || Self.behindLetter.contains(after)
  }

  /// Whether the letter ends a text, a quotation or a name: "Button A", "Button A (left)".
  private func isLast(_ index: Int, _ line: CapitalsLine) -> Bool {
    guard judge.isEnglish, judge.edition == .second, !line.tokens[index].isInRun,
      let before = line.before(index)
    else { return false }
    let rest = line.scalars[line.tokens[index].range.upperBound...]
    let isLabel = Self.lettered.contains(before) || Self.newestLettered.contains(before)
    // A page of a script can end within a sentence: "He CRACKS A"
    guard let next = rest.first else { return judge.isDocument || isLabel }
    if next == "\"" || next == "”" { return true }
    return next == " " && rest.dropFirst().first == "(" && isLabel
  }

  /// Whether a capital A behind a small word is a set or an event: "times A occurred", "of A given B".
  private func isVariable(
    _ index: Int, _ line: CapitalsLine, _ before: String, _ after: String
  ) -> Bool {
    guard line.scalars[line.tokens[index - 1].range.lowerBound].isLower else { return false }
    if Self.behindVariable.contains(after) || Self.variables.contains(before) { return true }
    let next = index + 2 < line.tokens.count ? line.word(index + 2) : ""
    // "A can occur", but not "A can of beans"
    return after == "can" ? !["", "of"].contains(next) : after == "given" && next.count == 1
  }
  private static let variables: Set<String> = [
    "event", "events", "given", "graph", "matrix", "node", "subset", "variable", "vertex",
  ]
  /// Words that follow a set or an event but never an article.
  private static let behindVariable: Set<String> = [
    "does", "for", "from", "happened", "happens", "had", "holds", "if", "occurred", "occurs", "of",
    "tends", "then", "which", "with",
  ]

  /// Whether the letter is beside three digits or letters of a code: "B, A nine six seven", "three six, six A D four".
  private func isInCode(_ index: Int, _ line: CapitalsLine) -> Bool {
    func isPart(_ place: Int) -> Bool {
      let token = line.tokens[place]
      return token.letterCount == 1 && line.scalars[token.range.lowerBound].isUpper
        || Self.digits.contains(line.word(place).lowercased())
    }
    func isJoined(_ place: Int) -> Bool {
      let start = line.tokens[place].range.upperBound
      return line.scalars[start..<line.tokens[place + 1].range.lowerBound]
        .allSatisfy { $0 == " " || $0 == "," }
    }
    var (first, last) = (index, index)
    while first > 0, index - first < 3, isPart(first - 1), isJoined(first - 1) { first -= 1 }
    let end = min(line.tokens.count - 1, index + 3)
    while last < end, isPart(last + 1), isJoined(last) { last += 1 }
    return last - first > 2 && (first...last).contains { line.tokens[$0].letterCount > 1 }
  }

  private func isMarked(_ index: Int, _ line: CapitalsLine) -> Bool {
    let end = line.tokens[index].range.upperBound
    return end < line.scalars.count && line.scalars[end] == Self.letterMark
  }

  /// Whether the letter stands alone between quotation marks.
  private func isQuoted(_ index: Int, _ line: CapitalsLine) -> Bool {
    let range = line.tokens[index].range
    guard range.lowerBound > 0, range.upperBound < line.scalars.count else { return false }
    let (open, close) = (line.scalars[range.lowerBound - 1], line.scalars[range.upperBound])
    switch (open, close) {
    case ("\"", "\""), ("“", "”"): return true
    case ("'", "'"), ("‘", "’"):
      // "the boys 'A' team", but not "o'a'b"
      return range.lowerBound == 1 || !line.scalars[range.lowerBound - 2].properties.isAlphabetic
    default: return false
    }
  }

  /// Whether a text can have the letter A as a label or in a formula: "a)", or "a" before "equals".
  /// This is a fast test: it compares the first two letters of the next word.
  private static func mayHaveLetterA(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.contains { place in
        let byte = bytes[place]
        if byte == 0x8D { return isMark(bytes, place) }
        guard byte | 0x20 == 0x61, place + 1 < bytes.count else { return false }
        let (before, next) = (place > 0 ? bytes[place - 1] : 0x20, bytes[place + 1])
        if isOpening(before), next == before || next == 0xE2 && before > 0x80 { return true }
        guard isGap(before) else { return false }
        if next == UInt8(ascii: ")") { return true }
        guard next == 0x20, place + 3 < bytes.count else { return false }
        let word = UInt16(bytes[place + 2] | 0x20) << 8 | UInt16(bytes[place + 3] | 0x20)
        return operandStarts.contains(word)
      }
    }
  }

  /// Whether a byte ends the mark of the letter.
  private static func isMark(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    place > 1 && bytes[place - 1] == 0x80 && bytes[place - 2] == 0xE2
  }

  /// Whether a byte ends a quotation mark that opens: `"`, `'`, “, ‘.
  private static func isOpening(_ byte: UInt8) -> Bool {
    byte == 0x22 || byte == 0x27 || byte == 0x9C || byte == 0x98
  }

  /// Whether a byte can stand before a letter that is a word.
  private static func isGap(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == UInt8(ascii: "(") || byte == 0x0A
  }

  /// The first two letters of the words that follow a letter in a formula.
  private static let operandStarts = Set(
    behindOperand.union(operandJoints).union(["is", "less", "greater"]).map { word in
      word.utf8.prefix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
    })

  /// Whether the letter is a label in brackets: "(a) Define", "as in (a) and (b)", "a) Define".
  private func isLabel(_ index: Int, _ line: CapitalsLine) -> Bool {
    let range = line.tokens[index].range
    guard range.upperBound < line.scalars.count, line.scalars[range.upperBound] == ")" else {
      return false
    }
    return range.lowerBound == 0 || line.scalars[range.lowerBound - 1] == "("
  }

  /// Whether the letter is in a formula: "a over b", "a squared", "delta A is".
  private func isOperand(_ index: Int, _ line: CapitalsLine) -> Bool {
    guard index + 1 < line.tokens.count, let after = line.after(index) else { return false }
    if Self.behindOperand.contains(after) {
      // "a squared penalty"
      if after == "squared" || after == "cubed", index + 2 < line.tokens.count {
        let gap = line.scalars[line.tokens[index + 1].range.upperBound]
        let next = line.word(index + 2).lowercased()
        if gap == " ", !Self.behindPower.contains(next) { return false }
      }
      // "a `=` character"
      return index + 2 >= line.tokens.count
        || !Self.signNouns.contains(line.word(index + 2).lowercased())
    }
    let rest = line.tokens[(index + 1)...].prefix(4).map {
      line.scalars[$0.range].text
    }
    // "a is less than b", "a less than or equal to b", but not "a less than perfect test"
    if let place = rest.firstIndex(of: "than"), place < 3, place + 1 < rest.count,
      ["less", "greater"].contains(rest[place - 1]), place == 1 || rest[0] == "is"
    {
      return rest[0] == "is" || rest[place + 1] == "or" || rest[place + 1].count == 1
    }
    // "a over b", but not "a plus for us" and "a sub on rye".
    return Self.operandJoints.contains(after)
      && index + 2 < line.tokens.count && line.word(index + 2).count == 1
  }

  private static let signNouns: Set<String> = ["character", "sign", "symbol", "key"]
  /// Words that can follow the name of a value but never an article.
  private static let behindOperand: Set<String> = [
    "be", "cubed", "equals", "happens-before", "squared",
  ]
  /// Words that follow a power in a formula.
  private static let behindPower: Set<String> = [
    "plus", "minus", "times", "over", "equals", "is", "and", "or", "divided", "to", "by", "in",
  ]
  /// Words that join two values.
  private static let operandJoints: Set<String> = [
    "over", "in", "sub", "plus", "minus", "times", "union", "intersection",
    "tilde",
  ]

  /// Words for things that letters identify.
  static let lettered: Set<String> = [
    "an", "answer", "apartment", "appendix", "block", "building", "case", "category",
    "class", "column", "door", "entrance", "exhibit", "exit", "figure", "flat", "from", "gate",
    "grade", "group", "hepatitis", "influenza", "item", "letter", "level", "line", "option", "part",
    "plan", "platform", "player", "point", "question", "row", "section", "set", "side", "stage",
    "state",
    "straight", "team", "the", "type", "unit", "version", "vitamin", "wing", "zone",
  ]

  /// Things behind which a voice would take a letter for a Roman numeral.
  private static let numbered: Set<String> = [
    "act", "article", "book", "chapter", "class", "episode", "grade", "king", "level", "mark",
    "part", "phase", "pope", "queen", "scene", "section", "stage", "type", "volume", "war",
  ]

  /// Things that letters identify from rule set 1.2 on.
  private static let newestLettered: Set<String> = ["button", "key"]

  /// Whether a word is the name of a digit.
  static func isDigit(_ word: String) -> Bool { digits.contains(word) }

  static func isNumber(_ word: String) -> Bool {
    let last = word.split(separator: "-").last.map(String.init) ?? word
    return digits.contains(last) || tens.contains(last) || last.hasSuffix("teen")
  }
  private static let tens: Set<String> = [
    "ten", "eleven", "twelve", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty",
    "ninety",
  ]

  private static let digits: Set<String> = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
  ]

  /// Words that follow the letter of a number, as in "figure 3a shows", but not an article.
  private static let behindNumbered: Set<String> = [
    "above", "at", "below", "by", "contains", "describes", "for", "from", "gives", "in", "of", "on",
    "says", "show", "shows", "with",
  ]

  private static let operators: Set<String> = ["plus", "minus", "equals", "times", "implies"]

  /// Words that can follow a letter but never an article.
  private static let behindLetter: Set<String> = [
    "and", "are", "as", "flat", "has", "is", "major", "minor", "or", "sharp", "to", "was", "will",
  ]

  /// Returns the spelling of an acronym, or nil for an ordinary word.
  /// "AWS" is "A.W.S", "CEO's" and "CEOs" are "C.E.O's", and "URISyntax" is "U.R.I Syntax".
  /// German says "we lan".
  private static let networks = [
    "WLAN": "W-Lan", "VLAN": "V-Lan", "WLANs": "W-Lans", "VLANs": "V-Lans",
  ]

  private func spelled(part: String, isAcronym: Bool?) -> String? {
    if judge.isGerman, judge.edition == .second, let network = Self.networks[part] {
      return network
    }
    if judge.isGerman, judge.edition == .second, part.contains(where: "ÄÖÜ".contains),
      part.allSatisfy(\.isUppercase), judge.isSpelled(part)
    {
      return Self.withPoints(part)
    }
    // "l'API"
    if judge.edition == .second, !judge.isEnglish, let rest = ShoutedWords.unelided(part) {
      return spelled(part: rest, isAcronym: isAcronym).map { part.dropLast(rest.count) + $0 }
    }
    guard part.utf8.count > 1, part.utf8.first.map({ (0x41...0x5A).contains($0) }) == true else {
      return nil
    }
    let letters = part.utf8.prefix { (0x41...0x5A).contains($0) }.count
    let (head, rest) = (String(part.prefix(letters)), part.dropFirst(letters))
    switch rest.replacing("’", with: "'") {
    case "": return isSpelled(head, isAcronym) ? Self.withPoints(head) : nil
    // "ACKs"
    case "s" where judge.edition == .second && AcronymList.newestWords.contains(head):
      return head.lowercased().capitalizedFirst + "s"
    // The plural of acronyms has no sound in French and Spanish: "les API", "los PDF".
    case "s" where judge.edition == .second && judge.isRomance:
      guard !Acronyms.isRomanNumeral(head), isAcronym ?? judge.isSpelled(head) else { return nil }
      return judge.invitesReading(head) ? Self.withPoints(head) : head
    case "s", "'s": return isSpelled(head, isAcronym) ? Self.withPoints(head) + "'s" : nil
    default:
      guard rest.first?.isLowercase == true else { return nil }
      // The interface "IPersonDao"
      if judge.edition == .second, head == "IP", rest.contains(where: \.isUppercase) { return nil }
      if let whole = opened(head, before: rest) { return whole }
      // In "URISyntax", the last capital begins the next word.
      let first = String(head.dropLast())
      // "APCu": one small letter is no end of a word.
      if judge.edition == .second, rest.utf8.count == 1 { return nil }
      // "XORed"
      if judge.edition == .second, rest == "ed", first.utf8.count < 3 { return nil }
      guard first.utf8.count > 1, judge.isAcronym(first), isSpelled(first, nil) else { return nil }
      return Self.withPoints(first) + " " + part.dropFirst(letters - 1)
    }
  }

  /// Returns "OCRing" as "O.C.R-ing", and "OCRmyPDF" as "O.C.R myPDF".
  /// Nil if the capitals are not an acronym. If the rest of the word is not an ending such as "ing", the capitals must
  /// be a listed acronym.
  private func opened(_ head: String, before rest: Substring) -> String? {
    let isForm = ["ing", "ed", "er", "ers"].contains(rest)
    let isWord = rest.prefix { $0.isLowercase }.count > 1
    guard isForm || isWord && judge.acronyms.isSpelled(head), isSpelled(head, nil) else {
      return nil
    }
    return Self.withPoints(head) + (isForm ? "-" : " ") + rest
  }

  private func isSpelled(_ word: String, _ isAcronym: Bool?) -> Bool {
    guard word.utf8.count > 1, word != "OK", judge.invitesReading(word),
      !Acronyms.isRomanNumeral(word)
    else { return false }
    return isAcronym ?? judge.isSpelled(word)
  }

  private static func withPoints(_ letters: String) -> String {
    letters.map(String.init).joined(separator: ".")
  }

  /// Words in mixed capitals that are not pronounced as written.
  private static let exceptions = ["SQLite": "SQL Lite", "SQLite's": "SQL Lite's"]
  private static let memories = [
    "DRAM": "D-ram", "DRAMs": "D-rams", "SDRAM": "S.D-ram", "NVRAM": "N.V-ram",
  ]
}
