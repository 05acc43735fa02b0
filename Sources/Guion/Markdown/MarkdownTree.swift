import CCmarkGFM

/// The one owner of a document's tree in cmark's memory.
struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer?

  /// Parses a text; `isValid` says that all of it can be decoded as UTF-8.
  init(_ text: Bytes, isValid: Bool) {
    root = MarkdownLibrary.shared.parse(text, isValid: isValid)
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

  /// How many blocks hold words, at least and not much more than the elements they become.
  var leafCount: Int {
    var count = 0
    guard var node = first else { return 0 }
    while true {
      if !node.isLeaf, let child = node.first {
        node = child
        continue
      }
      count += 1
      while node.next == nil {
        guard let parent = node.parent, parent.pointer != root else { return count }
        node = parent
      }
      guard let next = node.next else { return count }
      node = next
    }
  }

  /// Frees a block of the document with all that is in it; cmark does so without recursion.
  mutating func free(_ block: MarkdownNode) { cmark_node_free(block.pointer) }
}
