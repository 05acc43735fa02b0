import Basics

/// The words of a block of HTML in a Markdown document, read as a page of an EPUB is.
struct HTMLBlock {
  let elements: [GuionElement]
  /// The words that are in no element, with those of comments.
  let skipped: SkippedWords

  /// Reads a block; nil if it has no words, as a comment has none, or if it cannot be read.
  /// The sounds and the marks for the reader are comments among the elements.
  init?(_ html: Bytes, soundWords: SoundCue.Words = [:]) {
    var hidden = SkippedWords()
    if let open = DividedComments.open(html, &hidden) {
      let page = open.withUnsafeBufferPointer { Self(page: $0, hidden, soundWords) }
      guard let page else { return nil }
      self = page
    } else {
      self.init(page: html, hidden, soundWords)
    }
  }

  private init?(page html: Bytes, _ hidden: SkippedWords, _ soundWords: SoundCue.Words) {
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
    words.add(hidden)
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
    let text = Array(element.elementText.utf8)
    let signs = text.indices.filter { text[$0] == DollarSign.byte }
    element.inlines = Formulas.add(to: element.inlines, in: text, signs: signs, .second)
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

// MARK: - Private comments

extension DividedComments {
  /// Returns a block of HTML without the private comments of Obsidian and CriticMarkup; nil if it has none.
  static func open(_ html: Bytes, _ hidden: inout SkippedWords) -> [UInt8]? {
    var (result, kept, offset): ([UInt8], Int, Int) = ([], 0, 0)
    while offset < html.count {
      if html[offset] == UInt8(ascii: "<") {
        offset = tagEnd(html, offset)
      } else if let end = privateEnd(html, offset, before: html.count) {
        result += html[kept..<start(of: offset..<end, html, from: kept)]
        result += html[offset..<end].lazy.filter { $0 == 0x0A }
        hidden.add(Bytes(rebasing: html[offset..<end]), .privateComment)
        hidden.endWord()
        (kept, offset) = (end, end)
      } else {
        offset += 1
      }
    }
    return kept > 0 ? result + html[kept...] : nil
  }

  /// Returns the end of a tag or a comment, or of an element with code.
  private static func tagEnd(_ html: Bytes, _ start: Int) -> Int {
    let name = html[(start + 1)...].prefix { ($0 | 0x20) &- 0x61 < 26 }
    let isTag = !name.isEmpty || ["/", "!"].contains { html[(start + 1)...].starts(with: $0.utf8) }
    guard isTag else { return start + 1 }
    let word = html.string(name.startIndex..<name.endIndex)
    let isCode = ["code", "pre", "script", "style", "textarea"].contains(word.lowercased())
    let isComment = html[start...].starts(with: "<!--".utf8)
    let close = isComment ? "-->" : isCode ? "</" + word : ">"
    return html.first(of: close, in: start + 1..<html.count) ?? html.count
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

// MARK: - Programs and components of MDX

extension Directives {
  /// Whether a line begins an import or an export of MDX that ends at a line with a closing bracket.
  mutating func openProgram(_ line: Range<Int>) -> Bool {
    let isImport = source[line].starts(with: "import ".utf8)
    guard isImport || source[line].starts(with: "export ".utf8),
      let last = source[source.trimmed(line)].last, last.isOne(of: "{[(,"),
      source.string(line).contains(
        /^(?:import (?:\{|\w+, *$)|export (?:default )?(?:async )?(?:function|const|let|var|class) \w)/
      )
    else { return false }
    var (lines, count) = (lines, 0)
    while !lines.isAtEnd, count < 200 {
      let next = lines.next()
      count += 1
      if let first = source[next].first,
        first.isOne(of: "}])")
          || isImport && source.string(next).contains(#/ from ['"][^'"]+['"];?\s*$/#)
      {
        programEnd = next.upperBound
        return true
      }
    }
    return false
  }

  /// Reads a line of tags of a component of MDX, or the first line of a tag over several lines. Its title is words.
  mutating func openComponent(_ line: Range<Int>) -> [UInt8]? {
    let isEnd = source[line].starts(with: "</".utf8)
    let start = line.lowerBound + (isEnd ? 2 : 1)
    guard start < line.upperBound, source[start] &- UInt8(ascii: "A") < 26 else { return nil }
    var (offset, quote) = (start, UInt8(0))
    let limit = min(source.count, start + 4_000)
    while offset < limit, quote != 0 || source[offset] != UInt8(ascii: ">") {
      if quote == 0, source[offset].isOne(of: "\"'") {
        quote = source[offset]
      } else if source[offset] == quote {
        quote = 0
      }
      offset += 1
    }
    guard offset < limit else { return nil }
    let end = source.first(0x0A, in: offset..<source.count) ?? source.count
    guard source.trimmed(offset + 1..<end).isEmpty else { return nil }
    programEnd = max(programEnd, offset + 1)
    let tag = source.string(line.lowerBound..<offset)
    skipped.add(Bytes(rebasing: source[line]), .markup)
    skipped.endWord()
    let isField = tag.contains("Field")
    guard isField || Self.titleKeys.contains(where: tag.contains) else { return [] }
    // The name of a parameter is the title of its description.
    let found =
      tag.firstMatch(of: #/\s(?:title|label|header|heading|summary|alt)="([^"]+)"/#)
      ?? (isField ? tag : "").firstMatch(
        of: #/<\w+Field\s(?:[^<>]*\s)?(?:path|query|body|header|name)="([^"]+)"/#)
    let title = (found?.1).flatMap { $0.contains { $0.isLetter || $0.isNumber } ? $0 : nil }
    guard tag.contains(" alt="), let title else {
      let words = Self.words(ofTag: tag, title)
      if isBlankAbove { return titled(words) }
      // In a block of HTML, a title has no mark.
      skipped.remove(words, .markup)
      return Array(words.utf8)
    }
    skipped.remove(String(title), .markup)
    return Array("![\(title)](<x>)".utf8)
  }

  /// The keys of titles. Their search is fast, and most components have none of them.
  private static let titleKeys = [
    "title=\"", "label=\"", "header=\"", "heading=\"", "summary=\"", "alt=\"", "sub=\"", "text=\"",
    "description=\"", "desc=\"",
  ]

  /// Reads a line of DocC: `@Tab("words") {`, `@Image(source: "a", alt: "words")`, or the brace that closes a block.
  mutating func readDocC(_ line: Range<Int>) -> [UInt8]? {
    let words = source.trimmed(line)
    if openBlocks > 0, source[words].elementsEqual("}".utf8) {
      openBlocks -= 1
      return skip(line, .markup)
    }
    guard source[line].first == UInt8(ascii: "@"),
      let found = source.string(words).wholeMatch(
        of: #/@([A-Z]\w+) *(?:\((.*)\) *)?(\{.*)?/#), found.2 != nil || found.3 != nil
    else { return nil }
    if found.3 != nil, ["Comment", "Metadata", "Options"].contains(found.1) {
      var (offset, depth) = (words.lowerBound, 0)
      while offset < source.count {
        if source[offset] == UInt8(ascii: "{") { depth += 1 }
        if source[offset] == UInt8(ascii: "}") { depth -= 1 }
        offset += 1
        if depth == 0, source[offset - 1] == UInt8(ascii: "}") { break }
      }
      guard depth == 0 else { return nil }
      programEnd = offset
      return skip(line, found.1 == "Comment" ? .privateComment : .markup)
    }
    if found.3 == "{" { openBlocks += 1 }
    skipped.add(Bytes(rebasing: source[line]), .markup)
    skipped.endWord()
    let title = found.2?.firstMatch(of: #/(?:^|(?:title|name|alt): *)"([^"]+)"/#)
    guard let said = title?.1 else { return [] }
    guard found.1 == "Image" || found.1 == "Video" else { return titled(String(said)) }
    skipped.remove(String(said), .markup)
    return Array("![\(said)](<x>)".utf8)
  }
}

// MARK: - Comments of MyST

extension Directives {
  /// Returns where a comment of MyST begins on a line, also in items and quotations.
  func comment(on line: Range<Int>) -> Int? {
    let start = line.first { !Self.margin.contains(source[$0]) }
    guard let start, source[start] == UInt8(ascii: "%") else { return nil }
    // "5 %" and "+%" are text.
    let last = source[line.lowerBound..<start].last { $0 != 0x20 && $0 != 0x09 } ?? 0x3E
    let isApart = start == line.lowerBound || source[start - 1].isOne(of: " \t>")
    return isApart && last &- UInt8(ascii: "0") > 9 ? start : nil
  }

  /// The marks of items and quotations, which are before a comment.
  private static let margin = Array(" \t>-*+.)0123456789".utf8)

  /// Whether the lines above and below a line are rows of a table.
  func isBetweenRows(_ line: Range<Int>) -> Bool {
    var lines = lines
    let bar = UInt8(ascii: "|")
    let isInner: (UInt8) -> Bool = { !$0.isOne(of: " \t>") }
    guard !lines.isAtEnd, source[lines.next()].first(where: isInner) == bar else { return false }
    let above = source[..<line.lowerBound].dropLast().lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return source[above..<line.lowerBound].first(where: isInner) == bar
  }
}

// MARK: - Lines of other languages beside Markdown

extension Directives {
  /// Returns the new text of a line of tags below which Markdown begins without a blank line: code in a fence, or the
  /// text of `<div markdown="1">`. CommonMark would take that for HTML. Nil for other lines.
  mutating func page(_ line: Range<Int>) -> [UInt8]? {
    guard source[line.lowerBound] == UInt8(ascii: "<"),
      source[source.trimmed(line)].last == UInt8(ascii: ">")
    else { return nil }
    if isBlankAbove, opensStyle(line) { return skip(line, .markup) }
    let isCode = isAboveCode
    let text = source.string(source.trimmed(line))
    // A regular expression is parsed at each use.
    let isMarkdown =
      text.hasText(" markdown")
      && text.contains(#/^<(?:div|section|figure|p|td)\b[^>]* markdown(?:="[^"]*")?[^>]*>$/#)
    guard isCode || isMarkdown, !text.contains(/<(pre|script|style|textarea)\b|\blang=|<!--/)
    else { return nil }
    let words = text.replacing(/<[^<>]*>/, with: "").trimmingPrefix(/\s+/)
    guard words.isEmpty || text.contains("<summary") else { return nil }
    skipped.add(Bytes(rebasing: source[line]), .markup)
    skipped.endWord()
    return titled(String(words))
  }

  private static let styles = "b i u em strong span font small big".split(separator: " ")

  /// Whether a line is a tag of a style above a paragraph with code or formulas of Markdown, which pandoc reads.
  private func opensStyle(_ line: Range<Int>) -> Bool {
    let tag = source.string(source.trimmed(line))
    guard Self.styles.contains(tag.dropFirst().prefix(while: \.isLetter)), !tag.hasText("lang="),
      tag.contains(#/^<(?:b|i|u|em|strong|span|font|small|big)(?: [^<>]*)?>$/#)
    else { return false }
    var (lines, count) = (lines, 0)
    var hasMarks = false
    while !lines.isAtEnd {
      let next = lines.next()
      guard let first = source[source.trimmed(next)].first else { break }
      // An indented line would be code.
      if count == 0, first != source[next.lowerBound] { return false }
      if first == UInt8(ascii: "<"), !source[source.trimmed(next)].starts(with: "</".utf8) {
        return false
      }
      hasMarks = hasMarks || source[next].contains { $0.isOne(of: "`$") }
      count += 1
    }
    return hasMarks
  }

  /// Whether code in a fence follows, with nothing but tags and summaries before it.
  private var isAboveCode: Bool {
    var (lines, count) = (lines, 0)
    while !lines.isAtEnd, count < 6 {
      let next = source.trimmed(lines.next())
      if ["```", "~~~"].contains(where: { source[next].starts(with: $0.utf8) }) { return true }
      guard source[next].first == UInt8(ascii: "<"), source[next].last == UInt8(ascii: ">") else {
        return false
      }
      count += 1
    }
    return false
  }

  /// Returns the words of Hugo's `{{< figure src="…" title="…" caption="…" alt="…" >}}`.
  mutating func figure(_ line: Range<Int>) -> [UInt8] {
    let text = source.string(line)
    var values: [Substring: Substring] = [:]
    for value in text.matches(of: #/\b(src|title|caption|alt)=(?:"([^"]*)"|'([^']*)'|`([^`]*)`)/#) {
      values[value.output.1] = value.output.2 ?? value.output.3 ?? value.output.4
    }
    skipped.add(text, .markup)
    skipped.endWord()
    let shown = ["title", "caption"].compactMap { values[$0] }.filter {
      $0.contains(where: \.isLetter)
    }
    var words = shown.joined(separator: ". ")
    if words.isEmpty, let alt = values["alt"], !alt.isEmpty {
      words = "![\(alt)](<\(values["src"] ?? "")>)"
    }
    skipped.remove(words, .markup)
    return Array(words.utf8)
  }

  /// Returns MediaWiki's heading `== Title ==` as one of Markdown, and bookdown's `# (PART\*) Title` without its mark.
  func heading(_ line: Range<Int>) -> [UInt8]? {
    if source[line].starts(with: "# (".utf8),
      let mark = source.string(line).prefixMatch(of: #/# \((?:PART|APPENDIX)(?:\\?\*)?\) +/#)
    {
      return Array("# ".utf8) + source[line].dropFirst(mark.output.utf8.count)
    }
    let (words, sign) = (source[source.trimmed(line)], UInt8(ascii: "="))
    let count = words.prefix { $0 == sign }.count
    let title = words.dropFirst(count).dropLast(count)
    guard isBlankAbove, 2...5 ~= count, title.count > 2, title.first == 0x20, title.last == 0x20,
      !title.contains(sign), words.suffix(count).allSatisfy({ $0 == sign })
    else { return nil }
    return [UInt8](repeating: UInt8(ascii: "#"), count: count) + title
  }
}
