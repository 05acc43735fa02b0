import Basics
import CCmarkGFM

/// Facts about a long document that are needed before any of its parts can be read.
struct MarkdownSurvey: ~Copyable {
  /// The independent parts of the document.
  /// No block continues into the next part. The properties below contain everything that the parts
  /// share.
  let parts: [MarkdownPart]
  /// The preamble, which is parsed before every part.
  /// Markdown without visible text. It defines each footnote of the document, one per line, and then
  /// each link.
  let preamble: [UInt8]
  /// The definitions of footnotes, in the order of the preamble.
  let tree: MarkdownTree
  /// The number of leaf blocks.
  let leafCount: Int

  /// Surveys the text after the front matter; nil if the text must be parsed whole.
  static func make(
    of text: Bytes, below front: FrontMatter, traits: MarkdownTraits, _ sizes: MarkdownSizes
  ) -> Self? {
    let cuts = MarkdownCuts(text)
    // cmark drops a byte order mark only at the beginning of its input, so no preamble can come before a
    // byte order mark.
    guard !text[front.end...].starts(with: [0xEF, 0xBB, 0xBF]),
      cuts.next(from: front.end + sizes.part) != nil
    else { return nil }
    let notes = FootnoteLabels(in: text, from: front.end, limit: sizes.labels)
    guard !notes.isUnusable,
      var surveyor = MarkdownSurveyor(
        text, traits: traits, hasNotes: !notes.all.isEmpty, sizes),
      let parts = surveyor.parts(from: front.end, skippedLines: front.lineCount, cuts),
      parts.count > 1, let end = surveyor.end
    else { return nil }
    let (links, leafCount) = (surveyor.linkLabels, surveyor.leafCount)
    var tree = surveyor.finish(testing: links, notes.all)
    guard let known = KnownLabels(links: links, notes: notes.all, below: end, of: tree) else {
      return nil
    }
    tree.keepFootnotes()
    return Self(parts: parts, preamble: known.preamble, tree: tree, leafCount: leafCount)
  }
}

/// The texts of a document's footnotes.
enum FootnoteTexts {
  /// Returns the texts of the definitions in the order of their numbers, with one line per paragraph.
  static func all(in tree: borrowing MarkdownTree, _ edition: ReadingEdition) -> [MarkedText] {
    let definitions = tree.footnotes
    guard !definitions.isEmpty else { return [] }
    var inline = InlineText(MarkdownTraits(edition: edition))
    return definitions.map { text(of: $0, &inline) }
  }

  private static func text(of definition: MarkdownNode, _ inline: inout InlineText) -> MarkedText {
    var words: [UInt8] = []
    var spans: [InlineSpan] = []
    definition.visit { !read($0, into: &words, &spans, &inline) }
    return MarkedText(String(decoding: words, as: UTF8.self), inlines: spans)
  }

  /// Adds the text of a block and returns true; returns false if the block contains other blocks
  /// instead of text.
  private static func read(
    _ node: MarkdownNode, into words: inout [UInt8], _ spans: inout [InlineSpan],
    _ inline: inout InlineText
  ) -> Bool {
    switch node.kind {
    case .paragraph, .heading, .tableCell:
      // References within a footnote are dropped.
      inline.read(node, footnotes: [])
      let start = append(inline.bytes, to: &words)
      spans += inline.spans.map { span in
        InlineSpan(span.kind, start + span.range.lowerBound..<start + span.range.upperBound)
      }
      return true
    case .code:
      append(node.literal, to: &words)
      return true
    case .html, .rule: return true
    default: return false
    }
  }

  /// Adds a paragraph as one line and returns the offset at which the line begins.
  @discardableResult
  private static func append(_ text: some Collection<UInt8>, to words: inout [UInt8]) -> Int {
    guard !text.isEmpty else { return words.count }
    if !words.isEmpty { words.append(UInt8(ascii: "\n")) }
    let start = words.count
    words.append(contentsOf: text.lazy.map { $0 == UInt8(ascii: "\n") ? 0x20 : $0 })
    while words.count > start, words.last == 0x20 { words.removeLast() }
    return start
  }
}

/// The first of two passes over a long document.
/// This pass finds where the document can be cut, and what each part needs to know about the other
/// parts.
/// In this pass, cmark only separates blocks. This takes a fifth of the time of full parsing. At
/// every cut, all nodes are freed except the definitions of footnotes.
struct MarkdownSurveyor: ~Copyable {
  /// The number of lines that cmark reads before the document.
  static let lead = 1

  /// The empty heading that was added after the last block of the document.
  private(set) var end: MarkdownNode?
  private(set) var leafCount = 0
  private let text: Bytes
  private let hasNotes: Bool
  private let sizes: MarkdownSizes
  private let lines: ParagraphLines
  private let root: OpaquePointer
  private let builder: MarkdownTreeBuilder
  private var lastKept: MarkdownNode?

