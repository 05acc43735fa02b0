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
