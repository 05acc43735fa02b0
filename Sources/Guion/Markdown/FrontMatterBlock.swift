/// The part at the very top of a document that is not Markdown.
struct FrontMatterBlock {
  enum Kind {
    case yaml, toml
  }

  let kind: Kind
  /// What stands between the fences.
  let content: Range<Int>
  /// The whole of it, without the line end behind the closing fence.
  let whole: Range<Int>
  /// Where the document goes on.
  let end: Int
  /// How many lines it takes.
  let lineCount: Int

  /// Finds it; nil where the first line, which begins at `start`, is no fence or none closes it.
  ///
  /// As pandoc has it, no blank line stands below the first fence.
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
