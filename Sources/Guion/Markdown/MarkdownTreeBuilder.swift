import CCmarkGFM

/// The owner of a cmark parser, which reads a text piece by piece.
struct MarkdownTreeBuilder: ~Copyable {
  private let parser: OpaquePointer

  /// Creates a parser.
  /// The extension `first` sees each line before the other extensions. `first` must outlive the builder.
  init?(traits: MarkdownTraits, hasDollars: Bool, first: OpaquePointer? = nil) {
    let library = MarkdownLibrary.shared
    guard let parser = library.makeParser(traits: traits, hasDollars: hasDollars, first: first)
    else { return nil }
    self.parser = parser
  }

  deinit { cmark_parser_free(parser) }

  /// The number of lines read so far.
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

  /// Finishes and returns the tree of everything that was read.
  consuming func finish() -> MarkdownTree {
    MarkdownTree(root: MarkdownLibrary.shared.finish(parser))
  }
}
