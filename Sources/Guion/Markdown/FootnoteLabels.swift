/// The labels of footnotes in a long document, as far as bytes tell: `[^label]:`, wherever it stands.
struct FootnoteLabels {
  /// Each once, without bracket and caret, in the order of the text.
  private(set) var all: [[UInt8]] = []
  /// Whether there are labels that no one writes, or too many of them.
  private(set) var isOdd = false

  /// Looks through a text; `limit` is the length of all labels together.
  init(in text: Bytes, from start: Int, limit: Int) {
    var known: Set<[UInt8]> = []
    var length = 0
    var offset = start
    let close = (UInt8(ascii: "]"), UInt8(ascii: ":"))
    while !isOdd, let end = text.first(close, in: offset..<text.count) {
      guard let label = label(endingAt: end, in: text, from: offset) else {
        offset = end + 1
        continue
      }
      offset = end + 1
      guard known.insert(label).inserted else { continue }
      all.append(label)
      length += label.count
      isOdd = isOdd || length > limit
    }
  }

  private mutating func label(endingAt end: Int, in text: Bytes, from floor: Int) -> [UInt8]? {
    var start = end
    while start > floor, !Self.isOutside(text[start - 1]) { start -= 1 }
    let openings = (start..<end).filter { Self.isOpening(at: $0, in: text, from: start) }
    guard let opening = openings.first, opening + 2 < end else { return nil }
    let label = Array(text[opening + 2..<end])
    // cmark looks up nothing longer, and calls a label of only form feeds and the like none.
    isOdd = openings.count > 1 || label.count > 1000 || label.contains { $0 == 0x0B || $0 == 0x0C }
    return label
  }

  /// A definition stands behind blanks, the sign of a quotation or another definition.
  private static func isOpening(at offset: Int, in text: Bytes, from start: Int) -> Bool {
    guard text[offset] == UInt8(ascii: "["), text[offset + 1] == UInt8(ascii: "^") else {
      return false
    }
    guard offset > start else { return true }
    let earlier = text[offset - 1]
    return earlier == UInt8(ascii: ">") || (earlier == UInt8(ascii: ":") && offset == start + 1)
  }

  /// What no label of a footnote contains.
  private static func isOutside(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "]"), 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  /// Whether `[^label]` is a reference wherever a definition has this label, and nothing else.
  static func isPlain(_ label: [UInt8]) -> Bool {
    label.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
        true
      default: false
      }
    }
  }
}
