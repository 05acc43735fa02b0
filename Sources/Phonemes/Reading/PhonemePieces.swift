extension PhonemeText {
  /// Returns the text in pieces of at most `limit` symbols.
  /// A voice speaks the pieces one after another.
  /// If `everySentence` is true, each sentence is a piece. Otherwise a piece contains as many sentences
  /// as fit. A sentence that exceeds the limit is cut at the end of a clause, or else between words. A
  /// word that exceeds the limit is cut inside. The list of words without phonemes (`unread`)
  /// stays with the first piece.
  package func pieces(limit: Int = 400, everySentence: Bool = true) -> [PhonemeText] {
    var pieces: [PhonemeText] = []
    let limit = max(limit, 1)
    let short = shortened(limit)
    var start = 0
    while start < short.tokens.count {
      let end = short.end(from: start, limit, everySentence: everySentence)
      pieces.append(short.piece(start..<end))
      start = end
    }
    if pieces.isEmpty { return leading.isEmpty && unread.isEmpty ? [] : [self] }
    pieces[0].leading = leading
    pieces[0].unread = unread
    return pieces
  }

  /// Returns the text, in which words that exceed the limit are cut into parts.
  private func shortened(_ limit: Int) -> PhonemeText {
    var text = self
    text.tokens = []
    text.sentenceEnds = []
    let ends = Set(sentenceEnds)
    for (number, token) in tokens.enumerated() {
      var rest = token.phonemes.unicodeScalars[...]
      while rest.count > limit {
        let part = String(rest.prefix(limit))
        text.tokens.append(PhonemeToken(range: token.range, phonemes: part, following: ""))
        rest = rest.dropFirst(limit)
      }
      text.tokens.append(
        PhonemeToken(range: token.range, phonemes: String(rest), following: token.following))
      if ends.contains(number) { text.sentenceEnds.append(text.tokens.count - 1) }
    }
    return text
  }

  /// Returns the index after the last token of the piece that begins with the token at `start`.
  private func end(from start: Int, _ limit: Int, everySentence: Bool) -> Int {
    var length = start == 0 ? leading.unicodeScalars.count : 0
    var (fits, clause, sentence) = (start + 1, 0, 0)
    var isAll = true
    for number in start..<tokens.count {
      let token = tokens[number]
      let word = token.phonemes.unicodeScalars.count
      // The piece includes the punctuation after its last word, but not the space after the word.
      let marks = token.following.unicodeScalars.count { $0 != " " }
      if number > start, length + word + marks > limit {
        isAll = false
        break
      }
      length += word + token.following.unicodeScalars.count
      fits = number + 1
      if endsSentence(number) {
        sentence = fits
        if everySentence { return fits }
      }
      if token.following.unicodeScalars.contains(where: Self.clauseEnds.contains) { clause = fits }
    }
    if isAll { return fits }
    return sentence > 0 ? sentence : clause > 0 ? clause : fits
  }

  private static let clauseEnds = SymbolSet(",;:—.!?…")

  private func endsSentence(_ number: Int) -> Bool {
    var (low, high) = (0, sentenceEnds.count)
    while low < high {
      let middle = (low + high) / 2
      if sentenceEnds[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < sentenceEnds.count && sentenceEnds[low] == number
  }

  private func piece(_ range: Range<Int>) -> PhonemeText {
    var piece = PhonemeText(tokens: Array(tokens[range]))
    piece.sentenceEnds = sentenceEnds.filter(range.contains).map { $0 - range.lowerBound }
    let last = piece.tokens.count - 1
    while piece.tokens[last].following.last == " " { piece.tokens[last].following.removeLast() }
    return piece
  }
}
