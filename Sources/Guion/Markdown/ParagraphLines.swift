import CCmarkGFM

/// An extension of cmark's that opens no blocks but is asked about every line of every paragraph,
/// while what the line belongs to is known: so it sees the lines without quotations and lists.
///
/// It has to be the first, because others keep lines for themselves.
final class ParagraphLines {
  let syntax: OpaquePointer
  private(set) var labels: LinkLabels
  /// The root of the tree that is being made, which cmark shows to no one else before the end.
  private(set) var root: OpaquePointer?

  /// `limit` is the length of all labels together.
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

  /// The first line must stand in no block.
  private func read(_ line: Slice<Bytes>, in parent: OpaquePointer?) {
    if root == nil { root = parent }
    let words = line.withoutMargin
    labels.read(Bytes(rebasing: words))
    // The extension for tasks takes their boxes away, but it comes later.
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
