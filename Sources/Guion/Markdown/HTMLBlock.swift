import Basics

/// The words of a block of HTML in a Markdown document, read as a page of an EPUB is.
struct HTMLBlock {
  let elements: [GuionElement]
  /// The words that are in no element, with those of comments.
  let skipped: SkippedWords

  /// Reads a block; nil if it has no words, as a comment has none, or if it cannot be read.
  /// The sounds and the marks for the reader are comments among the elements.
  init?(_ html: Bytes, soundWords: SoundCue.Words = [:]) {
    guard let comments = Self.comments(in: html) else { return nil }
    let book = EPUBContents(pages: [], notes: EPUBNotes([]), titles: [:], edition: .second)
    let reader = XHTMLReader(html, path: "", number: 0, book: book, level: 0)
    reader.comments.areKept = { $0.asksReader(soundWords) }
    switch XMLStream.read(html, into: reader, repairing: true)?.kind {
    case nil, .malformed: reader.finish()
    default: return nil
    }
    guard reader.body.contains(where: { $0.elementType != .comment }) else { return nil }
    var words = reader.skippedWords
    words.add(comments)
    for element in reader.body where element.elementType == .comment {
      words.remove(element.elementText, .inlineHTML)
    }
    (elements, skipped) = (reader.body, words)
  }

  /// Returns an element of the block as one of the document; `start` is where the block begins.
  func placed(
    _ element: GuionElement, at start: SourcePosition, in containers: inout MarkdownContainers
  ) -> GuionElement {
    var element = element
    if containers.footnote != nil || element.mark == nil, element.elementType == .action {
      element.mark = containers.takeMark(isHeading: false)
    }
    element.quoteDepth += containers.quoteDepth
    if let range = element.sourceRange {
      let place = { (own: SourcePosition) in
        SourcePosition(line: own.line + start.line - 1, column: own.column + start.column - 1)
      }
      element.sourceRange = SourceRange(start: place(range.start), end: place(range.end))
    }
    return element
  }

  /// Counts the words of the comments; nil if there is nothing else than comments and tags.
  private static func comments(in html: Bytes) -> SkippedWords? {
    var words = SkippedWords()
    var (offset, hasText) = (0, false)
    while offset < html.count {
      guard html[offset] == UInt8(ascii: "<") else {
        hasText = hasText || html[offset] > 0x20
        offset += 1
        continue
      }
      let isComment = html[offset...].starts(with: "<!--".utf8)
      let last =
        isComment
        ? endOfComment(html, from: offset + 4)
        : html.first(UInt8(ascii: ">"), in: offset..<html.count)
      let tag = offset..<(last ?? html.count - 1) + 1
      if isComment {
        words.add(Bytes(rebasing: html[tag]), .inlineHTML)
        words.endWord()
      }
      // The alternative text of a picture is words.
      hasText = hasText || !isComment && html[tag].starts(with: "<img".utf8)
      offset = tag.upperBound
    }
    return hasText ? words : nil
  }

  private static func endOfComment(_ html: Bytes, from start: Int) -> Int? {
    var offset = start
    while let dash = html.first(
      (UInt8(ascii: "-"), UInt8(ascii: "-")), in: min(offset, html.count)..<html.count)
    {
      if dash + 2 < html.count, html[dash + 2] == UInt8(ascii: ">") { return dash + 2 }
      offset = dash + 1
    }
    return nil
  }
}

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
