import Basics

/// The private comments of templates and of other programs that CommonMark takes for text: `{# … #}`, `<%# … %>`,
/// `{::comment}`, `#+BEGIN_COMMENT`, `{% doc %}`, and lines such as `[//]: # (words)` within a paragraph.
/// They are removed before all other marks are read, over any number of blocks. Line ends stay, so that the lines keep
/// their numbers. Every search goes forward only.
struct TemplateComments {
  /// The text without the comments; nil if there are none.
  private(set) var text: [UInt8]?
  private(set) var skipped = SkippedWords()
  /// The offset and the signs of the first comment that is never closed.
  var unclosed: (offset: Int, signs: (open: String, close: String))?

  let source: Bytes
  var lines: TableLines
  var line = 0..<0
  private var kept = 0
  private var result: [UInt8] = []
  private var formulaEnd = 0
  /// Where the last search of a closing mark ended.
  private var found: [String: Int] = [:]

  /// What is above a line.
  private enum Above { case blank, definition, words }

  init(in source: Bytes) {
    let start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.source = source
    lines = TableLines(source, from: start)
    let isNeeded =
      source[start...].starts(with: "---".utf8)
      || source.first(of: "\n|", in: start..<source.count) != nil
        && source.first((0x5B, 0x5B), in: start..<source.count) != nil
      || SlideMarks.mayHaveNotes(source, from: start)
      || Self.pairs.contains { source.first(($0[0], $0[1]), in: start..<source.count) != nil }
    guard isNeeded else { return }
    let front = FrontMatter(in: source, from: start, .second).end
    lines = TableLines(source, from: front)
    let metadata = source.string(start..<front)
    let isReveal =
      metadata.contains("reveal") || metadata.contains("theme:") && metadata.contains("transition:")
      || ["<!-- .slide", "<!-- .element"].contains {
        source.first(of: $0, in: front..<source.count) != nil
      }
    let slides = SlideMarks(in: source, from: front)
    var fence: BlockComments.Fence?
    var (isMath, isProgram) = (false, false)
    var above = Above.blank
    while !lines.isAtEnd {
      line = lines.next()
      if let next = BlockComments.fence(source, line) {
        if fence == nil {
          fence = next
          let info = source[source.trimmed(line)].drop { $0 == next.byte }
          isMath = next.byte == DollarSign.byte || info.elementsEqual("math".utf8)
          isProgram = next.byte != DollarSign.byte
        } else if BlockComments.ends(fence, next) {
          fence = nil
        }
        above = .blank
        continue
      }
      // A formula has no blank line.
      if fence?.byte == DollarSign.byte, source.trimmed(line).isEmpty { fence = nil }
      guard fence == nil else {
        if isMath { readFormula(hasTeX: isProgram) }
        continue
      }
      let isLabel = (isReveal || slides.hasNotes) && SlideMarks.isLabel(source, line)
      if isLabel || slides.isNote(source, line) {
        removeNotes(isRemark: slides.isRemark)
        above = .blank
        continue
      }
      if front > start, above == .blank, let end = SlideMarks.metadataEnd(source, line, lines) {
        remove(line.lowerBound..<end, .frontMatter)
        while line.upperBound < end, !lines.isAtEnd { line = lines.next() }
        above = .blank
        continue
      }
      if front > start, SlideMarks.isSlot(source, line) {
        remove(line, .markup)
        above = .blank
        continue
      }
      above = removeDrawer() ? .blank : readDefinition(below: above)
      readLine()
    }
    if kept > 0 { text = result + source[kept...] }
  }

  private static let pairs = [
    "{#", "<%", "{{", "{%", "@*", "{:", "#+", "{-", "]:", "<!", "{>", "%%", "??", "^ ",
    ":L", ":l", ":P", ":p", "K:",
  ].map { Array($0.utf8) }

  // MARK: Marks

