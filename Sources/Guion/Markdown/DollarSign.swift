import CCmarkGFM

/// A dollar sign that may begin or end a formula, as an inline extension of cmark.
/// Only the parser knows which dollar signs are escaped, written as entities, or in code. Every other
/// dollar sign becomes a separate node instead of text: inline HTML that consists only of the sign.
/// Real HTML never consists of a dollar sign, and every kind of node may contain inline HTML.
enum DollarSign {
  static let byte = UInt8(ascii: "$")

  static func makeExtension() -> OpaquePointer? {
    guard let made = cmark_syntax_extension_new("guion2audio-dollar") else { return nil }
    let sign = UnsafeMutableRawPointer(bitPattern: Int(byte))
    let memory = cmark_get_default_mem_allocator()
    cmark_syntax_extension_set_special_inline_chars(made, cmark_llist_append(memory, nil, sign))
    cmark_syntax_extension_set_match_inline_func(made) { _, _, _, character, parser in
      guard character == DollarSign.byte, let node = cmark_node_new(CMARK_NODE_HTML_INLINE) else {
        return nil
      }
      cmark_node_set_literal(node, "$")
      cmark_inline_parser_advance_offset(parser)
      return node
    }
    return made
  }
}
