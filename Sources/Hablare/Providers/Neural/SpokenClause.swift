/// A part of a text that is read in one breath, as phonemes.
struct SpokenClause: Sendable, Equatable {
  /// The phonemes in the International Phonetic Alphabet, with spaces between words.
  var phonemes: [Unicode.Scalar] = []
  /// For each phoneme the word that it is part of, by its place in `ReadText.words`; nil for space.
  var owners: [Int?] = []
  /// The punctuation at the end: one of `.,:;?!`, or nil.
  var mark: Unicode.Scalar?
  /// Whether the clause stands apart from the one before it.
  var hasSpaceBefore = true
  /// Whether the phonemes were given in the text.
  var isGiven = false

  /// Whether a sentence ends with the clause.
  var endsSentence: Bool { mark == "." || mark == "?" || mark == "!" }
}

/// A text as phonemes.
struct ReadText: Sendable {
  /// Where the words stand, in Unicode scalars of the text.
  var words: [Range<Int>] = []
  /// The clauses, in order.
  var clauses: [SpokenClause] = []

  /// The clauses, sentence by sentence.
  var sentences: [[SpokenClause]] {
    var sentences: [[SpokenClause]] = [[]]
    for clause in clauses {
      sentences[sentences.count - 1].append(clause)
      if clause.endsSentence { sentences.append([]) }
    }
    return sentences.filter { !$0.isEmpty }
  }
}
