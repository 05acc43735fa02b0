/// A part of the text to read.
public enum PhonemePart: Sendable, Equatable {
  /// Text as written.
  case text(String)
  /// A word with a known pronunciation: the IPA, and the text as written.
  case ipa(String, written: String)
}

/// A text whose words were found and tagged, with the questions about unknown words.
public struct PhonemeDraft: Sendable {
  /// A sentence split into words.
  struct Sentence: Sendable {
    var text: MappedText
    var groups: [[SpokenPiece]]
  }

  var sentences: [Sentence]
  /// The result without answers.
  var reading: PhonemeText

  /// The words that no lexicon has, as written, including numbers with their currency.
  ///
  /// Each appears once, in the order of the text.
  public var questions: [String] { reading.unread }
}
