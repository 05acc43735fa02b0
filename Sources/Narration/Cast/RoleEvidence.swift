public import Guion
import Hablare

/// What a script states about a role, with the words in which it does.
///
/// Nothing is taken from a first name: only words such as "male", "(40's M)", "a woman of 50", "his son", and titles
/// and nouns within the role's own name ("MRS. BLOOM", "OLD MAN").
public struct RoleEvidence: Sendable, Equatable {
  /// What a voice can show.
  public enum Gender: String, Sendable, CaseIterable {
    case female, male
  }

  /// The gender that the script states.
  public var gender: Gender
  /// The words that state it, as they are written.
  public var quote: String

  /// How many characters before and behind a name are read.
  private static let reach = 160
}

extension RoleEvidence {
  /// The evidence by name; names of which nothing is stated are left out.
  ///
  /// A role's own name counts first, then the first place in the action that states it where the name stands in
  /// capitals. A pure function of the names, the action and the language.
  public static func evidence(
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
            evidence(behind: text[range.upperBound...].prefix(reach), words)
            ?? evidence(before: text[..<range.lowerBound].suffix(reach), words)
        }
      }
    }
    return found
  }

  /// Evidence in the name itself, such as a title or a noun for a person.
  private static func evidence(inName name: String, _ words: GenderWords) -> RoleEvidence? {
    for word in Self.words(of: Substring(name)) {
      if let gender = words.gender(of: word) { return RoleEvidence(gender: gender, quote: name) }
    }
    return nil
  }

  /// "DAVID (40's M)", "ROSE, a woman of 50,", "EDWARD, in his fifties".
  private static func evidence(behind text: Substring, _ words: GenderWords) -> RoleEvidence? {
    if let bracket = text.firstIndex(where: { !$0.isWhitespace }), text[bracket] == "(" {
      let note = text[text.index(after: bracket)...].prefix { $0 != ")" }
      return evidence(inNote: note, words, mayBeLetter: true)
    }
    guard text.hasPrefix(",") else { return nil }
    let note = text.dropFirst().prefix { !".;:!?\n".contains($0) }
    return evidence(inNote: note, words, mayBeLetter: false)
  }

  /// Evidence in the parts of a note that commas divide.
  private static func evidence(
    inNote note: Substring, _ words: GenderWords, mayBeLetter: Bool
  ) -> RoleEvidence? {
    let quote = note.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in note.split(separator: ",") {
      let tokens = Self.words(of: part)
      // Another name in capitals is somebody else.
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

  /// `M` or `F` beside an age.
  private static func letter(in tokens: [Substring]) -> Gender? {
    if tokens.contains("M") { return .male }
    return tokens.contains("F") ? .female : nil
  }

  /// The noun that a phrase is about: none that stands behind "to", "with" and the like.
  private static func headNoun(of tokens: [Substring], _ words: GenderWords) -> Gender? {
    for token in tokens {
      if let gender = words.gender(of: token) { return gender }
      if words.turns.contains(token.lowercased()) { return nil }
    }
    return nil
  }

  /// "in his fifties", "in her late 30s".
  private static func ownAge(in tokens: [Substring], _ words: GenderWords) -> Gender? {
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

  /// "his son DAVID", "a woman of 50, CLARA".
  private static func evidence(before text: Substring, _ words: GenderWords) -> RoleEvidence? {
    let start = text.lastIndex { ".;:!?\n()—".contains($0) }
    let phrase = start.map { text[text.index(after: $0)...] } ?? text
    var tokens = Self.words(of: phrase)[...]
    // "a woman of 50, CLARA": the age stands between the noun and the name.
    if let last = tokens.last, last.first?.isNumber == true { tokens = tokens.dropLast() }
    if tokens.last?.lowercased() == "of" { tokens = tokens.dropLast() }
    guard let noun = tokens.last, let gender = words.gender(of: noun) else { return nil }
    // A list of people: "the man, DAVID and ROSE" says nothing of ROSE.
    let quoted = tokens.suffix(4).joined(separator: " ")
    return RoleEvidence(gender: gender, quote: quoted)
  }

  /// The words of a text; an apostrophe belongs to its word, so that "man's" is no man.
  private static func words(of text: Substring) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" && $0 != "-" }
  }
}
