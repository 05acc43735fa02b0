import Basics

/// A text that was encoded as UTF-8 twice, so that "é" is "Ã©".
struct TwiceEncoded {
  /// The text as it was meant.
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  private(set) var first = SourcePosition(line: 1, column: 1)

  /// Reads a text; nil if it has no such characters, or uses their first letters as letters too.
  init?(_ text: [UInt8]) {
    // "Ã" and "Â", or "â" before a sign.
    guard
      text.indices.dropLast().contains(where: { text[$0] == 0xC3 && text[$0 + 1] == 0x83 })
        || text.firstRange(of: [0xC3, 0xA2, 0xE2, 0x82, 0xAC] as [UInt8]) != nil
    else { return nil }
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
    let row = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"
    let pairs = zip(row.unicodeScalars, UInt8(0x80)...).filter { $0.0 != " " }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()
}

extension Diagnostic {
  static func twiceEncoded(_ found: TwiceEncoded) -> Self {
    Self(
      code: "twice-encoded", severity: .note,
      message: "this text was encoded as UTF-8 twice, so that é is Ã©; "
        + "\(found.count) characters are read as they were meant",
      position: found.first)
  }
}
