import Guion
import Testing

@Suite struct JSONWriterTests {
  private func text(_ style: JSONWriter.Style, _ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter(style: style)
    body(&json)
    return String(decoding: json.take(), as: UTF8.self)
  }

  private func sample(_ json: inout JSONWriter) {
    json.beginObject()
    json.key("a")
    json.integer(-1)
    json.key("b")
    json.beginArray()
    json.null()
    json.bool(true)
    json.beginArray()
    json.end()
    json.beginObject(.inline)
    json.key("c")
    json.string("d")
    json.key("e")
    json.beginArray()
    json.integer(1)
    json.integer(2)
    json.end()
    json.end()
    json.end()
    json.key("f")
    json.beginObject()
    json.end()
    json.end()
  }

  @Test func compact() {
    #expect(text(.compact, sample) == #"{"a":-1,"b":[null,true,[],{"c":"d","e":[1,2]}],"f":{}}"#)
  }

  @Test func pretty() {
    #expect(
      text(.pretty, sample) == """
        {
          "a": -1,
          "b": [
            null,
            true,
            [],
            {"c": "d", "e": [1, 2]}
          ],
          "f": {}
        }
        """)
  }

  @Test func strings() {
    let rows: [(String, String)] = [
      ("", #""""#), ("a", #""a""#), ("\"\\/", #""\"\\/""#), ("é李😀", #""é李😀""#),
      ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\0\u{1}\u{1F}", #""\u0000\u0001\u001f""#),
      ("\u{7F}\u{2028}", "\"\u{7F}\u{2028}\""),
    ]
    for (value, expected) in rows {
      #expect(text(.compact) { $0.string(value) } == expected)
    }
  }

  @Test func decimals() {
    let rows: [(Int, Int, String)] = [
      (0, 1, "0"), (0, 44_100, "0"), (44_100, 44_100, "1"), (1, 2, "0.5"), (1, 3, "0.333333"),
      (2, 3, "0.666667"), (1, 4_000_000, "0"), (1, 2_000_000, "0.000001"),
      (1_834_869, 22_050, "83.214014"), (5, 2_000_000, "0.000003"), (1_999_999, 2_000_000, "1"),
      (19_999_989, 10_000_000, "1.999999"), (-1, 2, "-0.5"), (-1, 4_000_000, "0"),
      (10, 1, "10"), (101, 100, "1.01"), (Int.max, 1, "9223372036854775807"),
      (Int.max, Int.max, "1"), (Int.max - 1, Int.max, "1"), (Int.min, 1, "-9223372036854775808"),
      (1, Int.max, "0"), (Int.max / 2, Int.max, "0.5"),
    ]
    for (numerator, denominator, expected) in rows {
      #expect(text(.compact) { $0.decimal(numerator, over: denominator) } == expected)
    }
  }

  @Test func integers() {
    #expect(text(.compact) { $0.integer(UInt64.max) } == "18446744073709551615")
    #expect(text(.compact) { $0.integer(Int8.min) } == "-128")
  }

  @Test func takeEmptiesTheBufferAndKeepsTheState() {
    var json = JSONWriter()
    json.beginArray()
    json.integer(1)
    #expect(json.count == 2)
    #expect(json.take() == Array("[1".utf8))
    #expect(json.count == 0)
    json.integer(2)
    json.end()
    json.endLine()
    #expect(json.take() == Array(",2]\n".utf8))
    #expect(json.take() == [])
  }
}
