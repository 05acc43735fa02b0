import Guion
import Testing

@Suite struct GuionElementTests {
  /// A script of short lines has an element for about every 25 bytes.
  ///
  /// A document may cost 12 bytes for each byte of its script.
  @Test func anElementIsSmall() {
    #expect(MemoryLayout<GuionElement>.stride <= 72)
    #expect(MemoryLayout<Mark?>.size <= 8)
    #expect(MemoryLayout<InlineSpan>.stride <= 16)
    #expect(MemoryLayout<SourceRange>.size <= 20)
  }

  @Test func everythingButTypeAndTextHasADefault() {
    let element = GuionElement(elementType: .action, elementText: "A door.")
    #expect(!element.isCentered && !element.isDualDialogue)
    #expect(element.sceneNumber == nil && element.sceneId == nil && element.extension == nil)
    #expect(element.mark == nil && element.inlines.isEmpty && element.quoteDepth == 0)
    #expect(element.sourceRange == nil)
  }

  @Test(arguments: [(-1, 0), (0, 0), (10_000, 10_000), (65_535, 65_535), (65_536, 65_535)])
  func theDepthOfQuotationsIsLimited(depth: Int, kept: Int) {
    var element = GuionElement(elementType: .action, elementText: "x", quoteDepth: depth)
    #expect(element.quoteDepth == kept)
    element.quoteDepth = 0
    element.quoteDepth = depth
    #expect(element.quoteDepth == kept)
  }

  @Test func spansHaveTheirKindAndRange() {
    let footnote = InlineSpan.Kind.footnote(number: 3, text: MarkedText("See there."))
    let span = InlineSpan(footnote, 2..<7)
    #expect(span.kind == footnote)
    #expect(span.range == 2..<7)
    #expect(span != InlineSpan(.code, 2..<7))
    #expect(span != InlineSpan(footnote, 2..<8))
  }

  @Test func aDifferenceInOneFieldMakesAnotherElement() {
    let element = GuionElement(elementType: .action, elementText: "x")
    let others = [
      GuionElement(elementType: .dialogue, elementText: "x"),
      GuionElement(elementType: .action, elementText: "y"),
      GuionElement(elementType: .action, elementText: "x", isCentered: true),
      GuionElement(elementType: .action, elementText: "x", isDualDialogue: true),
      GuionElement(elementType: .action, elementText: "x", sceneNumber: "1"),
      GuionElement(elementType: .action, elementText: "x", sceneId: "1"),
      GuionElement(elementType: .action, elementText: "x", extension: "(V.O.)"),
      GuionElement(elementType: .action, elementText: "x", mark: .code(language: nil)),
      GuionElement(elementType: .action, elementText: "x", inlines: [InlineSpan(.code, 0..<1)]),
      GuionElement(elementType: .action, elementText: "x", quoteDepth: 1),
    ]
    for other in others { #expect(other != element) }
  }
}
