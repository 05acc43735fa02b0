import CCmarkGFM
import Synchronization

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

/// The process-wide setup of cmark-gfm: GitHub's extensions and our extension for dollar signs.
/// `@unchecked Sendable`: the extensions are written here and only read afterwards.
struct MarkdownLibrary: @unchecked Sendable {
  static let shared = MarkdownLibrary()

  /// A lock for cmark's table of the characters that begin inline syntax.
  /// All parsers share this table, and cmark clears it after each document, so two parsers at the same time
  /// would disturb each other.
  private static let inlineTable = Mutex<Void>(())

  let taskItem: OpaquePointer?
  private let table: OpaquePointer?
  private let extensions: [OpaquePointer]
  /// The extensions for dollar signs, by edition.
  private let dollars: [OpaquePointer?]

  private init() {
    cmark_gfm_core_extensions_ensure_registered()
    // "tagfilter" is left out because it changes only how HTML is printed.
    let names = ["table", "strikethrough", "autolink", "tasklist"]
    extensions = names.compactMap { cmark_find_syntax_extension($0) }
    table = cmark_find_syntax_extension("table")
    taskItem = cmark_find_syntax_extension("tasklist")
    dollars = [ReadingEdition.first, .second].map(DollarSign.makeExtension)
  }

  /// Creates a parser, which the caller must free.
  /// `first` is an extension that comes before all others.
  func makeParser(
    traits: MarkdownTraits, hasDollars: Bool, first: OpaquePointer? = nil
  ) -> OpaquePointer? {
    let options =
      (traits.hasFootnotes ? CMARK_OPT_FOOTNOTES : 0)
      | (traits.isValid ? 0 : CMARK_OPT_VALIDATE_UTF8)
      // "HEAD~1 and HEAD~2" and "~5 to 6~7" strike no words: `OpenEmphasis` finds the pairs that an author means.
      | (traits.edition == .first ? 0 : CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE)
    guard let parser = cmark_parser_new(options) else { return nil }
    if let first { cmark_parser_attach_syntax_extension(parser, first) }
    for each in extensions where traits.hasTables || each != table {
      cmark_parser_attach_syntax_extension(parser, each)
    }
    if hasDollars, let dollar = dollars[traits.edition == .first ? 0 : 1] {
      cmark_parser_attach_syntax_extension(parser, dollar)
    }
    return parser
  }

  /// Finishes a parser and returns the tree, which the caller must free.
  func finish(_ parser: OpaquePointer) -> OpaquePointer? {
    // Not actually unsafe: the caller owns the parser and its tree. The lock protects the table.
    nonisolated(unsafe) let own = parser
    return Self.inlineTable.withLock { _ in
      nonisolated(unsafe) let tree = cmark_parser_finish(own)
      return tree
    }
  }
}

extension MarkdownLibrary {
  /// The kinds of nodes, indexed by `MarkdownNode.index(of:)`.
  /// The types of nodes in extensions get their numbers at run time, so an example document is parsed
  /// to find these numbers.
  static let kinds: [MarkdownNodeKind] = {
    var kinds = [MarkdownNodeKind](repeating: .other, count: MarkdownNode.kindCount)
    for (type, kind) in core { kinds[MarkdownNode.index(of: type)] = kind }
    guard let parser = shared.makeParser(traits: .init(), hasDollars: false) else { return kinds }
    defer { cmark_parser_free(parser) }
    let example = "|a|\n|-|\n|b|\n\n~~c~~\n"
    cmark_parser_feed(parser, example, example.utf8.count)
    guard let root = shared.finish(parser), let walk = cmark_iter_new(root) else { return kinds }
    while cmark_iter_next(walk) != CMARK_EVENT_DONE {
      guard let node = cmark_iter_get_node(walk) else { continue }
      let name = String(cString: cmark_node_get_type_string(node))
      if let kind = extended[name] {
        kinds[MarkdownNode.index(of: cmark_node_get_type(node))] = kind
      }
    }
    cmark_iter_free(walk)
    cmark_node_free(root)
    return kinds
  }()

  private static let core: [(cmark_node_type, MarkdownNodeKind)] = [
    (CMARK_NODE_BLOCK_QUOTE, .quote), (CMARK_NODE_LIST, .list), (CMARK_NODE_ITEM, .item),
    (CMARK_NODE_FOOTNOTE_DEFINITION, .footnoteDefinition), (CMARK_NODE_PARAGRAPH, .paragraph),
    (CMARK_NODE_HEADING, .heading), (CMARK_NODE_CODE_BLOCK, .code), (CMARK_NODE_HTML_BLOCK, .html),
    (CMARK_NODE_THEMATIC_BREAK, .rule), (CMARK_NODE_TEXT, .text),
    (CMARK_NODE_SOFTBREAK, .softBreak), (CMARK_NODE_LINEBREAK, .lineBreak),
    (CMARK_NODE_CODE, .codeSpan), (CMARK_NODE_HTML_INLINE, .inlineHTML),
    (CMARK_NODE_IMAGE, .image), (CMARK_NODE_LINK, .link), (CMARK_NODE_EMPH, .emphasis),
    (CMARK_NODE_STRONG, .strong),
    (CMARK_NODE_FOOTNOTE_REFERENCE, .footnoteReference),
  ]

  private static let extended: [String: MarkdownNodeKind] = [
    "table": .table, "table_header": .tableRow, "table_row": .tableRow, "table_cell": .tableCell,
    "strikethrough": .strikethrough,
  ]
}
