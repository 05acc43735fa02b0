import Guion
import Testing

@Suite struct JSONDocumentTests {
  /// Returns a value with all its positions: `1:1{"a"@1:2=1:7[…]}`.
  private func outline(_ node: JSONNode) -> String {
    let place = "\(node.position.line):\(node.position.column)"
    switch node.value {
    case .object(let members):
      let inner = members.map {
        "\"\($0.key)\"@\($0.keyPosition.line):\($0.keyPosition.column)=\(outline($0.value))"
      }
      return "\(place){\(inner.joined(separator: ","))}"
    case .array(let nodes): return "\(place)[\(nodes.map(outline).joined(separator: ","))]"
    case .string(let text): return "\(place)\(text.debugDescription)"
    case .number(let number): return "\(place)n\(number)"
    case .bool(let bool): return "\(place)\(bool)"
    case .null: return "\(place)null"
    }
  }

  private func read(_ text: String) -> String { read(Array(text.utf8)) }

  private func read(_ bytes: [UInt8]) -> String {
    switch JSONDocument.parse(bytes) {
    case .success(let node): outline(node)
    case .failure(let diagnostic): diagnostic.description
    }
  }

  static let values: [(String, String)] = [
    ("{}", "1:1{}"), ("[]", "1:1[]"), (" [ ] ", "1:2[]"), ("true", "1:1true"),
    ("false", "1:1false"),
    ("null\n", "1:1null"), ("\u{FEFF}{}", "1:1{}"), ("\u{FEFF}\n {}", "2:2{}"),
    ("{\"a\": 1}", "1:1{\"a\"@1:2=1:7n1.0}"),
    (
      "{\n  \"é\": [1,\n \"b\"],\r\n\"c\":null\r}",
      "1:1{\"é\"@2:3=2:9[2:10n1.0,3:2\"b\"],\"c\"@4:1=4:5null}"
    ),
    ("{\"a\":1,\"a\":2}", "1:1{\"a\"@1:2=1:6n1.0,\"a\"@1:8=1:12n2.0}"),
    ("0", "1:1n0.0"), ("-0", "1:1n-0.0"), ("12", "1:1n12.0"), ("-1.5e+2", "1:1n-150.0"),
    ("1E-2", "1:1n0.01"), ("0.1", "1:1n0.1"), ("0e0", "1:1n0.0"), ("1e-999", "1:1n0.0"),
    (#""\"\\\/\b\f\n\r\t""#, "1:1\("\"\\/\u{8}\u{C}\n\r\t".debugDescription)"),
    (#""\u0041\u00e9\u674E\ud83D\uDe00\u0000""#, "1:1\("Aé李😀\0".debugDescription)"),
    ("\"é李😀\u{7F}\u{2028}\"", "1:1\("é李😀\u{7F}\u{2028}".debugDescription)"),
  ]

  @Test func readsValues() {
    for (text, expected) in Self.values { #expect(read(text) == expected) }
  }

  static let errors: [(String, String)] = [
    ("", "1:1 this file is empty; write {}"),
    (" \n", "2:1 this file is empty; write {}"),
    ("{\"a\":1,}", "1:7 a comma after the last value is not allowed; delete it"),
    ("[1,\n]", "1:3 a comma after the last value is not allowed; delete it"),
    ("[1,,2]", "1:4 this comma is superfluous; delete it"),
    ("[,1]", "1:2 this comma is superfluous; delete it"),
    ("{,}", "1:2 this comma is superfluous; delete it"),
    ("{\"a\" 1}", "1:6 a colon is missing after \"a\""),
    ("{\"a\":}", "1:6 a value is missing here"),
    ("{\"a\":1 \"b\":2}", "1:8 a comma or } is missing here"),
    ("[1 2]", "1:4 a comma or ] is missing here"),
    ("{a: 1}", "1:2 a key in double quotes is missing here"),
    ("{'a': 1}", "1:2 put the key in double quotes, not single quotes"),
    ("['a']", "1:2 put the string in double quotes, not single quotes"),
    ("{“a”: 1}", "1:2 use straight quotes (\") instead of typographic quotes"),
    ("[„a“]", "1:2 use straight quotes (\") instead of typographic quotes"),
    ("[abc]", "1:2 put this string in double quotes: \"abc\""),
    ("[True]", "1:2 write true in lowercase"),
    ("[NULL]", "1:2 write null in lowercase"),
    ("[truex]", "1:2 put this string in double quotes: \"truex\""),
    ("{\n  // x\n}", "2:3 comments are not allowed in JSON; delete this comment"),
    ("{} # x", "1:4 comments are not allowed in JSON; delete this comment"),
    ("[1 /* x */]", "1:4 comments are not allowed in JSON; delete this comment"),
    ("{\"a\": \"b\n}", "1:7 the closing quote of this string is missing"),
    ("\"a", "1:1 the closing quote of this string is missing"),
    ("\"a\\", "1:1 the closing quote of this string is missing"),
    ("\"a\tb\"", "1:3 this string contains a control character; replace it with \\t"),
    ("\"a\u{1}b\"", "1:3 this string contains a control character; replace it with \\u0001"),
    (
      "\"C:\\dir\"",
      "1:4 this escape is unknown; write \\\\ for a backslash (other escapes: \\\" \\n \\t \\u0041)"
    ),
    ("\"\\u12G4\"", "1:2 four hexadecimal digits are missing after this \\u"),
    ("\"\\ud83d\"", "1:2 this \\u is half of a character; the other half is missing"),
    ("\"\\ud83d\\u0041\"", "1:2 this \\u is half of a character; the other half is missing"),
    ("\"\\ude00\"", "1:2 this \\u is half of a character; the other half is missing"),
    ("{", "1:2 the file ends inside an object; a } is missing"),
    ("{\"a\": 1", "1:8 the file ends inside an object; a } is missing"),
    ("[1", "1:3 the file ends inside an array; a ] is missing"),
    ("[", "1:2 the file ends where a value is expected"),
    ("[1}", "1:3 a ] is missing before this }"),
    ("{\"a\":1]", "1:7 a } is missing before this ]"),
    ("{} {}", "1:4 there is more text after the end of the document; delete it"),
    ("]", "1:1 a value is missing here"),
    ("01", "1:1 a number must not begin with 0"),
    ("-", "1:1 a digit is missing in this number"),
    ("1.", "1:1 a digit is missing in this number"),
    ("1e+", "1:1 a digit is missing in this number"),
    ("[.5]", "1:2 a number must begin with a digit or -"),
    ("[+5]", "1:2 a number must begin with a digit or -"),
    ("1e400", "1:1 this number is too large"),
    (
      "NaN",
      "1:1 this file is not JSON, because it does not begin with {; check that this is the right file"
    ),
    (
      "\u{A0}1",
      "1:1 this file is not JSON, because it does not begin with {; check that this is the right file"
    ),
  ]

  @Test func errorsNameTheMistake() {
    for (text, expected) in Self.errors {
      let space = expected.firstIndex(of: " ") ?? expected.endIndex
      let wanted = "\(expected[..<space]): error:\(expected[space...]) [json-syntax]"
      #expect(read(text) == wanted, "\(text.debugDescription)")
    }
  }

  @Test func undecodableBytes() {
    let message = "this byte cannot be decoded as UTF-8; save the file as UTF-8 [json-syntax]"
    #expect(read(Array("[\"a".utf8) + [0xFF] + Array("\"]".utf8)) == "1:4: error: \(message)")
    #expect(read(Array("[\"a".utf8) + [0xC3]) == "1:4: error: \(message)")
    #expect(read([0xFF]) == "1:1: error: \(message)")
  }

  @Test func nesting() {
    let deep = { (depth: Int) in
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(read(deep(512)).hasPrefix("1:1[1:2["))
    let message =
      "the file is nested deeper than 512 levels; remove brackets that are not needed [too-large]"
    #expect(read(deep(513)) == "1:513: error: \(message)")
    #expect(read(String(repeating: "{\"a\":", count: 100_000)) == "1:2561: error: \(message)")
  }

  @Test func everyPrefixOfADocumentIsAnError() {
    let text = Array("{\"a\": [1, -2.5e1, \"b\\u00e9\\n\", true, null], \"é\": {}}".utf8)
    for count in 0..<text.count {
      #expect(read(Array(text[..<count])).hasSuffix("[json-syntax]"), "\(count)")
    }
    #expect(!read(text).hasSuffix("[json-syntax]"))
  }

  @Test func writtenJSONIsReadBack() {
    let text = "\0\u{1}\"\\/\n é 李 😀 \u{2028}"
    for style in [JSONWriter.Style.compact, .pretty] {
      var json = JSONWriter(style: style)
      json.beginObject()
      json.key(text)
      json.beginArray()
      json.string(text)
      json.decimal(-1, over: 8)
      json.end()
      json.end()
      guard case .success(let node) = JSONDocument.parse(json.take()),
        case .object(let members) = node.value, case .array(let nodes)? = members.first?.value.value
      else {
        Issue.record("the JSON was not read")
        continue
      }
      #expect(members.map(\.key) == [text])
      #expect(nodes.map(\.value) == [.string(text), .number(-0.125)])
    }
  }
}
