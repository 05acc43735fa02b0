package import Guion
import Hablare

/// What casting knows of the roles of a script: portraits, sizes, and which roles meet.
/// It depends only on the elements, the cast and the language.
package struct CastingScript: Sendable {
  package struct Part: Sendable {
    package var name: String
    /// What a reader knows of the role.
    package var portrait: RolePortrait
    package internal(set) var speeches = 0
    /// The scenes in which the role speaks, in order.
    var scenes: [Int] = []
    /// How often the role and another role speak one after the other in a scene, by the index of the other role.
    var talks: [Int: Int] = [:]

    /// The class of the role; there are few classes, so an edit rarely changes the order of the roles.
    var size: Size { Size.allCases.last { speeches >= $0.rawValue } ?? .small }
  }

  /// A class of roles, by the least number of speeches.
  enum Size: Int, CaseIterable, Comparable {
    case small = 0
    /// The distances of voices decide.
    case large = 8
    /// Small roles do not share the voice.
    case leading = 32
    case principal = 128

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// The roles, in the order of their first cue.
  package private(set) var parts: [Part] = []
  /// The number of scenes.
  /// The text before the first scene is one, too.
  private(set) var scenes = 1

  /// Reads the roles of a script. `sources` are the names of its documents.
  package init(
    of elements: [GuionElement], cast: Cast, language: String, sources: [String] = []
  ) {
    self.init(
      of: elements, cast: cast, names: CueNames(of: elements, cast: cast, language: language),
      language: language, sources: sources)
  }

  init(
    of elements: [GuionElement], cast: Cast, names: CueNames, language: String, sources: [String]
  ) {
    var people: [NameIndex.Person] = []
    var numbers: [String: Int] = [:]
    for meaning in names.meanings {
      let number = numbers[meaning.name] ?? people.count
      if number == people.count {
        numbers[meaning.name] = number
        people.append(NameIndex.Person(name: meaning.name, names: [meaning.name]))
      }
      if meaning.isOtherName, !meaning.isPlural { people[number].names.append(meaning.cue.name) }
    }
    let own = Dictionary(cast.characters.map { ($0.name, $0) }) { first, _ in first }
    for index in people.indices { people[index].names += own[people[index].name]?.aliases ?? [] }
    let portraits = PortraitReader.portraits(of: people, in: elements, language: language)
    parts = zip(people, portraits).map { person, portrait in
      Part(
        name: person.name,
        portrait: portrait.placed(in: sources).stated(by: own[person.name]))
    }
    // "EDWARD AND WILL" is a group unless EDWARD also speaks alone.
    let single = Set(names.meanings.filter { !$0.isPlural }.map(\.name))
    for (name, index) in numbers where !single.contains(name) && own[name] == nil {
      parts[index].portrait.becomeGroup(named: name)
    }
    let roles = Dictionary(
      names.meanings.map { ($0.cue.element.elementText, numbers[$0.name] ?? 0) }
    ) { first, _ in first }
    count(elements, roles)
  }

  /// Counts speeches, scenes and turns.
  private mutating func count(_ elements: [GuionElement], _ roles: [String: Int]) {
    var former: Int?
    for element in elements {
      switch element.elementType {
      case .sceneHeading, .sectionHeading:
        scenes += 1
        former = nil
      case .character:
        guard let role = roles[element.elementText] else { continue }
        parts[role].speeches += 1
        if parts[role].scenes.last != scenes - 1 { parts[role].scenes.append(scenes - 1) }
        if let former, former != role {
          parts[role].talks[former, default: 0] += 1
          parts[former].talks[role, default: 0] += 1
        }
        former = role
      default: break
      }
    }
  }
}

extension RolePortrait {
  /// Returns the portrait with the documents of its evidence.
  fileprivate func placed(in sources: [String]) -> RolePortrait {
    var portrait = self
    portrait.evidence = evidence.map { $0.placed(in: sources) }
    portrait.contradiction = contradiction?.placed(in: sources)
    return portrait
  }

  /// Returns the portrait with what the cast says of the role.
  fileprivate func stated(by entry: Cast.Character?) -> RolePortrait {
    guard let entry, entry.gender != nil || entry.age != nil else { return self }
    var portrait = self
    if let gender = entry.gender {
      (portrait.gender, portrait.confidence, portrait.contradiction) = (gender, 1, nil)
      portrait.evidence = [RoleClue(kind: .cast, quote: "the cast", line: 0)]
    }
    if let age = entry.age {
      portrait.age = age
      // The evidence for the age of the script counts no more.
      let isKnown = portrait.gender != nil && portrait.kind == .person
      portrait.evidence = Array(portrait.evidence.prefix(isKnown ? 1 : 0))
      let clue = RoleClue(kind: .cast, quote: "the cast", line: 0)
      if portrait.evidence != [clue] { portrait.evidence.append(clue) }
    }
    return portrait
  }

  /// Makes a cue such as "EDWARD AND WILL" a group, of whose gender nothing is known.
  fileprivate mutating func becomeGroup(named name: String) {
    kind = .group
    (gender, confidence, contradiction, relative) = (nil, 0, nil, nil)
    evidence = [RoleClue(kind: .name, quote: name, line: 0)]
  }
}

/// The descriptions of characters in the action of a script.
package enum CharacterNotes {
  /// The maximum length of a note, in characters of text.
  private static let longest = 80
  /// The length of the searched text after a name, in characters of text.
  private static let reach = 1000

  /// Returns the first description of each name, by name.
  /// In the action, a description follows the name in capitals. It is text in brackets, or the text from a comma to the
  /// end of the sentence.
  /// Names without a description are left out.
  package static func notes(
    on names: [String], in elements: some Sequence<GuionElement>
  ) -> [String: String] {
    let capitals = names.map { Array(CharacterNormalizer.name(of: $0).uppercased()) }
    let words = SortedWords(capitals)
    var notes: [String: String] = [:]
    for element in elements where element.elementType == .action {
      let text = element.elementText
      for (range, numbers) in WordOccurrences(of: words, in: text) {
        // In capitals, names that differ only in case are equal.
        for name in numbers.map({ names[$0] }) where notes[name] == nil {
          guard let note = note(at: text[range.upperBound...]) else { break }
          notes[name] = note
        }
      }
    }
    return notes
  }

  private static func note(at text: Substring) -> String? {
    let text = text.prefix(reach)
    var note: Substring
    if text.hasPrefix(" (") {
      guard let end = text.firstIndex(of: ")") else { return nil }
      note = text[text.index(text.startIndex, offsetBy: 2)..<end]
    } else if text.hasPrefix(", ") {
      note = text.dropFirst(2).prefix { !".;:!?\n".contains($0) }
      // Another name in capitals means that the sentence lists characters.
      let words = note.split { !$0.isLetter }
      guard !words.contains(where: { $0.count > 1 && $0.allSatisfy(\.isUppercase) }) else {
        return nil
      }
      // A description begins with an age, or has several parts. "JOHN, then MARY" and "JOHN, running" are not
      // descriptions.
      guard let first = note.first, first.isNumber || note.contains(", ") else { return nil }
    } else {
      return nil
    }
    let words = note.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return nil }
    return words.count > longest ? words.prefix(longest - 1) + "…" : words
  }
}

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
