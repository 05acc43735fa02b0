/// Facts about a long document that are needed before any of its parts can be read.
struct MarkdownSurvey: ~Copyable {
  /// The independent parts of the document.
  ///
  /// No block continues into the next part. The properties below contain everything that the parts
  /// share.
  let parts: [MarkdownPart]
  /// The preamble, which is parsed before every part.
  ///
  /// Markdown without visible text. It defines each footnote of the document, one per line, and then
  /// each link.
  let preamble: [UInt8]
  /// The definitions of footnotes, in the order of the preamble.
  let tree: MarkdownTree
  /// The number of leaf blocks.
  let leafCount: Int

  /// Surveys the text after the front matter; nil if the text must be parsed whole.
  static func make(
    of text: Bytes, below front: FrontMatter, traits: MarkdownTraits, _ sizes: MarkdownSizes
  ) -> Self? {
    let cuts = MarkdownCuts(text)
    // cmark drops a byte order mark only at the beginning of its input, so no preamble can come before a
    // byte order mark.
    guard !text[front.end...].starts(with: [0xEF, 0xBB, 0xBF]),
      cuts.next(from: front.end + sizes.part) != nil
    else { return nil }
    let notes = FootnoteLabels(in: text, from: front.end, limit: sizes.labels)
    guard !notes.isUnusable,
      var surveyor = MarkdownSurveyor(
        text, traits: traits, hasNotes: !notes.all.isEmpty, sizes),
      let parts = surveyor.parts(from: front.end, skippedLines: front.lineCount, cuts),
      parts.count > 1, let end = surveyor.end
    else { return nil }
    let (links, leafCount) = (surveyor.linkLabels, surveyor.leafCount)
    var tree = surveyor.finish(testing: links, notes.all)
    guard let known = KnownLabels(links: links, notes: notes.all, below: end, of: tree) else {
      return nil
    }
    tree.keepFootnotes()
    return Self(parts: parts, preamble: known.preamble, tree: tree, leafCount: leafCount)
  }
}
