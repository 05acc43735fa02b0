/// What has to be known of a long document before any of its parts can be read.
struct MarkdownSurvey: ~Copyable {
  /// Parts between which no block, and nothing else but what follows here, goes on.
  let parts: [MarkdownPart]
  /// What every part is told: Markdown without a word, in which each footnote is defined, one in a
  /// line, and each link that is defined anywhere.
  let preamble: [UInt8]
  /// The definitions of footnotes, in the order of the preamble.
  let tree: MarkdownTree
  /// How many blocks hold words.
  let leafCount: Int

  /// Surveys what stands below the front matter; nil for a text that is better parsed whole.
  static func make(
    of text: Bytes, below front: FrontMatter, traits: MarkdownTraits, _ sizes: MarkdownSizes
  ) -> Self? {
    let cuts = MarkdownCuts(text)
    // cmark drops a byte order mark only where it begins.
    guard !text[front.end...].starts(with: [0xEF, 0xBB, 0xBF]),
      cuts.next(from: front.end + sizes.part) != nil
    else { return nil }
    let notes = FootnoteLabels(in: text, from: front.end, limit: sizes.labels)
    guard !notes.isOdd,
      var surveyor = MarkdownSurveyor(
        text, traits: traits, hasNotes: !notes.all.isEmpty, sizes),
      let parts = surveyor.parts(from: front.end, skippedLines: front.lineCount, cuts),
      parts.count > 1, let end = surveyor.end
    else { return nil }
    let (links, leafCount) = (surveyor.linkLabels, surveyor.leafCount)
    var tree = surveyor.finish(asking: links, notes.all)
    guard let known = KnownLabels(links: links, notes: notes.all, below: end, of: tree) else {
      return nil
    }
    tree.keepFootnotes()
    return Self(parts: parts, preamble: known.preamble, tree: tree, leafCount: leafCount)
  }
}
