/// Reads a single word with the special rules, the lexicon, and the endings of known words.
struct WordReader: Sendable {
  let dialect: EnglishDialect
  let lexicon: Lexicon

  /// Returns the phonemes of a word; nil if neither the lexicon nor a rule knows it.
  func phonemes(_ word: ASCIIWord, tag: String, _ context: SpokenContext) -> Phones? {
    let stress: Stress = word.hasNoCapital ? .unchanged : word.hasNoSmall ? .full : .raised
    if let special = special(word, tag: tag, stress, context) { return special }
    let word = plain(word, tag: tag, stress, context)
    if isKnown(word) { return look(up: word, tag: tag, stress, context) }
    if word.ends(with: "s'"), isKnown(word.dropLast() + Self.possessive) {
      return look(up: word.dropLast(2) + Self.possessive, tag: tag, stress, context)
    }
    if let found = dropped(word, tag: tag, context) { return found }
    if word.ends(with: "'"), isKnown(word.dropLast()) {
      return look(up: word.dropLast(), tag: tag, stress, context)
    }
    return plural(word, tag: tag, stress, context) ?? past(word, tag: tag, stress, context)
      ?? gerund(word, tag: tag, stress.isUnchanged ? .raised : stress, context)
  }

  private static let possessive = ASCIIWord("'s")
  private static let symbols: [ASCIIWord: ASCIIWord] = [
    ASCIIWord("%"): ASCIIWord("percent"), ASCIIWord("&"): ASCIIWord("and"),
    ASCIIWord("+"): ASCIIWord("plus"), ASCIIWord("@"): ASCIIWord("at"),
  ]

  // MARK: Known words

  /// Returns the word in lowercase if only that spelling is known and the word does not seem to be a name.
  /// Otherwise returns the word unchanged.
  private func plain(
    _ word: ASCIIWord, tag: String, _ stress: Stress, _ context: SpokenContext
  ) -> ASCIIWord {
    guard word.count > 1, !word.hasNoCapital, tag != "NNP" || word.count > 7,
      word.allSatisfy({ ASCIIWord.isLetter($0) || $0 == UInt8(ascii: "'") }), !lexicon.has(word),
      word.hasNoSmall || Array(word.dropFirst()).hasNoCapital
    else { return word }
    let small = word.lowered
    let isKnown =
      lexicon.has(small) || plural(small, tag: tag, stress, context) != nil
      || past(small, tag: tag, stress, context) != nil
      || gerund(small, tag: tag, stress, context) != nil
    return isKnown ? small : word
  }

  func isKnown(_ word: some Collection<UInt8>) -> Bool {
    let word = ASCIIWord(word)
    if lexicon.has(word) || Self.symbols[word] != nil { return true }
    guard word.isLetters else { return false }
    if word.count == 1 { return true }
    if word.hasNoSmall, lexicon.isChecked(word.lowered) { return true }
    // A word with only capitals after its first letter can be spelled out.
    return Array(word.dropFirst()).hasNoSmall
  }

  func look(
    up word: some Collection<UInt8>, tag: String?, _ stress: Stress, _ context: SpokenContext?
  ) -> Phones? {
    var word = ASCIIWord(word)
    var isName = false
    if word.hasNoSmall, !lexicon.isChecked(word) {
      word = word.lowered
      isName = tag == "NNP"
    }
    let entry = lexicon.checked(word) ?? (isName ? nil : lexicon.unchecked(word))
    let phonemes = entry.flatMap { form(of: $0, tag: tag, context) }
    if let phonemes, !isName || phonemes.hasPrimary { return phonemes.stressed(stress) }
    return spelled(word) ?? phonemes?.stressed(stress)
  }

  private func form(
    of entry: LexiconEntry, tag: String?, _ context: SpokenContext?
  ) -> Phones? {
    if entry.forms.count > 1 {
      if context?.next == .pause, let form = entry.form(.final) { return form.phonemes }
      if let tag {
        if let use = PartOfSpeech.exact(tag), let form = entry.form(use) { return form.phonemes }
        if let use = PartOfSpeech.wide(tag), let form = entry.form(use) { return form.phonemes }
      }
    }
    return entry.form(.usual)?.phonemes
  }

