import Phonemes

/// The symbols of Kokoro v1.0 with the ids from Kokoro's configuration, and the conversion of
/// espeak's phonemes to these symbols.
enum KokoroAlphabet {
  /// The maximum number of symbols in one run of the model: about 25 seconds of speech.
  static let longestLine = 300

  /// Runs of symbols with consecutive ids, each with the id of its first symbol.
  private static let runs: [(Int64, String)] = [
    (1, ";:,.!?"), (9, "—…\"()“” \u{303}ʣʥʦʨᵝ\u{AB67}AI"), (31, "O"), (33, "Q"), (35, "ST"),
    (39, "W"), (41, "Yᵊabcdef"), (50, "hijklmnopqrstuvwxyzɑɐɒæ"), (75, "βɔɕç"), (80, "ɖðʤə"),
    (85, "ɚɛɜ"), (90, "ɟ"), (92, "ɡ"), (99, "ɥ"), (101, "ɨɪʝ"), (110, "ɯɰŋɳɲɴø"), (118, "ɸθœ"),
    (123, "ɹ"), (125, "ɾɻ"), (128, "ʁɽʂʃʈʧ"), (135, "ʊʋ"), (138, "ʌɣɤ"), (142, "χʎ"), (147, "ʒʔ"),
    (156, "ˈˌː"), (162, "ʰ"), (164, "ʲ"), (169, "↓"), (171, "→↗↘"), (177, "ᵻ"),
  ]

  private static let numbers: [Unicode.Scalar: Int64] = Dictionary(
    uniqueKeysWithValues: runs.flatMap { first, symbols in
      symbols.unicodeScalars.enumerated().map { ($1, first + Int64($0)) }
    })

  /// The symbols with their ids.
  static let vocabulary = PhonemeVocabulary(numbers: numbers)

  /// Pairs of espeak's symbols that Kokoro was trained to read as one symbol.
  private static let pairs: [[Unicode.Scalar]: Unicode.Scalar] = [
    ["a", "ɪ"]: "I", ["a", "ʊ"]: "W", ["d", "z"]: "ʣ", ["d", "ʒ"]: "ʤ", ["e", "ɪ"]: "A",
    ["o", "ʊ"]: "O", ["ə", "ʊ"]: "Q", ["t", "s"]: "ʦ", ["t", "ʃ"]: "ʧ", ["ɔ", "ɪ"]: "Y",
    ["c", "\u{327}"]: "ç",
  ]

  /// Returns the lines of a text that espeak has read.
  ///
  /// Throws `invalidRequest` for IPA with a symbol that Kokoro does not know.
  static func lines(of text: ReadText) throws(VoiceProviderError) -> [NeuralLine] {
    var text = text
    for place in text.clauses.indices { join(&text.clauses[place]) }
    for clause in text.clauses where clause.isGiven {
      if let symbol = clause.phonemes.first(where: { numbers[$0] == nil }) {
        throw .invalidRequest("this voice does not know the IPA symbol \"\(symbol)\"")
      }
    }
    return text.parts(limit: longestLine).map { line($0, text.words) }.filter(\.hasSound)
  }

  /// Converts a clause to the symbols of this alphabet.
  private static func join(_ clause: inout SpokenClause) {
    var (phonemes, owners): ([Unicode.Scalar], [Int?]) = ([], [])
    var place = 0
    while place < clause.phonemes.count {
      let pair = Array(clause.phonemes[place..<min(place + 2, clause.phonemes.count)])
      let joined = pairs[pair]
      phonemes.append(joined ?? pair[0])
      owners.append(clause.owners[place])
      place += joined == nil ? 1 : 2
    }
    (clause.phonemes, clause.owners) = (phonemes, owners)
  }

  /// Returns the line for a part of a text.
  ///
  /// Symbols that Kokoro does not know are left out.
  private static func line(_ part: SpokenPart, _ words: [Range<Int>]) -> NeuralLine {
    var line = NeuralLine(ids: [0], owners: [nil], words: words, endsSentence: part.endsSentence)
    for (symbol, owner) in part.symbols {
      guard let number = numbers[symbol] else { continue }
      line.ids.append(UInt16(clamping: number))
      line.owners.append(owner)
    }
    line.ids.append(0)
    line.owners.append(nil)
    return line
  }
}
