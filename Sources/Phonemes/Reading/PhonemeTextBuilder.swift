/// Joins sentences into a text.
struct PhonemeTextBuilder {
  private(set) var text = PhonemeText()
  private var asked: Set<String> = []

  /// Adds the words of a sentence.
  mutating func add(_ pieces: [SpokenPiece], of sentence: MappedText) {
    let first = text.tokens.count
    if !isEmpty { append(" ") }
    var isStart = true
    for piece in pieces {
      for question in piece.unread where asked.insert(question).inserted {
        text.unread.append(question)
      }
      let (word, marks) = Self.parted(piece.phonemes ?? [])
      if !word.isEmpty {
        text.tokens.append(
          PhonemeToken(range: sentence.source(piece.range), phonemes: word.text, following: ""))
      }
      append(marks.text)
      if !word.isEmpty || !marks.isEmpty { isStart = false }
      // A sentence never begins with a space, even if it begins with symbols that have no sound.
      if piece.hasSpace, !isStart { append(" ") }
    }
    trimEnd()
    if text.tokens.count > first { text.sentenceEnds.append(text.tokens.count - 1) }
  }

  private var isEmpty: Bool { text.tokens.isEmpty && text.leading.isEmpty }

  private mutating func append(_ marks: String) {
    if text.tokens.isEmpty {
      text.leading += marks
    } else {
      text.tokens[text.tokens.count - 1].following += marks
    }
  }

  private mutating func trimEnd() {
    func trim(_ marks: inout String) { while marks.last == " " { marks.removeLast() } }
    if text.tokens.isEmpty {
      trim(&text.leading)
    } else {
      trim(&text.tokens[text.tokens.count - 1].following)
    }
  }

  /// Returns the phonemes of a piece and the punctuation at its end.
  private static func parted(_ phonemes: Phones) -> (word: Phones, marks: Phones) {
    let last = phonemes.lastIndex {
      !PhoneSet.punctuation.contains($0) && !isBracket($0) && $0 != " "
    }
    let end = last.map { $0 + 1 } ?? 0
    let word = phonemes[..<end].map { symbol -> Unicode.Scalar in
      // Uses the voice's own symbols for the tapped t and the glottal stop.
      symbol == "ɾ" ? "T" : symbol == "ʔ" ? "t" : symbol
    }
    return (word, Phones(phonemes[end...]))
  }

  private static func isBracket(_ symbol: Unicode.Scalar) -> Bool {
    PhoneSet.brackets.contains(symbol)
  }
}
