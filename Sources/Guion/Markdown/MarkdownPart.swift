/// A part of a long document that can be parsed independently.
struct MarkdownPart {
  /// The range in the text.
  var range: Range<Int>
  /// The number of lines in the document before this part.
  let skippedLines: Int
}

extension [MarkdownPart] {
  /// Returns the parts with neighbours joined, so that each part except the last has at least this
  /// length in bytes.
  func joined(to length: Int) -> Self {
    var result: Self = []
    for part in self {
      if let last = result.last, last.range.count < length {
        result[result.count - 1].range = last.range.lowerBound..<part.range.upperBound
      } else {
        result.append(part)
      }
    }
    return result
  }
}
