/// The texts of a document's footnotes.
enum FootnoteTexts {
  /// Returns the texts of the definitions in the order of their numbers, with one line per paragraph.
  static func all(in tree: borrowing MarkdownTree) -> [MarkedText] {
    let definitions = tree.footnotes
    guard !definitions.isEmpty else { return [] }
    var inline = InlineText()
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
