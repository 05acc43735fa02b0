/// What the footnotes of a document say, as one text each.
enum FootnoteTexts {
  /// The words of each definition in the order of their numbers, paragraphs joined by a blank.
  static func all(in tree: borrowing MarkdownTree) -> [String] {
    let definitions = tree.footnotes
    guard !definitions.isEmpty else { return [] }
    var inline = InlineText()
    return definitions.map { text(of: $0, &inline) }
  }

  /// Without recursion, whatever is nested how deep.
  private static func text(of definition: MarkdownNode, _ inline: inout InlineText) -> String {
    var words: [UInt8] = []
    guard var node = definition.first else { return "" }
    while true {
      if !read(node, into: &words, &inline), let child = node.first {
        node = child
        continue
      }
      while node.next == nil {
        guard let parent = node.parent, parent.pointer != definition.pointer else {
          return String(decoding: words, as: UTF8.self)
        }
        node = parent
      }
      guard let next = node.next else { return String(decoding: words, as: UTF8.self) }
      node = next
    }
  }

  /// Adds the words of a block that has any of its own; false for one that holds other blocks.
  private static func read(
    _ node: MarkdownNode, into words: inout [UInt8], _ inline: inout InlineText
  ) -> Bool {
    switch node.kind {
    case .paragraph, .heading, .tableCell:
      // References within a footnote are dropped.
      inline.read(node, footnotes: [])
      append(inline.bytes, to: &words)
      return true
    case .code:
      append(node.literal, to: &words)
      return true
    case .html, .rule: return true
    default: return false
    }
  }

  private static func append(_ text: some Collection<UInt8>, to words: inout [UInt8]) {
    guard !text.isEmpty else { return }
    if !words.isEmpty, words.last != 0x20 { words.append(0x20) }
    words.append(contentsOf: text.lazy.map { $0 == UInt8(ascii: "\n") ? 0x20 : $0 })
    while words.last == 0x20 { words.removeLast() }
  }
}
