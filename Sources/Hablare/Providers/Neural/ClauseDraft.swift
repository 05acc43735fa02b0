import Phonemes

/// Builds the clauses of a text.
///
/// The parts of the text are added first, then espeak's clauses for these parts. `text(alone:)`
/// then returns the clauses with their words.
struct ClauseDraft {
  /// A part of the text.
  private struct Part {
    /// The position of the part, in Unicode scalars of the whole text.
    var start: Int
    var scalars: [Unicode.Scalar]
    /// The IPA from the text, or nil for a part that espeak reads.
    var given: String?
  }

  /// A clause whose words are not yet matched to its phonemes.
  private struct Piece {
    var clause: SpokenClause
    /// The words in the clause, as indices into `ranges`.
    var words: Range<Int>
  }

  private var parts: [Part] = []
  private var length = 0
  private var ranges: [Range<Int>] = []
  private var written: [String] = []
  private var pieces: [Piece] = []

  mutating func add(_ part: PhonemePart) {
    switch part {
    case .text(let text): add(Array(text.unicodeScalars), given: nil)
    case .ipa(let ipa, let written): add(Array(written.unicodeScalars), given: ipa)
    }
  }

  private mutating func add(_ scalars: [Unicode.Scalar], given: String?) {
    parts.append(Part(start: length, scalars: scalars, given: given))
    length += scalars.count
  }

  /// The texts for espeak to read.
  var texts: [String] { parts.filter { $0.given == nil }.map { Self.string($0.scalars[...]) } }

  /// The words that espeak must also pronounce alone, without duplicates.
  var questions: [String] { Array(Set(written.filter { !$0.isEmpty })).sorted() }

  // MARK: Clauses

  /// Adds espeak's clauses for each text, in order.
  mutating func add(_ answers: [[EspeakClause]]) {
    var answers = answers[...]
    for part in parts {
      if let given = part.given {
        addGiven(given, part)
      } else if let clauses = answers.popFirst() {
        addClauses(clauses, part)
      }
    }
    // Without a full stop, the melody of the last clause would break off.
    if let last = pieces.indices.last, pieces[last].clause.mark == nil {
      pieces[last].clause.mark = "."
    }
  }

  private mutating func addGiven(_ ipa: String, _ part: Part) {
    let phonemes = IPASymbols.plain(ipa)
    let word = addWord(part.start..<part.start + part.scalars.count, written: "")
    let clause = SpokenClause(
      phonemes: phonemes, owners: phonemes.map { $0 == " " ? nil : word },
      hasSpaceBefore: !isGlued(at: part.start), isGiven: true)
    pieces.append(Piece(clause: clause, words: word..<word + 1))
  }

  private mutating func addClauses(_ clauses: [EspeakClause], _ part: Part) {
    let places = Self.scalarPlaces(part.scalars)
    var start = 0
    for (number, clause) in clauses.enumerated() {
      let end = ClauseEnd(
        part.scalars, from: start, readUntil: places[min(clause.end, places.count - 1)],
        isLast: number == clauses.count - 1)
      addClause(clause, part, start..<max(start, end.place), end.mark)
      start = max(start, end.place)
    }
  }

  private mutating func addClause(
    _ clause: EspeakClause, _ part: Part, _ range: Range<Int>, _ mark: Unicode.Scalar?
  ) {
    let first = ranges.count
    for word in Self.words(part.scalars, in: range) {
      _ = addWord(
        part.start + word.lowerBound..<part.start + word.upperBound,
        written: Self.string(part.scalars[word]))
    }
    var spoken = SpokenClause(phonemes: IPASymbols.spoken(clause.phonemes), mark: mark)
    spoken.hasSpaceBefore = !isGlued(at: part.start + range.lowerBound)
    pieces.append(Piece(clause: spoken, words: first..<ranges.count))
  }

  private mutating func addWord(_ range: Range<Int>, written word: String) -> Int {
    ranges.append(range)
    written.append(word)
    return ranges.count - 1
  }

  /// Returns whether no space separates the text before and after this position, as in `[[…]]'s`.
  private func isGlued(at place: Int) -> Bool {
    func symbol(_ place: Int) -> Unicode.Scalar? {
      for part in parts where place >= part.start && place < part.start + part.scalars.count {
        return part.scalars[place - part.start]
      }
      return nil
    }
    guard let before = symbol(place - 1), let after = symbol(place) else { return false }
    return !before.properties.isWhitespace && !after.properties.isWhitespace
  }

  // MARK: Words

  /// Returns the clauses of the text with their words.
  ///
  /// `alone` returns the phonemes of a word that is spoken alone.
  func text(alone: (String) -> String) -> ReadText {
    var text = ReadText(words: ranges)
    text.clauses = pieces.map { piece in
      var clause = piece.clause
      guard !clause.isGiven else { return clause }
      let words = piece.words.map { number in
        PhonemeAlignment.Word(owner: number, phonemes: IPASymbols.spoken(alone(written[number])))
      }
      clause.owners = PhonemeAlignment.owners(of: clause.phonemes, among: words)
      return clause
    }
    return text
  }

  /// Returns the words in a range of a text, without the punctuation around them.
  private static func words(_ text: [Unicode.Scalar], in range: Range<Int>) -> [Range<Int>] {
    text[range].split { $0.properties.isWhitespace || $0 == "—" || $0 == "–" }.compactMap { word in
      let isSound = { (place: Int) in text[place].properties.isAlphabetic || text[place].isNumber }
      guard let first = word.indices.first(where: isSound),
        let last = word.indices.last(where: isSound)
      else { return nil }
      return first..<last + 1
    }
  }

  /// Returns the index of the scalar for each byte of the text in UTF-8, and for the end.
  private static func scalarPlaces(_ scalars: [Unicode.Scalar]) -> [Int] {
    var places: [Int] = []
    for (place, scalar) in scalars.enumerated() {
      places.append(contentsOf: repeatElement(place, count: UTF8.width(scalar)))
    }
    return places + [scalars.count]
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

extension Unicode.Scalar {
  fileprivate var isNumber: Bool { properties.numericType != nil }
}
