/// The labels that a document defines, according to cmark.
/// For each label, cmark parses a test paragraph. The result shows whether the document defines the
/// label.
struct KnownLabels {
  private var links: [[UInt8]] = []
  /// The target of each link, keyed by label.
  private var targets: [[UInt8]: [UInt8]] = [:]
  private var notes: [[UInt8]] = []

  static func testParagraphs(links: [[UInt8]], notes: [[UInt8]]) -> [UInt8] {
    var text: [UInt8] = []
    for label in links { text += "[".utf8 + label + "]\n\n".utf8 }
    for label in notes { text += "[^".utf8 + label + "]\n\n".utf8 }
    return text
  }

  /// Reads the parsed test paragraphs, which follow a block; nil if the results are not conclusive.
  init?(
    links: [[UInt8]], notes: [[UInt8]], below block: MarkdownNode, of tree: borrowing MarkdownTree
  ) {
    var next = block.next
    for label in links {
      guard let answer = next, answer.kind == .paragraph else { return nil }
      if let link = answer.first, link.isLink {
        self.links.append(label)
        targets[label] = Array(link.url)
      }
      next = answer.next
    }
    var numbered: [Int: [UInt8]] = [:]
    for label in notes {
      guard let answer = next, answer.kind == .paragraph, let node = answer.first else {
        return nil
      }
      if node.kind == .footnoteReference {
        let number = Int(node.literal.string(0..<node.literal.count)) ?? 0
        numbered[number] = numbered[number] ?? label
      } else if !node.isLink, !FootnoteLabels.isPlain(label) {
        return nil
      }
      next = answer.next
    }
    let count = tree.footnotes.count
    self.notes = (0..<count).compactMap { numbered[$0 + 1] }
    guard self.notes.count == count else { return nil }
    guard sort() else { return nil }
  }

  /// Moves a label that can begin a paragraph to the front; returns false if no label can.
  private mutating func sort() -> Bool {
    let first = links.firstIndex { !Self.isLikeNote($0) }
    let shortest = links.indices.min { links[$0].count < links[$1].count }
    guard let index = first ?? shortest else { return true }
    links.swapAt(0, index)
    // A line break before the label makes it one byte longer.
    return first != nil || links[0].count < LinkLabels.maximum
  }

  private static func isLikeNote(_ label: [UInt8]) -> Bool { label.first == UInt8(ascii: "^") }

  /// Returns the target of a link, escaped for use between angle brackets.
  private static func escaped(_ target: [UInt8]) -> [UInt8] {
    target.flatMap { byte in
      switch byte {
      case _ where "<>\\&".utf8.contains(byte): [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): Array("&#10;".utf8)
      case UInt8(ascii: "\r"): Array("&#13;".utf8)
      default: [byte]
      }
    }
  }

  /// Markdown that defines all labels and has no visible text.
  var preamble: [UInt8] {
    var text: [UInt8] = []
    for label in notes { text += "[^".utf8 + label + "]:\n".utf8 }
    // A heading ends the last definition, whatever follows.
    text += "#\n".utf8
    // The links form a single paragraph. Its lines are indented, so that each line can begin only a link
    // definition. The first line cannot be indented. A label with `^` on this line would define a
    // footnote, so such a label goes on the next line.
    for (index, label) in links.enumerated() {
      let isFirst = index == 0
      text += (isFirst ? (Self.isLikeNote(label) ? "[\n    " : "[") : "    [").utf8
      text += label + "]: <".utf8 + Self.escaped(targets[label] ?? []) + ">\n".utf8
    }
    return text + "\n".utf8
  }
}

/// Possible labels of link definitions, collected from the lines of paragraphs.
/// A definition begins with a bracket at the start of a paragraph's line (CommonMark 0.29, 4.7). cmark
/// may still reject such a label.
struct LinkLabels {
  /// Each label once, in the order of the text, with a blank for every line break.
  private(set) var all: [[UInt8]] = []
  /// Whether the total length of the labels exceeds the limit.
  /// If so, some labels are missing.
  var isOverfull: Bool { length > limit }
  private let limit: Int
  private var length = 0
  private var known: Set<[UInt8]> = []
  private var label: [UInt8] = []
  private var isInside = false

  /// The length of the longest label that cmark accepts, in bytes.
  static let maximum = 1000

  init(limit: Int) { self.limit = limit }

  /// Reads the next line, which includes its line end but not its indentation and markers.
  mutating func read(_ line: Bytes) {
    var offset = 0
    if line.first == UInt8(ascii: "[") {
      label.removeAll(keepingCapacity: true)
      isInside = true
      offset = 1
    } else if isInside {
      label.append(0x20)
      isInside = !line.isEmpty && line[0] != UInt8(ascii: "\n")
    }
    while isInside, offset < line.count, line[offset] != UInt8(ascii: "\n") {
      offset = read(line, at: offset)
    }
  }

  /// Reads one byte, or a backslash and the punctuation after it, and returns the next offset.
  private mutating func read(_ line: Bytes, at offset: Int) -> Int {
    let next = offset + 1 < line.count ? line[offset + 1] : 0
    switch line[offset] {
    case UInt8(ascii: "["): isInside = false
    case UInt8(ascii: "]"):
      isInside = false
      if next == UInt8(ascii: ":") { add() }
    case UInt8(ascii: "\\") where Self.isPunctuation(next):
      label += [line[offset], next]
      return offset + 2
    default:
      label.append(line[offset])
      isInside = label.count <= Self.maximum
    }
    return offset + 1
  }

  private mutating func add() {
    let isBlank = label.allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
    guard !isOverfull, !isBlank, label.count <= Self.maximum, known.insert(label).inserted else {
      return
    }
    all.append(label)
    length += label.count
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!")...UInt8(ascii: "/"), UInt8(ascii: ":")...UInt8(ascii: "@"),
      UInt8(ascii: "[")...UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
