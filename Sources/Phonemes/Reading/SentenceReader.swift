/// Determines the phonemes of the words of a sentence, from last to first.
struct SentenceReader {
  let words: WordReader
  /// The phonemes of words that the lexicon and the rules do not know, by word (see `Questions`).
  let answers: [String: Phones]
  private var context = SpokenContext()

  init(words: WordReader, answers: [String: Phones]) {
    (self.words, self.answers) = (words, answers)
  }

  /// Returns the words with phonemes, one piece each.
  mutating func read(_ groups: [[SpokenPiece]]) -> [SpokenPiece] {
    Array(
      groups.reversed().compactMap { group in
        group.count == 1 ? single(group[0]) : compound(group)
      }.reversed())
  }

  private mutating func single(_ piece: SpokenPiece) -> SpokenPiece {
    var piece = piece
    if piece.phonemes == nil { piece.phonemes = phonemes(of: piece) }
    if piece.phonemes == nil { ask(&piece) }
    advance(over: piece)
    return piece
  }

  private mutating func advance(over piece: SpokenPiece) {
    context = context.before(piece.phonemes ?? [], text: piece.symbols, tag: piece.tag)
  }

  private mutating func compound(_ group: [SpokenPiece]) -> SpokenPiece? {
    guard let head = group.first else { return nil }
    var pieces = group
    var (left, right) = (0, pieces.count)
    while left < right {
      let part = SpokenPiece(merging: pieces[left..<right], first: pieces[left])
      let isOpen = !pieces[left..<right].contains(where: \.isSettled)
      if isOpen, let found = known(part) {
        pieces[left].phonemes = found.phonemes
        pieces[left].unread = found.unread
        for place in left + 1..<right { pieces[place].phonemes = [] }
        advance(over: found)
        (left, right) = (0, left)
      } else if left + 1 < right {
        left += 1
      } else {
        right -= 1
        if pieces[right].phonemes == nil {
          guard WordGroups.isJunk(pieces[right].symbols) else {
            var whole = SpokenPiece(merging: group[...], first: head)
            whole.unread = []
            ask(&whole)
            return whole
          }
          pieces[right].phonemes = []
        }
        left = 0
      }
    }
    CompoundStress.settle(&pieces)
    var whole = SpokenPiece(merging: pieces[...], first: head)
    whole.phonemes = CompoundStress.joined(pieces)
    return whole
  }

  /// Returns a part of a word with its phonemes, or nil if the part cannot be read alone.
  ///
  /// A number becomes a question.
  private mutating func known(_ part: SpokenPiece) -> SpokenPiece? {
    var part = part
    part.phonemes = phonemes(of: part)
    if part.phonemes == nil, Questions.isNumber(part.symbols) { ask(&part) }
    return part.phonemes == nil ? nil : part
  }

  /// Returns the phonemes of a word or a part of a word; nil if no rule knows it.
  private func phonemes(of piece: SpokenPiece) -> Phones? {
    let symbols = piece.alias.map { Array($0.unicodeScalars) } ?? piece.symbols
    guard let word = ASCIIWord(symbols), !word.isEmpty else { return nil }
    return words.phonemes(word, tag: piece.tag, context)
  }

  /// Sets the phonemes of a piece that no rule knows, and adds questions for its digits and words.
  ///
  /// Symbols are read by their names.
  private mutating func ask(_ piece: inout SpokenPiece) {
    var sounds: [Phones] = []
    for question in Questions.of(piece) {
      switch question {
      case .word(let text):
        var part = piece
        part.symbols = Array(text.unicodeScalars)
        // A symbol beside a known word, such as a quotation mark, prevents the lookup of the word. So the word
        // is looked up alone.
        if part.symbols.count < piece.symbols.count, let known = phonemes(of: part) {
          sounds.append(known)
        } else if let answer = answers[text] {
          if !answer.isEmpty { sounds.append(answer) }
        } else {
          piece.unread.append(text)
        }
      case .symbol(let name):
        let parts = name.split(separator: " ").compactMap {
          words.look(up: $0.utf8, tag: nil, .unchanged, nil)
        }
        sounds.append(Phones(parts.joined(separator: [" "])))
      }
    }
    piece.phonemes = Phones(sounds.joined(separator: [" "]))
  }
}
