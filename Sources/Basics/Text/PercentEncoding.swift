/// Percent-encoding (RFC 3986, section 2.1).
/// `+` is not decoded as a space, because espeak's voice ids contain it.
package enum PercentEncoding {
  /// The characters that need no encoding anywhere (RFC 3986, section 2.3).
  package static let unreserved = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)

  /// Returns `text` with every byte outside `kept` written as `%XX`.
  package static func encode(_ text: String, keeping kept: Set<UInt8> = unreserved) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { result, byte in
      if kept.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }

  /// Returns `text` with every `%XX` replaced by the byte that it encodes; nil if a `%` is not
  /// followed by two hexadecimal digits, or if the bytes are not UTF-8.
  package static func decode(_ text: Substring) -> String? {
    var bytes = [UInt8]()
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexDigit),
        let low = rest.popFirst().flatMap(hexDigit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
