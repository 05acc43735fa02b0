/// The phonemes that a Piper voice knows, each with its ids.
struct PiperAlphabet: Sendable {
  private let numbers: [Unicode.Scalar: [UInt16]]
  private let start: [UInt16]
  private let end: [UInt16]
  private let pad: [UInt16]

  /// Reads a voice's map from phonemes to ids.
  ///
  /// Nil if a symbol that every line needs is missing, or if an id is out of range.
  init?(_ map: [String: [Int]]) {
    var numbers: [Unicode.Scalar: [UInt16]] = [:]
    for (symbol, values) in map {
      let small = values.compactMap { UInt16(exactly: $0) }
      guard small.count == values.count else { return nil }
      // Some maps have symbols of several letters. They are left out, because espeak never sends
      // such a symbol.
      if symbol.unicodeScalars.count == 1, let scalar = symbol.unicodeScalars.first {
        numbers[scalar] = small
      }
    }
    guard let start = numbers["^"], let end = numbers["$"], let pad = numbers["_"] else {
      return nil
    }
    (self.numbers, self.start, self.end, self.pad) = (numbers, start, end, pad)
  }

  /// Returns whether the voice knows a phoneme.
  func knows(_ symbol: Unicode.Scalar) -> Bool { numbers[symbol] != nil }

  /// Returns a line of phonemes with the words they belong to, in the form that the model needs:
  /// with a padding symbol after each phoneme.
  ///
  /// Phonemes that the voice does not know are left out. Piper does the same.
  func line(
    _ symbols: [(symbol: Unicode.Scalar, owner: Int?)], _ words: [Range<Int>], endsSentence: Bool
  ) -> NeuralLine {
    var line = NeuralLine(ids: start + pad, owners: [], words: words, endsSentence: endsSentence)
    line.owners = line.ids.map { _ in nil }
    for (symbol, owner) in symbols {
      guard let ids = numbers[symbol] else { continue }
      line.ids += ids + pad
      line.owners += repeatElement(owner, count: ids.count + pad.count)
    }
    line.ids += end
    line.owners += end.map { _ in nil }
    return line
  }
}

extension PiperAlphabet {
  /// The maximum number of phonemes in one run of the model: about 25 seconds of speech.
  static let longestLine = 350

  /// Returns the lines of a text.
  ///
  /// Each sentence is one line. If a sentence is too long, it is cut into several lines.
  ///
  /// Throws `invalidRequest` for IPA with a symbol that the voice does not know.
  func lines(of text: ReadText) throws(VoiceProviderError) -> [NeuralLine] {
    for clause in text.clauses where clause.isGiven {
      if let symbol = clause.phonemes.first(where: { $0 != " " && !knows($0) }) {
        throw .invalidRequest("this voice does not know the IPA symbol \"\(symbol)\"")
      }
    }
    return text.parts(limit: Self.longestLine).map {
      line($0.symbols, text.words, endsSentence: $0.endsSentence)
    }.filter(\.hasSound)
  }
}
