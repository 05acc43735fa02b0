import CCmarkGFM

/// The one owner of a parser of cmark's, which takes a text piece by piece.
struct MarkdownTreeBuilder: ~Copyable {
  private let parser: OpaquePointer

  /// `isValid` says that all of the text can be decoded as UTF-8; an extension that sees the lines
  /// first must outlive the builder.
  init?(traits: MarkdownTraits, hasDollars: Bool, first: OpaquePointer? = nil) {
    let library = MarkdownLibrary.shared
    guard let parser = library.makeParser(traits: traits, hasDollars: hasDollars, first: first)
    else { return nil }
    self.parser = parser
  }

  deinit { cmark_parser_free(parser) }

  /// How many lines have been read.
  var lineCount: Int { Int(cmark_parser_get_line_number(parser)) }

  func feed(_ text: Bytes) {
    text.withMemoryRebound(to: CChar.self) {
      cmark_parser_feed(parser, $0.baseAddress, $0.count)
    }
  }

  func feed(_ text: [UInt8]) { text.withUnsafeBufferPointer { feed($0) } }

  func feed(_ text: StaticString) {
    feed(Bytes(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The tree of all that was read.
  consuming func finish() -> MarkdownTree {
    MarkdownTree(root: MarkdownLibrary.shared.finish(parser))
  }
}
