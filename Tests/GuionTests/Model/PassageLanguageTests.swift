import Guion
import TestSupport
import Testing

/// Tests of the languages that markup names, in reading edition 2.
@Suite struct PassageLanguageTests {
  private static func passages(_ elements: [GuionElement]) -> String {
    elements.flatMap { element in
      let cells = if case .row(let cells) = element.mark { cells } else { [TableCell]() }
      let texts =
        [MarkedText(element.elementText, inlines: element.inlines)]
        + cells.map { MarkedText($0.text, inlines: $0.inlines) }
      return texts.flatMap { text in
        text.inlines.compactMap { span -> String? in
          guard case .language(let tag) = span.kind else { return nil }
          let words = Array(text.text.utf8)[span.range]
          return "\(tag): \(String(decoding: words, as: UTF8.self))"
        }
      }
    }.joined(separator: " | ")
  }

  private static func read(
    _ text: String, _ format: DocumentFormat = .markdown, _ edition: ReadingEdition = .second
  ) -> String {
    passages(GuionParsedElementCollection(string: text, format: format, edition: edition).elements)
  }

  @Test(arguments: [
    ("a [b c]{lang=fr} d", "fr: b c"), ("a [b]{.x lang=\"fr-ca\"} d", "fr-CA: b"),
    ("a [*b* ==c==]{lang=fr} d", "fr: b c"), ("a [1] [b]{lang='de'} [c]{.d}", "de: b"),
    ("[a [b]{lang=de} c]{lang=fr}", "fr: a b c | de: b"),
    ("<span lang=fr>[b]{lang=de}</span>", "fr: b | de: b"),
    ("::: {lang=fr}\n<b lang=es>[b]{lang=de}</b>\n:::", "fr: b | es: b | de: b"),
    ("# Le chat {lang=fr}", "fr: Le chat"), ("a [b]{lang=und}", ": b"),
    ("a [b]{lang=\"no tag\"}", "no tag: b"), ("a [b]{hreflang=fr}", ""),
    ("a <span lang=\"fr\">b *c*</span> d", "fr: b c"), ("a <span xml:lang=fr>b d", "fr: b d"),
    ("a <i lang=\"fr\">idée fixe</i> d", ""), ("a <i lang=\"fr\">b c d</i> e", "fr: b c d"),
    ("a <span lang=fr>b <b>c</b> <span>d</span> e</span> f", "fr: b c d e"),
    ("a </span> b", ""), ("a <br lang=fr> b", ""), ("`<i lang=fr>a b c</i>`", ""),
    ("::: {lang=fr}\na\n\n- b\n:::\n\nc", "fr: a | fr: b"),
    ("::: {lang=fr}\na\n:::\nb", "fr: a\n"), ("::: note\n::: {lang=fr}\na\n:::\nb\n:::", "fr: a\n"),
    ("<div lang=\"fr\">\n\na\n\n| b |\n| - |\n| c |\n\n</div>\n\nd", "fr: a | fr: c"),
    ("</div>\n\na", ""), ("<div lang=fr>\n\na\n\n<section>\n\nb\n\n</div>\n\nc", "fr: a | fr: b"),
  ])
  func markdown(_ text: String, _ expected: String) {
    #expect(Self.read(text) == expected)
    #expect(Self.read(text, .markdown, .first).isEmpty)
  }

  @Test(arguments: [
    ("[[lang: fr]]\nLe chat.", "fr: Le chat."),
    ("[[lang: fr]]\n\nLe chat.\n\nA cat.", "fr: Le chat."),
    ("He says [[lang: fr]]bonjour.", "fr: bonjour."), ("He sits. [[Language: fr]]", "fr: He sits."),
    ("He says [[lang: fr]]bonjour [[lang:]]and sits.", "fr: bonjour "),
    ("[[lang: fr]]Le chat\n[[lang: de]]*Die* Katze", "fr: Le chat\n | de: *Die* Katze"),
    ("JEAN [[lang: fr]]\nBonjour.\n(beat)\nMarie.\n\nANN\nHi.", "fr: Bonjour. | fr: Marie."),
    ("[[lang: fr]]\n\nJEAN\nBonjour.\n\nA cat.", "fr: Bonjour."),
    ("JEAN\nHi. [[lang: fr]]Bonjour.\n[[lang: es]]\nHola.", "fr: Bonjour. | es: \nHola."),
    ("ANN\n~La vie en rose [[lang: fr]]", "fr: La vie en rose"),
    ("> Fin < [[lang: fr]]", "fr: Fin"),
    ("[[language of the court: old]]\nA.", ""), ("[[lang fr]]\nA.", ""),
    ("INT. A [[lang: fr]]", ""),
  ])
  func fountain(_ text: String, _ expected: String) {
    let elements = FountainParser(string: text).elements
    #expect(Self.passages(elements) == expected)
    #expect(Self.read(text, .fountain, .first).isEmpty)
  }

