/// The `<summary>` elements in a block of HTML.
/// Readers see a summary even while its `<details>` are closed.
enum HTMLSummary {
  /// Returns the text of each `<summary>` without tags.
  /// Empty summaries are left out.
  static func all(in html: String) -> [String] {
    guard html.utf8.contains(UInt8(ascii: "<")) else { return [] }
    var summaries: [String] = []
    var rest = Substring(html)
    while let start = range(of: "<summary", in: rest),
      let open = rest[start.upperBound...].firstIndex(of: ">")
    {
      let inside = rest[rest.index(after: open)...]
      guard let end = range(of: "</summary", in: inside) else { break }
      let words = plain(inside[..<end.lowerBound])
      if !words.isEmpty { summaries.append(words) }
      rest = inside[end.upperBound...]
    }
    return summaries
  }

  /// Returns the first occurrence of the beginning of a tag, in uppercase or lowercase; nil if there
  /// is none.
  private static func range(of tag: String, in text: Substring) -> Range<Substring.Index>? {
    var rest = text
    while let start = rest.firstIndex(of: "<") {
      let candidate = rest[start...].prefix(tag.count)
      if candidate.lowercased() == tag { return start..<candidate.endIndex }
      rest = rest[rest.index(after: start)...]
    }
    return nil
  }

  /// Returns the text without tags, with six common entities decoded and white space collapsed to
  /// single blanks.
  private static func plain(_ text: Substring) -> String {
    var words = ""
    var isTag = false
    for character in text {
      if character == "<" {
        isTag = true
      } else if character == ">", isTag {
        isTag = false
      } else if !isTag {
        words.append(character)
      }
    }
    for (entity, sign) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "),
      ("&amp;", "&"),
    ] {
      words = words.replacing(entity, with: sign)
    }
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
