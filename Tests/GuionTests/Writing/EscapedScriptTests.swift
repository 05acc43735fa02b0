import Guion
import Testing

/// Tests of elements whose marks or words a conversion must escape, or else report.
@Suite struct EscapedScriptTests {
  /// Elements, their text in Fountain, and the codes of the notes.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var elements: [GuionElement]
    var isMarked: Bool
    var text: String
    var codes: [String]

    init(
      _ name: String, _ elements: [GuionElement], isMarked: Bool = false, _ text: String,
      _ codes: [String] = []
    ) {
      (testDescription, self.elements, self.isMarked) = (name, elements, isMarked)
      (self.text, self.codes) = (text, codes)
    }
  }

  private static func element(
    _ type: ElementType, _ text: String, isBold: Bool = false
  ) -> GuionElement {
    let spans = isBold ? [InlineSpan(.strong, 0..<text.utf8.count)] : []
    return GuionElement(elementType: type, elementText: text, inlines: spans)
  }

  private static let ann = element(.character, "ANN")
  private static let cases = [
    Case(
      "a bold heading stays a heading", [element(.sceneHeading, "INT. BAR", isBold: true)],
      "INT. BAR\n", ["lost-span"]),
    Case(
      "a bold heading with a period stays a heading",
      [element(.sceneHeading, "The bar", isBold: true)], ".The bar\n", ["lost-span"]),
    Case(
      "a note at a cue without a speech", [ann, element(.comment, "sad")],
      "ANN [[sad]]\n  \n"),
    Case("an empty line in a note", [element(.comment, "a\n\nb")], "[[a\n  \nb]]\n"),
    Case(
      "the end of a note in a note", [element(.comment, "a ]] b")], "/*a ]] b*/\n",
      ["changed-element"]),
    Case(
      "the ends of a note and of a boneyard in a note", [element(.comment, "a ]] */ b")],
      "[[a ] ] */ b]]\n", ["changed-words"]),
    Case(
      "the beginning of a boneyard in a note",
      [element(.comment, "a /* b"), element(.comment, "c */")], "[[a / * b]]\n\n[[c */]]\n",
      ["changed-words"]),
    Case("a bracket at the end of a note", [element(.comment, "[a]")], "[[[a] ]]\n"),
    Case(
      "speech without a cue",
      [
        element(.synopsis, "In short."), element(.parenthetical, "beat"),
        element(.dialogue, "# a\n= b"),
      ],
      "= In short.\n\n(beat)\n\n!# a\n!= b\n", ["changed-element", "changed-element"]),
    Case(
      "a cue of only an extension", [element(.character, "(V.O.)"), element(.dialogue, "= a")],
      "(V.O.)\n\n!= a\n", ["changed-element", "changed-element"]),
    Case(
      "a boneyard below an open one",
      [element(.action, "a /* b"), element(.boneyard, "c")], isMarked: true,
      "a /\\* b\n\n/*c*/\n"),
    Case(
      "a note in the speech of an open one",
      [ann, element(.dialogue, "a [[ b"), element(.comment, "c")], isMarked: true,
      "ANN\na [\\[ b [[c]]\n"),
    Case(
      "a star that is a mark stays",
      [
        GuionElement(
          elementType: .action, elementText: "either/*or*",
          inlines: [InlineSpan(.emphasis, 8..<10)])
      ], isMarked: true, "either/*or*\n"),
  ]

  @Test(arguments: cases) func `a script in Fountain is read back`(_ row: Case) {
    let conversion = DocumentConversion(
      ConversionSource(elements: row.elements, isMarked: row.isMarked), to: .fountain)
    #expect(String(decoding: conversion.bytes, as: UTF8.self) == row.text)
    #expect(conversion.losses.map(\.code) == row.codes, "\(conversion.losses)")
  }

  @Test func `each kind of lost formatting is named`() {
    let text = "INT. BAR"
    let spans = [InlineSpan(.strong, 0..<8), InlineSpan(.emphasis, 0..<8)]
    let heading = GuionElement(elementType: .sceneHeading, elementText: text, inlines: spans)
    let conversion = DocumentConversion(
      ConversionSource(elements: [heading], isMarked: false), to: .fountain)
    let messages = conversion.losses.map(\.message)
    #expect(messages.count == 1, "\(messages)")
    #expect(messages[0].contains("bold text") && messages[0].contains("italics"), "\(messages)")
  }

  @Test func `a page break around simultaneous speeches is not reported`() {
    var ben = Self.element(.character, "BEN")
    ben.isDualDialogue = true
    let line = Self.element(.dialogue, "Hello.")
    let pageBreak = Self.element(.pageBreak, "")
    let elements = [
      Self.element(.action, "One."), pageBreak, Self.ann, line, ben, line, pageBreak,
      Self.element(.action, "Two."),
    ]
    let conversion = DocumentConversion(
      ConversionSource(elements: elements, isMarked: false), to: .fdx)
    #expect(conversion.losses.map(\.message) == [])
  }
}
