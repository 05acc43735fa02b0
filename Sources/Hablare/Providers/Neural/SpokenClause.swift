import Basics
import Phonemes

/// A clause of a text, as phonemes.
struct SpokenClause: Sendable, Equatable {
  /// The phonemes in the International Phonetic Alphabet, with spaces between words.
  var phonemes: [Unicode.Scalar] = []
  /// The word of each phoneme, as an index into `ReadText.words`.
  /// Nil for spaces.
  var owners: [Int?] = []
  /// The punctuation at the end: one of `.,:;?!`, or nil if there is no punctuation.
  var mark: Unicode.Scalar?
  /// Whether a space separates the clause from the previous clause.
  var hasSpaceBefore = true
  /// Whether the phonemes are IPA that the text contains.
  var isGiven = false

  var endsSentence: Bool { mark == "." || mark == "?" || mark == "!" }
}

/// A text as phonemes.
struct ReadText: Sendable {
  /// The positions of the words, in Unicode scalars of the text.
  var words: [Range<Int>] = []
  /// The clauses, in order.
  var clauses: [SpokenClause] = []

  /// The clauses, grouped by sentence.
  var sentences: [[SpokenClause]] {
    var sentences: [[SpokenClause]] = [[]]
    for clause in clauses {
      sentences[sentences.count - 1].append(clause)
      if clause.endsSentence { sentences.append([]) }
    }
    return sentences.filter { !$0.isEmpty }
  }
}

/// Builds the clauses of a text.
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

/// The end of a clause in its text, and the punctuation there.
/// espeak's phonemes have no punctuation.
struct ClauseEnd: Equatable {
  /// The position after the clause, in Unicode scalars.
  var place: Int
  /// One of `.,:;?!`, or nil if the clause ends without punctuation.
  var mark: Unicode.Scalar?

  private static let marks: [Unicode.Scalar: Unicode.Scalar] = [
    ".": ".", "…": ".", "。": ".", "।": ".", "?": "?", "？": "?", "؟": "?", "\u{37E}": "?", "!": "!",
    "！": "!", ",": ",", "，": ",", "、": ",", "،": ",", "—": ",", "–": ",", ";": ";", "؛": ";",
    ":": ":", "：": ":",
  ]

  /// Finds the end of a clause that begins at `start`.
  /// espeak has read the text before `end`. Because espeak reads ahead, this text may include the
  /// first character of the next clause. `isLast` means that there is no next clause.
  init(_ text: [Unicode.Scalar], from start: Int, readUntil end: Int, isLast: Bool) {
    var place = min(end, text.count)
    var others = isLast ? 0 : 1
    while place > start {
      let symbol = text[place - 1]
      if Self.marks[symbol] != nil {
        (self.place, mark) = (place, Self.mark(text[start..<place]))
        return
      }
      if !Self.isSilent(symbol) {
        if others == 0 { break }
        others -= 1
      }
      place -= 1
    }
    self.place = isLast ? text.count : Self.wordEnd(text, from: start, before: min(end, text.count))
    mark = nil
  }

  /// Returns whether a character is not spoken and can follow the punctuation at the end of a
  /// clause.
  private static func isSilent(_ symbol: Unicode.Scalar) -> Bool {
    symbol.properties.isWhitespace || symbol.properties.isQuotationMark
      || ")]}*_".unicodeScalars.contains(symbol)
  }

  /// Returns the punctuation at the end of a clause.
  /// If the clause ends with several marks, as in `?!`, returns the mark that changes the melody
  /// most.
  private static func mark(_ clause: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
    let found = clause.reversed().prefix { marks[$0] != nil || isSilent($0) }.compactMap {
      marks[$0]
    }
    for mark in ["?", "!"] as [Unicode.Scalar] where found.contains(mark) { return mark }
    return found.first
  }

  /// Returns the end of the last whole word.
  /// A character that espeak has read ahead belongs to the next word.
  private static func wordEnd(_ text: [Unicode.Scalar], from start: Int, before end: Int) -> Int {
    guard end < text.count, !text[end].properties.isWhitespace else { return end }
    for place in stride(from: end, to: max(start, end - 3), by: -1)
    where text[place - 1].properties.isWhitespace {
      return place
    }
    return end
  }
}

/// The phonemes for one run of a model: a sentence, or a part of a long sentence.
struct SpokenPart: Sendable {
  /// A phoneme or a punctuation mark, with its word.
  typealias Symbol = (symbol: Unicode.Scalar, owner: Int?)

  var symbols: [Symbol]
  var endsSentence: Bool
}

extension ReadText {
  /// Returns the sentences with their punctuation, in parts of at most `limit` symbols.
  /// A sentence longer than the limit is cut between clauses, or between words if a clause is too
  /// long.
  func parts(limit: Int) -> [SpokenPart] {
    sentences.flatMap { sentence in
      let parts = Self.parts(of: sentence, limit)
      return parts.enumerated().map { number, symbols in
        SpokenPart(symbols: symbols, endsSentence: number == parts.count - 1)
      }
    }
  }

  private static func parts(of sentence: [SpokenClause], _ limit: Int) -> [[SpokenPart.Symbol]] {
    var parts: [[SpokenPart.Symbol]] = [[]]
    for clause in sentence {
      for piece in pieces(of: symbols(of: clause), limit) {
        let last = parts.count - 1
        if !parts[last].isEmpty, parts[last].count + piece.count > limit {
          parts.append(piece)
        } else {
          if !parts[last].isEmpty, clause.hasSpaceBefore, !piece.isEmpty {
            parts[last].append((" ", nil))
          }
          parts[last] += piece
        }
      }
    }
    return parts
  }

