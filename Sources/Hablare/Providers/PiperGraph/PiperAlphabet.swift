/// The phonemes that a Piper voice knows, each with the numbers that stand for it.
struct PiperAlphabet: Sendable {
  private let numbers: [Unicode.Scalar: [UInt16]]
  private let start: [UInt16]
  private let end: [UInt16]
  private let pad: [UInt16]

  /// Reads a voice's map; nil if it lacks the signs that every line has, or has a number that no graph takes.
  init?(_ map: [String: [Int]]) {
    var numbers: [Unicode.Scalar: [UInt16]] = [:]
    for (sign, values) in map {
      let small = values.compactMap { UInt16(exactly: $0) }
      guard small.count == values.count else { return nil }
      // Signs of several letters are in some maps; no phoneme of espeak is one.
      if sign.unicodeScalars.count == 1, let scalar = sign.unicodeScalars.first {
        numbers[scalar] = small
      }
    }
    guard let start = numbers["^"], let end = numbers["$"], let pad = numbers["_"] else {
      return nil
    }
    (self.numbers, self.start, self.end, self.pad) = (numbers, start, end, pad)
  }

  /// Whether the voice knows a phoneme.
  func knows(_ sign: Unicode.Scalar) -> Bool { numbers[sign] != nil }

  /// A line of phonemes, each with its owner, as the graph takes it: with a pad behind each.
  ///
  /// Phonemes that the voice does not know are silent, as in Piper.
  func line(
    _ signs: [(sign: Unicode.Scalar, owner: Int?)], _ words: [Range<Int>], endsSentence: Bool
  ) -> NeuralLine {
    var line = NeuralLine(ids: start + pad, owners: [], words: words, endsSentence: endsSentence)
    line.owners = line.ids.map { _ in nil }
    for (sign, owner) in signs {
      guard let ids = numbers[sign] else { continue }
      line.ids += ids + pad
      line.owners += repeatElement(owner, count: ids.count + pad.count)
    }
    line.ids += end
    line.owners += end.map { _ in nil }
    return line
  }
}

extension PiperAlphabet {
  /// The most phonemes that are spoken at once: some 25 seconds.
  static let longestLine = 350

  /// The lines of a text: each sentence is one, unless it is too long.
  ///
  /// Throws `invalidRequest` for a sign of given IPA that the voice does not know.
  func lines(of text: ReadText) throws(VoiceProviderError) -> [NeuralLine] {
    for clause in text.clauses where clause.isGiven {
      if let sign = clause.phonemes.first(where: { $0 != " " && !knows($0) }) {
        throw .invalidRequest("this voice does not know the IPA sign \"\(sign)\"")
      }
    }
    return text.parts(limit: Self.longestLine).map {
      line($0.signs, text.words, endsSentence: $0.endsSentence)
    }.filter(\.hasSound)
  }
}