  /// Returns the phonemes of the names of a word's letters, with primary stress on the last name.
  /// Returns nil if a letter has no name.
  func spelled(_ word: some Collection<UInt8>) -> Phones? {
    var names: Phones = []
    for letter in word where ASCIIWord.isLetter(letter) {
      guard let entry = lexicon.checked([ASCIIWord.capital(letter)]),
        let name = entry.form(.usual)?.phonemes
      else { return nil }
      names += name
    }
    names = names.stressed(.levelled)
    if let last = names.lastIndex(of: PhoneSet.secondary) { names[last] = PhoneSet.primary }
    return names
  }

  // MARK: Words with special rules

  private func special(
    _ word: ASCIIWord, tag: String, _ stress: Stress, _ context: SpokenContext
  ) -> Phones? {
    if tag == "ADD", word == ASCIIWord(".") || word == ASCIIWord("/") {
      let name = ASCIIWord(word == ASCIIWord(".") ? "dot" : "slash")
      return look(up: name, tag: nil, .lowered, context)
    }
    if let symbol = Self.symbols[word] { return look(up: symbol, tag: nil, .unchanged, context) }
    if isAbbreviation(word) { return spelled(word) }
    if word.count < 2 || word.count > 4 || word.first.map(ASCIIWord.isLetter) != true {
      return single(word, tag: tag)
    }
    return FunctionWords(reader: self).phonemes(word, tag: tag, stress, context)
  }

  private func single(_ word: ASCIIWord, tag: String) -> Phones? {
    switch word {
    case ASCIIWord("a"), ASCIIWord("A"): Phones(tag == "DT" ? "ɐ" : "ˈA")
    case ASCIIWord("I"): tag == "PRP" ? Phones("ˌI") : nil
    default: nil
    }
  }

  /// Whether a word consists of parts of one or two letters, with points between the parts.
  private func isAbbreviation(_ word: ASCIIWord) -> Bool {
    let point = UInt8(ascii: ".")
    guard let first = word.firstIndex(where: { $0 != point }),
      let last = word.lastIndex(where: { $0 != point }), word[first...last].contains(point)
    else { return false }
    let parts = word.split(separator: point)
    return parts.allSatisfy { $0.count < 3 && $0.allSatisfy(ASCIIWord.isLetter) }
  }
}

extension Stress {
  var isUnchanged: Bool { if case .unchanged = self { true } else { false } }
}

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

/// Reading known words with the endings -s, -ed and -ing.
extension WordReader {
  private static let voicelessBeforeS = SymbolSet("ptkfθ")
  private static let hissing = SymbolSet("szʃʒʧʤ")
  private static let voicelessBeforeD = SymbolSet("pkfθʃsʧ")
  /// Letters that are doubled before -ing.
  private static let doubling = Set("bcdgklmnprstvxz".utf8)

  private func weakVowel() -> Unicode.Scalar { dialect == .british ? "ɪ" : "ᵻ" }

  // MARK: Sounds

  /// Returns the phonemes of a word with the ending -s of a plural, a possessive or the third person.
  func withS(_ stem: Phones) -> Phones? {
    guard let last = stem.last else { return nil }
    if Self.voicelessBeforeS.contains(last) { return stem + ["s"] }
    return Self.hissing.contains(last) ? stem + [weakVowel(), "z"] : stem + ["z"]
  }

  private func withD(_ stem: Phones) -> Phones? {
    guard let last = stem.last else { return nil }
    if Self.voicelessBeforeD.contains(last) { return stem + ["t"] }
    if last == "d" { return stem + [weakVowel(), "d"] }
    if last != "t" { return stem + ["d"] }
    if dialect == .british || stem.count < 2 { return stem + ["ɪ", "d"] }
    let isTapped = PhoneSet.beforeTap.contains(stem[stem.count - 2])
    return (isTapped ? stem.dropLast() + ["ɾ"] : stem) + ["ᵻ", "d"]
  }

