/// The codes of a lexicon: its signs, and the most frequent pairs of them.
struct PhonemeCodes {
  let signs: [Unicode.Scalar]
  private(set) var pairs: [[UInt8]] = []
  private let numbers: [Unicode.Scalar: UInt8]
  private var pairNumbers: [[UInt8]: UInt8] = [:]
  /// Codes from 1 to this one are there.
  private static let last = Int(LexiconTable.endFlag) - 1

  init(_ texts: [Phones]) throws(TableMakingError) {
    signs = Set(texts.joined()).sorted()
    guard signs.count < Self.last else {
      throw TableMakingError("a lexicon has \(signs.count) signs, more than a table can hold")
    }
    numbers = Dictionary(
      uniqueKeysWithValues: signs.enumerated().map { ($1, UInt8($0 + 1)) })
    let texts = texts.map { text in text.compactMap { [numbers] in numbers[$0] } }
    // The counts change with each pair, but counting is slow: eight pairs are taken at a time.
    while pairs.count + signs.count < Self.last {
      let best = mostFrequent(in: texts).prefix(min(8, Self.last - signs.count - pairs.count))
      if best.isEmpty { break }
      for pair in best {
        pairs.append(pair)
        pairNumbers[pair] = UInt8(signs.count + pairs.count)
      }
    }
  }

  /// The pairs of signs by how many bytes each saves now, the best first.
  private func mostFrequent(in texts: [[UInt8]]) -> [[UInt8]] {
    var counts: [[UInt8]: Int] = [:]
    for text in texts {
      let codes = paired(text)
      for (first, second) in zip(codes, codes.dropFirst())
      where first <= signs.count && second <= signs.count {
        counts[[first, second], default: 0] += 1
      }
    }
    // Equal counts must have one order, or the table differs from run to run.
    return counts.sorted {
      ($1.value, $0.key[0], $0.key[1]) < ($0.value, $1.key[0], $1.key[1])
    }.map(\.key)
  }

  private func paired(_ text: [UInt8]) -> [UInt8] {
    var codes: [UInt8] = []
    var index = 0
    while index < text.count {
      if index + 1 < text.count, let code = pairNumbers[[text[index], text[index + 1]]] {
        codes.append(code)
        index += 2
      } else {
        codes.append(text[index])
        index += 1
      }
    }
    return codes
  }

  /// The codes of phonemes; the last has the bit that ends them.
  func codes(_ phonemes: Phones) -> [UInt8] {
    var codes = paired(phonemes.compactMap { numbers[$0] })
    if codes.isEmpty { codes = [LexiconTable.emptyCode] }
    codes[codes.count - 1] |= LexiconTable.endFlag
    return codes
  }
}
