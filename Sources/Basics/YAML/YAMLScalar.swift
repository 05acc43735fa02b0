/// The meaning of an unquoted word: the core schema of YAML 1.2, section 10.3.2.
enum YAMLScalar {
  /// Returns the value of a word: a Boolean, null, a number, or else a string.
  ///
  /// `.inf` and `.nan` are strings, because JSON has no such numbers and the program cannot use them.
  static func value(_ text: String) -> JSONNode.Value {
    switch text {
    case "", "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    default: number(text).map { .number($0) } ?? .string(text)
    }
  }

  private static func number(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first < UInt8(ascii: ":") else { return nil }
    if text.hasPrefix("0o") { return UInt64(text.dropFirst(2), radix: 8).map { Double($0) } }
    if text.hasPrefix("0x") { return UInt64(text.dropFirst(2), radix: 16).map { Double($0) } }
    guard isDecimal(bytes[...]), let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// Whether a text is a decimal number.
  ///
  /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
  private static func isDecimal(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = withoutSign(text)
    let whole = takeDigits(&rest)
    var decimals = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      decimals = takeDigits(&rest)
    }
    guard whole > 0 || decimals > 0 else { return false }
    if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
      rest = withoutSign(rest.dropFirst())
      guard takeDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func withoutSign(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
  }

  private static func takeDigits(_ text: inout ArraySlice<UInt8>) -> Int {
    let digits = text.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    text = text.dropFirst(digits.count)
    return digits.count
  }
}
