/// The codes of a lexicon: its symbols, and their most frequent pairs.
struct PhonemeCodes {
  let symbols: [Unicode.Scalar]
  private(set) var pairs: [[UInt8]] = []
  private let numbers: [Unicode.Scalar: UInt8]
  /// The code of each pair; 0 for a pair without a code.
  private var pairNumbers: [UInt8]
  /// The highest code.
  ///
  /// Codes start at 1.
  private static let last = Int(LexiconTable.endFlag) - 1

  init(_ texts: [Phones]) throws(TableMakingError) {
    symbols = Set(texts.joined()).sorted()
    guard symbols.count < Self.last else {
      throw TableMakingError(
        "the lexicon has \(symbols.count) symbols, more than a table can store")
    }
    numbers = Dictionary(
      uniqueKeysWithValues: symbols.enumerated().map { ($1, UInt8($0 + 1)) })
    pairNumbers = [UInt8](repeating: 0, count: (symbols.count + 1) * (symbols.count + 1))
    let texts = texts.map { text in text.compactMap { [numbers] in numbers[$0] } }
    // The counts change with each pair, but counting is slow, so eight pairs are added at a time.
    while pairs.count + symbols.count < Self.last {
      let best = mostFrequent(in: texts).prefix(min(8, Self.last - symbols.count - pairs.count))
      if best.isEmpty { break }
      for pair in best {
        pairs.append(pair)
        pairNumbers[key(pair[0], pair[1])] = UInt8(symbols.count + pairs.count)
      }
    }
  }

  /// Returns the pairs of symbols, sorted by the number of bytes that each pair would save, best first.
  private func mostFrequent(in texts: [[UInt8]]) -> [[UInt8]] {
    let width = symbols.count + 1
    var counts = [Int](repeating: 0, count: width * width)
    for text in texts {
      var before = width
      for code in paired(text).map(Int.init) {
        if code < width, before < width { counts[before * width + code] += 1 }
        before = code
      }
    }
    // Equal counts need a fixed order, because otherwise the table would differ between runs.
    return counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }
      .map { [UInt8($0 / width), UInt8($0 % width)] }
  }

  private func paired(_ text: [UInt8]) -> [UInt8] {
    var codes: [UInt8] = []
    codes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let code = index + 1 < text.count ? pairNumbers[key(text[index], text[index + 1])] : 0
      codes.append(code > 0 ? code : text[index])
      index += code > 0 ? 2 : 1
    }
    return codes
  }

  private func key(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first) * (symbols.count + 1) + Int(second)
  }

  /// Returns the codes of phonemes.
  ///
  /// The last code has the end bit.
  func codes(_ phonemes: Phones) -> [UInt8] {
    var codes = paired(phonemes.compactMap { numbers[$0] })
    if codes.isEmpty { codes = [LexiconTable.emptyCode] }
    codes[codes.count - 1] |= LexiconTable.endFlag
    return codes
  }
}
