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

  @Test func anElementCreatedInCodeHasNoPosition() throws {
    let document = ElementsDocument(
      source: "-", format: "text", titlePage: [],
      elements: [GuionElement(elementType: .action, elementText: "Hi.")])
    let text = try pieces(document).joined()
    #expect(text.contains("    {\"type\": \"action\", \"text\": \"Hi.\"}\n"))
  }

  @Test(
    arguments: [
      // a mark, the depth of quotations, and the expected JSON
      (nil, 0, ""),
      (nil, 1, #", "quote": true"#),
      (nil, 3, #", "quote": true"#),
      (.quote, 1, #", "quote": true"#),
      (
        .list(ordered: false, number: nil, depth: 2, task: nil), 0,
        #", "list": {"ordered": false, "depth": 2}"#
      ),
      (
        .list(ordered: true, number: 0, depth: 1, task: nil), 0,
        #", "list": {"ordered": true, "number": 0, "depth": 1}"#
      ),
      (
        .list(ordered: true, number: nil, depth: 1, task: nil), 1,
        #", "quote": true, "list": {"ordered": true, "depth": 1}"#
      ),
      (
        .list(ordered: false, number: nil, depth: 1, task: false), 0,
        #", "list": {"ordered": false, "depth": 1, "task": false}"#
      ),
      (
        .list(ordered: true, number: 7, depth: 3, task: true), 0,
        #", "list": {"ordered": true, "number": 7, "depth": 3, "task": true}"#
      ),
      (.code(language: nil), 0, #", "code": """#),
      (.code(language: ""), 0, #", "code": """#),
      (.code(language: "swift"), 2, #", "quote": true, "code": "swift""#),
      (.row(cells: []), 0, #", "cells": []"#),
      (
        .row(cells: [
          TableCell(header: "Name", text: "Ann \"A\""),
          TableCell(header: "", text: "", inlines: [InlineSpan(.code, 0..<1)]),
        ]), 0, #", "cells": [["Name", "Ann \"A\""], ["", ""]]"#
      ),
      (.footnote(number: 12), 0, #", "footnote": 12"#),
    ] as [(Mark?, Int, String)])
  func fieldsOfTheLayout(mark: Mark?, quoteDepth: Int, fields: String) throws {
    let element = GuionElement(
      elementType: .action, elementText: "x", mark: mark, quoteDepth: quoteDepth,
      sourceRange: SourceRange(
        start: SourcePosition(line: 3, column: 5), end: SourcePosition(line: 3, column: 5)))
    let document = ElementsDocument(
      source: "a.md", format: "markdown", titlePage: [], elements: [element])
    let text = try pieces(document).joined()
    let line = #"{"type": "action", "text": "x"\#(fields), "line": 3, "column": 5}"#
    #expect(text.split(separator: "\n").contains("    " + line))
    guard case .success = JSONDocument.parse(Array(text.utf8)) else {
      Issue.record("not JSON")
      return
    }
  }

  @Test func aHeadingInAQuotationHasItsLevel() throws {
    let element = GuionElement(
      elementType: .sectionHeading(level: 2), elementText: "x", quoteDepth: 1)
    let document = ElementsDocument(
      source: "a.md", format: "markdown", titlePage: [], elements: [element])
    let line = #"{"type": "section-heading", "text": "x", "level": 2, "quote": true}"#
    #expect(try pieces(document).joined().contains("    " + line + "\n"))
  }

  @Test func aLongDocumentIsWrittenInPieces() throws {
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

  @Test func errorsOfTheOutputAreThrown() {
    struct Full: Error {}
    let document = ElementsDocument(source: "-", format: "text", titlePage: [], elements: [])
    #expect(throws: Full.self) { try document.write { _ in throw Full() } }
  }
}
