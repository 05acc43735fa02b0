/// Beginnings of words, words in syllables, and words in a mock accent.
enum BrokenWords {
  /// Returns the consonants that letters begin a word with, or nil if the letters are no consonants.
  static func onset(_ letters: some StringProtocol) -> Phones? {
    var (rest, sounds) = (Substring(letters), Phones())
    while !rest.isEmpty {
      if let pair = pairs[String(rest.prefix(2))] {
        sounds += Phones(pair)
        rest = rest.dropFirst(2)
      } else if let letter = rest.first, let single = singles[letter] {
        sounds.append(single)
        rest = rest.dropFirst()
      } else {
        return nil
      }
    }
    return sounds.isEmpty ? nil : sounds
  }

  /// Whether letters are consonants with a vowel behind them: "tha", "sto".
  static func isOpen(_ letters: String) -> Bool {
    letters.last.map("aeiou".contains) == true && onset(letters.dropLast()) != nil
  }

  private static let pairs = [
    "ch": "ʧ", "sh": "ʃ", "th": "θ", "wh": "w", "ph": "f", "kn": "n", "wr": "ɹ", "qu": "kw",
  ]
  private static let singles: [Character: Unicode.Scalar] = [
    "b": "b", "c": "k", "d": "d", "f": "f", "g": "ɡ", "h": "h", "j": "ʤ", "k": "k", "l": "l",
    "m": "m", "n": "n", "p": "p", "q": "k", "r": "ɹ", "s": "s", "t": "t", "v": "v", "w": "w",
    "y": "j", "z": "z",
  ]
  /// Words with a w that people of scripts say with a v, by this spelling.
  fileprivate static let accented: [ASCIIWord: ASCIIWord] = {
    let words = """
      always wait walk want wanted wants watch weak weapon welcome well what whatever when where which while white \
      whole why wife window winter wish with without woman women wonder wonderful work working world worry would write
      """.split { $0 == " " }.map { ASCIIWord($0.utf8) }
    let pairs = words.map { word in
      (word.map { $0 == UInt8(ascii: "w") ? UInt8(ascii: "v") : $0 }, word)
    }
    return Dictionary(pairs) { first, _ in first }
  }()
}

extension WordReader {
  /// Returns the phonemes of a word in a mock accent, such as "vhat" and "alvays"; nil for other words.
  func accented(_ word: ASCIIWord, tag: String, _ context: SpokenContext) -> Phones? {
    guard word.contains(UInt8(ascii: "v")) || word.contains(UInt8(ascii: "V")),
      let plain = BrokenWords.accented[word.lowered]
    else { return nil }
    return phonemes(plain, tag: tag, context).map { $0.first == "h" ? ["v"] + $0.dropFirst() : $0 }
      .map { Phones($0.map { $0 == "w" ? "v" : $0 }) }
  }
}

extension SentenceReader {
  /// Returns the phonemes of a word that hyphens part in syllables, such as "in-ter-est-ing"; nil for other words.
  func syllables(_ pieces: [SpokenPiece]) -> Phones? {
    guard pieces.count > 4, pieces.count % 2 == 1, let head = pieces.first else { return nil }
    var word: [Unicode.Scalar] = []
    for (place, piece) in pieces.enumerated() {
      guard !piece.isSettled else { return nil }
      if place % 2 == 0 { word += piece.symbols } else if piece.symbols != ["-"] { return nil }
    }
    // "L-U-C-Y" is spelled.
    guard word.count > 5, pieces.count(where: { $0.symbols.count == 1 }) - pieces.count / 2 < 2,
      let letters = ASCIIWord(word), letters.isLetters,
      words.lexicon.isChecked(letters.lowered)
    else { return nil }
    return words.phonemes(
      head.symbols[0].isUpper ? letters.capitalized : letters.lowered, tag: head.tag, context)
  }
}
