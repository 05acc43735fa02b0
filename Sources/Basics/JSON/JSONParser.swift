/// Parses a JSON text in one pass.
struct JSONParser {
  private var scanner: JSONScanner
  private var count = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    scanner = JSONScanner(bytes)
  }

  /// Returns the value of the text.
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
  ///
  /// Returns false after the last value.
  private mutating func hasMore(until close: UInt8, isFirst: Bool) throws(JSONSyntaxError) -> Bool {
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
