/// A part of what is read.
public enum PhonemePart: Sendable, Equatable {
  /// Text as it is written.
  case text(String)
  /// A word whose sound is known: what the text shows, and its pronunciation in IPA.
  case ipa(String, written: String)
}

/// A text whose words are found and tagged, and whose unknown words are known.
public struct PhonemeDraft: Sendable {
  /// A sentence in words, ready to be read.
  struct Sentence: Sendable {
    var text: MappedText
    var groups: [[SpokenPiece]]
  }

  var sentences: [Sentence]
  /// The reading without answers.
  var reading: PhonemeText

  /// What no lexicon has, as written: words, and numbers with their currency.
  ///
  /// Each comes once, in order.
  public var questions: [String] { reading.unread }
}
