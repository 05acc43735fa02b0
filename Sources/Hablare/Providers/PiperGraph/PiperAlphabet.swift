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
    return text.sentences.flatMap { sentence in
      let parts = Self.parts(of: sentence)
      return parts.enumerated().map { number, part in
        line(part, text.words, endsSentence: number == parts.count - 1)
      }
    }.filter(\.hasSound)
  }

  private typealias Sign = (sign: Unicode.Scalar, owner: Int?)

  /// The phonemes of a sentence with its punctuation, cut between clauses, or else between words.
  private static func parts(of sentence: [SpokenClause]) -> [[Sign]] {
    var parts: [[Sign]] = [[]]
    for clause in sentence {
      for piece in pieces(of: signs(of: clause)) {
        let last = parts.count - 1
        if !parts[last].isEmpty, parts[last].count + piece.count > longestLine {
          parts.append(piece)
        } else {
          if !parts[last].isEmpty, clause.hasSpaceBefore, !piece.isEmpty {
            parts[last].append((" ", nil))
          }
          parts[last] += piece
        }
      }
    }
    return parts
  }

  private static func signs(of clause: SpokenClause) -> [Sign] {
    let signs = zip(clause.phonemes, clause.owners).map { (sign: $0, owner: $1) }
    return signs + (clause.mark.map { [(sign: $0, owner: nil)] } ?? [])
  }

  /// A clause that is too long, in parts that are not.
  private static func pieces(of signs: [Sign]) -> [[Sign]] {
    guard signs.count > longestLine else { return signs.isEmpty ? [] : [signs] }
    let limit = longestLine
    let space = signs[..<limit].lastIndex { $0.sign == " " } ?? limit
    let rest = signs[space...].drop { $0.sign == " " }
    return [Array(signs[..<space])] + pieces(of: Array(rest))
  }
}
