/// The phonemes for one run of a model: a sentence, or a part of a long sentence.
struct SpokenPart: Sendable {
  /// A phoneme or a punctuation mark, with its word.
  typealias Symbol = (symbol: Unicode.Scalar, owner: Int?)

  var symbols: [Symbol]
  /// Whether the part ends a sentence.
  var endsSentence: Bool
}

extension ReadText {
  /// Returns the sentences with their punctuation, in parts of at most `limit` symbols.
  ///
  /// A sentence longer than the limit is cut between clauses, or between words if a clause is too
  /// long.
  func parts(limit: Int) -> [SpokenPart] {
    sentences.flatMap { sentence in
      let parts = Self.parts(of: sentence, limit)
      return parts.enumerated().map { number, symbols in
        SpokenPart(symbols: symbols, endsSentence: number == parts.count - 1)
      }
    }
  }

  private static func parts(of sentence: [SpokenClause], _ limit: Int) -> [[SpokenPart.Symbol]] {
    var parts: [[SpokenPart.Symbol]] = [[]]
    for clause in sentence {
      for piece in pieces(of: symbols(of: clause), limit) {
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

  private static func symbols(of clause: SpokenClause) -> [SpokenPart.Symbol] {
    let symbols = zip(clause.phonemes, clause.owners).map { (symbol: $0, owner: $1) }
    return symbols + (clause.mark.map { [(symbol: $0, owner: nil)] } ?? [])
  }

  /// Returns a clause in pieces of at most `limit` symbols.
  private static func pieces(of symbols: [SpokenPart.Symbol], _ limit: Int) -> [[SpokenPart.Symbol]]
  {
    guard symbols.count > limit else { return symbols.isEmpty ? [] : [symbols] }
    let space = symbols[..<limit].lastIndex { $0.symbol == " " } ?? limit
    let rest = symbols[space...].drop { $0.symbol == " " }
    return [Array(symbols[..<space])] + pieces(of: Array(rest), limit)
  }
}
