import Guion

/// Blocks of HTML whose words are not read.
struct UnreadHTML: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    script.elements.compactMap { element in
      guard element.elementType == .comment, !script.isScreenplay(element) else { return nil }
      let count = Self.wordCount(of: element.elementText)
      guard count > 0 else { return nil }
      let words = count == 1 ? "1 word" : "\(count) words"
      return script.finding(
        .unreadHTML, "this block of HTML is not read aloud (\(words)); write the text in Markdown",
        at: element)
    }
  }

  /// Returns the number of words that a reader of the page sees in a block of HTML.
  /// Comments, scripts and styles are not visible. Summaries are not counted because they are read aloud.
  static func wordCount(of html: String) -> Int {
    var count = 0
    var rest = Substring(html)
    while let open = rest.firstIndex(of: "<") {
      count += Self.words(in: rest[..<open])
      rest = rest[open...]
      let hidden = silent.first { rest.prefix($0.start.count).lowercased() == $0.start }
      guard let end = rest.firstRange(of: hidden?.end ?? ">") else { return count }
      rest = rest[end.upperBound...]
    }
    return count + Self.words(in: rest)
  }

  private static let silent = [
    ("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>"), ("<summary", "</summary>"),
    ("<?", "?>"),
  ].map { (start: $0.0, end: $0.1) }

  private static func words(in text: Substring) -> Int {
    text.split(whereSeparator: \.isWhitespace).count { $0.contains { $0.isLetter || $0.isNumber } }
  }
}
