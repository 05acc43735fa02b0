import Guion
import Testing

/// Tests that plain elements have the ids of their models.
@Suite struct ElementIDTests {
  private static let script = """
    INT. HALL - DAY

    ANN (V.O.)
    Yes.

    ANN (V.O.)
    Yes.
    """

  private let document = GuionDocumentModel(string: script, format: .fountain)

  @Test func elementsOfADocumentHaveTheIdsOfTheirModels() {
    #expect(document.parsed.elements.map(\.elementID) == document.elements.map(\.id))
    #expect(document.elements.map(\.element.elementID) == document.elements.map(\.id))
    #expect(Set(document.parsed.elements.map(\.elementID)).count == 5)
  }

  @Test func elementsWithoutADocumentHaveNoId() {
    let bare = GuionParsedElementCollection(string: Self.script, format: .fountain)
    #expect(bare.elements.allSatisfy { $0.elementID == nil })
    #expect(GuionElement(elementType: .action, elementText: "Rain.").elementID == nil)
    // Elements are equal if only their ids differ.
    #expect(bare.elements == document.parsed.elements)
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var name: String
    var keepsID: Bool
    var change: @Sendable (inout GuionElement) -> Void
    var testDescription: String { name }
  }

  @Test(arguments: [
    Change(name: "words", keepsID: false) { $0.elementText += "!" },
    Change(name: "type", keepsID: false) { $0.elementType = .action },
    Change(name: "extension", keepsID: false) { $0.extension = nil },
    Change(name: "place", keepsID: true) { $0.sourceRange = nil },
    Change(name: "number", keepsID: true) { $0.sceneNumber = "1" },
    Change(name: "inlines", keepsID: true) { $0.inlines = [] },
  ])
  func changedTextMakesAnotherElement(_ row: Change) {
    var cue = document.parsed.elements[1]
    let id = cue.elementID
    row.change(&cue)
    #expect(cue.elementID == (row.keepsID ? id : nil))
    // The element next to it is unchanged.
    #expect(document.parsed.elements[1].elementID == id)
  }
}
