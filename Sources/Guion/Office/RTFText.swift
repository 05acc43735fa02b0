/// Rewrites an RTF document so that unrtf reads all of its words.
/// unrtf skips a whole word as the substitute of a character, reads a link of Word as its code, and reads hidden text.
struct RTFText {
  private(set) var bytes: [UInt8] = []
  /// The words that are hidden or deleted.
  private(set) var skipped = SkippedWords()
  private let source: [UInt8]
  private var next = 0
  private var group = Group()
  private var outer: [Group] = []
  /// The number of substitutes that are still to skip.
  private var substitutes = 0

  /// What holds until the end of a group.
  private struct Group {
    /// The number of substitutes of a character.
    var substitutes = 1
    var isHidden = false
    /// Whether the group has styles, fonts or other things that are no text.
    var isTable = false
    /// Whether the group is the code of a field.
    var isCode = false
  }

  init(_ source: [UInt8]) {
    self.source = source
    bytes.reserveCapacity(source.count)
    while next < source.count { readToken() }
  }

  private mutating func readToken() {
    let byte = source[next]
    switch byte {
    case UInt8(ascii: "{"):
      outer.append(group)
      substitutes = 0
      copy(1)
    case UInt8(ascii: "}"):
      substitutes = 0
      skipped.endWord()
      // The code of a field keeps its brackets, and nothing between them.
      group = outer.popLast() ?? Group()
      copy(1)
    case UInt8(ascii: "\\"): readControl()
    case 0x0A, 0x0D:
      if group.isHidden { skipped.endWord() }
      copy(1)
    default: copyText(1)
    }
  }

  /// Copies bytes that are not text.
  private mutating func copy(_ count: Int) {
    let end = min(next + count, source.count)
    bytes += source[next..<end]
    next = end
  }

  /// Copies a character of the text, if it is shown.
  private mutating func copyText(_ count: Int) {
    let end = min(next + count, source.count)
    if substitutes > 0 {
      substitutes -= 1
    } else if group.isHidden {
      source[next..<end].withUnsafeBufferPointer { skipped.add($0, .hidden) }
    } else if !group.isCode {
      bytes += source[next..<end]
    }
    next = end
  }

  /// Counts a hidden character that is written as a number.
  private mutating func skip(_ unit: UInt16) {
    guard let scalar = Unicode.Scalar(unit) else { return }
    Array(String(scalar).utf8).withUnsafeBufferPointer { skipped.add($0, .hidden) }
  }

  private mutating func readControl() {
    guard next + 1 < source.count else { return copy(1) }
    let sign = source[next + 1]
    guard sign.isSmallLetter || sign &- 0x41 < 26 else {
      switch sign {
      case UInt8(ascii: "'"): copyText(4)
      case UInt8(ascii: "_"):
        // A hyphen at which no line ends.
        if substitutes == 0, !group.isHidden, !group.isCode { bytes.append(UInt8(ascii: "-")) }
        next += 2
      case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "~"): copyText(2)
      default: copy(2)
      }
      return
    }
    var end = next + 1
    while end < source.count, source[end].isSmallLetter || source[end] &- 0x41 < 26 { end += 1 }
    let name = String(decoding: source[next + 1..<end], as: UTF8.self)
    let start = end
    if end < source.count, source[end] == UInt8(ascii: "-") { end += 1 }
    while end < source.count, source[end] &- 0x30 < 10 { end += 1 }
    let number = Int(String(decoding: source[start..<end], as: UTF8.self))
    let blank = end < source.count && source[end] == 0x20 ? 1 : 0
    read(name, number, length: end - next + blank)
  }

  private mutating func read(_ name: String, _ number: Int?, length: Int) {
    switch name {
    case "uc":
      group.substitutes = min(max(number ?? 1, 0), 20)
      next += length
    case "u" where number != nil:
      next += length
      substitutes = group.substitutes
      if group.isHidden { skip(UInt16(truncatingIfNeeded: number ?? 0)) }
      guard !group.isHidden, !group.isCode else { return }
      bytes += "\\u\(number ?? 0)\\'3f".utf8
    case "bin":
      copy(length + min(max(number ?? 0, 0), source.count))
    case "v", "deleted":
      group.isHidden = number != 0 && !group.isTable
      next += length
    case "stylesheet", "fonttbl", "colortbl", "info", "listtable", "listoverridetable":
      group.isTable = true
      copy(length)
    case "plain":
      group.isHidden = false
      copy(length)
    case "fldinst":
      (group.isCode, substitutes) = (true, 0)
      // The group begins with a mark for programs that do not know fields.
      if bytes.hasSuffix("\\*") { bytes.removeLast(2) }
      next += length
    case "field", "fldrslt":
      next += length
    default:
      substitutes = 0
      skipped.endWord()
      if group.isCode { next += length } else { copy(length) }
    }
  }
}

extension UInt8 {
  fileprivate var isSmallLetter: Bool { self &- 0x61 < 26 }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ end: String) -> Bool {
    suffix(end.utf8.count).elementsEqual(end.utf8)
  }
}
