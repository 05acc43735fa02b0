/// The block of front matter at the top of a document.
///
/// The block is not Markdown.
struct FrontMatterBlock {
  enum Kind {
    case yaml, toml
  }

  let kind: Kind
  /// The range between the fences.
  let content: Range<Int>
  /// The range of the whole block, without the line end after the closing fence.
  let whole: Range<Int>
  /// The offset after the block.
  let end: Int
  /// The number of lines in the block.
  let lineCount: Int

  /// Finds the block; nil if there is none.
  ///
  /// The first line, which begins at `start`, must be a fence, and a later line must be the closing
  /// fence.
  ///
  /// As in pandoc, the line after the first fence must not be blank.
  init?(in text: Bytes, from start: Int) {
    guard let kind = Self.kind(of: text[start...].prefix(3)) else { return nil }
    var lines = LineCursor(text, from: start, spans: [])
    guard let first = lines.next(), first.content.count == 3 else { return nil }
    let contentStart = lines.offset
    var isFirst = true
    while let line = lines.next() {
      if isFirst, line.content.isEmpty { return nil }
      isFirst = false
      guard line.content.lowerBound == line.start, line.content.count == 3,
        Self.closes(text[line.content], kind)
      else { continue }
      (self.kind, content) = (kind, contentStart..<line.start)
      (whole, end) = (start..<line.content.upperBound, lines.offset)
      lineCount = line.number
      return
    }
    return nil
  }

  private static func kind(of fence: some Sequence<UInt8>) -> Kind? {
    if fence.elementsEqual("---".utf8) { return .yaml }
    return fence.elementsEqual("+++".utf8) ? .toml : nil
  }

  private static func closes(_ fence: some Sequence<UInt8>, _ kind: Kind) -> Bool {
    switch kind {
    case .yaml: fence.elementsEqual("---".utf8) || fence.elementsEqual("...".utf8)
    case .toml: fence.elementsEqual("+++".utf8)
    }
  }
}