  private static func symbols(of clause: SpokenClause) -> [SpokenPart.Symbol] {
    let symbols = zip(clause.phonemes, clause.owners).map { (symbol: $0, owner: $1) }
    return symbols + (clause.mark.map { [(symbol: $0, owner: nil)] } ?? [])
  }

  /// Returns a clause in pieces of at most `limit` symbols.
  private static func pieces(of symbols: [SpokenPart.Symbol], _ limit: Int) -> [[SpokenPart.Symbol]]
  {
    guard symbols.count > limit else { return symbols.isEmpty ? [] : [symbols] }
    let space = symbols[..<limit].lastIndex { $0.symbol == " " } ?? limit
    let rest = symbols[space...].drop { $0.symbol == " " }
    return [Array(symbols[..<space])] + pieces(of: Array(rest), limit)
  }
}

/// Finds the words in the phonemes of a clause.
/// espeak joins small words ("of the") and speaks a number as several words, so the spaces in the
/// phonemes do not separate the words of the text. A word that is spoken alone has nearly the same
/// phonemes as in the clause. So the phonemes of the clause are aligned with the phonemes of the
/// single words, at the lowest cost.
enum PhonemeAlignment {
  /// A word with the phonemes of the word spoken alone.
  struct Word {
    var owner: Int
    var phonemes: [Unicode.Scalar]
  }

  /// Returns the number of the word (`owner`) that each phoneme belongs to; nil for spaces.
  /// If no word has phonemes, all phonemes belong to the first word. If there are no words, the
  /// result is nil for all phonemes.
  static func owners(of phonemes: [Unicode.Scalar], among words: [Word]) -> [Int?] {
    let (alone, owners) = joined(words)
    guard !phonemes.isEmpty, !alone.isEmpty else {
      return [Int?](repeating: words.first?.owner, count: phonemes.count).enumerated().map {
        phonemes[$0.offset] == " " ? nil : $0.element
      }
    }
    var found = [Int?](repeating: nil, count: phonemes.count)
    for (place, partner) in pairs(phonemes, alone) { found[place] = owners[partner] }
    return filled(found, phonemes)
  }

  private static func joined(_ words: [Word]) -> ([Unicode.Scalar], [Int?]) {
    var (symbols, owners): ([Unicode.Scalar], [Int?]) = ([], [])
    for word in words where !word.phonemes.isEmpty {
      if !symbols.isEmpty {
        symbols.append(" ")
        owners.append(nil)
      }
      symbols += word.phonemes
      owners += word.phonemes.map { $0 == " " ? nil : word.owner }
    }
    return (symbols, owners)
  }

  private enum Step: UInt8 { case both, first, second }

  private static func isStress(_ symbol: Unicode.Scalar) -> Bool {
    symbol == "ˈ" || symbol == "ˌ" || symbol == "ː"
  }

  private static func cost(without symbol: Unicode.Scalar) -> Int { isStress(symbol) ? 1 : 4 }

  private static func cost(_ one: Unicode.Scalar, for other: Unicode.Scalar) -> Int {
    if one == other { return one == " " ? 0 : -1 }
    return one == " " || other == " " || isStress(one) || isStress(other) ? 9 : 5
  }

  /// Returns the pairs of aligned indices, in order.
  private static func pairs(
    _ first: [Unicode.Scalar], _ second: [Unicode.Scalar]
  ) -> [(Int, Int)] {
    let width = second.count + 1
    var steps = [Step](repeating: .second, count: (first.count + 1) * width)
    var above = [0]
    for symbol in second { above.append(above[above.count - 1] + cost(without: symbol)) }
    for (row, one) in first.enumerated() {
      let skip = cost(without: one)
      var current = [above[0] + skip]
      current.reserveCapacity(width)
      steps[(row + 1) * width] = .first
      for (column, other) in second.enumerated() {
        let both = above[column] + cost(one, for: other)
        let up = above[column + 1] + skip
        let left = current[column] + cost(without: other)
        let best = min(both, up, left)
        current.append(best)
        steps[(row + 1) * width + column + 1] = best == both ? .both : best == up ? .first : .second
      }
      above = current
    }
    return trace(steps, rows: first.count, columns: second.count)
  }

  private static func trace(_ steps: [Step], rows: Int, columns: Int) -> [(Int, Int)] {
    var (row, column, pairs) = (rows, columns, [(Int, Int)]())
    while row > 0 || column > 0 {
      switch steps[row * (columns + 1) + column] {
      case .both:
        (row, column) = (row - 1, column - 1)
        pairs.append((row, column))
      case .first: row -= 1
      case .second: column -= 1
      }
    }
    return pairs.reversed()
  }

  /// Assigns each unaligned phoneme to a word and returns the owners of all phonemes.
  /// A phoneme belongs to the word of the next aligned phoneme. If a space or the end of the clause
  /// comes first, the phoneme belongs to the previous word.
  private static func filled(_ owners: [Int?], _ phonemes: [Unicode.Scalar]) -> [Int?] {
    var result = owners
    var next: Int?
    for place in phonemes.indices.reversed() {
      if phonemes[place] == " " {
        (result[place], next) = (nil, nil)
      } else {
        result[place] = result[place] ?? next
        next = result[place]
      }
    }
    let first = owners.compactMap(\.self).first
    var last = first
    for place in phonemes.indices where phonemes[place] != " " {
      // Words must come in order, even if the alignment differs.
      last = max(result[place] ?? last ?? 0, last ?? 0)
      result[place] = last
    }
    return result
  }
}
