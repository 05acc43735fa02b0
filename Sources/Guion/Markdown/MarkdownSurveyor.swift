import CCmarkGFM

/// The first of two passes over a long document: finds where it can be cut, and what its parts have
/// to know of each other.
///
/// cmark only tells lines from lines here, which takes a fifth of its time, and what it has made is
/// freed at every cut. What remains are the definitions of footnotes.
struct MarkdownSurveyor: ~Copyable {
  /// How many lines are read before the document.
  static let lead = 1

  /// The block behind all those of the document.
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

  /// What may be labels of link definitions.
  var linkLabels: [[UInt8]] { lines.labels.all }

  /// Reads the document; nil if there is too much to be told to every part.
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

  /// The last block of the document itself, if the last line has begun it.
  private var newBlock: MarkdownNode? {
    let block = MarkdownNode(cmark_node_last_child(root))
    return block?.startLine == builder.lineCount ? block : nil
  }

  /// Ends all blocks that are open at the end of the document, with a heading without words.
  private mutating func close() -> Bool {
    if let last = text.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r") {
      builder.feed("\n")
    }
    builder.feed("#\n")
    if newBlock == nil, let open = MarkdownNode(cmark_node_last_child(root)) {
      // Only code and HTML go on over a heading.
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

  /// The document's tree as far as it is kept, with questions for labels behind it.
  consuming func finish(asking links: [[UInt8]], _ notes: [[UInt8]]) -> MarkdownTree {
    // The parser still refers to it.
    let lines = lines
    defer { withExtendedLifetime(lines) {} }
    builder.feed(KnownLabels.questions(links: links, notes: notes))
    return builder.finish()
  }
}

// MARK: - Memory

extension MarkdownSurveyor {
  /// Frees all blocks before one, but for the definitions of footnotes.
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
      // cmark will see them in the same order as in the whole document.
      for each in definitions { cmark_node_insert_before(block.pointer, each.pointer) }
    }
    cmark_node_free(block.pointer)
  }
}
