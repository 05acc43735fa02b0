import Basics

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
      diagnostics = isText ? Self.nuls(in: bytes) : [.binaryFile(found)]
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

/// The most common encoding of programs that do not write Unicode.
enum Windows1252 {
  static func utf8(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else {
        let scalar = byte < 0xA0 ? signs[Int(byte) - 0x80] : Unicode.Scalar(byte)
        result.append(contentsOf: UTF8.encode(scalar) ?? .init())
      }
    }
    return result
  }

  /// The characters of the bytes 0x80 to 0x9F. Five of these bytes have no character and stay as they are.
  static let signs = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}

/// A text that is not UTF-8 but Windows-1252, as are the older books of Project Gutenberg and many scripts.
struct OldText {
  let bytes: [UInt8]
  /// The number of characters that are not in ASCII.
  private(set) var count = 0
  private(set) var first = SourcePosition(line: 1, column: 1)

  /// Reads a text; nil if it is UTF-8, or UTF-8 that was damaged, or if most of these characters are not beside letters.
  init?(_ source: [UInt8]) {
    let found = source.withUnsafeBufferPointer { text in
      text.undecodable().map { found in
        var places = PositionCounter(text)
        return places.position(of: found.first)
      }
    }
    guard let found else { return nil }
    first = found
    var (valid, beside) = (0, 0)
    for (place, byte) in source.enumerated() where byte >= 0x80 {
      let next = place + 1 < source.count ? source[place + 1] : 0
      let isLetter: (UInt8) -> Bool = { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 }
      count += 1
      if byte >= 0xC2, 0x80...0xBF ~= next { valid += 1 }
      if isLetter(next) || place > 0 && isLetter(source[place - 1]) { beside += 1 }
      if Self.unused.contains(byte) { return nil }
    }
    guard valid * 5 <= count, beside * 2 >= count else { return nil }
    bytes = Windows1252.utf8(source)
  }

  /// The bytes without a character.
  private static let unused: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
}

/// A text that was encoded as UTF-8 twice, so that "é" is "Ã©".
struct TwiceEncoded {
  /// The text as it was meant.
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  private(set) var first = SourcePosition(line: 1, column: 1)

  /// Reads a text; nil if it has no such characters, or uses their first letters as letters too.
  init?(_ text: [UInt8]) {
    // "Ã", or "â" before a sign.
    let isMarked = text.withUnsafeBufferPointer { bytes in
      var place = 0
      while let start = bytes.first(0xC3, in: place..<bytes.count), start + 1 < bytes.count {
        let second = bytes[start + 1]
        if second == 0x83 { return true }
        if second == 0xA2, bytes[(start + 2)...].starts(with: [0xE2, 0x82, 0xAC]) { return true }
        place = start + 1
      }
      return false
    }
    guard isMarked else { return nil }
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    bytes.reserveCapacity(text.count)
    var (index, line, column) = (0, 1, 1)
    while index < scalars.count {
      let scalar = scalars[index]
      if let length = Self.lengths[scalar.value] {
        let rest = scalars[(index + 1)...].prefix(length - 1).compactMap(Self.byte)
        guard rest.count == length - 1 else { return nil }
        if count == 0 { first = SourcePosition(line: line, column: column) }
        count += 1
        bytes.append(UInt8(scalar.value))
        bytes += rest
        column += scalars[index..<index + length].reduce(0) { $0 + UTF8.width($1) }
        index += length
        continue
      }
      bytes += Array(String(scalar).utf8)
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + UTF8.width(scalar))
      index += 1
    }
    guard count > 1 else { return nil }
  }

  /// The numbers of bytes of characters, by their first bytes.
  private static let lengths: [UInt32: Int] = [0xC2: 2, 0xC3: 2, 0xE2: 3]

  /// Returns the byte that a program showed as a character, if it continues a character of UTF-8.
  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    if 0x80...0xBF ~= scalar.value { return UInt8(scalar.value) }
    return signs[scalar].flatMap { $0 < 0xC0 ? $0 : nil }
  }

  /// The signs of Windows-1252 from 0x80 on.
  private static let signs: [Unicode.Scalar: UInt8] = {
    let pairs = zip(Windows1252.signs, UInt8(0x80)...).filter { $0.0.value > 0x9F }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()
}

/// A text with the quotation marks of Mac OS Roman, which a program took for letters of Latin-1: "itÕs", "ÒNo.Ó".
struct MacQuotes {
  /// The text with quotation marks, line for line.
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  /// Reads a text; nil unless it has three such apostrophes within words and none of these letters in small.
  init?(_ text: [UInt8]) {
    let places = text.withUnsafeBufferPointer { bytes -> [Int] in
      var (place, places) = (0, [Int]())
      while let start = bytes.first(0xC3, in: place..<bytes.count), start + 1 < bytes.count {
        if [0xB2, 0xB3, 0xB4, 0xB5].contains(bytes[start + 1]) { return [] }
        if Self.marks[bytes[start + 1]] != nil { places.append(start) }
        place = start + 2
      }
      return places
    }
    let isSmall: (Int) -> Bool = { text.indices.contains($0) && 0x61...0x7A ~= text[$0] }
    let within = places.count { text[$0 + 1] == 0x95 && isSmall($0 - 1) && isSmall($0 + 2) }
    guard within >= 3 else { return nil }
    count = places.count
    var last = 0
    for place in places {
      bytes += text[last..<place]
      bytes += (Self.marks[text[place + 1]] ?? "").utf8
      last = place + 2
    }
    bytes += text[last...]
  }

  /// The marks, by the second bytes of the letters Ò, Ó, Ô and Õ.
  private static let marks: [UInt8: String] = [0x92: "“", 0x93: "”", 0x94: "‘", 0x95: "’"]
}

extension Diagnostic {
  static func oldText(_ found: OldText) -> Self {
    let characters =
      found.count == 1
      ? "1 character is" : "\(found.count) characters (the first is here) are"
    return Self(
      code: "windows-1252", severity: .note,
      message:
        "this text is not UTF-8; \(characters) read as Windows-1252; save the file as UTF-8 if "
        + "they are others",
      position: found.first)
  }

  static func macQuotes(_ found: MacQuotes) -> Self {
    Self(
      code: "twice-encoded", severity: .note,
      message: "this text has letters such as Õ where it had quotation marks in another encoding; "
        + "\(found.count) of them are read as quotation marks")
  }

  static func twiceEncoded(_ found: TwiceEncoded) -> Self {
    Self(
      code: "twice-encoded", severity: .note,
      message: "this text was encoded as UTF-8 twice, so that é is Ã©; "
        + "\(found.count) characters are read as they were meant",
      position: found.first)
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