  /// The length of the longest comment.
  private static let limit = 100_000
  private struct Mark {
    let open: String
    let close: String
    var rule = SkippedWords.Rule.privateComment
    /// Whether the comment begins its line.
    var isAtStart = false
    /// Whether only comments over blank lines are removed here.
    var isDivided = false
  }

  private static let marks: [Mark] = [
    Mark(open: "{#", close: "#}"), Mark(open: "<%#", close: "%>"),
    Mark(open: "<%--", close: "--%>"), Mark(open: "{{!--", close: "--}}"),
    Mark(open: "{::comment}", close: "{:/"), Mark(open: "@*", close: "*@", isAtStart: true),
    Mark(open: "#+begin_comment", close: "#+end_comment", isAtStart: true),
    Mark(open: "#+BEGIN_COMMENT", close: "#+END_COMMENT", isAtStart: true),
    Mark(open: "{--", close: "--}", rule: .deletion, isDivided: true),
    Mark(open: "{!--", close: "--}"),
  ]

  /// Removes the comments of a line, and moves to the line where the last one ends.
  private mutating func readLine() {
    var offset = max(line.lowerBound, kept)
    var hasLinks = source[line].first { $0 > 0x20 } == UInt8(ascii: "|")
    while offset < line.upperBound {
      let byte = source[offset]
      if hasLinks, byte == UInt8(ascii: "["), source[offset...].starts(with: "[[".utf8) {
        guard let link = EditorMarks.LinkTarget.inRow(source, offset, before: line.upperBound)
        else {
          (hasLinks, offset) = (false, offset + 1)
          continue
        }
        if let bar = link.bar {
          result += source[kept..<bar] + [UInt8(ascii: "\\")]
          kept = bar
        }
        offset = link.end
        continue
      }
      if byte == UInt8(ascii: "\\") {
        openFormula(at: offset, "\\]")
        offset += 2
        continue
      }
      guard byte.isOne(of: "`{<@#%$") else {
        offset += 1
        continue
      }
      if byte == UInt8(ascii: "`") {
        offset = DividedComments.codeEnd(source, offset)
      } else if byte == DollarSign.byte {
        offset = openDollars(at: offset)
      } else if byte == UInt8(ascii: "%"), offset < formulaEnd, line.upperBound < formulaEnd,
        offset == line.lowerBound || source[offset - 1] <= 0x20
      {
        remove(offset..<line.upperBound, .privateComment)
        offset = line.upperBound
      } else if let (end, rule) = comment(at: offset) {
        if let rule { remove(offset..<end, rule) }
        offset = end
        while line.upperBound < end, !lines.isAtEnd { line = lines.next() }
      } else {
        offset += 1
      }
    }
  }

  /// Finds the end of a formula `\[ … \]` over several lines, in which a percent sign begins a comment.
  private mutating func openFormula(at open: Int, _ close: String) {
    guard open >= formulaEnd, source[open...].starts(with: "\\[".utf8),
      let end = first(close, from: open + 2), end > line.upperBound, end - open < 4_000,
      !isDivided(open..<end)
    else { return }
    formulaEnd = end
  }

  /// Returns the offset behind a formula `$…$`, or behind the sign if the formula goes on in the next line.
  private mutating func openDollars(at open: Int) -> Int {
    let start = open + 1
    guard open >= formulaEnd, start < source.count, source[start] > 0x20,
      source[start] != DollarSign.byte, source[start] &- 0x30 > 9,
      let end = source.first(DollarSign.byte, in: start..<min(source.count, start + 400))
    else { return start }
    if end < line.upperBound { return end + 1 }
    let next = end + 1 < source.count ? source[end + 1] : 0x20
    if source[end - 1] > 0x20, next &- 0x30 > 9, !isDivided(open..<end) { formulaEnd = end }
    return start
  }

