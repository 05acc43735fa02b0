import Basics

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

/// The numbers of a long document's footnotes, assigned in the order in which its parts refer to them.
/// cmark numbers the footnotes of a part in the order of the first references to them. So the
/// document's footnotes are numbered part by part, and a footnote that already has a number keeps it.
struct FootnoteNumbers {
  /// The footnotes that have numbers, in the order of the numbers, as indices into the list of all
  /// footnotes.
  private(set) var order: [Int] = []
  private let texts: [MarkedText]
  private var numbers: [Int?]

  /// Creates the numbering; `texts` are the texts of all footnotes.
  init(_ texts: [MarkedText]) {
    self.texts = texts
    numbers = Array(repeating: nil, count: texts.count)
  }

  /// Returns the footnotes that a part refers to, in the order of their numbers in the part.
  mutating func footnotes(of part: borrowing MarkdownTree) -> [Footnote] {
    part.footnotes.compactMap { definition in
      // The preamble of a part begins with one line for each footnote.
      let index = definition.startLine - 1
      guard numbers.indices.contains(index) else { return nil }
      let number = numbers[index] ?? order.count + 1
      if numbers[index] == nil {
        numbers[index] = number
        order.append(index)
      }
      return Footnote(number: number, text: texts[index])
    }
  }

  /// All footnotes.
  /// A footnote without a reference has the number 0.
  var all: [Footnote] {
    zip(numbers, texts).map { Footnote(number: $0 ?? 0, text: $1) }
  }
}

/// The number and the text of a footnote.
struct Footnote {
  let number: Int
  let text: MarkedText
}

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
      guard text[start - 1].isOne(of: " \t>-+*.)0123456789") else { return false }
      start -= 1
    }
    return true
  }

  /// Whether a byte cannot occur in a label.
  private static func isOutside(_ byte: UInt8) -> Bool {
    [UInt8(ascii: "]"), 0x20, 0x09, 0x0A, 0x0D, 0].contains(byte)
  }
}
