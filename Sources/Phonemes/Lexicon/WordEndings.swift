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
    if word.count > 5, isKnown(base) {
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

  private func isDoubled(_ base: ASCIIWord) -> Bool {
    guard let last = base.last, let before = base.dropLast().last else { return false }
    return (last == before && Self.doubling.contains(last)) || base.ends(with: "ck")
  }
}
