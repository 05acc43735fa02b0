/// The phonemes for one run of a graph: a sentence, or a part of a long one.
struct SpokenPart: Sendable {
  /// A phoneme or a punctuation mark, with its word.
  typealias Sign = (sign: Unicode.Scalar, owner: Int?)

  var signs: [Sign]
  /// Whether the part ends a sentence.
  var endsSentence: Bool
}

extension ReadText {
  /// Returns the sentences with their punctuation.
  ///
  /// A sentence longer than the limit is cut between clauses, or between words if a clause is too
  /// long.
  func parts(limit: Int) -> [SpokenPart] {
    sentences.flatMap { sentence in
      let parts = Self.parts(of: sentence, limit)
      return parts.enumerated().map { number, signs in
        SpokenPart(signs: signs, endsSentence: number == parts.count - 1)
      }
    }
  }

  private static func parts(of sentence: [SpokenClause], _ limit: Int) -> [[SpokenPart.Sign]] {
    var parts: [[SpokenPart.Sign]] = [[]]
    for clause in sentence {
      for piece in pieces(of: signs(of: clause), limit) {
        let last = parts.count - 1
        if !parts[last].isEmpty, parts[last].count + piece.count > limit {
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

  private static func signs(of clause: SpokenClause) -> [SpokenPart.Sign] {
    let signs = zip(clause.phonemes, clause.owners).map { (sign: $0, owner: $1) }
    return signs + (clause.mark.map { [(sign: $0, owner: nil)] } ?? [])
  }

  /// Splits a clause into parts that are within the limit.
  private static func pieces(of signs: [SpokenPart.Sign], _ limit: Int) -> [[SpokenPart.Sign]] {
    guard signs.count > limit else { return signs.isEmpty ? [] : [signs] }
    let space = signs[..<limit].lastIndex { $0.sign == " " } ?? limit
    let rest = signs[space...].drop { $0.sign == " " }
    return [Array(signs[..<space])] + pieces(of: Array(rest), limit)
  }
}