  init?(_ text: Bytes, traits: MarkdownTraits, hasNotes: Bool, _ sizes: MarkdownSizes) {
    let hasDollars = text.first(DollarSign.byte, in: 0..<text.count) != nil
    guard let lines = ParagraphLines(limit: sizes.labels),
      let builder = MarkdownTreeBuilder(
        traits: traits, hasDollars: hasDollars, first: lines.syntax)
    else { return nil }
    builder.feed("\n")
    guard let root = lines.root else { return nil }
    (self.text, self.hasNotes, self.lines, self.sizes) = (text, hasNotes, lines, sizes)
    self.root = root
    self.builder = builder
  }

  /// Possible labels of link definitions.
  var linkLabels: [[UInt8]] { lines.labels.all }

  /// Reads the document and returns its parts.
  /// nil if the total length of the labels exceeds the limit, or if the last block of the document cannot
  /// be ended.
  mutating func parts(
    from start: Int, skippedLines: Int, _ cuts: MarkdownCuts
  ) -> [MarkdownPart]? {
    var parts: [MarkdownPart] = []
    var (start, lineCount, fed) = (start, 0, start)
    var target = start + sizes.part
    while let cut = cuts.next(from: target) {
      feed(fed..<cut.upperBound)
      fed = cut.upperBound
      target = fed
      guard let block = newBlock else { continue }
      settle(before: block)
      let range = start..<cut.lowerBound
      parts.append(MarkdownPart(range: range, skippedLines: skippedLines + lineCount))
      (start, lineCount) = (cut.lowerBound, builder.lineCount - 1 - Self.lead)
      target = start + sizes.part
      guard !lines.labels.isOverfull else { return nil }
    }
    feed(fed..<text.count)
    guard close(), !lines.labels.isOverfull else { return nil }
    parts.append(MarkdownPart(range: start..<text.count, skippedLines: skippedLines + lineCount))
    return parts
  }

  private func feed(_ range: Range<Int>) { builder.feed(Bytes(rebasing: text[range])) }

  /// The last top-level block if it began on the last line; otherwise nil.
  private var newBlock: MarkdownNode? {
    let block = MarkdownNode(cmark_node_last_child(root))
    return block?.startLine == builder.lineCount ? block : nil
  }

  /// Adds an empty heading, which ends all blocks that are still open at the end of the document.
  /// Returns false if a block is still open after the heading.
  private mutating func close() -> Bool {
    if let last = text.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r") {
      builder.feed("\n")
    }
    builder.feed("#\n")
    if newBlock == nil, let open = MarkdownNode(cmark_node_last_child(root)) {
      // Only code and HTML continue across a heading.
      if let fence = open.fence {
        builder.feed(fence + "\n".utf8)
      } else {
        builder.feed("--> ?> ]]> </script></pre></style></textarea>\n\n")
      }
      builder.feed("#\n")
    }
    guard let block = newBlock else { return false }
    settle(before: block)
    end = block
    return true
  }

  /// Parses a test paragraph for each label, and returns the tree of the kept nodes and these
  /// paragraphs.
  consuming func finish(testing links: [[UInt8]], _ notes: [[UInt8]]) -> MarkdownTree {
    // The parser still refers to `lines`, so `lines` must live until the parser has finished.
    let lines = lines
    defer { withExtendedLifetime(lines) {} }
    builder.feed(KnownLabels.testParagraphs(links: links, notes: notes))
    return builder.finish()
  }

  /// A cmark extension that collects the lines of paragraphs and opens no blocks.
  /// For every line of every paragraph, cmark first finds the line's container and then passes the line to
  /// the extension. So the extension sees lines without quotation and list markers. It must be the first
  /// extension, because other extensions consume lines.
  final class ParagraphLines {
    let syntax: OpaquePointer
    private(set) var labels: LinkLabels
    /// The root of the unfinished tree.
    /// Before the tree is finished, cmark gives no other access to the root.
    private(set) var root: OpaquePointer?

    /// Creates the extension.
    /// `limit` is the maximum total length of all labels.
    init?(limit: Int) {
      guard let made = cmark_syntax_extension_new("guion2audio-lines") else { return nil }
      syntax = made
      labels = LinkLabels(limit: limit)
      let own = Unmanaged.passUnretained(self).toOpaque()
      cmark_syntax_extension_set_private(made, own, nil)
      cmark_syntax_extension_set_open_block_func(made) { syntax, _, parser, parent, line, count in
        guard let own = cmark_syntax_extension_get_private(syntax) else { return nil }
        let lines = Unmanaged<ParagraphLines>.fromOpaque(own).takeUnretainedValue()
        let offset = Int(cmark_parser_get_offset(parser))
        lines.read(Bytes(start: line, count: Int(count)).dropFirst(offset), in: parent)
        return nil
      }
    }

    deinit { cmark_syntax_extension_free(cmark_get_default_mem_allocator(), syntax) }

    /// Reads a line.
    /// The first line must be outside any block, so that its parent is the root.
    private func read(_ line: Slice<Bytes>, in parent: OpaquePointer?) {
      if root == nil { root = parent }
      let words = line.withoutMargin
      labels.read(Bytes(rebasing: words))
      // The box of a task is still in the line, because the extension for tasks runs later. So the text
      // after the box is read too.
      let end = words.index(words.startIndex, offsetBy: 2, limitedBy: words.endIndex)
      if words.first == UInt8(ascii: "["), let end, end < words.endIndex,
        words[end] == UInt8(ascii: "]")
      {
        labels.read(Bytes(rebasing: words[(end + 1)...].withoutMargin))
      }
    }
  }
}

