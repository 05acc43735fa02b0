import CCmarkGFM

/// The one owner of a document's tree in cmark's memory.
struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer?

  /// Takes a tree over.
  init(root: OpaquePointer?) { self.root = root }

  /// Parses a part of a text below what it is told; `traits` are those of the whole text.
  init(_ text: Bytes, _ part: Range<Int>, below preamble: [UInt8] = [], traits: MarkdownTraits) {
    let hasDollars = text.first(DollarSign.byte, in: part) != nil
    guard let builder = MarkdownTreeBuilder(traits: traits, hasDollars: hasDollars) else {
      root = nil
      return
    }
    builder.feed(preamble)
    builder.feed(Bytes(rebasing: text[part]))
    // In the text another block comes behind every part but the last, and where the ends of blocks
    // are depends on it. This one has no words.
    if part.upperBound < text.count { builder.feed("#\n") }
    self = builder.finish()
  }

  deinit { cmark_node_free(root) }

  /// The first block of the document.
  var first: MarkdownNode? { MarkdownNode(cmark_node_first_child(root)) }

  /// The definitions of footnotes, which cmark moves behind everything else in the order of the
  /// numbers that readers see.
  var footnotes: [MarkdownNode] {
    var found: [MarkdownNode] = []
    var node = MarkdownNode(cmark_node_last_child(root))
    while let definition = node, definition.kind == .footnoteDefinition {
      found.append(definition)
      node = definition.previous
    }
    return found.reversed()
  }

  /// Frees the definitions of footnotes.
  mutating func removeFootnotes() {
    for definition in footnotes { free(definition) }
  }

  /// Frees all other blocks.
  mutating func keepFootnotes() {
    while let block = first, block.kind != .footnoteDefinition { free(block) }
  }

  /// How many blocks hold words, at least and not much more than the elements they become.
  var leafCount: Int {
    var count = 0
    var next = first
    while let block = next {
      count += block.leafCount
      next = block.next
    }
    return count
  }

  /// Frees a block of the document with all that is in it; cmark does so without recursion.
  mutating func free(_ block: MarkdownNode) { cmark_node_free(block.pointer) }
}
