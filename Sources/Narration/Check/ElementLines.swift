import Guion

extension GuionElement {
  /// A line of an element.
  struct Line {
    /// The line, without blanks at its ends.
    var text: Substring
    /// Where it begins, as nearly as the element tells.
    var position: SourcePosition?
    /// Whether it is the element's first.
    var isFirst: Bool
    /// Whether it is the element's last.
    var isLast: Bool
  }

  /// The lines of the text with their places.
  ///
  /// Where notes have been taken out lines are not those of the source any more; then all are said to be
  /// where the element begins.
  var lines: [Line] {
    let texts = elementText.split(separator: "\n", omittingEmptySubsequences: false)
    let isWhole = sourceRange.map { $0.end.line - $0.start.line + 1 == texts.count } ?? false
    return texts.enumerated().map { index, text in
      var position = sourceRange?.start
      if isWhole, index > 0, let start = position {
        let blanks = text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
        position = SourcePosition(line: start.line + index, column: 1 + blanks)
      }
      var words = text.drop(while: \.isWhitespace)
      while words.last?.isWhitespace == true { words.removeLast() }
      return Line(
        text: words, position: position, isFirst: index == 0, isLast: index == texts.count - 1)
    }
  }

  /// Whether a sigil such as `!` stands before the words of a line, so that the author has said what it
  /// is: there are more bytes than words.
  var isForced: Bool {
    guard let range = sourceRange, range.start.line == range.end.line else { return false }
    return range.end.column - range.start.column + 1 > elementText.utf8.count
  }
}

extension StringProtocol {
  /// Whether there are letters, and none of them is lower case.
  var isInCapitals: Bool {
    contains(where: \.isUppercase) && !contains(where: \.isLowercase)
  }
}
