/// Determines the part of speech of each word in a sentence.
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
      var tag =
        usual(known[index].text)
        ?? predicted(context[index...index + 4], index, before, second, &scores)
      // "It can conflict", "It may also import". The month of "a May record" has a capital.
      if tag == Self.fallback {
        let modal = before == "MD" ? index - 1 : before == "RB" && second == "MD" ? index - 2 : -1
        if modal == 0 || modal > 0 && known[modal].shape == "x" { tag = "VB" }
      }
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

  /// A word in the forms that the features of the tagger use.
  struct TaggedWord {
    typealias Symbols = ArraySlice<Unicode.Scalar>

    let text: Symbols
    /// The kinds of the word's symbols, as a short text.
    let shape: String
    /// The word in lowercase, or a placeholder for a number, a compound or a rare word.
    let norm: Symbols

    var first: Symbols { text.prefix(1) }
    var ending: Symbols { text.suffix(3) }
    var normEnding: Symbols { norm.suffix(3) }

    init(_ symbols: Symbols, isKnown: (Symbols) -> Bool) {
      text = symbols
      shape = Self.shape(symbols)
      let plain = Self.plain(symbols)
      norm = isKnown(plain) ? plain : Array("<\(shape)>".unicodeScalars)[...]
    }

    private init(mark: String) {
      text = Array(mark.unicodeScalars)[...]
      shape = ""
      norm = text
    }

    /// The placeholders before and after a sentence.
    static let start2 = TaggedWord(mark: "-START2-")
    static let start = TaggedWord(mark: "-START-")
    static let end = TaggedWord(mark: "-END-")
    static let end2 = TaggedWord(mark: "-END2-")

    private static let hyphen = Array("!HYPHEN".unicodeScalars)[...]
    private static let year = Array("!YEAR".unicodeScalars)[...]
    private static let digits = Array("!DIGITS".unicodeScalars)[...]

    private static func plain(_ symbols: Symbols) -> Symbols {
      if symbols.first != "-", symbols.contains("-") { return hyphen }
      if symbols.first?.isDigit == true {
        return symbols.count == 4 && symbols.allSatisfy(\.isDigit) ? year : digits
      }
      if !symbols.contains(where: \.isUpper) { return symbols }
      return Array(symbols.string.lowercased().unicodeScalars)[...]
    }

    private static func shape(_ symbols: Symbols) -> String {
      guard let first = symbols.first else { return "" }
      if symbols.allSatisfy(\.isLetter) {
        let capitals = symbols.count(where: \.isUpper)
        if capitals == 0 { return "x" }
        if capitals == symbols.count { return symbols.count > 1 ? "XX" : "X1" }
        return capitals == 1 && first.isUpper ? "Xx" : "xX"
      }
      if symbols.allSatisfy(\.isDigit) { return "d" }
      return symbols.prefix(4).map { $0.isDigit ? "d" : $0.isLetter ? "x" : $0 }.string
    }
  }
}

/// Classifies tags for the rules of words.
enum PartOfSpeech {
  /// Returns the general use of a tag, such as `verb`, or nil.
  /// A lexicon stores the forms of a word by use.
  static func wide(_ tag: String) -> LexiconEntry.Use? {
    if tag.hasPrefix("VB") { return .verb }
    if tag.hasPrefix("NN") { return .noun }
    if tag.hasPrefix("RB") { return .adverb }
    if tag.hasPrefix("JJ") { return .adjective }
    return nil
  }

  /// Returns the exact use of a tag, such as `past`, or nil.
  /// A lexicon stores the forms of a word by use.
  static func exact(_ tag: String) -> LexiconEntry.Use? {
    switch tag {
    case "VBD": .past
    case "VBN": .participle
    case "VBP": .present
    case "DT": .determiner
    default: nil
    }
  }

  static func isNoun(_ tag: String) -> Bool { tag.hasPrefix("NN") }

  /// The tags of punctuation.
  static let marks: Set<String> = [
    ".", ",", "-LRB-", "-RRB-", "``", "\"\"", "''", ":", "$", "#", "NFP",
  ]
}