  /// Returns the end of the comment at an offset, and its rule; nil as a rule if the comment stays for others.
  private mutating func comment(at open: Int) -> (Int, SkippedWords.Rule?)? {
    let rest = source[open...]
    if rest.starts(with: "<!".utf8) { return htmlComment(at: open) }
    if rest.starts(with: "%%".utf8) {
      // A comment of Obsidian that holds the beginning of one of HTML.
      guard let end = DividedComments.privateEnd(source, open, before: line.upperBound),
        source.first((UInt8(ascii: "<"), UInt8(ascii: "!")), in: open..<end) != nil
      else { return nil }
      return (end, .privateComment)
    }
    if let found = tag(at: open) { return found }
    for mark in Self.marks where rest.starts(with: mark.open.utf8) {
      let start = open + mark.open.utf8.count
      if mark.isAtStart, !source.trimmed(line.lowerBound..<open).isEmpty,
        !source[line.lowerBound..<open].allSatisfy({ $0.isOne(of: " \t-*+") })
      {
        return nil
      }
      guard let close = first(mark.close, from: start), close - open < Self.limit,
        source.first(of: mark.open, in: start..<close) == nil
      else {
        let isName = mark.open == "{#" && source[start...].first.map { $0 > 0x20 } ?? false
        if !mark.isDivided, !isName { unclosed = unclosed ?? (open, (mark.open, mark.close)) }
        return nil
      }
      var end = close + mark.close.utf8.count
      switch mark.open {
      case "{#":
        // `{#id}` is the name of a heading.
        let inner = source[start..<close]
        let isSpaced = inner.first.map { $0 <= 0x20 || $0 == 0x2D } ?? true
        guard isSpaced || !inner.contains(where: { $0.isOne(of: "{}\n") }) else { return nil }
      case "{::comment}":
        guard let brace = source[end...].prefix(20).firstIndex(of: UInt8(ascii: "}")) else {
          return nil
        }
        end = brace + 1
      case "@*" where source[start] > 0x20: return nil
      default:
        if mark.isDivided, !isDivided(open..<close) { return nil }
      }
      return (end, mark.rule)
    }
    return nil
  }

  /// Whether a range has a blank line.
  private func isDivided(_ range: Range<Int>) -> Bool {
    source.first((0x0A, 0x0A), in: range) != nil || source.first((0x0A, 0x0D), in: range) != nil
  }

  /// Reads `{{% comment %}} … {{% /comment %}}`, `{% doc %} … {% enddoc %}` and `{% liquid … %}`.
  private mutating func tag(at open: Int) -> (Int, SkippedWords.Rule?)? {
    let rest = source[open...]
    if rest.starts(with: "{:".utf8), rest.prefix(3).last.map({ $0.isOne(of: ":/") }) == true {
      // The tags of kramdown: `{::nomarkdown}`, `{:/}`
      guard let end = rest.prefix(200).firstIndex(of: UInt8(ascii: "}")), end < line.upperBound,
        !rest.starts(with: "{::comment}".utf8)
      else { return nil }
      return (end + 1, .markup)
    }
    guard rest.starts(with: "{%".utf8) || rest.starts(with: "{{".utf8), open + 3 < source.count
    else { return nil }
    let isHugo = source[open + 1] == UInt8(ascii: "{")
    if isHugo, !source[open + 2].isOne(of: "%<") { return nil }
    let words = rest.dropFirst(isHugo ? 3 : 2).drop { $0 == 0x20 || $0 == 0x2D }
    let name = words.prefix(12).prefix { ($0 | 0x20) &- 0x61 < 26 }
    guard let next = source[name.endIndex...].first, next <= 0x20 || next.isOne(of: "%>-")
    else { return nil }
    let close = isHugo ? (source[open + 2] == UInt8(ascii: "%") ? "%}}" : ">}}") : "%}"
    switch String(decoding: name, as: UTF8.self) {
    case "comment" where isHugo:
      guard let last = first("/comment", from: name.endIndex), last - open < Self.limit,
        let end = first(close, from: last)
      else { return nil }
      return (end + close.utf8.count, .privateComment)
    case "doc" where !isHugo:
      guard let last = first("enddoc", from: name.endIndex), last - open < Self.limit,
        let end = first(close, from: last)
      else { return nil }
      return (end + close.utf8.count, .privateComment)
    case "liquid" where !isHugo:
      guard let end = first(close, from: name.endIndex), end - open < Self.limit,
        source.first(of: "{%", in: name.endIndex..<end) == nil
      else { return nil }
      return (end + close.utf8.count, .markup)
    default: return nil
    }
  }

