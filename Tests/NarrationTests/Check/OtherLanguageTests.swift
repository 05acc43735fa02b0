import Guion
import Narration
import Testing

/// Tests of the language of a text that nobody names.
@Suite struct OtherLanguageTests {
  private static let german =
    "Der Mann ist nicht in dem Haus, und die Frau hat ihn auch nicht im Garten gesehen. Sie weiß, dass er immer "
    + "wieder zu ihr kommt, aber heute war es schon sehr spät, und sie konnte nichts mehr hören."
  private static let english =
    "The man is not in the house, and the woman has not seen him in the garden. She knows that he will come back "
    + "to her, but it was very late, and there was nothing that she could hear."

  /// Texts, the language in which they are read, and the language that they are plainly in.
  @Test(arguments: [
    (german, "en-US", "de"), (german, "de-AT", nil), (english, "de", "en"), (english, "en-GB", nil),
    // A few words, names and languages without a list decide nothing.
    ("Der Mann ist nicht in dem Haus.", "en-US", nil), (german, "sv", nil),
    (String(repeating: "Anna Berger, Peter Winter, Maria Klein. ", count: 9), "en-US", nil),
    (german + " " + english, "en-US", nil),
  ])
  func `a text is plainly in another language`(
    _ text: String, _ language: String, _ expected: String?
  ) {
    let elements = [GuionElement(elementType: .action, elementText: text)]
    #expect(OtherLanguage(of: elements, than: language)?.code == expected)
  }

  @Test func `code is no text`() {
    let element = GuionElement(
      elementType: .action, elementText: Self.german, mark: .code(language: nil))
    #expect(OtherLanguage(of: [element], than: "en-US") == nil)
  }
}
