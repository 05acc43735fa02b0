import CCmarkGFM

/// The owner of a document's tree in cmark's memory.
struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer?

  /// Takes ownership of a tree.
  init(root: OpaquePointer?) { self.root = root }

  /// Parses a part of a text after its preamble.
  /// `traits` describe the whole text.
  init(_ text: Bytes, _ part: Range<Int>, below preamble: [UInt8] = [], traits: MarkdownTraits) {
    let hasDollars = text.first(DollarSign.byte, in: part) != nil
    guard let builder = MarkdownTreeBuilder(traits: traits, hasDollars: hasDollars) else {
      root = nil
      return
    }
    builder.feed(preamble)
    builder.feed(Bytes(rebasing: text[part]))
    // In the text, another block follows every part except the last. This following block determines where
    // the last block of the part ends. The empty heading replaces the following block.
    if part.upperBound < text.count { builder.feed("#\n") }
    self = builder.finish()
  }

  deinit { cmark_node_free(root) }

  /// The first block of the document.
  var first: MarkdownNode? { MarkdownNode(cmark_node_first_child(root)) }

  /// The definitions of footnotes.
  /// cmark moves the definitions to the end of the tree, in the order of the numbers that readers see.
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

  /// Frees all blocks except the definitions of footnotes.
  mutating func keepFootnotes() {
    while let block = first, block.kind != .footnoteDefinition { free(block) }
  }

  /// The number of leaf blocks, which is close to the number of elements.
  var leafCount: Int {
    var count = 0
    var next = first
    while let block = next {
      count += block.leafCount
      next = block.next
    }
    return count
  }

  /// Frees a block of the document with its content.
  /// cmark does this without recursion.
  mutating func free(_ block: MarkdownNode) { cmark_node_free(block.pointer) }
}
