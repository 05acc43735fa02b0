import CCmarkGFM

/// A cmark extension that collects the lines of paragraphs and opens no blocks.
///
/// For every line of every paragraph, cmark first finds the line's container and then passes the line to
/// the extension. So the extension sees lines without quotation and list markers. It must be the first
/// extension, because other extensions consume lines.
final class ParagraphLines {
  let syntax: OpaquePointer
  private(set) var labels: LinkLabels
  /// The root of the unfinished tree.
  ///
  /// Before the tree is finished, cmark gives no other access to the root.
  private(set) var root: OpaquePointer?

  /// Creates the extension.
  ///
  /// `limit` is the maximum total length of all labels.
  init?(limit: Int) {
    guard let made = cmark_syntax_extension_new("guion2audio-lines") else { return nil }
    syntax = made
    labels = LinkLabels(limit: limit)
    let own = Unmanaged.passUnretained(self).toOpaque()
    cmark_syntax_extension_set_private(made, own, nil)
    cmark_syntax_extension_set_open_block_func(made) { syntax, _, parser, parent, line, count in
      guard let own = cmark_syntax_extension_get_private(syntax) else { return nil }
      let lines = Unmanaged<ParagraphLines>.fromOpaque(own).takeUnretainedValue()
      let offset = Int(cmark_parser_get_offset(parser))
      lines.read(Bytes(start: line, count: Int(count)).dropFirst(offset), in: parent)
      return nil
    }
  }

  deinit { cmark_syntax_extension_free(cmark_get_default_mem_allocator(), syntax) }

  /// Reads a line.
  ///
  /// The first line must be outside any block, so that its parent is the root.
  private func read(_ line: Slice<Bytes>, in parent: OpaquePointer?) {
    if root == nil { root = parent }
    let words = line.withoutMargin
    labels.read(Bytes(rebasing: words))
    // The box of a task is still in the line, because the extension for tasks runs later. So the text
    // after the box is read too.
    let end = words.index(words.startIndex, offsetBy: 2, limitedBy: words.endIndex)
    if words.first == UInt8(ascii: "["), let end, end < words.endIndex,
      words[end] == UInt8(ascii: "]")
    {
      labels.read(Bytes(rebasing: words[(end + 1)...].withoutMargin))
    }
  }
}

extension Slice<Bytes> {
  fileprivate var withoutMargin: Self { drop { $0 == 0x20 || $0 == 0x09 } }
}