  @Test(arguments: [
    ("<p xml:lang=\"fr\">Le <b>chat</b>.</p><p>A cat.</p>", "fr: Le chat."),
    ("<p>A <span lang=\"fr\">chat</span> or <i lang=\"fr\">chat</i>.</p>", "fr: chat"),
    (
      "<p>A <em lang=\"fr\">chat qui dort</em>, <abbr lang=\"la\">inst.</abbr></p>",
      "fr: chat qui dort"
    ),
    (
      "<section lang=\"fr\"><p>Un</p><p lang=\"en\">One</p></section>", "fr: Un | fr: One | en: One"
    ),
    (
      "<table lang=\"fr\"><tr><td>Un</td><td lang=\"de\">Eins</td></tr></table>",
      "fr: Un | fr: Eins | de: Eins"
    ),
    ("<pre lang=\"fr\">a = b</pre>", ""), ("<p lang=\"klingon!\">Qapla</p>", "klingon!: Qapla"),
  ])
  func epub(_ body: String, _ expected: String) {
    func read(_ edition: ReadingEdition) -> String {
      Self.passages(
        GuionParsedElementCollection(
          bytes: MadeBook(body).bytes, format: .epub, edition: edition
        ).elements)
    }
    #expect(read(.second) == expected)
    #expect(read(.first).isEmpty)
  }

  /// Some programs write one language on all pages, whatever the language of the book.
  @Test(arguments: [("de", ""), ("en", "de: Ja | en: No")])
  func `the language of a page counts if the pages differ`(_ other: String, _ expected: String) {
    func page(_ words: String, _ tag: String) -> String {
      "<html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"\(tag)\"><body><p>\(words)</p></body></html>"
    }
    let book = MadeBook([("a.xhtml", page("Ja", "de")), ("b.xhtml", page("No", other))])
    let document = GuionParsedElementCollection(bytes: book.bytes, format: .epub)
    #expect(Self.passages(document.elements) == expected)
  }

  @Test(arguments: [
    ("a [b c]{lang=fr} d", DocumentFormat.markdown), ("[a b]{lang=fr} [c]{lang=de}", .markdown),
    ("a <span lang=\"fr\">b *c d* e</span>", .markdown), ("# [a]{lang=fr} b", .markdown),
    ("A [[lang: fr]]b c[[lang:]] d.", .fountain),
    ("[[lang: fr]]\n\nLe *chat*.\n\nA cat.", .fountain),
    ("JEAN [[lang: fr]]\nBonjour.\n(beat)\nMarie. [[lang: de]]Ja.", .fountain),
  ])
  func `languages survive conversion`(_ text: String, _ format: DocumentFormat) throws {
    let source = GuionParsedElementCollection(string: text, format: format)
    let written = try DocumentConversion(of: Manuscript(source, path: "a"), to: format)
    let result = GuionParsedElementCollection(bytes: written.bytes, format: format)
    #expect(Self.passages(result.elements) == Self.passages(source.elements))
    #expect(result.elements.map(\.elementText) == source.elements.map(\.elementText))
    // Attributes of pandoc are written as HTML.
    let losses = written.losses.filter { $0.code != "lost-words" || format == .fountain }
    #expect(losses.isEmpty, "\(written.losses)")
  }

  @Test(arguments: [
    String(repeating: "[", count: 100_000) + "a]{lang=fr}",
    String(repeating: "<span lang=fr>a ", count: 50_000),
    String(repeating: "<i lang=fr>a ", count: 50_000) + String(repeating: "</b>", count: 50_000),
    String(repeating: "[a]{lang=fr} ", count: 50_000),
    String(repeating: "::: {lang=fr}\n\n", count: 50_000) + "a",
    String(repeating: "<div lang=fr>\n\n", count: 50_000) + "a",
  ])
  func `marks without end are read in linear time`(_ text: String) {
    let elements = CommonMarkParser(string: text).elements
    #expect(elements.contains { $0.elementText.contains("a") })
  }

  @Test func `many notes are read in linear time`() {
    let text = "A" + String(repeating: "[[lang: fr]]a ", count: 50_000)
    #expect(FountainParser(string: text).elements.first?.inlines.count == 50_000)
  }
}
