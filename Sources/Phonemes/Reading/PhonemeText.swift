/// A spoken word and its position in the text.
public struct PhonemeToken: Sendable, Equatable {
  /// The position of the word, in Unicode scalars of the parts that were read.
  public var range: Range<Int>
  /// The pronunciation in misaki's alphabet.
  ///
  /// It can contain spaces, for example for a number. It is never empty.
  public var phonemes: String
  /// The punctuation and space before the next word.
  public var following: String

  /// Creates a token.
  public init(range: Range<Int>, phonemes: String, following: String) {
    (self.range, self.phonemes, self.following) = (range, phonemes, following)
  }
}

/// Text as phonemes.
public struct PhonemeText: Sendable, Equatable {
  /// The punctuation before the first word.
  public var leading: String
  /// The words in order.
  ///
  /// Words that were written out, such as "St", can share a range with the next word.
  public var tokens: [PhonemeToken]
  /// The questions without an answer, each once, in order.
  ///
  /// The words of these questions are silent.
  public var unread: [String]
  /// The indices of the tokens that end a sentence, ascending.
  public var sentenceEnds: [Int]

  /// Creates a text.
  public init(
    leading: String = "", tokens: [PhonemeToken] = [], unread: [String] = [],
    sentenceEnds: [Int] = []
  ) {
    (self.leading, self.tokens, self.unread) = (leading, tokens, unread)
    self.sentenceEnds = sentenceEnds
  }

  /// All phonemes and punctuation in one line.
  public var phonemes: String {
    tokens.reduce(into: leading) { $0 += $1.phonemes + $1.following }
  }
}