  private func withIng(_ stem: Phones) -> Phones? {
    guard let last = stem.last else { return nil }
    if dialect == .british {
      // The word may end in a silent r, which is spoken before -ing. No rule covers this case.
      if last == "ə" || last == "ː" { return nil }
    } else if stem.count > 1, last == "t", PhoneSet.beforeTap.contains(stem[stem.count - 2]) {
      return stem.dropLast() + ["ɾ", "ɪ", "ŋ"]
    }
    return stem + ["ɪ", "ŋ"]
  }

  // MARK: Words

  func plural(
    _ word: ASCIIWord, tag: String, _ stress: Stress, _ context: SpokenContext
  ) -> Phones? {
    guard word.count > 2, word.ends(with: "s") else { return nil }
    let stem: ASCIIWord
    if !word.ends(with: "ss"), isKnown(word.dropLast()) {
      stem = word.dropLast()
    } else if word.ends(with: "'s")
      || (word.count > 4 && word.ends(with: "es") && !word.ends(with: "ies")),
      isKnown(word.dropLast(2))
    {
      stem = word.dropLast(2)
    } else if word.count > 4, word.ends(with: "ies"), isKnown(word.dropLast(3) + [Self.y]) {
      stem = word.dropLast(3) + [Self.y]
    } else {
      return nil
    }
    return look(up: stem, tag: tag, stress, context).flatMap(withS)
  }

  private static let y = UInt8(ascii: "y")
  private static let e = UInt8(ascii: "e")

  func past(
    _ word: ASCIIWord, tag: String, _ stress: Stress, _ context: SpokenContext
  ) -> Phones? {
    guard word.count > 3, word.ends(with: "d") else { return nil }
    let stem: ASCIIWord
    if !word.ends(with: "dd"), isKnown(word.dropLast()) {
      stem = word.dropLast()
    } else if word.count > 4, word.ends(with: "ed"), !word.ends(with: "eed"),
      isKnown(word.dropLast(2))
    {
      stem = word.dropLast(2)
    } else {
      return nil
    }
    return look(up: stem, tag: tag, stress, context).flatMap(withD)
  }

  func gerund(
    _ word: ASCIIWord, tag: String, _ stress: Stress, _ context: SpokenContext
  ) -> Phones? {
    guard word.count > 4, word.ends(with: "ing") else { return nil }
    let base: ASCIIWord = word.dropLast(3)
    let stem: ASCIIWord
    // "synthesising" is a form of "synthesise", not of "synthesis".
    let isNoun = base.ends(with: "is") && isKnown(base + [Self.e])
    if word.count > 5, !isNoun, isKnown(base) {
      stem = base
    } else if isKnown(base + [Self.e]) {
      stem = base + [Self.e]
    } else if word.count > 5, isDoubled(base), isKnown(base.dropLast()) {
      stem = base.dropLast()
    } else {
      return nil
    }
    return look(up: stem, tag: tag, stress, context).flatMap(withIng)
  }

  /// Returns the phonemes of a word without the g of its ending, such as "takin'"; nil for other words.
  private func dropped(_ word: ASCIIWord, tag: String, _ context: SpokenContext) -> Phones? {
    guard word.count > 4, word.ends(with: "in'"), !lexicon.isChecked(word.dropLast().lowered),
      let whole = phonemes(word.dropLast().lowered + [UInt8(ascii: "g")], tag: tag, context),
      whole.last == "ŋ"
    else { return nil }
    return whole.dropLast() + ["n"]
  }

  private func isDoubled(_ base: ASCIIWord) -> Bool {
    guard let last = base.last, let before = base.dropLast().last else { return false }
    return (last == before && Self.doubling.contains(last)) || base.ends(with: "ck")
  }
}
