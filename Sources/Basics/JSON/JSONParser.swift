/// A value of a JSON text, with its position.
public struct JSONNode: Sendable, Equatable {
  /// A key and its value.
  package struct Member: Sendable, Equatable {
    /// The key, unescaped.
    package var key: String
    /// The position of the key's opening quote.
    package var keyPosition: SourcePosition
    /// The value of the key.
    package var value: JSONNode

    package init(key: String, keyPosition: SourcePosition, value: JSONNode) {
      self.key = key
      self.keyPosition = keyPosition
      self.value = value
    }
  }

  package enum Value: Sendable, Equatable {
    /// The members in order.
    /// A duplicate key appears twice.
    case object([Member])
    case array([JSONNode])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  /// The position of the first byte.
  package var position: SourcePosition
  package var value: Value

  package init(position: SourcePosition, value: Value) {
    self.position = position
    self.value = value
  }
}

/// Reads JSON strictly by RFC 8259, for files that people write by hand.
package enum JSONDocument {
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
          "this escape is unknown; write \\\\ for a backslash (other escapes: \\\" \\n \\t \\u0041)"
        )
      }
    }

    /// Returns the scalar of a `\u` escape.
    /// Scalars beyond U+FFFF are written as two halves.
    private static func scalar(
      _ scanner: inout JSONScanner, _ backslash: JSONScanner
    ) throws(JSONSyntaxError) -> Character {
      let first = try fourDigits(&scanner, backslash)
      var value = first
      if 0xD800...0xDBFF ~= first, scanner.take(UInt8(ascii: "\\")), scanner.take(UInt8(ascii: "u"))
      {
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

  /// Parses a JSON text in one pass.
  struct JSONParser {
    private var scanner: JSONScanner
    private var count = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      scanner = JSONScanner(bytes)
    }

    mutating func document() throws(JSONSyntaxError) -> JSONNode {
      try skipBlanks()
      guard scanner.byte != nil else { throw scanner.error("this file is empty; write {}") }
      let node = try value(depth: 0)
      try skipBlanks()
      guard scanner.byte == nil else {
        throw scanner.error("there is more text after the end of the document; delete it")
      }
      return node
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONNode {
      let position = scanner.position
      count += 1
      guard count <= InputLimit.values.maximum else { throw scanner.error(.values) }
      return JSONNode(position: position, value: try bareValue(depth: depth))
    }

    private mutating func bareValue(depth: Int) throws(JSONSyntaxError) -> JSONNode.Value {
      switch scanner.byte {
      case UInt8(ascii: "{"): return try object(depth: depth + 1)
      case UInt8(ascii: "["): return try array(depth: depth + 1)
      case UInt8(ascii: "\""): return .string(try string())
      case UInt8(ascii: "-"): return .number(try number())
      default: return scanner.isAtDigit ? .number(try number()) : try word()
      }
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONNode.Value {
      try open(depth)
      var members: [JSONNode.Member] = []
      while try hasMore(until: UInt8(ascii: "}"), isFirst: members.isEmpty) {
        let position = scanner.position
        guard scanner.byte == UInt8(ascii: "\"") else { throw scanner.noKey() }
        let key = try string()
        try skipBlanks()
        guard scanner.take(UInt8(ascii: ":")) else {
          throw scanner.error("a colon is missing after \"\(key)\"")
        }
        try skipBlanks()
        members.append(.init(key: key, keyPosition: position, value: try value(depth: depth)))
      }
      return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONNode.Value {
      try open(depth)
      var nodes: [JSONNode] = []
      while try hasMore(until: UInt8(ascii: "]"), isFirst: nodes.isEmpty) {
        nodes.append(try value(depth: depth))
      }
      return .array(nodes)
    }

    private mutating func open(_ depth: Int) throws(JSONSyntaxError) {
      guard depth <= JSONDocument.maximumDepth else {
        throw scanner.error(.depth)
      }
      scanner.advance()
    }

    /// Moves to the next value of an object or array.
    /// Returns false after the last value.
    private mutating func hasMore(until close: UInt8, isFirst: Bool) throws(JSONSyntaxError) -> Bool
    {
      try skipBlanks()
      if scanner.take(close) { return false }
      if isFirst { return true }
      let comma = scanner.position
      guard scanner.take(UInt8(ascii: ",")) else { throw scanner.noComma(before: close) }
      try skipBlanks()
      if scanner.byte == close {
        throw JSONSyntaxError(
          message: "a comma after the last value is not allowed; delete it", position: comma)
      }
      return true
    }

    private mutating func skipBlanks() throws(JSONSyntaxError) {
      scanner.skipBlanks()
      if scanner.byte == UInt8(ascii: "/") || scanner.byte == UInt8(ascii: "#") {
        throw scanner.error("comments are not allowed in JSON; delete this comment")
      }
    }

    private mutating func word() throws(JSONSyntaxError) -> JSONNode.Value {
      let start = scanner
      let word = scanner.takeWord()
      switch word {
      case "true": return .bool(true)
      case "false": return .bool(false)
      case "null": return .null
      default: throw start.noValue(word)
      }
    }

    /// Reads a number by the grammar of RFC 8259, section 6, which is stricter than `Double`.
    private mutating func number() throws(JSONSyntaxError) -> Double {
      let start = scanner
      scanner.take(UInt8(ascii: "-"))
      if scanner.take(UInt8(ascii: "0")) {
        if scanner.isAtDigit { throw start.error("a number must not begin with 0") }
      } else {
        try digits(start)
      }
      if scanner.take(UInt8(ascii: ".")) { try digits(start) }
      if scanner.take(UInt8(ascii: "e")) || scanner.take(UInt8(ascii: "E")) {
        if !scanner.take(UInt8(ascii: "+")) { scanner.take(UInt8(ascii: "-")) }
        try digits(start)
      }
      guard let number = Double(scanner.text(since: start)), number.isFinite else {
        throw start.error("this number is too large")
      }
      return number
    }

    private mutating func digits(_ start: JSONScanner) throws(JSONSyntaxError) {
      guard scanner.isAtDigit else { throw start.error("a digit is missing in this number") }
      while scanner.isAtDigit { scanner.advance() }
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
      try JSONStringReader.read(&scanner)
    }
  }

  /// The maximum nesting depth.
  /// No file written by a person is nested deeper.
  package static let maximumDepth = InputLimit.depth.maximum

  /// Returns the value of a text, or the first error in the text.
  /// A byte order mark at the start is skipped. The diagnostic's code is `json-syntax`, or `too-large`
  /// for a text with too many values, a string that is too long, or nesting that is too deep.
  package static func parse(_ bytes: [UInt8]) -> Result<JSONNode, Diagnostic> {
    bytes.withUnsafeBufferPointer { bytes in
      do throws(JSONSyntaxError) {
        var parser = JSONParser(bytes)
        return .success(try parser.document())
      } catch {
        return .failure(
          Diagnostic(
            code: error.limit == nil ? "json-syntax" : InputLimit.code, severity: .error,
            message: error.message, position: error.position))
      }
    }
  }
}

extension Diagnostic: Error {}

/// A syntax error in a JSON text, with its position.
struct JSONSyntaxError: Error {
  var message: String
  var position: SourcePosition
  /// The limit that the text exceeds; nil for any other error.
  var limit: InputLimit?
}

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
