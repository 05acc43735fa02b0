import Testing

@testable import Guion

/// Tests of text with spans while it is assembled.
@Suite struct StyledWordsTests {
  private func words(_ parts: (String, [InlineSpan.Kind])...) -> StyledWords {
    var words = StyledWords()
    for (text, kinds) in parts { words.append(text.utf8, in: kinds) }
    return words
  }

  @Test func `adjacent spans of one kind are joined, in the order of their beginnings`() {
    let found = words(("a", [.strong]), ("b", [.emphasis, .strong]), (" ", []), ("c", [.strong]))
    #expect(
      found.spans == [
        InlineSpan(.strong, 0..<2), InlineSpan(.emphasis, 1..<2), InlineSpan(.strong, 3..<4),
      ])
    #expect(found.text == "ab c")
  }

  @Test func `a part of the text has the parts of the spans`() {
    let found = words((" ab\ncd ", [.strong]))
    #expect(found.trimmed.spans == [InlineSpan(.strong, 0..<5)])
    #expect(found.lines.map(\.text) == [" ab", "cd "])
    #expect(
      found.lines.map(\.spans) == [[InlineSpan(.strong, 0..<3)], [InlineSpan(.strong, 0..<3)]])
    #expect(found.onOneLine.text == "ab cd")
    #expect(found.slice(3..<3).spans == [])
  }
}
