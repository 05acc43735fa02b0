/// Reads the strings of a JSON text (RFC 8259, section 7).
enum JSONStringReader {
  /// Reads a string from its opening quote to after its closing quote.
  static func read(_ scanner: inout JSONScanner) throws(JSONSyntaxError) -> String {
    let opening = scanner
    scanner.advance()
    var text: [UInt8] = []
    while true {
      appendPlain(&scanner, to: &text)
      guard text.count <= InputLimit.string.maximum else { throw opening.error(.string) }
      switch scanner.byte {
      case UInt8(ascii: "\""):
        scanner.advance()
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try appendEscaped(&scanner, opening, to: &text)
      case nil, 0x0A, 0x0D:
        throw opening.error("the closing quote of this string is missing")
      case .some(let byte) where byte < 0x20:
        throw scanner.error(
          "this string contains a control character; replace it with \(escape(of: byte))")
      default:
        throw scanner.error("this byte cannot be decoded as UTF-8; save the file as UTF-8")
      }
    }
  }

  /// Appends the characters that are copied unchanged: all except quotes, backslashes, control characters
  /// and invalid bytes.
  private static func appendPlain(_ scanner: inout JSONScanner, to text: inout [UInt8]) {
    let start = scanner.offset
    while let byte = scanner.byte, byte >= 0x20, byte != UInt8(ascii: "\""),
      byte != UInt8(ascii: "\\")
    {
      let (scalar, length) = scanner.bytes.scalar(at: scanner.offset, before: scanner.bytes.count)
      if scalar == nil { break }
      scanner.advance(by: length)
    }
    text.append(contentsOf: scanner.bytes[start..<scanner.offset])
  }

  private static func appendEscaped(
    _ scanner: inout JSONScanner, _ opening: JSONScanner, to text: inout [UInt8]
  ) throws(JSONSyntaxError) {
    let backslash = scanner
    scanner.advance()
    guard let escaped = scanner.byte else {
      throw opening.error("the closing quote of this string is missing")
    }
    scanner.advance()
    switch escaped {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escaped)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: try scalar(&scanner, backslash).utf8)
    default:
      throw backslash.error(
        "this escape is unknown; write \\\\ for a backslash (other escapes: \\\" \\n \\t \\u0041)")
    }
  }

  /// Returns the scalar of a `\u` escape.
  ///
  /// Scalars beyond U+FFFF are written as two halves.
  private static func scalar(
    _ scanner: inout JSONScanner, _ backslash: JSONScanner
  ) throws(JSONSyntaxError) -> Character {
    let first = try fourDigits(&scanner, backslash)
    var value = first
    if 0xD800...0xDBFF ~= first, scanner.take(UInt8(ascii: "\\")), scanner.take(UInt8(ascii: "u")) {
      let second = try fourDigits(&scanner, backslash)
      if 0xDC00...0xDFFF ~= second { value = 0x10000 + (first - 0xD800) << 10 + second - 0xDC00 }
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw backslash.error("this \\u is half of a character; the other half is missing")
    }
    return Character(scalar)
  }

  private static func fourDigits(
    _ scanner: inout JSONScanner, _ backslash: JSONScanner
  ) throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = scanner.byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { throw backslash.error("four hexadecimal digits are missing after this \\u") }
      value = value << 4 | UInt32(digit)
      scanner.advance()
    }
    return value
  }

  private static func escape(of byte: UInt8) -> String {
    if byte == 0x09 { return "\\t" }
    let digits = String(byte, radix: 16)
    return "\\u00\(digits.count == 1 ? "0" : "")\(digits)"
  }
}
