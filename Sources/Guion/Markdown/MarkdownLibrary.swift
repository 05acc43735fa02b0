import CCmarkGFM
import Synchronization

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
  private let dollar: OpaquePointer?

  private init() {
    cmark_gfm_core_extensions_ensure_registered()
    // "tagfilter" is left out because it changes only how HTML is printed.
    let names = ["table", "strikethrough", "autolink", "tasklist"]
    extensions = names.compactMap { cmark_find_syntax_extension($0) }
    table = cmark_find_syntax_extension("table")
    taskItem = cmark_find_syntax_extension("tasklist")
    dollar = DollarSign.makeExtension()
  }

  /// Creates a parser, which the caller must free.
  /// `first` is an extension that comes before all others.
  func makeParser(
    traits: MarkdownTraits, hasDollars: Bool, first: OpaquePointer? = nil
  ) -> OpaquePointer? {
    let options =
      (traits.hasFootnotes ? CMARK_OPT_FOOTNOTES : 0)
      | (traits.isValid ? 0 : CMARK_OPT_VALIDATE_UTF8)
    guard let parser = cmark_parser_new(options) else { return nil }
    if let first { cmark_parser_attach_syntax_extension(parser, first) }
    for each in extensions where traits.hasTables || each != table {
      cmark_parser_attach_syntax_extension(parser, each)
    }
    if let dollar, hasDollars { cmark_parser_attach_syntax_extension(parser, dollar) }
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
