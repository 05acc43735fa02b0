/// Determines the part of speech of each word in a sentence.
///
/// The tagger is an averaged perceptron: it adds the weights of the features of a word and its neighbours. It uses the
/// tags of the Penn Treebank.
struct Tagger: Sendable {
  private let tags: [String]
  private let table: HashedTable
  /// The tag if no feature is known.
  static let fallback = "NN"

  init(tags: [String], table: HashedTable) {
    (self.tags, self.table) = (tags, table)
  }

  /// Returns the tags of words, in order.
  func tags(of words: [ArraySlice<Unicode.Scalar>]) -> [String] {
    let known = words.map { word in
      TaggedWord(word) { table.contains(hash(TableSpace.vocabulary, "", $0)) }
    }
    let context = [.start2, .start] + known + [.end, .end2]
    var scores = [Double](repeating: 0, count: tags.count)
    var (before, second) = ("-START-", "-START2-")
    return known.indices.map { index in
      let tag =
        usual(known[index].text)
        ?? predicted(context[index...index + 4], index, before, second, &scores)
      (second, before) = (before, tag)
      return tag
    }
  }

  private func hash(_ space: String, _ name: String, _ symbols: TaggedWord.Symbols) -> TableHash {
    var hash = TableHash(space)
    hash.add(name)
    for symbol in symbols { hash.add(symbol) }
    return hash
  }

  private func hash(_ space: String, _ name: String, _ first: String, _ second: String = "")
    -> TableHash
  {
    var hash = TableHash(space)
    hash.add(name)
    hash.add(first)
    hash.add(second)
    return hash
  }

  /// Returns the tag of a word that nearly always has the same tag, or nil for other words.
  private func usual(_ word: TaggedWord.Symbols) -> String? {
    guard let range = table.range(of: hash(TableSpace.tag, "", word)) else { return nil }
    let number = Int(table.byte(at: range.lowerBound))
    return number < tags.count ? tags[number] : nil
  }

  /// Returns the tag with the highest score.
  ///
  /// `context` is the word with two words on each side.
  private func predicted(
    _ context: ArraySlice<TaggedWord>, _ index: Int, _ before: String, _ second: String,
    _ scores: inout [Double]
  ) -> String {
    let (first, start) = (context.startIndex, TableSpace.weight)
    let word = context[first + 2]
    // The features must be summed in this order, because rounding can affect which of two nearly equal
    // scores is higher.
    let features = [
      hash(start, "b", ""), hash(start, "s3=", word.ending), hash(start, "p1=", word.first),
      hash(start, "w=", word.norm), hash(start, "sh=", word.shape),
      hash(start, index == 0 ? "i0" : "i+", ""), hash(start, "t-1=", before),
      hash(start, "t-2=", second), hash(start, "t-12=", before, "," + second),
      hash(start, "w-1=", context[first + 1].norm),
      hash(start, "s3-1=", context[first + 1].normEnding),
      hash(start, "w-2=", context[first].norm), hash(start, "w+1=", context[first + 3].norm),
      hash(start, "s3+1=", context[first + 3].normEnding),
      hash(start, "w+2=", context[first + 4].norm),
    ]
    var hasScore = false
    for number in scores.indices { scores[number] = 0 }
    for feature in features {
      guard let range = table.range(of: feature) else { continue }
      for place in stride(from: range.lowerBound, to: range.upperBound - 2, by: 3) {
        let number = Int(table.byte(at: place))
        guard number < scores.count else { continue }
        scores[number] += Double(Int16(bitPattern: table.half(at: place + 1))) / 10
        hasScore = true
      }
    }
    guard hasScore else { return Self.fallback }
    let best = scores.indices.max { (scores[$0], $0) < (scores[$1], $1) }
    return best.map { tags[$0] } ?? Self.fallback
  }
}
