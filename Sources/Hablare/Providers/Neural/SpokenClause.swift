/// A clause of a text, as phonemes.
struct SpokenClause: Sendable, Equatable {
  /// The phonemes in the International Phonetic Alphabet, with spaces between words.
  var phonemes: [Unicode.Scalar] = []
  /// The word of each phoneme, as an index into `ReadText.words`.
  ///
  /// Nil for spaces.
  var owners: [Int?] = []
  /// The punctuation at the end: one of `.,:;?!`, or nil if there is no punctuation.
  var mark: Unicode.Scalar?
  /// Whether a space separates the clause from the previous clause.
  var hasSpaceBefore = true
  /// Whether the phonemes are IPA that the text contains.
  var isGiven = false

  /// Whether the clause ends a sentence.
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
