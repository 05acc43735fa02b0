/// Where the sentences of a text end, in UTF-8 bytes: behind the mark, and behind the quotes and
/// brackets that close with it.
struct SentenceEnds {
  /// Marks with what closes behind them; where a word goes on at once ("2.5") no sentence ends.
  private var marks: [Range<Int>] = []
  private var ends: [Int] = []
  private let length: Int

  /// Looks for them; what stands in the hidden stretches ends no sentence.
  init(of text: String, without hidden: SortedRanges) {
    length = text.utf8.count
    var hidden = hidden.ranges[...]
    var (offset, isWide) = (0, false)
    var mark: Int?
    for scalar in text.unicodeScalars {
      let size = UTF8.width(scalar)
      defer { offset += size }
      while let first = hidden.first, first.upperBound <= offset { hidden.removeFirst() }
      let isHidden = hidden.first?.contains(offset) == true
      if let start = mark, isHidden || !(scalar.closesSentence || scalar.endsSentence) {
        add(start..<offset, isEnd: isHidden || isWide || scalar.isBlank)
        mark = nil
      }
      if scalar.endsSentence, !isHidden {
        mark = mark ?? offset + size
        isWide = !scalar.isSentenceEnd
      }
    }
    if let start = mark { add(start..<length, isEnd: true) }
  }

  private mutating func add(_ mark: Range<Int>, isEnd: Bool) {
    marks.append(mark)
    if isEnd { ends.append(mark.upperBound) }
  }

  /// Where the sentence ends that a place stands in, or right behind; the text's end where it has none.
  func first(from place: Int) -> Int {
    let mark = marks.partitioningIndex { $0.upperBound >= place }
    if mark < marks.count, marks[mark].lowerBound <= place { return marks[mark].upperBound }
    let end = ends.partitioningIndex { $0 >= place }
    return end < ends.count ? ends[end] : length
  }
}

extension Unicode.Scalar {
  /// A mark that ends a sentence; those of East Asian scripts need no blank behind them.
  fileprivate var endsSentence: Bool {
    isSentenceEnd || self == "。" || self == "！" || self == "？"
  }

  /// A quote or a bracket that may close behind the end of a sentence.
  var closesSentence: Bool {
    if isASCII { return self == "\"" || self == "'" || self == ")" || self == "]" }
    switch properties.generalCategory {
    case .finalPunctuation, .closePunctuation: return true
    default: return false
    }
  }
}
