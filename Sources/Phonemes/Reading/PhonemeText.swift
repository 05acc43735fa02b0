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
