import Basics

/// Cleaning, step 3: expands the abbreviations of scripts.
/// Rule set 1.0 leaves numbers, dates and currencies to the engines. In rule set 1.1, if the normalizer has tables for
/// the language, this step expands only slugs, and the normalizer expands everything else.
struct Abbreviations {
  let words: LanguageWords
  let isEnglish: Bool
  let opensSlugsOnly: Bool
  var isDocument = false
  let rules: RuleSet

  /// Returns the text with its abbreviations expanded.
  /// If `spellsNumbers` is true, `#3` is "number three", otherwise "number 3".
  func apply(_ text: String, spellsNumbers: Bool = true) -> String {
    guard text.utf8.contains(where: isCandidate) || mayHaveExterior(text) else { return text }
    let scalars = Array(text.unicodeScalars)
    var output: Scalars = []
    output.reserveCapacity(scalars.count + 16)
    var index = 0
    while index < scalars.count {
      let startsWord = index == 0 || !scalars[index - 1].isWordPart
      if startsWord, let (words, end) = opened(at: index, in: scalars, spellsNumbers) {
        output.append(contentsOf: words.unicodeScalars)
        index = end
      } else if scalars[index] == "&", !opensSlugsOnly {
        appendAnd(to: &output, before: index, in: scalars)
        index += 1
      } else {
        output.append(scalars[index])
        index += 1
      }
    }
    return output.text
  }

  /// Whether a text with this byte can contain an abbreviation.
  /// Such bytes are the marks `.`, `&`, `#`, `/` and `'`, digits, bytes of characters beyond ASCII, and M and D, for
  /// French "Mme" and "Dr".
  private func isCandidate(_ byte: UInt8) -> Bool {
    byte == 0x2E || byte == 0x26 || byte == 0x23 || byte == 0x2F || byte == 0x27
      || (0x30...0x39).contains(byte) || byte >= 0x80 || byte == 0x6D || byte == 0x4D
      || byte == 0x64 || byte == 0x44
  }

  private func mayHaveExterior(_ text: String) -> Bool {
    guard rules >= .v1_2 else { return false }
    return text.hasText("EXT")
      || text.hasText("xt") && (text.hasText("ext") || text.hasText("Ext"))
  }

  private func appendAnd(to output: inout Scalars, before index: Int, in scalars: Scalars) {
    if let last = output.last, !last.isSpace { output.append(" ") }
    output.append(contentsOf: words.and.unicodeScalars)
    if index + 1 < scalars.count, !scalars[index + 1].isSpace { output.append(" ") }
  }

  private func opened(
    at index: Int, in scalars: Scalars, _ spellsNumbers: Bool
  ) -> (String, Int)? {
    let scalar = scalars[index]
    if opensSlugsOnly, !scalar.isLetter { return nil }
    if scalar == "#" { return number(at: index, in: scalars, spellsNumbers) }
    if scalar.isDigit { return isEnglish ? decade(at: index, in: scalars) : nil }
    guard scalar.isLetter else { return nil }
    return word(at: index, in: scalars)
  }

  private func word(at start: Int, in scalars: Scalars) -> (String, Int)? {
    var end = start
    var hasMark = false
    while end < scalars.count, end - start < 12 {
      let isMark = scalars[end] == "." || scalars[end] == "/" || scalars[end].isApostrophe
      guard isMark || scalars[end].isLetter else { break }
      hasMark = hasMark || isMark
      end += 1
    }
    if end < scalars.count, scalars[end].isWordPart { return nil }
    if isExterior(start..<end, in: scalars) { return (words.exterior.lowercased(), end) }
    // Only French has abbreviations without a mark. They have at most four letters, as in "Mlle".
    guard hasMark || (words.hasPlainTitles && end - start < 5) else { return nil }
    let typed = scalars[start..<end].map { $0 == "’" ? "'" : $0 }.text
    let key = typed.lowercased()
    if isDocument, Self.isBareSlug(start..<end, in: scalars) { return nil }
    if let slug = slug(key, typed) { return (slug, end) }
    if opensSlugsOnly { return nil }
    if isEnglish, key.hasPrefix("w/"), key != "w/o" {
      let glued = end > start + 2
      return ((words.abbreviations["w/"] ?? "with") + (glued ? " " : ""), start + 2)
    }
    if let opening = words.abbreviations[key] { return (matched(opening, to: typed), end) }
    if key.hasSuffix("."), let opening = words.abbreviations[String(key.dropLast())] {
      return (matched(opening, to: typed), end - 1)
    }
    if let title = words.titles[key], nameFollows(end, in: scalars) { return (title, end) }
    return nil
  }

  /// Whether EXT is a word of the action, such as "on lower EXT stairs", but not a telephone: "EXT 12".
  private func isExterior(_ range: Range<Int>, in scalars: Scalars) -> Bool {
    guard range.count == 3, rules >= .v1_2, isEnglish, !isDocument,
      scalars[range].text.lowercased() == "ext", range.lowerBound > 0,
      scalars[range.lowerBound - 1].isSpace
    else { return false }
    let next = scalars[range.upperBound...].drop(while: \.isSpace)
    let word = Array(next.prefix(8).prefix(while: \.isLetter)).text.lowercased()
    return next.first.map { $0.isLetter || ",;:!?".unicodeScalars.contains($0) } != false
      && !LetterNames.isNumber(word)
  }

  /// Returns the expansion of `INT.` and similar slugs within a line, or nil.
  /// `est.` is left out because it often means "established".
  private func slug(_ key: String, _ typed: String) -> String? {
    switch key {
    case "int.": words.interior
    case "ext.": words.exterior
    case "ext./int.", "ext/int.": rules < .v1_2 ? words.interiorExterior : words.exteriorInterior
    case "int./ext.", "int/ext.": words.interiorExterior
    default: typed == "I/E" || typed == "I/E." ? words.interiorExterior : nil
    }
  }

