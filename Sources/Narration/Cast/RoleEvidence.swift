package import Guion
import Hablare

/// The gender that a script states for a role, and the words that state it.
/// First names are not used. Evidence comes only from words such as "male", "(40's M)", "a woman of 50" and "his son",
/// and from titles and nouns within the role's own name ("MRS. BLOOM", "OLD MAN").
package struct RoleEvidence: Sendable, Equatable {
  /// The gender that the script states.
  package var gender: RoleGender
  /// The words that state the gender, as written.
  package var quote: String

  /// The length of the searched text before and after a name, in characters of text.
  private static let reach = 160
}

extension RoleEvidence {
  /// Returns the evidence by name.
  /// If the name of a role states a gender, the name is the evidence. Otherwise, the evidence is the first statement in
  /// the action that is directly before or after the name in capitals. Names without evidence are left out. The result
  /// depends only on the names, the action and the language.
  package static func evidence(
    on names: [String], in elements: some Sequence<GuionElement>, language: String
  ) -> [String: RoleEvidence] {
    let words = GenderWords.of(language)
    var found: [String: RoleEvidence] = [:]
    for name in names { found[name] = evidence(inName: name, words) }
    let open = names.filter { found[$0] == nil }
    let capitals = SortedWords(open.map { Array(CharacterNormalizer.name(of: $0).uppercased()) })
    for element in elements where element.elementType == .action {
      let text = element.elementText
      for (range, numbers) in WordOccurrences(of: capitals, in: text) {
        let isWhole =
          range.upperBound == text.endIndex || !WordOccurrences.isPartOfWord(text[range.upperBound])
        guard isWhole else { continue }
        for name in numbers.map({ open[$0] }) where found[name] == nil {
          found[name] =
            evidence(after: text[range.upperBound...].prefix(reach), words)
            ?? evidence(before: text[..<range.lowerBound].suffix(reach), words)
        }
      }
    }
    return found
  }

  /// Returns evidence in the name itself, such as a title or a noun for a person.
  private static func evidence(inName name: String, _ words: GenderWords) -> RoleEvidence? {
    for word in Self.words(of: Substring(name)) {
      if let gender = words.gender(of: word) { return RoleEvidence(gender: gender, quote: name) }
    }
    return nil
  }

  /// Returns evidence after a name: "DAVID (40's M)", "ROSE, a woman of 50,", "EDWARD, in his fifties".
  private static func evidence(after text: Substring, _ words: GenderWords) -> RoleEvidence? {
    if let bracket = text.firstIndex(where: { !$0.isWhitespace }), text[bracket] == "(" {
      let note = text[text.index(after: bracket)...].prefix { $0 != ")" }
      return evidence(inNote: note, words, mayBeLetter: true)
    }
    guard text.hasPrefix(",") else { return nil }
    let note = text.dropFirst().prefix { !".;:!?\n".contains($0) }
    return evidence(inNote: note, words, mayBeLetter: false)
  }

  /// Returns evidence in a note with parts separated by commas.
  private static func evidence(
    inNote note: Substring, _ words: GenderWords, mayBeLetter: Bool
  ) -> RoleEvidence? {
    let quote = note.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in note.split(separator: ",") {
      let tokens = Self.words(of: part)
      // Another name in capitals is a different person.
      if tokens.contains(where: {
        $0.count > 2 && $0.allSatisfy(\.isUppercase) && words.gender(of: $0) == nil
      }) {
        return nil
      }
      let gender =
        (mayBeLetter ? letter(in: tokens) : nil) ?? headNoun(of: tokens, words)
        ?? ownAge(in: tokens, words)
      if let gender { return RoleEvidence(gender: gender, quote: quote) }
    }
    return nil
  }

  /// Returns the gender that the letter `M` or `F` states, or nil if the words contain neither letter.
  private static func letter(in tokens: [Substring]) -> RoleGender? {
    if tokens.contains("M") { return .male }
    return tokens.contains("F") ? .female : nil
  }

  /// Returns the gender that the first word for a man or a woman states.
  /// Words after "to", "with" and similar words describe other people and are ignored.
  private static func headNoun(of tokens: [Substring], _ words: GenderWords) -> RoleGender? {
    for token in tokens {
      if let gender = words.gender(of: token) { return gender }
      if words.turns.contains(token.lowercased()) { return nil }
    }
    return nil
  }

  /// Returns the gender that a statement of age implies: "in his fifties", "in her late 30s".
  private static func ownAge(in tokens: [Substring], _ words: GenderWords) -> RoleGender? {
    for (index, token) in tokens.enumerated()
    where index > 0 && tokens[index - 1].lowercased() == "in" {
      guard let gender = words.ownAge[token.lowercased()] else { continue }
      let rest = tokens[(index + 1)...].prefix(2)
      if rest.contains(where: {
        $0.first?.isNumber == true || $0.hasSuffix("ties") || $0 == "teens"
      }) {
        return gender
      }
    }
    return nil
  }

  /// Returns evidence before a name: "his son DAVID", "a woman of 50, CLARA".
  private static func evidence(before text: Substring, _ words: GenderWords) -> RoleEvidence? {
    let start = text.lastIndex { ".;:!?\n()—".contains($0) }
    let phrase = start.map { text[text.index(after: $0)...] } ?? text
    var tokens = Self.words(of: phrase)[...]
    // "a woman of 50, CLARA": the age is between the noun and the name.
    if let last = tokens.last, last.first?.isNumber == true { tokens = tokens.dropLast() }
    if tokens.last?.lowercased() == "of" { tokens = tokens.dropLast() }
    // In the list "the man, DAVID and ROSE", the word before ROSE is "and", so there is no evidence about ROSE.
    guard let noun = tokens.last, let gender = words.gender(of: noun) else { return nil }
    let quoted = tokens.suffix(4).joined(separator: " ")
    return RoleEvidence(gender: gender, quote: quoted)
  }

  /// Splits a text into words.
  /// Apostrophes and hyphens are part of a word, so "man's" does not match "man".
  private static func words(of text: Substring) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" && $0 != "-" }
  }
}
