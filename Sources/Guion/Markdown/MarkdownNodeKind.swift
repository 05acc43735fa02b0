/// What a node of cmark's tree is, as far as the words of a document depend on it.
enum MarkdownNodeKind: UInt8 {
  case quote, list, item, footnoteDefinition
  case paragraph, heading, code, html, rule
  case table, tableRow, tableCell
  case text, softBreak, lineBreak, codeSpan, inlineHTML, image, strikethrough, footnoteReference
  /// Whatever is only a vessel of other nodes: the document, emphasis, links.
  case other
}
