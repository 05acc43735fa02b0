/// Finds the words in the phonemes of a clause.
/// espeak joins small words ("of the") and speaks a number as several words, so the spaces in the
/// phonemes do not separate the words of the text. A word that is spoken alone has nearly the same
/// phonemes as in the clause. So the phonemes of the clause are aligned with the phonemes of the
/// single words, at the lowest cost.
enum PhonemeAlignment {
  /// A word with the phonemes of the word spoken alone.
  struct Word {
    var owner: Int
    var phonemes: [Unicode.Scalar]
  }

  /// Returns the number of the word (`owner`) that each phoneme belongs to; nil for spaces.
  /// If no word has phonemes, all phonemes belong to the first word. If there are no words, the
  /// result is nil for all phonemes.
  static func owners(of phonemes: [Unicode.Scalar], among words: [Word]) -> [Int?] {
    let (alone, owners) = joined(words)
    guard !phonemes.isEmpty, !alone.isEmpty else {
      return [Int?](repeating: words.first?.owner, count: phonemes.count).enumerated().map {
        phonemes[$0.offset] == " " ? nil : $0.element
      }
    }
    var found = [Int?](repeating: nil, count: phonemes.count)
    for (place, partner) in pairs(phonemes, alone) { found[place] = owners[partner] }
    return filled(found, phonemes)
  }

  private static func joined(_ words: [Word]) -> ([Unicode.Scalar], [Int?]) {
    var (symbols, owners): ([Unicode.Scalar], [Int?]) = ([], [])
    for word in words where !word.phonemes.isEmpty {
      if !symbols.isEmpty {
        symbols.append(" ")
        owners.append(nil)
      }
      symbols += word.phonemes
      owners += word.phonemes.map { $0 == " " ? nil : word.owner }
    }
    return (symbols, owners)
  }

  private enum Step: UInt8 { case both, first, second }

  private static func isStress(_ symbol: Unicode.Scalar) -> Bool {
    symbol == "ˈ" || symbol == "ˌ" || symbol == "ː"
  }

  private static func cost(without symbol: Unicode.Scalar) -> Int { isStress(symbol) ? 1 : 4 }

  private static func cost(_ one: Unicode.Scalar, for other: Unicode.Scalar) -> Int {
    if one == other { return one == " " ? 0 : -1 }
    return one == " " || other == " " || isStress(one) || isStress(other) ? 9 : 5
  }

  /// Returns the pairs of aligned indices, in order.
  private static func pairs(
    _ first: [Unicode.Scalar], _ second: [Unicode.Scalar]
  ) -> [(Int, Int)] {
    let width = second.count + 1
    var steps = [Step](repeating: .second, count: (first.count + 1) * width)
    var above = [0]
    for symbol in second { above.append(above[above.count - 1] + cost(without: symbol)) }
    for (row, one) in first.enumerated() {
      let skip = cost(without: one)
      var current = [above[0] + skip]
      current.reserveCapacity(width)
      steps[(row + 1) * width] = .first
      for (column, other) in second.enumerated() {
        let both = above[column] + cost(one, for: other)
        let up = above[column + 1] + skip
        let left = current[column] + cost(without: other)
        let best = min(both, up, left)
        current.append(best)
        steps[(row + 1) * width + column + 1] = best == both ? .both : best == up ? .first : .second
      }
      above = current
    }
    return trace(steps, rows: first.count, columns: second.count)
  }

  private static func trace(_ steps: [Step], rows: Int, columns: Int) -> [(Int, Int)] {
    var (row, column, pairs) = (rows, columns, [(Int, Int)]())
    while row > 0 || column > 0 {
      switch steps[row * (columns + 1) + column] {
      case .both:
        (row, column) = (row - 1, column - 1)
        pairs.append((row, column))
      case .first: row -= 1
      case .second: column -= 1
      }
    }
    return pairs.reversed()
  }

  /// Assigns each unaligned phoneme to a word and returns the owners of all phonemes.
  /// A phoneme belongs to the word of the next aligned phoneme. If a space or the end of the clause
  /// comes first, the phoneme belongs to the previous word.
  private static func filled(_ owners: [Int?], _ phonemes: [Unicode.Scalar]) -> [Int?] {
    var result = owners
    var next: Int?
    for place in phonemes.indices.reversed() {
      if phonemes[place] == " " {
        (result[place], next) = (nil, nil)
      } else {
        result[place] = result[place] ?? next
        next = result[place]
      }
    }
    let first = owners.compactMap(\.self).first
    var last = first
    for place in phonemes.indices where phonemes[place] != " " {
      // Words must come in order, even if the alignment differs.
      last = max(result[place] ?? last ?? 0, last ?? 0)
      result[place] = last
    }
    return result
  }
}
