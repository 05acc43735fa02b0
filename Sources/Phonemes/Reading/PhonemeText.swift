/// A spoken word and its place in the text.
public struct PhonemeToken: Sendable, Equatable {
  /// Where the word stands, in Unicode scalars of the parts that were read.
  public var range: Range<Int>
  /// The sound in misaki's alphabet.
  ///
  /// It can hold spaces, as for a number. It is never empty.
  public var phonemes: String
  /// Punctuation and space until the next word.
  public var following: String

  /// Makes a token.
  public init(range: Range<Int>, phonemes: String, following: String) {
    (self.range, self.phonemes, self.following) = (range, phonemes, following)
  }
}

/// Text as phonemes.
public struct PhonemeText: Sendable, Equatable {
  /// Punctuation before the first word.
  public var leading: String
  /// The words in order.
  ///
  /// Words that are written out, such as "St", can share a range with the next.
  public var tokens: [PhonemeToken]
  /// The questions without an answer, each once, in order.
  ///
  /// Their words are silent.
  public var unread: [String]
  /// The numbers of the tokens that end a sentence, rising.
  public var sentenceEnds: [Int]

  /// Makes a text.
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