  /// Returns the end of a comment of HTML. One that browsers end in another way than CommonMark, or whose mark is
  /// mistyped, is removed.
  private mutating func htmlComment(at open: Int) -> (Int, SkippedWords.Rule?)? {
    guard source[open...].starts(with: "<!--".utf8) else {
      // `<! -- a -->`, `<!- a ->`, and dashes that a program made of hyphens
      let rest = source[(open + 2)...].prefix(4).drop { $0 == 0x20 }
      guard rest.first == 0x2D || rest.starts(with: [0xE2, 0x80]) else { return nil }
      let ends = ["->", "–>", "—>"].compactMap { sign in
        first(sign, from: rest.startIndex + 1).map { $0 + sign.utf8.count }
      }
      guard let end = ends.min(), end - open < 4_000 else { return nil }
      return (end, .privateComment)
    }
    let inner = open + 4
    let limit = min(line.upperBound, source.count)
    let isShort =
      source[inner...].first == UInt8(ascii: ">") || source[inner...].starts(with: "->".utf8)
    let close = first("-->", from: inner)
    if isShort {
      // `<!--> words` is an empty comment.
      if let close, close < limit { return (close + 3, .inlineHTML) }
      return (inner + (source[inner] == UInt8(ascii: ">") ? 1 : 2), .inlineHTML)
    }
    if let other = first("--!>", from: inner), other < close ?? source.count {
      return (other + 4, .privateComment)
    }
    return close.map { end in
      // Such signs would begin another comment.
      let hasSigns = source.first((UInt8(ascii: "%"), UInt8(ascii: "%")), in: open..<end) != nil
      return (end + 3, hasSigns ? .inlineHTML : nil)
    }
  }

  // MARK: Definitions

  /// Removes the line `[//]: # (words)` where CommonMark reads no definition. Returns what the line is for the next.
  private mutating func readDefinition(below above: Above) -> Above {
    let words = source[line].drop { $0.isOne(of: " \t>") }
    guard let first = words.first else { return .blank }
    guard first == UInt8(ascii: "["), line.lowerBound >= kept,
      let close = source.first(
        (0x5D, 0x3A), in: words.startIndex..<min(line.upperBound, words.startIndex + 200))
    else { return .words }
    let label = source.string(words.startIndex + 1..<close).lowercased()
    let target = source[(close + 2)..<line.upperBound].drop { $0 == 0x20 || $0 == 0x2D }
    let sign = target.prefix { $0 > 0x20 }
    let isComment = label == "//" || label.hasPrefix("comment")
    guard !label.hasPrefix("^") else { return .words }
    guard ["#", "<>", "<#>"].contains(String(decoding: sign, as: UTF8.self)) || label == "//" else {
      return above == .words ? .words : .definition
    }
    let title = source.trimmed(sign.endIndex..<line.upperBound)
    let isPlain =
      isClosed(title)
      && !source[title].dropFirst().dropLast().contains { $0.isOne(of: "()\"'") }
    if above != .words, title.isEmpty || isPlain { return .definition }
    guard isComment || title.isEmpty || source[title.lowerBound].isOne(of: "(\"'") else {
      return .words
    }
    var end = line.upperBound
    if !title.isEmpty, !isClosed(title), source[title.lowerBound].isOne(of: "(\"'") {
      // The words go on in the lines below.
      let closing = source[title.lowerBound] == 0x28 ? 0x29 : source[title.lowerBound]
      var (next, count) = (lines, 0)
      while !next.isAtEnd, count < 40 {
        let more = source.trimmed(next.next())
        guard let last = source[more].last else { break }
        count += 1
        if last == closing {
          end = more.upperBound
          break
        }
      }
    }
    remove(words.startIndex..<end, .privateComment)
    while line.upperBound < end, !lines.isAtEnd { line = lines.next() }
    return joinLines(below: above)
  }

