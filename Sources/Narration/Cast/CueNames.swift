import Guion
import Hablare

/// A cue at its first occurrence in a script.
struct Cue: Sendable {
  var element: GuionElement
  /// The name without extensions.
  var name: String
  /// The name in the form used for comparison.
  var folded: String

  var position: SourcePosition? { element.sourceRange?.start }

  init(_ element: GuionElement) {
    self.element = element
    name = CharacterNormalizer.name(of: element.elementText)
    folded = CharacterNormalizer.folded(name)
  }

  /// Returns the name of the file that contains the cue.
  /// `sources` are the files of the script.
  func file(in sources: [String]) -> String? {
    let index = element.source
    return sources.indices.contains(index) ? sources[index] : nil
  }

  /// Returns the first cue of each distinct spelling, in the order of the script.
  static func distinct(in elements: some Sequence<GuionElement>) -> [Cue] {
    var seen: Set<String> = []
    return elements.filter { $0.elementType == .character && seen.insert($0.elementText).inserted }
      .map(Cue.init)
  }
}

/// The role of each cue of a script.
/// A role has the cast's name. If the role is not in the cast, it has the script's name.
struct CueNames: Sendable {
  struct Meaning: Sendable {
    var cue: Cue
    var name: String
    /// Whether the cue names several speakers.
    var isPlural: Bool

    /// Whether the role's name differs from the cue.
    var isOtherName: Bool { CharacterNormalizer.folded(name) != cue.folded }
  }

  /// The role of every cue, in the order of the script.
  private(set) var meanings: [Meaning] = []
  private(set) var diagnostics: [Diagnostic] = []

  private let cast: Cast
  /// The cast's names, for suggestions.
  private let castNames: CastNames
  private let words: LanguageWords
  private let sources: [String]
  /// The name of each role in the cast, by every folded name and alias of the role.
  private var owners: [String: String] = [:]
  /// The script's names in their first spelling, by folded name.
  private var scriptNames: [String: String] = [:]

  /// An empty set of names.
  static let none = CueNames(of: [], cast: Cast(), language: "")

  /// Finds the role of each cue of a script.
  /// `sources` are the names of the script's documents for diagnostics, by the number of the document.
  init(
    of elements: some Sequence<GuionElement>, cast: Cast, language: String, sources: [String] = []
  ) {
    (self.cast, self.sources) = (cast, sources)
    castNames = CastNames(of: cast)
    words = LanguageWords.of(language)
    for character in cast.characters {
      for name in character.names {
        owners[CharacterNormalizer.folded(name)] = character.name
        // "ALICE AND BOB" in the cast also matches "ALICE & BOB" in the script.
        owners[group(CharacterNormalizer.parts(of: name, words: words))] = character.name
      }
    }
    let cues = Cue.distinct(in: elements)
    scriptNames = Dictionary(cues.map { ($0.folded, $0.name) }) { first, _ in first }
    for cue in cues { meanings.append(meaning(of: cue)) }
  }

  private mutating func meaning(of cue: Cue) -> Meaning {
    let parts = CharacterNormalizer.parts(of: cue.name, words: words)
    let isPlural = parts.count > 1 || words.everybody.contains(cue.name.uppercased())
    if let owner = owners[cue.folded] ?? owners[group(parts)] ?? ownerWithoutGender(cue) {
      return Meaning(cue: cue, name: owner, isPlural: isPlural)
    }
    let folded = parts.map(CharacterNormalizer.folded)
    if parts.count > 1, folded.contains(where: { owners[$0] ?? scriptNames[$0] != nil }) {
      let speaker = owners[folded[0]] ?? scriptNames[folded[0]] ?? parts[0]
      diagnostics.append(
        Diagnostic(
          code: "shared-cue", severity: .note,
          message:
            "the cue \(cue.name) is spoken by \(speaker); to choose another voice, "
            + "add \"\(cue.name)\" to the cast",
          file: cue.file(in: sources), position: cue.position))
      return Meaning(cue: cue, name: speaker, isPlural: true)
    }
    if let diagnostic = uncast(cue) { diagnostics.append(diagnostic) }
    return Meaning(cue: cue, name: scriptNames[cue.folded] ?? cue.name, isPlural: isPlural)
  }