  /// Whether a place is INT or EXT with no name of a place in capitals behind it, or the type "int" of code.
  static func isBareSlug(_ range: Range<Int>, in scalars: Scalars) -> Bool {
    let typed = scalars[range].text
    guard ["int.", "ext.", "int", "ext"].contains(typed.lowercased()) else { return false }
    if typed.first?.isLowercase == true { return true }
    let next = scalars[range.upperBound...].drop(while: \.isSpace).prefix(2)
    return next.count < 2 || !next.allSatisfy(\.isUpper)
  }

  /// Returns an expansion with a capital if the typed abbreviation is a capitalized word ("Cont'd").
  /// Otherwise, the expansion stays unchanged.
  private func matched(_ opening: String, to typed: String) -> String {
    let letters = typed.unicodeScalars.filter(\.isLetter)
    guard let first = letters.first, first.isUpper, letters.dropFirst().allSatisfy(\.isLower),
      letters.count > 1
    else { return opening }
    return opening.capitalizedFirst
  }

  private func nameFollows(_ end: Int, in scalars: Scalars) -> Bool {
    var next = end
    while next < scalars.count, scalars[next].isSpace { next += 1 }
    // A name has at least two letters. In "Main St. I think", no name follows.
    return next + 1 < scalars.count && next > end && scalars[next].isUpper
      && scalars[next + 1].isWordPart
  }

  /// Returns the words "number one" for `#1`, and the index after the number.
  private func number(
    at index: Int, in scalars: Scalars, _ spellsNumbers: Bool
  ) -> (String, Int)? {
    var end = index + 1
    while end < scalars.count, scalars[end].isDigit { end += 1 }
    guard end > index + 1, end == scalars.count || !scalars[end].isWordPart else { return nil }
    let digits = scalars[(index + 1)..<end].text
    let numeral =
      Int(digits).flatMap { value in
        spellsNumbers && value >= 1 && value <= words.numerals.count
          ? words.numerals[value - 1] : nil
      } ?? digits
    return ("\(words.number) \(numeral)", end)
  }

  /// Returns "fifties" for `50s` and `50's`, and the index after the decade.
  /// espeak would read "fifty s".
  private func decade(at index: Int, in scalars: Scalars) -> (String, Int)? {
    guard index + 2 < scalars.count, scalars[index + 1] == "0" else { return nil }
    let decades: [Unicode.Scalar: String] = [
      "2": "twenties", "3": "thirties", "4": "forties", "5": "fifties", "6": "sixties",
      "7": "seventies", "8": "eighties", "9": "nineties",
    ]
    guard let word = decades[scalars[index]] else { return nil }
    var end = index + 2
    if scalars[end].isApostrophe { end += 1 }
    guard end < scalars.count, scalars[end] == "s" || scalars[end] == "S" else { return nil }
    guard end + 1 == scalars.count || !scalars[end + 1].isWordPart else { return nil }
    return (word, end + 1)
  }
}

extension TextCleaner {
  /// Returns a name as the narrator speaks it.
  /// "MAN #2" is "Man number two", and "DR. SMITH" is "Doctor Smith". Names in mixed case stay as typed. Acronyms and
  /// Roman numerals keep their capitals.
  package func spokenName(_ name: String) -> String {
    let name = rules >= .v1_2 ? MixedCapitals.mended(name) : name
    // The name as the capitals rule writes it in a heading. Only parts that this rule leaves in capitals can keep their
    // capitals.
    let judged = capitals.apply(name, isHeading: true).split(separator: " ")
    let words = zip(name.split(separator: " "), judged).map { word, judged -> String in
      let pieces = word.split(separator: "-", omittingEmptySubsequences: false)
      let judges = judged.split(separator: "-", omittingEmptySubsequences: false)
      return zip(pieces, judges).map { nameCase(String($0), judged: String($1)) }
        .joined(separator: "-")
    }
    return prepared(words.joined(separator: " "))
  }

  private func nameCase(_ word: String, judged: String) -> String {
    let letters = Array(word.unicodeScalars.filter(\.isLetter))
    guard letters.count > 1, letters.allSatisfy(\.isUpper),
      !word.unicodeScalars.contains(where: \.isDigit)
    else { return word }
    let core = letters.text
    if isConjunction(core) { return word.lowercased() }
    if isInitials(word) || capitals.keeping.contains(core)
      || capitals.judge.staysInName(core, judged: judged)
    {
      return word
    }
    return capitals.judge.nameWithCapitals(word) ?? lowercasedButFirst(word)
  }

  /// Returns the word in lower case, except for its first letter.
  /// A quote or a bracket may come before this letter: `"THE KID"`.
  private func lowercasedButFirst(_ word: String) -> String {
    guard let first = word.firstIndex(where: \.isLetter) else { return word }
    let second = word.index(after: first)
    let rest = word[second...].lowercased()
    // "O'Brien", "D'Angelo"
    if let mark = rest.first, mark == "'" || mark == "’", rest.count > 3 {
      return word[..<first] + word[first].uppercased() + String(mark)
        + rest.dropFirst().capitalizedFirst
    }
    return word[..<first] + word[first].uppercased() + rest
  }

  /// Whether a word consists of single letters with dots: "J.R.".
  private func isInitials(_ word: String) -> Bool {
    let parts = word.split(separator: ".")
    return parts.count > 1 && parts.allSatisfy { $0.count == 1 }
  }
}
