import Testing

@testable import Narration

/// Tests of raised digits that are powers.
@Suite struct RaisedFiguresTests {
  @Test(arguments: [
    ("10", "26", "²⁶"), ("10", "-34", "⁻³⁴"), ("5 cm", "2", "²"), ("(a + b)", "3", "³"),
    ("x", "2", "²"),
    ("word", "1", nil), ("2", "nd", nil), ("", "1", nil), ("10", "-", nil), ("m", "", nil),
    ("10", "12345", nil),
  ])
  func powers(base: String, raised: String, power: String?) {
    let bytes = Array((base + raised).utf8)
    #expect(SuperscriptDigits.power(base.utf8.count..<bytes.count, in: bytes) == power)
  }
}
