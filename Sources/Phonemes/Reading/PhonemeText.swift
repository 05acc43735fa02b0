import Basics

/// A spoken word and its position in the text.
package struct PhonemeToken: Sendable, Equatable {
  /// The position of the word, in Unicode scalars of the parts that were read.
  package var range: Range<Int>
  /// The pronunciation in misaki's alphabet.
  /// It can contain spaces, for example for a number. It is never empty.
  package var phonemes: String
  /// The punctuation and space before the next word.
  package var following: String

  package init(range: Range<Int>, phonemes: String, following: String) {
    (self.range, self.phonemes, self.following) = (range, phonemes, following)
  }
}

package struct PhonemeText: Sendable, Equatable {
  /// The punctuation before the first word.
  package var leading: String
  /// The words in order.
  /// Words that were written out, such as "St", can share a range with the next word.
  package var tokens: [PhonemeToken]
  /// The questions without an answer, each once, in order.
  /// The words of these questions are silent.
  package var unread: [String]
  /// The indices of the tokens that end a sentence, ascending.
  package var sentenceEnds: [Int]

  package init(
    leading: String = "", tokens: [PhonemeToken] = [], unread: [String] = [],
    sentenceEnds: [Int] = []
  ) {
    (self.leading, self.tokens, self.unread) = (leading, tokens, unread)
    self.sentenceEnds = sentenceEnds
  }

  /// All phonemes and punctuation in one line.
  package var phonemes: String {
    tokens.reduce(into: leading) { $0 += $1.phonemes + $1.following }
  }
}

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

/// The reason why a list of phonemes cannot be read.
package struct PhonemeVocabularyError: Error, Equatable, Sendable {
  /// The problem, in one line.
  package var message: String
}

/// The symbols that a model knows, each with a number.
package struct PhonemeVocabulary: Sendable, Equatable {
  private let numbers: [Unicode.Scalar: Int64]

  /// Reads a JSON object that maps symbols to numbers.
  package init(json: [UInt8]) throws(PhonemeVocabularyError) {
    guard case .object(let members)? = JSONValue(json) else {
      throw PhonemeVocabularyError(message: "the model's list of phonemes is not a JSON object")
    }
    var numbers: [Unicode.Scalar: Int64] = [:]
    for (symbol, value) in members {
      guard case .int(let number) = value, number > 0, symbol.unicodeScalars.count == 1,
        let scalar = symbol.unicodeScalars.first
      else {
        throw PhonemeVocabularyError(
          message: "the model's list of phonemes has no number for \"\(symbol)\"")
      }
      numbers[scalar] = Int64(number)
    }
    self.numbers = numbers
  }

  /// Creates a list from symbols with their numbers.
  package init(numbers: [Unicode.Scalar: Int64]) { self.numbers = numbers }

  /// The number of a symbol; nil if the model does not know the symbol.
  package subscript(symbol: Unicode.Scalar) -> Int64? { numbers[symbol] }
}

/// Phonemes as input for a model.
package struct PhonemeIDs: Sendable, Equatable {
  /// The numbers of the symbols, with 0 at both ends.
  package var ids: [Int64]
  /// For each number, the index of the token that the number belongs to; nil for the zeros at the ends,
  /// for punctuation and for spaces.
  package var owners: [Int?]
}

extension PhonemeText {
  /// Returns the numbers of all symbols.
  /// Symbols that the model does not know are left out.
  package func ids(_ vocabulary: PhonemeVocabulary) -> PhonemeIDs {
    var result = PhonemeIDs(ids: [0], owners: [nil])
    func add(_ text: String, _ owner: Int?) {
      for symbol in text.unicodeScalars {
        guard let number = vocabulary[symbol] else { continue }
        result.ids.append(number)
        result.owners.append(owner)
      }
    }
    add(leading, nil)
    for (number, token) in tokens.enumerated() {
      add(token.phonemes, number)
      add(token.following, nil)
    }
    result.ids.append(0)
    result.owners.append(nil)
    return result
  }
}
