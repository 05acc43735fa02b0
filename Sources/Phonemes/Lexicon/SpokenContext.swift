/// The context after a word in its sentence.
/// Sentences are read from the last word to the first, so that this context is known.
struct SpokenContext: Sendable, Equatable {
  /// The kind of the next sound.
  enum Next: Sendable { case pause, vowel, consonant }

  /// The sound after the word.
  var next = Next.pause
  /// Whether the word "to" follows.
  var isBeforeTo = false

  /// Returns the context for the word before a word with these phonemes.
  func before(_ phonemes: Phones, text: [Unicode.Scalar], tag: String) -> SpokenContext {
    var context = self
    for symbol in phonemes {
      if PhoneSet.vowels.contains(symbol) {
        context.next = .vowel
      } else if PhoneSet.consonants.contains(symbol) {
        context.next = .consonant
      } else if PhoneSet.stops.contains(symbol) {
        context.next = .pause
      } else {
        continue
      }
      break
    }
    context.isBeforeTo =
      text == ["t", "o"] || text == ["T", "o"]
      || (text == ["T", "O"] && (tag == "TO" || tag == "IN"))
    return context
  }
}
