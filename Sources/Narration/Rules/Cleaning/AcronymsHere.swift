import Basics
import TextNormalization

extension ShoutedWords {
  /// Whether the context makes a word an acronym; nil for words that do not depend on the context.
  func isAcronymHere(_ index: Int, _ base: String, _ line: CapitalsLine) -> Bool? {
    if edition == .second, line.isExplained(index), isOnlyLetters(base) { return true }
    // "SU(2)", "GL(n)"
    if edition == .second, ["SU", "SO", "SL", "GL", "SE"].contains(base), isGroup(index, line) {
      return true
    }
    // "ORDER BY x ASC", beside DESC, which is a word
    if edition == .second, isEnglish, base == "ASC",
      line.tokens.indices.contains(where: { Self.sorting.contains(line.word($0).lowercased()) })
    {
      return false
    }
    // "14 h CET", but not "CET homme"
    if edition == .second, base == "CET", !isEnglish, let before = line.before(index),
      [CapitalsLine.number, "h", "heure", "heures"].contains(before)
    {
      return true
    }
    // "INSTALAR MAC OS X"
    if edition == .second, base == "OS", !isEnglish, isDocument,
      ["chrome", "chromium", "mac", "palm", "wear"].contains(line.before(index))
    {
      return true
    }
    // "DietPi OS" in Spanish, "les modules ES" in French
    if edition == .second, base == (isSpanish ? "OS" : "ES"), !isEnglish, !isGerman, isDocument,
      !line.tokens[index].isInRun, let before = line.before(index),
      !["tu", "t", "que", "qu", "n", "y", "en", "no", "se", "si", "ya", "a"].contains(before)
    {
      return true
    }
    // "Canva AI", but not "J'en AI besoin"
    if edition == .second, base == "AI", !isEnglish, isDocument, !line.tokens[index].isInRun,
      !["en", "leur", "lui", "nous", "vous", "y"].contains(line.before(index))
    {
      return true
    }
    // "TU Berlin", "an MR image"
    if edition == .second, isDocument, let next = wordBeside(index, line),
      isGerman && base == "TU" && next.isUpper || isEnglish && base == "MR" && next.isLower
    {
      return true
    }
    if isEnglish, edition == .second, isDocument, base == "OR",
      let isRatio = line.isOddsRatio(index)
    {
      return isRatio
    }
    if isEnglish, isDocument, edition == .second {
      let isBehindAcronym =
        index > 0 && line.isBeside(index - 1) && isAcronym(line.base(index - 1))
      let range = line.tokens[index].range
      let isPartOfName =
        range.lowerBound > 0 && line.scalars[range.lowerBound - 1] == "_"
        || range.upperBound < line.scalars.count && line.scalars[range.upperBound] == "_"
      let isSpelled = base == "LED" || isPairInDocuments(base, line, index)
      if isSpelled, !line.tokens[index].isInRun || isBehindAcronym || isPartOfName { return true }
      if AcronymList.inDocuments.contains(base) { return nil }
    }
    return isEnglish
      ? AcronymContext.isAcronym(
        index, base, in: line, isName: names.contains(base), edition: edition) : nil
  }

  private static let sorting: Set<String> = [
    "desc", "order", "ordered", "ordering", "sort", "sorted", "sorting",
  ]

  /// The first letter of the word directly behind a word outside of runs of capitals.
  private func wordBeside(_ index: Int, _ line: CapitalsLine) -> Unicode.Scalar? {
    guard !line.tokens[index].isInRun, index + 1 < line.tokens.count, line.isBeside(index)
    else { return nil }
    return line.scalars[line.tokens[index + 1].range.lowerBound]
  }

  /// Whether letters that are also a name or a word are spelled in a document. In speech they are shouted.
  func isPairInDocuments(_ base: String, _ line: CapitalsLine, _ index: Int) -> Bool {
    guard isEnglish, isDocument, edition == .second, AcronymList.pairsInDocuments.contains(base),
      !names.contains(base)
    else { return false }
    let range = line.tokens[index].range
    let near = max(0, range.lowerBound - 80)..<min(line.scalars.count, range.upperBound + 80)
    return !line.scalars[near].contains { "\"“”„«»!".unicodeScalars.contains($0) }
  }

  /// Whether a number or a letter in brackets is directly behind a word: "(two)", "(n, R)".
  private func isGroup(_ index: Int, _ line: CapitalsLine) -> Bool {
    let rest = line.scalars[line.tokens[index].range.upperBound...].prefix(8)
    guard rest.first == "(", let end = rest.firstIndex(where: { $0 == ")" || $0 == "," })
    else { return false }
    let group = rest[(rest.startIndex + 1)..<end]
    return group.count == 1 || LetterNames.isDigit(group.text)
  }

  /// Whether an explained acronym that is also a word is spelled, unlike RAM: IS, SET, ANN.
  private func isOnlyLetters(_ base: String) -> Bool {
    if base.utf8.count == 2 || base == "SET" { return true }
    guard base.utf8.count == 3, let first = base.first, "AEIO".contains(first) else { return false }
    return GivenNames.gender(of: base, language: isEnglish ? "en" : "") != nil
  }

  /// Whether a word is the name of a licence or its part behind CC: "CC-BY-SA", the BY in "CC BY 4.0". In English, BY is
  /// a word.
  func isLicence(_ index: Int, _ line: CapitalsLine) -> Bool {
    guard edition == .second, !isEnglish, isDocument else { return false }
    var parts = line.word(index).split(separator: "-")
    // "CC-BY-Lizenz"
    while parts.count > 2, parts[parts.count - 1].contains(where: \.isLowercase) {
      parts.removeLast()
    }
    guard let last = parts.last, Self.licences.contains(last) else { return false }
    let isWhole = parts[0] == "CC"
    return (isWhole || index > 0 && line.isBeside(index - 1) && line.word(index - 1) == "CC")
      && parts.dropFirst(isWhole ? 1 : 0).allSatisfy(Self.licences.contains)
  }

