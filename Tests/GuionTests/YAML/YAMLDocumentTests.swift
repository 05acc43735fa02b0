import Testing

@testable import Guion

@Suite struct YAMLDocumentTests {
  @Test func aValueWithItsPlaces() throws {
    let node = try YAMLDocument.parse(Array("\u{FEFF}# x\nnav:\n  - Ä: a.md\n  - b.md\n".utf8))
      .get()
    guard case .object(let members) = node.value,
      case .array(let items)? = members.first?.value.value
    else {
      Issue.record("\(node)")
      return
    }
    #expect(members.map(\.key) == ["nav"])
    #expect(items.map(\.position) == [.init(line: 3, column: 5), .init(line: 4, column: 5)])
    #expect(items.last?.value == .string("b.md"))
  }

  @Test(arguments: ["", "# only a comment\n", "~"]) func nothing(_ source: String) throws {
    #expect(try YAMLDocument.parse(Array(source.utf8)).get().value == .null)
  }

  @Test func whatIsWrong() {
    #expect(throws: Diagnostic.self) {
      try YAMLDocument.parse(Array("a: 1\nb: c: d\n".utf8)).get()
    }
    guard case .failure(let error) = YAMLDocument.parse(Array("a: 1\nb: c: d\n".utf8)) else {
      return
    }
    #expect(
      error.description
        == "2:5: error: there is a second colon in this value; put the value in quotes [yaml-syntax]"
    )
  }
}
