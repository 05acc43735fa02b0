import Basics
import Glibc

/// The bytes of a document as UTF-8, with the warnings that do not depend on its format.
struct SourceText {
  /// The text; empty if the file is not text.
  let bytes: [UInt8]
  /// The warnings and errors about the bytes.
  let diagnostics: [Diagnostic]

  /// Uses UTF-8 without copying it, and decodes UTF-16 that has a byte order mark.
  init(_ bytes: [UInt8]) {
    if let text = UTF16Text(bytes) {
      self.bytes = text.bytes
      diagnostics = text.diagnostics + Self.nuls(in: text.bytes)
    } else if let found = BinaryFile.detect(bytes) {
      // A program that copies files can leave NULs behind a text.
      let end = bytes.last == 0 ? bytes.lastIndex { $0 != 0 } : nil
      let text = end.map { Array(bytes[...$0]) } ?? []
      let isText = !text.isEmpty && BinaryFile.detect(text) == nil
      self.bytes = isText ? text : []
      diagnostics =
        isText
        ? Self.nuls(in: bytes) : [found.encoding.map { .otherEncoding($0) } ?? .binaryFile(found)]
    } else {
      self.bytes = bytes
      diagnostics = Self.nuls(in: bytes)
    }
  }

  private static func nuls(in bytes: [UInt8]) -> [Diagnostic] {
    bytes.withUnsafeBufferPointer { text in
      guard let first = text.first(0, in: 0..<text.count) else { return [] }
      let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      var places = PositionCounter(text, from: start)
      let count = text[first...].reduce(0) { $0 + ($1 == 0 ? 1 : 0) }
      return [.nulBytes(count: count, first: places.position(of: first))]
    }
  }
}

extension Diagnostic {
  fileprivate static func nulBytes(count: Int, first: SourcePosition) -> Self {
    let bytes = count == 1 ? "1 NUL byte here" : "\(count) NUL bytes (the first is here)"
    return Self(
      code: "nul-byte", severity: .warning,
      message: "this text contains \(bytes); delete every NUL byte",
      position: first)
  }

  fileprivate static func binaryFile(_ found: BinaryFile) -> Self {
    Self(
      code: "binary-file", severity: .error,
      message: "this is not text: it looks like \(found.name); \(found.advice)")
  }
}

/// A text in UTF-16 with a byte order mark, converted to UTF-8.
struct UTF16Text {
  let bytes: [UInt8]
  /// A warning if a part of the text cannot be decoded.
  let diagnostics: [Diagnostic]

  /// Decodes a text; nil if it has no byte order mark of UTF-16.
  init?(_ source: [UInt8]) {
    let isLittle = source.starts(with: [0xFF, 0xFE])
    guard isLittle || source.starts(with: [0xFE, 0xFF]) else { return nil }
    if source.starts(with: [0xFF, 0xFE, 0, 0]) { return nil }
    let units = stride(from: 2, to: source.count - 1, by: 2).lazy.map { index in
      let (first, second) = (UInt16(source[index]), UInt16(source[index + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var firstFault: Int?
    var faults = source.count.isMultiple(of: 2) ? 0 : 1
    var decoder = UTF16()
    var input = units.makeIterator()
    decoding: while true {
      switch decoder.decode(&input) {
      case .scalarValue(let scalar):
        if let encoded = UTF8.encode(scalar) { bytes.append(contentsOf: encoded) }
      case .error:
        firstFault = firstFault ?? bytes.count
        faults += 1
        bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
      case .emptyInput: break decoding
      }
    }
    self.bytes = bytes
    diagnostics = bytes.withUnsafeBufferPointer { text in
      if faults == 0 { return [] }
      var places = PositionCounter(text)
      let first = places.position(of: firstFault ?? text.count)
      return [.undecodable(as: .utf16, count: faults, at: first)]
    }
  }
}

/// The kinds of characters that the rules distinguish.
enum CharacterKind {
  case upper, lower
  /// A letter of a writing system without case.
  case caseless
  case digit, dash
  /// An accent or vowel sign that belongs to the previous letter.
  case mark
  case other

  var isLetterOrDigit: Bool {
    switch self {
    case .upper, .lower, .caseless, .digit: true
    case .dash, .mark, .other: false
    }
  }

  /// Whether this is a letter, an accent on a letter, or a digit.
  var isPartOfWord: Bool { isLetterOrDigit || self == .mark }

  init(ascii byte: UInt8) {
    self =
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): .upper
      case UInt8(ascii: "a")...UInt8(ascii: "z"): .lower
      case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
      case UInt8(ascii: "-"): .dash
      default: .other
      }
  }

  /// Creates the kind from the Unicode general category.
  /// For example, the º of `GUARDIA Nº 1` is a letter without case, not a lowercase letter.
  init(_ scalar: Unicode.Scalar) {
    self =
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .titlecaseLetter: .upper
      case .lowercaseLetter: .lower
      case .modifierLetter, .otherLetter: .caseless
      case .decimalNumber: .digit
      case .dashPunctuation: .dash
      case .nonspacingMark, .spacingMark, .enclosingMark: .mark
      default: .other
      }
  }
}

extension Bytes {
  /// Returns the offset of the first occurrence of a mark that lies in a range. Nil if there is none.
  func first(of mark: String, in range: Range<Int>) -> Int? {
    var mark = mark
    return mark.withUTF8 { mark in
      guard let base = baseAddress, let bytes = mark.baseAddress, mark.count <= range.count else {
        return nil
      }
      var start = range.lowerBound
      let end = range.upperBound - mark.count + 1
      while start < end, let place = first(bytes[0], in: start..<end) {
        if memcmp(base + place, bytes, mark.count) == 0 { return place }
        start = place + 1
      }
      return nil
    }
  }

  /// Returns the kind of the character at an offset, and its length in bytes.
  /// Unicode tables are used only for characters outside ASCII.
  func character(at offset: Int, before end: Int) -> (kind: CharacterKind, length: Int) {
    let byte = self[offset]
    if byte < 0x80 { return (CharacterKind(ascii: byte), 1) }
    let decoded = scalar(at: offset, before: end)
    guard let scalar = decoded.scalar else { return (.other, decoded.length) }
    return (CharacterKind(scalar), decoded.length)
  }

  /// Returns the kind of the character that ends before an offset.
  func character(before offset: Int, from start: Int) -> CharacterKind {
    var first = offset - 1
    while first > start, offset - first < 4, self[first] & 0xC0 == 0x80 { first -= 1 }
    let decoded = character(at: first, before: offset)
    return first + decoded.length == offset ? decoded.kind : .other
  }

  /// Whether a text has a lowercase letter of any writing system (R6.1, R11.1).
  func hasLowerCase(_ range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (kind, length) = character(at: offset, before: range.upperBound)
      if kind == .lower { return true }
      offset += length
    }
    return false
  }
}

extension UInt8 {
  /// Whether the byte is one of a few; faster than `utf8.contains`.
  func isOne(of bytes: StaticString) -> Bool {
    for place in 0..<bytes.utf8CodeUnitCount where bytes.utf8Start[place] == self { return true }
    return false
  }
}
