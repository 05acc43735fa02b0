import Guion
import Testing

@Suite struct ElementsDocumentTests {
  private func pieces(_ document: ElementsDocument) throws -> [String] {
    var pieces: [String] = []
    try document.write { pieces.append(String(decoding: $0, as: UTF8.self)) }
    return pieces
  }

  @Test func everyField() throws {
    let parsed = FountainParser(
      string: """
        Title:
        \tBrick & Steel
        \t"Full" Retired
        Author:

        # Act One

        INT. HOUSE - DAY #1A#

        > END <

        JOHN
        Hi.

        MARY (V.O.) (CONT'D) ^
        (sad)
        One
        Two [[hm]]
        ===
        """)
    let document = ElementsDocument(
      source: "script.fountain", format: "fountain", titlePage: parsed.titlePage,
      elements: parsed.elements)
    #expect(
      try pieces(document) == [
        """
        {
          "source": "script.fountain",
          "format": "fountain",
          "titlePage": [
            ["Title", ["Brick & Steel", "\\"Full\\" Retired"]],
            ["Author", []]
          ],
          "elements": [
            {"type": "section-heading", "text": "Act One", "level": 1, "line": 6, "column": 1},
            {"type": "scene-heading", "text": "INT. HOUSE - DAY", "sceneNumber": "1A", "line": 8, "column": 1},
            {"type": "action", "text": "END", "centered": true, "line": 10, "column": 1},
            {"type": "character", "text": "JOHN", "line": 12, "column": 1},
            {"type": "dialogue", "text": "Hi.", "line": 13, "column": 1},
            {"type": "character", "text": "MARY", "extension": "(V.O.) (CONT'D)", "dual": true, "line": 15, "column": 1},
            {"type": "parenthetical", "text": "sad", "line": 16, "column": 1},
            {"type": "dialogue", "text": "One\\nTwo", "line": 17, "column": 1},
            {"type": "comment", "text": "hm", "line": 18, "column": 5},
            {"type": "page-break", "text": "", "line": 19, "column": 1}
          ]
        }

        """
      ])
  }

  @Test func nothing() throws {
    let document = ElementsDocument(source: "-", format: "text", titlePage: [], elements: [])
    #expect(
      try pieces(document) == [
        """
        {
          "source": "-",
          "format": "text",
          "titlePage": [],
          "elements": []
        }

        """
      ])
  }

  @Test func anElementMadeByHandHasNoPlace() throws {
    let document = ElementsDocument(
      source: "-", format: "text", titlePage: [],
      elements: [GuionElement(elementType: .action, elementText: "Hi.")])
    let text = try pieces(document).joined()
    #expect(text.contains("    {\"type\": \"action\", \"text\": \"Hi.\"}\n"))
  }

  @Test func aLongDocumentComesInPieces() throws {
    let element = GuionElement(
      elementType: .action, elementText: String(repeating: "x", count: 100))
    let document = ElementsDocument(
      source: "-", format: "text", titlePage: [], elements: Array(repeating: element, count: 10_000)
    )
    let pieces = try pieces(document)
    #expect(pieces.count > 10)
    #expect(pieces.allSatisfy { $0.utf8.count < 1 << 17 })
    guard case .success(let node) = JSONDocument.parse(Array(pieces.joined().utf8)),
      case .object(let members) = node.value, case .array(let nodes)? = members.last?.value.value
    else {
      Issue.record("not JSON")
      return
    }
    #expect(members.map(\.key) == ["source", "format", "titlePage", "elements"])
    #expect(nodes.count == 10_000)
  }

  @Test func whatTheOutputThrowsIsThrown() {
    struct Full: Error {}
    let document = ElementsDocument(source: "-", format: "text", titlePage: [], elements: [])
    #expect(throws: Full.self) { try document.write { _ in throw Full() } }
  }
}
