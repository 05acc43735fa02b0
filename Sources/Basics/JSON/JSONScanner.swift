/// The position of a JSON parser, with the error messages for the text at this position.
struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var offset: Int
  private var line = 1
  private var lineStart: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStart = offset
  }

  /// The byte at this position; nil at the end.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var position: SourcePosition { SourcePosition(line: line, column: offset - lineStart + 1) }

  var isAtDigit: Bool { byte.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false }

  mutating func advance(by count: Int = 1) { offset += count }

  /// If the next byte is `wanted`, skips the byte and returns true; otherwise returns false.
  @discardableResult
  mutating func take(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    offset += 1
    return true
  }

  /// Skips a word: letters, digits and all other characters except punctuation.
  /// Returns the word.
  mutating func takeWord() -> String {
    let start = self
    while let byte, byte > 0x20, !Self.punctuation.contains(byte) { offset += 1 }
    return text(since: start)
  }

  private static let punctuation = Array(",:[]{}\"".utf8)

  /// Skips blanks and line ends.
  /// CR LF, LF and CR each end one line, as in scripts.
  mutating func skipBlanks() {
    while let byte {
      switch byte {
      case 0x20, 0x09: offset += 1
      case 0x0A, 0x0D:
        let isPair = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
        offset += isPair ? 2 : 1
        (line, lineStart) = (line + 1, offset)
      default: return
      }
    }
  }

  func text(since start: Self) -> String {
    String(
      decoding: UnsafeBufferPointer(rebasing: bytes[start.offset..<offset]), as: UTF8.self)
  }
}

// MARK: - What is wrong here

extension JSONScanner {
  func error(_ message: String) -> JSONSyntaxError {
    JSONSyntaxError(message: message, position: position)
  }

  func error(_ limit: InputLimit) -> JSONSyntaxError {
    JSONSyntaxError(message: limit.message, position: position, limit: limit)
  }

  func noKey() -> JSONSyntaxError {
    switch byte {
    case nil: error("the file ends inside an object; a } is missing")
    case UInt8(ascii: "'"): error("put the key in double quotes, not single quotes")
    case UInt8(ascii: ","): error("this comma is superfluous; delete it")
    case _ where isTypographicQuote: error(Self.straightQuotes)
    default: error("a key in double quotes is missing here")
    }
  }

  func noComma(before close: UInt8) -> JSONSyntaxError {
    let bracket = String(Unicode.Scalar(close))
    guard let byte else {
      let container = close == UInt8(ascii: "}") ? "an object" : "an array"
      return error("the file ends inside \(container); a \(bracket) is missing")
    }
    if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
      return error("a \(bracket) is missing before this \(Unicode.Scalar(byte))")
    }
    return error("a comma or \(bracket) is missing here")
  }

  /// Returns the error for text at this position that is not a value; `word` is its first word.
  func noValue(_ word: String) -> JSONSyntaxError {
    switch byte {
    case nil: return error("the file ends where a value is expected")
    case UInt8(ascii: "'"): return error("put the string in double quotes, not single quotes")
    case UInt8(ascii: ","): return error("this comma is superfluous; delete it")
    case UInt8(ascii: "."), UInt8(ascii: "+"): return error("a number must begin with a digit or -")
    default: break
    }
    if isTypographicQuote { return error(Self.straightQuotes) }
    if word.isEmpty { return error("a value is missing here") }
    if let known = ["true", "false", "null"].first(where: { $0 == word.lowercased() }) {
      return error("write \(known) in lowercase")
    }
    guard scalar != nil else {
      return error("this byte cannot be decoded as UTF-8; save the file as UTF-8")
    }
    if isAtBeginning {
      return error(
        "this file is not JSON, because it does not begin with {; check that this is the right file"
      )
    }
    return error("put this string in double quotes: \"\(word)\"")
  }

  /// Whether only white space, or a byte order mark, is before this position.
  private var isAtBeginning: Bool {
    bytes[..<offset].allSatisfy { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
  }

  /// Whether the next character is a typographic quotation mark, which word processors write instead of a
  /// straight one.
  private var isTypographicQuote: Bool { scalar.map("“”„‟«»‘’‚".unicodeScalars.contains) ?? false }

  private var scalar: Unicode.Scalar? { bytes.scalar(at: offset, before: bytes.count).scalar }

  private static let straightQuotes = "use straight quotes (\") instead of typographic quotes"
}