  /// Returns the cast's role for both P.A. SYSTEM, FEMALE and P.A. SYSTEM, MALE: P.A. SYSTEM.
  private func ownerWithoutGender(_ cue: Cue) -> String? {
    [", FEMALE", ", MALE"].first(where: cue.name.hasSuffix).flatMap {
      owners[CharacterNormalizer.folded(String(cue.name.dropLast($0.count)))]
    }
  }

  /// Returns the names of a group in the form in which groups are compared.
  private func group(_ parts: [String]) -> String {
    parts.map(CharacterNormalizer.folded).joined(separator: " & ")
  }

  /// Returns a diagnostic for a cue without a cast entry: a warning if the name looks misspelt, otherwise a note.
  /// Nil if the cast has no roles. Also nil if the name does not look misspelt and the cast has a default voice.
  private func uncast(_ cue: Cue) -> Diagnostic? {
    guard !cast.characters.isEmpty else { return nil }
    if let nearest = castNames.nearest(to: cue.name) {
      return Diagnostic(
        code: "uncast-character", severity: .warning,
        message: "\(cue.name) is not in the cast; did you mean \(nearest)?",
        file: cue.file(in: sources),
        position: cue.position)
    }
    guard cast.defaultVoice == nil else { return nil }
    return Diagnostic(
      code: "uncast-character", severity: .note,
      message: "\(cue.name) has no voice in the cast; a voice is chosen automatically",
      file: cue.file(in: sources), position: cue.position)
  }
}

/// An index of folded names, for finding other spellings of a name (`CharacterNormalizer.areSimilar`).
struct SimilarNames: Sendable {
  private let names: [String]
  private let index: SpellingIndex

  /// Indexes names.
  /// Each name must occur only once.
  init(_ names: [String]) {
    self.names = names
    index = SpellingIndex(names)
  }

  /// Returns the index of the first wanted name that is probably another spelling of `name`, or nil if there is no such
  /// name.
  func first(
    like name: String, takesDoubled: Bool = false, where isWanted: (Int) -> Bool
  ) -> Int? {
    index.numbers(near: name, within: 1).first {
      isWanted($0)
        && CharacterNormalizer.areSimilar(name, names[$0], takesDoubled: takesDoubled)
    }
  }
}

/// Groups of names that probably belong to the same role.
package enum NameGroups {
  /// Returns the names in groups.
  /// Each name joins the first group that begins with a similar name. If there is no such group, the name starts a new
  /// group. Names of a woman and of a man never join: MR. FINCH and MRS. FINCH.
  package static func merged(
    _ names: [String], gender: (String) -> RoleGender? = { _ in nil }
  ) -> [[String]] {
    let genders = names.map(gender)
    let folded = names.map(CharacterNormalizer.folded)
    let alikes = SimilarNames(folded)
    var groups: [[String]] = []
    /// The index of each group, by the index of the group's first name.
    var led: [Int: Int] = [:]
    for (number, name) in names.enumerated() {
      let leader = alikes.first(like: folded[number]) {
        $0 < number && led[$0] != nil
          && (genders[$0] == nil || genders[$0] != genders[number]?.other)
      }
      if let leader, let group = led[leader] {
        groups[group].append(name)
      } else {
        led[number] = groups.count
        groups.append([name])
      }
    }
    return groups
  }
}

/// Words of one language that state whether a person is a woman or a man.
struct GenderWords: Sendable {
  let female: Set<String>
  let male: Set<String>
  /// Words that begin a phrase about another person, such as "to" in "married to a woman".
  let turns: Set<String>
  /// The possessives in statements of age: "in her fifties".
  let ownAge: [String: RoleGender]

  /// Returns the table for a language tag, or the English table if the language has no table.
  static func of(_ language: String) -> GenderWords {
    tables[language.prefix { $0 != "-" && $0 != "_" }.lowercased()] ?? english
  }

  /// Returns the gender that a word states, or nil if the word states no gender.
  func gender(of word: some StringProtocol) -> RoleGender? {
    let word = word.lowercased()
    return female.contains(word) ? .female : male.contains(word) ? .male : nil
  }

