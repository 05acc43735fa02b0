import Basics

/// The form of scene headings (R4).
enum HeadingForm {
  /// The prefixes of R4.1.
  /// `INT./EXT` and `EXT./INT` need no entry, because they begin with a prefix and a period.
  private static let prefixes: [StaticString] = ["INT", "EXT", "EST", "INT/EXT", "I/E"]
  /// The prefixes of R4.1, and those that only edition 2 knows (R4.9).
  private static let morePrefixes: [StaticString] =
    prefixes + ["EXT/INT", "E/I", "I./E", "E./I"]

  /// Whether a line begins with a prefix directly followed by a period or a space (R4.1).
  static func hasPrefix(
    _ text: Bytes, _ line: Range<Int>, _ edition: ReadingEdition
  ) -> Bool {
    guard let first = line.first,
      text[first] | 0x20 == UInt8(ascii: "i")
        || text[first] | 0x20 == UInt8(ascii: "e")
    else { return false }
    return (edition == .second ? morePrefixes : prefixes).contains { prefix in
      let end = line.lowerBound + prefix.utf8CodeUnitCount
      guard end < line.upperBound else { return false }
      guard text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: " ") else { return false }
      return (0..<prefix.utf8CodeUnitCount).allSatisfy {
        prefix.utf8Start[$0] == text[line.lowerBound + $0].asciiUppercased
      }
    }
  }

  /// Whether a line begins with one period and a letter or digit (R4.6, R4.7).
  static func isForced(_ text: Bytes, _ line: Range<Int>) -> Bool {
    guard line.count >= 2, text[line.lowerBound] == UInt8(ascii: ".") else { return false }
    return text.character(at: line.lowerBound + 1, before: line.upperBound).kind.isLetterOrDigit
  }

  /// Returns the text and the scene number of a heading; nil if there is no scene number at its end
  /// (R4.8).
  /// The last two `#` enclose the number.
  static func sceneNumber(
    _ text: Bytes, _ line: Range<Int>
  ) -> (words: Range<Int>, number: Range<Int>)? {
    let sign = UInt8(ascii: "#")
    let end = line.upperBound - 1
    guard !line.isEmpty, text[end] == sign else { return nil }
    guard let opening = (line.lowerBound..<end).last(where: { text[$0] == sign }) else {
      return nil
    }
    let number = opening + 1..<end
    guard !number.isEmpty, !text.isEscaped(at: opening, from: line.lowerBound),
      isSceneNumber(text, number)
    else { return nil }
    return (text.trimmed(line.lowerBound..<opening), number)
  }

  private static func isSceneNumber(_ text: Bytes, _ range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (kind, length) = text.character(at: offset, before: range.upperBound)
      // A combining accent is allowed, because it belongs to its letter.
      guard kind != .other || text[offset] == UInt8(ascii: ".") else { return false }
      offset += length
    }
    return true
  }
}

extension UInt8 {
  /// The byte, in uppercase if it is an ASCII letter.
  var asciiUppercased: UInt8 {
    self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") ? self - 0x20 : self
  }
}
