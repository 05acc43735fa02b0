/// Short words whose pronunciation depends on their role and on the next word.
struct FunctionWords {
  let reader: WordReader

  /// Returns the phonemes of a short word; nil if there is no rule for it.
  func phonemes(
    _ word: ASCIIWord, tag: String, _ stress: Stress, _ context: SpokenContext
  ) -> Phones? {
    let text = String(decoding: word, as: UTF8.self)
    let isCapitals = word.hasNoSmall
    // "to", "To" and "TO" are the word; "tO" is not.
    guard isCapitals || Array(word.dropFirst()).hasNoCapital else { return nil }
    switch text.lowercased() {
    case "am": return am(text, tag: tag, stress, context)
    case "an":
      if isCapitals, PartOfSpeech.isNoun(tag) { return reader.spelled(word) }
      return Phones("ɐn")
    case "by": return PartOfSpeech.wide(tag) == .adverb ? Phones("bˈI") : nil
    case "to":
      guard !isCapitals || tag == "TO" || tag == "IN" else { return nil }
      return to(context)
    case "in":
      guard !isCapitals || tag != "NNP" else { return nil }
      return Phones(context.next == .pause || tag != "IN" ? "ˈɪn" : "ɪn")
    case "the":
      guard !isCapitals || tag == "DT" else { return nil }
      return Phones(context.next == .vowel ? "ði" : "ðə")
    case "vs", "vs.":
      return tag == "IN" ? reader.look(up: ASCIIWord("versus"), tag: nil, .unchanged, context) : nil
    case "used": return used(tag: tag, context)
    default: return nil
    }
  }

  private func am(
    _ text: String, tag: String, _ stress: Stress, _ context: SpokenContext
  ) -> Phones? {
    if PartOfSpeech.isNoun(tag) { return reader.spelled(Array(text.utf8)) }
    if context.next == .pause || text != "am" { return usual("am") }
    return Phones("ɐm")
  }

  private func to(_ context: SpokenContext) -> Phones? {
    switch context.next {
    case .pause: usual("to")
    case .consonant: Phones("tə")
    case .vowel: Phones("tʊ")
    }
  }

  /// Returns the phonemes of "used".
  ///
  /// In "used to", the word has another pronunciation.
  private func used(tag: String, _ context: SpokenContext) -> Phones? {
    let entry = reader.lexicon.checked(ASCIIWord("used"))
    let isHabit = (tag == "VBD" || tag == "JJ") && context.isBeforeTo
    return entry?.form(isHabit ? .past : .usual)?.phonemes
  }

  private func usual(_ word: String) -> Phones? {
    reader.lexicon.checked(ASCIIWord(word))?.form(.usual)?.phonemes
  }
}