  private static let tables = ["en": english, "es": spanish, "fr": french, "de": german]

  private static func set(_ words: String) -> Set<String> {
    Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let english = GenderWords(
    female: set(
      """
      actress aunt ballerina bride daughter duchess empress female fiancée gal girl girlfriend goddess \
      grandma grandmother granddaughter heroine lady ma'am madam maid mama matron mistress mom mother mrs ms \
      miss mum niece nun princess queen schoolgirl sister spinster stepdaughter stepmother waitress widow \
      wife witch woman
      """),
    male: set(
      """
      altarboy boy boyfriend brother businessman count cowboy dad duke emperor father fella fiancé fireman \
      gentleman god grandfather grandpa grandson guy husband king lad lord male man monk mr nephew policeman \
      priest prince salesman schoolboy sir son stepfather stepson uncle waiter widower wizard
      """),
    turns: set(
      "to with of by who that and at from for as like than whose which or beside behind near"),
    ownAge: ["his": .male, "her": .female])

  private static let spanish = GenderWords(
    female: set(
      """
      abuela actriz anciana camarera chica dama doña esposa hermana hija joven-mujer madre mujer monja muchacha \
      niña novia nuera princesa prima reina señora señorita sobrina tía viuda
      """),
    male: set(
      """
      abuelo actor anciano camarero chico caballero don esposo hermano hijo hombre marido monje muchacho niño \
      novio padre príncipe primo rey señor sobrino suegro tío viudo yerno
      """),
    turns: set("a con de por que y en desde para como o quien cuyo cuya"), ownAge: [:])

  private static let french = GenderWords(
    female: set(
      """
      actrice cousine dame demoiselle épouse femme fille fillette fiancée grand-mère madame mademoiselle mère \
      nièce nonne princesse reine sœur serveuse tante veuve
      """),
    male: set(
      """
      acteur cousin époux fiancé fils frère garçon garçonnet grand-père homme mari moine monsieur neveu oncle \
      père prêtre prince roi serveur veuf
      """),
    turns: set("à avec de du des par qui que et en pour comme ou dont"), ownAge: [:])

  private static let german = GenderWords(
    female: set(
      """
      braut dame ehefrau enkelin frau fräulein freundin großmutter kellnerin königin mädchen mutter nichte nonne \
      oma prinzessin schauspielerin schwester tante tochter witwe
      """),
    male: set(
      """
      bräutigam bruder ehemann enkel freund großvater herr junge kellner könig mann mönch neffe onkel opa priester \
      prinz schauspieler sohn vater witwer
      """),
    turns: set("mit von zu bei und der die das den dem für als wie oder"), ownAge: [:])
}

/// The occurrences of many words in a text.
/// No letter or digit precedes an occurrence, but a letter or a digit may follow it.
struct WordOccurrences: Sequence, IteratorProtocol {
  private let words: SortedWords<Character>
  private let text: [Character]
  private let indices: [String.Index]
  private var start = 0
  private var end = 0
  private var branch: SortedWords<Character>.Branch?

  /// Starts a search for many words in one pass over the text.
  init(of words: SortedWords<Character>, in text: String) {
    self.words = words
    self.text = Array(text)
    indices = Array(text.indices) + [text.endIndex]
    branch = words.root
  }

  /// Returns the range of the next occurrence and the indices of the words there, or nil at the end of the text.
  /// If one word is the beginning of another word, the occurrence of the shorter word comes first.
  mutating func next() -> (range: Range<String.Index>, numbers: ArraySlice<Int>)? {
    while start < text.count {
      if end < text.count, let longer = branch.flatMap({ words.child(of: $0, by: text[end]) }) {
        branch = longer
        end += 1
        let numbers = words.ends(of: longer)
        if !numbers.isEmpty { return (indices[start]..<indices[end], numbers) }
      } else {
        goOn()
      }
    }
    return nil
  }

  /// Moves to the next position where a word can begin.
  private mutating func goOn() {
    repeat { start += 1 } while start < text.count && Self.isPartOfWord(text[start - 1])
    end = start
    branch = words.root
  }

  /// Whether a character directly before or after an occurrence makes the occurrence part of a longer word.
  static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}
