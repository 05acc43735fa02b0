import Basics

/// The ends of sentences in a text, as offsets in UTF-8 bytes.
/// A sentence ends after its mark and the closing quotes and brackets that follow the mark.
struct SentenceEnds {
  /// For each mark, the range from its end to the end of the closing quotes and brackets after it.
  /// A mark directly before a word, as in "2.5", is included, but does not end a sentence.
  private var marks: [Range<Int>] = []
  private var ends: [Int] = []
  private let length: Int

  /// Finds the ends of sentences.
  /// Marks in the hidden ranges are ignored.
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
        add(start..<offset, isEnd: isHidden || isWide || scalar.isSpace)
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

  /// Returns the end of the sentence that contains a position or ends directly before it.
  /// If the sentence has no end mark, this is the end of the text.
  func first(from place: Int) -> Int {
    let mark = marks.partitioningIndex { $0.upperBound >= place }
    if mark < marks.count, marks[mark].lowerBound <= place { return marks[mark].upperBound }
    let end = ends.partitioningIndex { $0 >= place }
    return end < ends.count ? ends[end] : length
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a mark that ends a sentence.
  /// After East Asian marks, no space is needed.
  fileprivate var endsSentence: Bool {
    isSentenceEnd || self == "。" || self == "！" || self == "？"
  }

  /// Whether the scalar is a closing quote or bracket, which can follow the end of a sentence.
  var closesSentence: Bool {
    if isASCII { return self == "\"" || self == "'" || self == ")" || self == "]" }
    switch properties.generalCategory {
    case .finalPunctuation, .closePunctuation: return true
    default: return false
    }
  }
}