  static let licences: Set<Substring> = ["BY", "SA", "NC", "ND"]

  /// Whether letters before a number would be read as a small word or a name: ES, IM, NO. Pins such as IN1 are words.
  func readsAsWord(_ letters: String) -> Bool {
    guard !["IN", "ON", "UP"].contains(letters),
      letters == "DO" || !AcronymList.codeWords.contains(letters)
    else {
      return false
    }
    if letters.utf8.count == 2, AcronymList.shortNames.contains(letters) { return true }
    return (!isEnglish || letters.utf8.count == 2) && words.shortWords.contains(letters)
  }

  /// Whether a word in capitals is spoken letter by letter.
  func isSpelled(_ word: String) -> Bool {
    (isAcronym(word) || isForeignAcronym(word)) && !acronyms.isPronounced(word)
      && !words.shortWords.contains(word)
  }

  /// Whether two to four letters with an umlaut are initials and no word such as FÜR: ÖGD, BÄO, SPÖ.
  func isUmlautAcronym(_ base: String) -> Bool {
    guard (2...4).contains(base.count), base != "TÜV",
      let umlaut = base.firstIndex(where: { "ÄÖÜ".contains($0) })
    else { return false }
    let isVowel = base.map { Acronyms.hasVowel(String($0)) }
    let hasPair = zip(isVowel, isVowel.dropFirst()).contains { $0 && $1 }
    return hasPair || base.last.map { "ÄÖÜ".contains($0) } == true
      || umlaut == base.startIndex && base.count > 2 && !isVowel[1] && !isVowel[2]
  }

  /// Whether an engine may read the letters as a word.
  func invitesReading(_ word: String) -> Bool {
    isEnglish
      ? SpokenShape.invitesReading(word)
      : Acronyms.hasVowel(word)
        || edition == .second && isFrench && Self.frenchShorts.contains(word)
  }

  /// Letters that espeak reads as a French word: "professeur".
  private static let frenchShorts: Set<String> = ["JS", "PR"]
}

extension LetterNames {
  /// Returns the words of a formula or of code with a mark behind the letter A, and behind a P before a number.
  static func marking(_ text: String, _ words: LayoutWords) -> String {
    if words.marksLetters, text == "A" { return "A\(letterMark)" }
    guard words.marksLetters, text.hasByte(UInt8(ascii: "a")) || text.hasByte(UInt8(ascii: "p"))
    else { return text }
    // The normalizer reads the sign behind a letter, and the dash of "disk-a-0". "Is a subset" has an article.
    return text.replacing(
      /(^|[^\p{L}\p{N}'’])(a(?! ?[=+<>×−≤≥≠≈±÷]| su[bp]|-\d)(?![\p{L}\p{N}'’])|p(?= \d))/
    ) {
      "\($0.1)\($0.2)\(letterMark)"
    }
  }

  /// Returns the words of a formula with these marks, and with one behind each capital A before a word: "A prime".
  static func markingFormula(_ text: String, _ words: LayoutWords) -> String {
    let marked = marking(text, words)
    guard words.marksLetters, marked.hasByte(UInt8(ascii: "A")) else { return marked }
    return marked.replacing(/(^|[^\p{L}\p{N}'’])A(?= (?!su[bp] )[\p{L}\p{N}])/) {
      "\($0.1)A\(letterMark)"
    }
  }

  /// Returns the words of a formula with a mark behind capitals at its start, which are no Roman numeral: "volume V".
  static func markingNumeral(_ text: String) -> String {
    let letters = text.prefix { "IVXLC".contains($0) }
    let rest = text.dropFirst(letters.count)
    guard !letters.isEmpty, !rest.hasPrefix(" A"),
      rest.first.map({ $0.isLetter || $0.isNumber }) != true,
      !"=+<>×−≤≥≠≈±÷".contains(rest.first { $0 != " " } ?? ".")
    else { return text }
    return letters + String(letterMark) + rest
  }

  /// Returns a text without these marks.
  static func unmarked(_ text: String) -> String {
    guard text.hasText("\u{200D}") else { return text }
    let plain = text.replacing("a\u{200D}", with: "a").replacing("p\u{200D}", with: "p")
      .replacing("-\u{200D}", with: "-").replacing("A\u{200D}", with: "A")
    guard plain.hasText("\u{200D}") else { return plain }
    let scalars = Array(plain.unicodeScalars)
    return scalars.indices.filter { index in
      scalars[index] != letterMark || index == 0 || !isCapital(scalars[index - 1])
    }.map { scalars[$0] }.text
  }

  /// Adds marks behind capitals directly before a number, which would be read as a word: "ES6", "l'ES6", "NO2".
  func markingCodes(in text: Scalars, beside replacements: [Replacement]) -> [Replacement] {
    var (result, end): ([Replacement], Int) = ([], 0)
    for number in replacements {
      let start = max(end, number.range.lowerBound)
      let count = text[end..<start].suffix(4).reversed().prefix(while: Self.isCapital).count
      let place = start - count
      if 2...3 ~= count, start < text.count, text[start].isDigit,
        place == 0 || !text[place - 1].isLetterOrDigit,
        judge.readsAsWord(text[place..<start].text)
      {
        let word = text[place..<start].text + String(Self.letterMark)
        result.append(
          Replacement(range: place..<start, words: [.init(text: word, range: place..<start)]))
      }
      result.append(number)
      end = number.range.upperBound
    }
    return result
  }

  static func isCapital(_ scalar: Unicode.Scalar) -> Bool { 0x41...0x5A ~= scalar.value }
}
