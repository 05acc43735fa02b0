/// The ends of sentences in a text, in UTF-8 bytes: after the mark and the closing quotes and brackets that follow it.
struct SentenceEnds {
  /// The marks with the closing quotes and brackets after them.
  ///
  /// A mark directly before a word ("2.5") ends no sentence.
  private var marks: [Range<Int>] = []
  private var ends: [Int] = []
  private let length: Int

  /// Finds the ends.
  ///
  /// Marks in the hidden ranges do not count.
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

  /// Returns the end of the sentence at a position or directly before it, or the text's end if the sentence has none.
  func first(from place: Int) -> Int {
    let mark = marks.partitioningIndex { $0.upperBound >= place }
    if mark < marks.count, marks[mark].lowerBound <= place { return marks[mark].upperBound }
    let end = ends.partitioningIndex { $0 >= place }
    return end < ends.count ? ends[end] : length
  }
}

extension Unicode.Scalar {
  /// Whether a mark ends a sentence.
  ///
  /// East Asian marks need no space after them.
  fileprivate var endsSentence: Bool {
    isSentenceEnd || self == "。" || self == "！" || self == "？"
  }

  /// Whether a quote or a bracket may close after the end of a sentence.
  var closesSentence: Bool {
    if isASCII { return self == "\"" || self == "'" || self == ")" || self == "]" }
    switch properties.generalCategory {
    case .finalPunctuation, .closePunctuation: return true
    default: return false
    }
  }
}
