/// A part of a long document that can be parsed on its own.
struct MarkdownPart {
  /// Its place in the text.
  var range: Range<Int>
  /// How many lines of the document come before it.
  let skippedLines: Int
}

extension [MarkdownPart] {
  /// The same with neighbours joined until each is of a length.
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
