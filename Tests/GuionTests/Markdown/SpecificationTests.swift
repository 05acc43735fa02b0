import Guion
import TestSupport
import Testing

/// Tests of every example in the CommonMark and GFM specifications.
///
/// Our words must be those of the document as rendered by `cmark-gfm`.
@Suite struct SpecificationTests {
  /// In edition 2, the marks of other programs are no words.
  private static func elements(of text: String) -> [GuionElement] {
    CommonMarkParser(string: text, edition: .first).elements
  }

  @Test func wordsMatchTheRenderedDocument() throws {
    let examples = try SpecificationExample.all()
    #expect(examples.count > 690)
    let rendered = try CmarkProgram.render(examples.map(\.markdown), as: "xml")
    for (example, xml) in zip(examples, rendered) {
      let words = RenderedXML(xml).words
      let found = Self.words(of: Self.elements(of: example.markdown))
      #expect(found == words, "\(example.name): \(example.markdown.debugDescription)")
    }
  }

  @Test func wordsMatchThePlainText() throws {
    let examples = try SpecificationExample.all()
    let xml = try CmarkProgram.render(examples.map(\.markdown), as: "xml").map(RenderedXML.init)
    let plain = try CmarkProgram.render(examples.map(\.markdown), as: "plaintext")
    var compared = 0
    for (example, (xml, plain)) in zip(examples, zip(xml, plain)) where xml.isPlain {
      compared += 1
      var words = PlainText.words(plain)
      var found = Self.words(of: Self.elements(of: example.markdown))
      if xml.hasLists {
        (words, found) = (PlainText.withoutListSigns(words), PlainText.withoutListSigns(found))
      }
      #expect(found == words, "\(example.name): \(example.markdown.debugDescription)")
    }
    #expect(compared > 500)
  }

  /// Input that the specifications do not cover: footnotes, deeper mixtures.
  static let mixtures = [
    "a[^1] b[^note]\n\n[^1]: One *two*\n\n    - three\n    > four\n\n[^note]: five `six`\n\nseven",
    "> 1. a\n>    - b [c](d) ![e *f*](g)\n>\n>      | h | i |\n>      |---|---|\n>      | j | `k` |\n",
    "- [ ] a\n- [x] b ~~c~~\n\n      d\n\n  ***\n- # e\n",
    "# a <b>c</b> &amp; d\\* <e@f.gh> www.i.jk\n\n    l\n\n~~~m n\no\n~~~\n",
    "$a$ and \\$b, `$c$` | d\n\n$$\ne\n$$\n",
  ]

  @Test func wordsOfMixtures() throws {
    let rendered = try CmarkProgram.render(Self.mixtures, as: "xml")
    for (source, xml) in zip(Self.mixtures, rendered) {
      let found = Self.words(of: CommonMarkParser(string: source, edition: .first).elements)
      #expect(found == RenderedXML(xml).words, "\(source.debugDescription)")
    }
  }

  /// This project's own Markdown documents.
  @Test func wordsOfOurOwnDocuments() throws {
    let documents = try CmarkProgram.documents()
    #expect(documents.count >= 5)
    let rendered = try CmarkProgram.render(
      documents.map { CmarkProgram.body(of: $0.text) }, as: "xml")
    for (document, xml) in zip(documents, rendered) {
      let found = Self.words(of: CommonMarkParser(string: document.text, edition: .first).elements)
      #expect(found == RenderedXML(xml).words, "\(document.path)")
    }
  }

  /// Returns all words that a reader sees, in order.
  ///
  /// A table's header comes before its first row.
  static func words(of elements: [GuionElement]) -> [String] {
    var texts: [String] = []
    var lastRow: Int?
    // The words of the rendered XML do not include text from HTML.
    for element in elements where element.elementType != .comment && element.mark != .summary {
      guard case .row(let cells)? = element.mark else {
        texts.append(element.elementText)
        lastRow = nil
        continue
      }
      let line = element.sourceRange?.start.line
      if lastRow == nil || lastRow.map({ $0 + 1 }) != line { texts += cells.map(\.header) }
      texts += cells.map(\.text)
      lastRow = line
    }
    return PlainText.words(texts.joined(separator: "\n"))
  }
}
