import Basics

/// The definitions of footnotes that cmark leaves out: those without a reference, and those whose label
/// is defined above.
/// To count their words, a copy of the text is parsed in which each definition has a label and a reference of
/// its own.
enum UnusedFootnotes {
  /// Reads the definitions in a text that are not among the `used` ones.
  static func read(
    in text: Bytes, _ body: Range<Int>, used: [MarkdownNode], traits: MarkdownTraits,
    _ read: (MarkdownNode, MarkdownPlaces) -> Void
  ) {
    let labels = labels(in: text, body)
    guard labels.count > used.count else { return }
    var copy: [UInt8] = []
    for index in labels.indices { copy += "[^\(name)\(index)] ".utf8 }
    copy += "\n\n".utf8
    var next = body.lowerBound
    for (index, label) in labels.enumerated() {
      copy += text[next..<label.lowerBound]
      copy += "\(name)\(index)".utf8
      next = label.upperBound
    }
    copy += text[next..<body.upperBound]
    copy.withUnsafeBufferPointer { copy in
      let tree = MarkdownTree(copy, 0..<copy.count, traits: traits)
      let places = MarkdownPlaces(copy, in: 0..<copy.count, skippedLines: 0)
      // Several definitions can begin on the same line, and one can be within another.
      var known: [Int: Int] = [:]
      for definition in used {
        definition.visit { node in
          if node.kind == .footnoteDefinition { known[node.startLine + lead, default: 0] += 1 }
          return true
        }
      }
      // Of nested definitions with the same label, cmark keeps the inner ones.
      for definition in tree.footnotes.reversed() {
        if let count = known[definition.startLine], count > 0 {
          known[definition.startLine] = count - 1
        } else {
          read(definition, places)
        }
      }
    }
  }

  /// The number of lines that the copy has above the text.
  private static let lead = 2
  /// The beginning of the labels in the copy.
  private static let name = "g2a-"

  /// Returns the labels that may define footnotes, which begin a line after the marks of quotations, lists and
  /// other definitions.
  private static func labels(in text: Bytes, _ body: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var offset = body.lowerBound
    let close = (UInt8(ascii: "]"), UInt8(ascii: ":"))
    while let end = text.first(close, in: offset..<body.upperBound) {
      var start = end
      while start > offset, !isOutside(text[start - 1]) { start -= 1 }
      let opening = (start..<end).first {
        text[$0] == UInt8(ascii: "[") && text[$0 + 1] == UInt8(ascii: "^") && $0 + 2 < end
      }
      if let opening, isMargin(text, before: opening, from: offset) {
        found.append(opening + 2..<end)
      }
      offset = end + 2
    }
    return found
  }

  /// Whether only marks of blocks are before an offset on its line.
  private static func isMargin(_ text: Bytes, before offset: Int, from floor: Int) -> Bool {
    var start = offset
    while start > floor, text[start - 1] != UInt8(ascii: "\n"),
      text[start - 1] != UInt8(ascii: "\r")
    {
      guard " \t>-+*.)0123456789".utf8.contains(text[start - 1]) else { return false }
      start -= 1
    }
    return true
  }

  /// Whether a byte cannot occur in a label.
  private static func isOutside(_ byte: UInt8) -> Bool {
    [UInt8(ascii: "]"), 0x20, 0x09, 0x0A, 0x0D, 0].contains(byte)
  }
}
