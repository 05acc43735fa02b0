import Guion

extension GuionElement {
  struct Line {
    /// The line, without whitespace at its ends.
    var text: Substring
    /// The start of the line, or of the element if the start of the line is unknown.
    var position: SourcePosition?
    var isFirst: Bool
    var isLast: Bool
  }

  /// The lines of the text, with their positions.
  /// If the line breaks of the text differ from the line breaks of the source, all lines have the position of the
  /// element. For example, the line breaks differ if notes were removed from the text.
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

  /// Whether a sigil such as `!` forces the type of an element on one line.
  /// The sigil is in the source but not in the text. So the source of such an element has more bytes than its text.
  var isForced: Bool {
    guard let range = sourceRange, range.start.line == range.end.line else { return false }
    return range.end.column - range.start.column + 1 > elementText.utf8.count
  }
}

extension StringProtocol {
  /// Whether the text has capitals but no lower-case letters.
  var isInCapitals: Bool {
    contains(where: \.isUppercase) && !contains(where: \.isLowercase)
  }
}
