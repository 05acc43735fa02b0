/// The labels of footnotes in a long document, found by their bytes alone: `[^label]:` at any position.
struct FootnoteLabels {
  /// Each label once, without bracket and caret, in the order of the text.
  private(set) var all: [[UInt8]] = []
  /// Whether there are too many labels, or labels that are not plausible.
  private(set) var isUnusable = false

  /// Whether a text may define footnotes.
  static func areIn(_ text: Bytes, from start: Int) -> Bool {
    let labels = Self(in: text, from: start, limit: 0)
    return !labels.all.isEmpty || labels.isUnusable
  }

  /// Searches a text.
  /// `limit` is the maximum total length of all labels.
  init(in text: Bytes, from start: Int, limit: Int) {
    var known: Set<[UInt8]> = []
    var length = 0
    var offset = start
    let close = (UInt8(ascii: "]"), UInt8(ascii: ":"))
    while !isUnusable, let end = text.first(close, in: offset..<text.count) {
      guard let label = label(endingAt: end, in: text, from: offset) else {
        offset = end + 1
        continue
      }
      offset = end + 1
      guard known.insert(label).inserted else { continue }
      all.append(label)
      length += label.count
      isUnusable = isUnusable || length > limit
    }
  }

  private mutating func label(endingAt end: Int, in text: Bytes, from floor: Int) -> [UInt8]? {
    var start = end
    while start > floor, !Self.isOutside(text[start - 1]) { start -= 1 }
    let openings = (start..<end).filter { Self.isOpening(at: $0, in: text, from: start) }
    guard let opening = openings.first, opening + 2 < end else { return nil }
    let label = Array(text[opening + 2..<end])
    // cmark does not look up labels of more than 1000 bytes. It treats a label that contains only
    // vertical tabs or form feeds as empty.
    isUnusable =
      openings.count > 1 || label.count > 1000 || label.contains { $0 == 0x0B || $0 == 0x0C }
    return label
  }

  /// Whether a definition may begin here: after blanks, a quotation sign or another definition.
  private static func isOpening(at offset: Int, in text: Bytes, from start: Int) -> Bool {
    guard text[offset] == UInt8(ascii: "["), text[offset + 1] == UInt8(ascii: "^") else {
      return false
    }
    guard offset > start else { return true }
    let earlier = text[offset - 1]
    return earlier == UInt8(ascii: ">") || (earlier == UInt8(ascii: ":") && offset == start + 1)
  }

  /// Whether a byte cannot occur in a footnote label.
  private static func isOutside(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "]"), 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  /// Whether a label has only letters, digits, hyphens, underscores and characters outside ASCII.
  /// If a footnote has such a label, `[^label]` in the text can only be a reference.
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