  /// Whether a title has its closing sign.
  private func isClosed(_ title: Range<Int>) -> Bool {
    guard title.count > 1 else { return false }
    let first = source[title.lowerBound]
    return source[title.upperBound - 1] == (first == 0x28 ? 0x29 : first)
  }

  /// Keeps the lines around a removed line in one paragraph or one table.
  private mutating func joinLines(below above: Above) -> Above {
    guard above == .words, !lines.isAtEnd else { return .blank }
    var next = lines
    let below = next.next()
    guard let first = source[below].first(where: { !$0.isOne(of: " \t>") }) else {
      return .blank
    }
    if first == UInt8(ascii: "|") {
      result += "| |".utf8
    } else if first >= 0x80 || (first | 0x20) &- 0x61 < 26 {
      result += [BlockComments.opening, BlockComments.closing]
    } else {
      return .blank
    }
    return .words
  }

  // MARK: Formulas and slides

  /// Removes comments of reviewers from a line of a displayed formula, and those of TeX from a fence.
  private mutating func readFormula(hasTeX: Bool) {
    var offset = max(line.lowerBound, kept)
    while offset < line.upperBound {
      if source[offset...].starts(with: "{>>".utf8), let close = first("<<}", from: offset),
        close < line.upperBound
      {
        remove(offset..<close + 3, .privateComment)
        offset = close + 3
      } else if hasTeX, source[offset] == UInt8(ascii: "%"),
        !source.isEscaped(at: offset, from: line.lowerBound)
      {
        remove(offset..<line.upperBound, .privateComment)
        return
      } else {
        offset += 1
      }
    }
  }

  /// Removes the lines up to the next slide.
  private mutating func removeNotes(isRemark: Bool) {
    var (next, end) = (lines, line.upperBound)
    let isParagraph = source[line].first == UInt8(ascii: "^")
    while !next.isAtEnd {
      let words = source.trimmed(next.next())
      let isRule = words.count > 1 && source[words].allSatisfy { $0 == 0x2D || $0 == 0x2A }
      if isRule || !isRemark && source[words].first == UInt8(ascii: "#") { break }
      if isParagraph, words.isEmpty { break }
      end = words.upperBound
    }
    remove(line.lowerBound..<end, .privateComment)
    while line.upperBound < end, !lines.isAtEnd { line = lines.next() }
  }

  // MARK: Edits

  mutating func remove(_ range: Range<Int>, _ rule: SkippedWords.Rule) {
    guard range.lowerBound >= kept else { return }
    result += source[kept..<DividedComments.start(of: range, source, from: kept)]
    result += source[range].lazy.filter { $0 == 0x0A || $0 == 0x0D }
    skipped.add(Bytes(rebasing: source[range]), rule)
    skipped.endWord()
    kept = range.upperBound
  }

  /// Returns the offset of the first mark at or after an offset; nil if there is none.
  private mutating func first(_ mark: String, from start: Int) -> Int? {
    if let last = found[mark], last >= start { return last < source.count ? last : nil }
    let bytes = Array(mark.utf8)
    var offset = min(start, source.count)
    while let place = source.first((bytes[0], bytes[1]), in: offset..<source.count) {
      if source[place...].starts(with: bytes) {
        found[mark] = place
        return place
      }
      offset = place + 1
    }
    found[mark] = source.count
    return nil
  }
}