// MARK: - Memory

extension MarkdownSurveyor {
  /// Frees all blocks before `end`, except the definitions of footnotes.
  private mutating func settle(before end: MarkdownNode) {
    var next = lastKept.map(\.next) ?? MarkdownNode(cmark_node_first_child(root))
    while let block = next, block.pointer != end.pointer {
      next = block.next
      settle(block)
    }
    lastKept = end.previous
  }

  private mutating func settle(_ block: MarkdownNode) {
    leafCount += block.leafCount
    guard block.kind != .footnoteDefinition else { return }
    if hasNotes {
      var definitions: [MarkdownNode] = []
      block.visit { node in
        guard node.kind == .footnoteDefinition else { return true }
        definitions.append(node)
        return false
      }
      // Keeps the definitions in the order in which cmark would see them in the whole document.
      for each in definitions { cmark_node_insert_before(block.pointer, each.pointer) }
    }
    cmark_node_free(block.pointer)
  }
}

extension Slice<Bytes> {
  fileprivate var withoutMargin: Self { drop { $0 == 0x20 || $0 == 0x09 } }
}

/// A part of a long document that can be parsed independently.
struct MarkdownPart {
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

/// The lines before which a long document may be cut if they begin an independent block.
/// These lines are not indented, and they look like headings or follow an empty line. So most of them do
/// not continue a block above.
struct MarkdownCuts {
  let text: Bytes
  private let hasReturns: Bool

  init(_ text: Bytes) {
    self.text = text
    hasReturns = text.first(UInt8(ascii: "\r"), in: 0..<text.count) != nil
  }

  /// Returns the first such line at or after an offset, with its line end; nil if there is none.
  func next(from offset: Int) -> Range<Int>? {
    guard offset > 0, offset <= text.count, var start = end(ofLineAt: offset - 1) else {
      return nil
    }
    while let end = end(ofLineAt: start) {
      if mayBeCut(above: start) { return start..<end }
      start = end
    }
    return nil
  }

  private func mayBeCut(above start: Int) -> Bool {
    switch text[start] {
    case UInt8(ascii: "#"): return true
    case 0x20, 0x09, 0x0A, 0x0D: return false
    default:
      let isBehindReturn = text[start - 1] == 0x0A && start > 1 && text[start - 2] == 0x0D
      let earlier = start - (isBehindReturn ? 3 : 2)
      return earlier >= 0 && text[earlier] == text[start - 1]
    }
  }

  /// Returns the start of the next line; nil if the line is the last one and has no line end.
  private func end(ofLineAt offset: Int) -> Int? {
    guard hasReturns else {
      return text.first(UInt8(ascii: "\n"), in: offset..<text.count).map { $0 + 1 }
    }
    return (offset..<text.count).first { text.endsLine(at: $0) }.map { $0 + 1 }
  }
}

extension Diagnostic {
  static func unclosedSkip(at position: SourcePosition) -> Self {
    Self(
      code: "unclosed-skip", severity: .warning,
      message: "no <!-- read --> follows this <!-- skip -->, so the text after it is read; write "
        + "<!-- read --> where the reading goes on, or delete the mark",
      position: position)
  }

  static func otherMarks(
    at position: SourcePosition, _ counts: (used: Int, unused: Int)
  ) -> Self {
    let marks = { (count: Int) in count == 1 ? "1 mark" : "\(count) marks" }
    let words =
      counts.unused > 0
      ? "\(marks(counts.unused)) of another program for pauses or voices, such as [pause:1], "
        + "\(counts.unused == 1 ? "has" : "have") no effect; write <!-- marks --> on a line above "
        + "to use them"
      : "\(marks(counts.used)) of another program for pauses or voices "
        + "\(counts.used == 1 ? "counts" : "count"), because of <!-- marks -->"
    return Self(code: "other-marks", severity: .note, message: words, position: position)
  }

  static func unheardSound(at position: SourcePosition) -> Self {
    Self(
      code: "unheard-sound", severity: .warning,
      message: "this sound is in a footnote, so it is not heard; move the comment into the text",
      position: position)
  }

  static func unclosedComment(
    at position: SourcePosition, _ signs: (open: String, close: String) = ("%%", "%%"),
    isRead: Bool = true
  ) -> Self {
    Self(
      code: "unclosed-comment", severity: .warning,
      message: "this \(signs.open) opens a private comment that is never closed, so the text after "
        + "it is \(isRead ? "" : "not ")read; close the comment with \(signs.close), or delete the \(signs.open)",
      position: position)
  }
}
