import Basics
import Guion
import TestSupport
import Testing

/// Tests of the elements that a Word document is read as.
@Suite struct WordTests {
  typealias W = MadeWord

  private func parse(_ document: MadeWord) -> GuionParsedElementCollection {
    GuionParsedElementCollection(bytes: document.bytes, format: .docx)
  }

  private func lines(_ document: MadeWord) -> [String] {
    parse(document).elements.map(EPUBPageTests.line)
  }

  /// Properties of runs, and the spans that they give the word "two".
  @Test(arguments: [
    ("<w:b/>", "strong"), ("<w:b w:val=\"0\"/>", ""), ("<w:i w:val=\"false\"/>", ""),
    ("<w:i w:val=\"on\"/>", "emphasis"), ("<w:u w:val=\"single\"/>", "underline"),
    ("<w:u w:val=\"none\"/>", ""), ("<w:dstrike/>", "strikethrough"),
    ("<w:vertAlign w:val=\"superscript\"/>", "raised"), ("<w:vertAlign w:val=\"subscript\"/>", ""),
    ("<w:rStyle w:val=\"Strong\"/>", "strong"),
    ("<w:rStyle w:val=\"Strong\"/><w:b w:val=\"0\"/>", ""),
    ("<w:rStyle w:val=\"VerySource\"/>", "strong code"), ("<w:caps/>", ""),
  ])
  func `the properties of a run are spans`(_ properties: String, _ spans: String) {
    let document = W(W.paragraph(W.run("one ") + W.run("two", properties) + W.run(" three")))
      .with {
        $0.styles =
          W.style("Strong", "<w:rPr><w:b/></w:rPr>")
          + W.style("Source Code Char", "<w:basedOn w:val=\"Strong\"/>", id: "VerySource")
      }
    let element = parse(document).elements.first
    #expect(element?.elementText == "one two three")
    #expect(element?.inlines.map { "\($0.kind)" }.joined(separator: " ") == spans)
    #expect(element?.inlines.allSatisfy { $0.range == 4..<7 } == true)
  }

  /// Paragraphs in XML, and their elements.
  static let paragraphs: [(String, [String])] = [
    (W.paragraph(W.run("spl") + W.run("it ") + W.run("word")), ["p: split word"]),
    (
      "<w:p><w:r><w:t>forgotten </w:t></w:r><w:r><w:t>blank</w:t></w:r></w:p>",
      ["p: forgotten blank"]
    ),
    (
      "<w:p><w:r><w:t>\n  printed\n</w:t></w:r><w:r><w:t>word</w:t></w:r></w:p>", ["p: printedword"]
    ),
    (
      W.paragraph(
        "<w:ins w:id=\"1\">\(W.run("new "))</w:ins><w:del w:id=\"2\"><w:r><w:delText>old</w:delText></w:r></w:del>\(W.run("end"))"
      ),
      ["p: new end"]
    ),
    (
      W.paragraph("First,", "<w:rPr><w:del w:id=\"1\"/></w:rPr>") + W.paragraph("second."),
      ["p: First, second."]
    ),
    (
      W.paragraph(
        "<w:del w:id=\"1\"><w:r><w:delText>gone</w:delText></w:r></w:del>",
        "<w:rPr><w:del w:id=\"1\"/></w:rPr>")
        + W.paragraph("left"), ["p: left"]
    ),
    (W.paragraph(W.run("seen ") + W.run("not", "<w:vanish/>")), ["p: seen"]),
    (
      W.paragraph("{&gt;&gt;b&lt;&lt;} {# c #} [[d e]] %%e%% \\comment{f} &lt;!-- g --&gt; h 5%%"),
      ["p: h 5%%"]
    ),
    (
      W.paragraph("[[a]] [[1, 2], [3, 4]] 5 %% e %% f [[b|c d]]"),
      ["p: [[a]] [[1, 2], [3, 4]] 5 %% e %% f [[b|c d]]"]
    ),
    (W.paragraph(style: "Secret", "not") + W.paragraph("seen"), ["p: seen"]),
    (W.paragraph(W.run("D"), "<w:framePr w:dropCap=\"drop\"/>") + W.paragraph("rop"), ["p: Drop"]),
    (
      W.paragraph("<w:fldSimple w:instr=\" DATE \">\(W.run("today"))</w:fldSimple>"), ["p: today"]
    ),
    (
      W.paragraph(
        field("begin") + "<w:r><w:instrText>IF </w:instrText></w:r>" + field("begin")
          + "<w:r><w:instrText>NAME</w:instrText></w:r>" + field("separate") + W.run("inner")
          + field("end") + field("separate") + W.run("result"))
        + W.paragraph(W.run(" more") + field("end") + W.run(" after")),
      ["p: result", "p: more after"]
    ),
    (
      W.paragraph(field("begin") + "<w:r><w:instrText>IF</w:instrText></w:r>" + W.run("open"))
        + W.paragraph("end"),
      ["p: open", "p: end"]
    ),
    (
      W.paragraph(
        "<w:r><w:t>soft</w:t><w:softHyphen/><w:t>\u{AD}ly no</w:t><w:noBreakHyphen/><w:t>break</w:t><w:tab/><w:t>tab</w:t><w:br/><w:t>line</w:t><w:cr/><w:t>next</w:t></w:r>"
      ),
      ["p: softly no-break tab\nline\nnext"]
    ),
    (
      W.paragraph(
        "<w:r><w:t>a</w:t><w:sym w:font=\"Wingdings\" w:char=\"F04A\"/><w:sym w:font=\"Symbol\" w:char=\"00DA\"/><w:sym w:font=\"Arial\" w:char=\"00E9\"/></w:r>"
      ),
      ["p: aé"]
    ),
    (
      W.paragraph("<w:r><w:t>one</w:t><w:br w:type=\"page\"/><w:t>two</w:t></w:r>")
        + W.paragraph("<w:r><w:br w:type=\"page\"/></w:r>")
        + W.paragraph("three", "<w:pageBreakBefore/>")
        + W.paragraph("four", "<w:sectPr/>")
        + W.paragraph("five", "<w:sectPr><w:type w:val=\"nextPage\"/></w:sectPr>")
        + W.paragraph("six") + "<w:sectPr><w:type w:val=\"continuous\"/></w:sectPr>",
      [
        "p: one", "page-break: ", "p: two", "page-break: ", "p: three", "p: four", "page-break: ",
        "p: five", "p: six",
      ]
    ),
    (
      W.paragraph("one") + W.paragraph("* * *") + W.paragraph("two") + W.paragraph("#")
        + W.paragraph("three")
        + W.paragraph("<w:r/>", "<w:pBdr><w:bottom w:val=\"single\"/></w:pBdr>")
        + W.paragraph("four") + W.paragraph("<w:r/>"),
      ["p: one", "page-break: ", "p: two", "page-break: ", "p: three", "page-break: ", "p: four"]
    ),
    (
      W.paragraph(style: "Heading1", "A") + W.paragraph(style: "berschrift2", "B")
        + W.paragraph(style: "MyHead", "C") + W.paragraph("D", "<w:outlineLvl w:val=\"3\"/>")
        + W.paragraph("E", "<w:pStyle w:val=\"Heading1\"/><w:outlineLvl w:val=\"9\"/>")
        + W.paragraph(style: "Unknown", "F"),
      ["h1: A", "h2: B", "h2: C", "h4: D", "p: E", "p: F"]
    ),
    (
      W.paragraph(style: "IntenseQuote", "said") + W.paragraph(style: "SourceCode", "a = 1")
        + W.paragraph(style: "SourceCode", "  b = 2") + W.paragraph("after"),
      ["quote: said", "code : a = 1\n  b = 2", "p: after"]
    ),
    (
      W.paragraph(style: "toc1", "Chapter 1 … 3") + W.paragraph("text")
        + "<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val=\"Table of Contents\"/></w:docPartObj></w:sdtPr><w:sdtContent>"
        + W.paragraph("Contents") + "</w:sdtContent></w:sdt><w:sdt><w:sdtPr/><w:sdtContent>"
        + W.paragraph("control")
        + "</w:sdtContent></w:sdt>"
        + W.paragraph(
          "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>\(W.run("Click here"))</w:sdtContent></w:sdt>\(W.run("x"))"
        ),
      ["p: text", "p: control", "p: x"]
    ),
    (
      W.paragraph(
        "<w:r><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:txbxContent>\(W.paragraph("In a box."))</w:txbxContent></mc:Choice>"
          + "<mc:Fallback><w:txbxContent>\(W.paragraph("In a box."))</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>\(W.run("After."))"
      ),
      ["p: In a box.", "p: After."]
    ),
    (
      W.paragraph(
        "<w:r><wp:docPr name=\"Picture 1\" descr=\"A lamp\"/><a:graphicData uri=\"x/picture\"/></w:r>\(W.run("shines"))"
      ),
      ["p: A lamp shines"]
    ),
    (
      W.paragraph(
        "<w:smartTag>\(W.run("Paris"))</w:smartTag><w:customXml>\(W.run(" is"))</w:customXml><w:ruby><w:rt>\(W.run("kana"))</w:rt><w:rubyBase>\(W.run(" nice"))</w:rubyBase></w:ruby>"
      ),
      ["p: Paris is nice"]
    ),
    (
      W.paragraph(
        "<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>"
      ),
      ["p: x 2"]
    ),
    (W.run("loose") + W.paragraph("text"), ["p: loose", "p: text"]),
  ]

  private static func field(_ type: String) -> String {
    "<w:r><w:fldChar w:fldCharType=\"\(type)\"/></w:r>"
  }

  @Test(arguments: paragraphs)
  func `paragraphs are elements`(_ body: String, _ expected: [String]) {
    let document = W(body).with {
      $0.styles =
        W.style("heading 1", id: "Heading1") + W.style("heading 2", id: "berschrift2")
        + W.style("My Head", "<w:basedOn w:val=\"berschrift2\"/>")
        + W.style("Intense Quote") + W.style("Source Code") + W.style("toc 1")
        + W.style("Secret", "<w:rPr><w:vanish/></w:rPr>")
    }
    #expect(lines(document) == expected)
  }

  private static let numbering =
    "<w:abstractNum w:abstractNumId=\"1\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"3\"/><w:numFmt w:val=\"decimal\"/></w:lvl>"
    + "<w:lvl w:ilvl=\"1\"><w:start w:val=\"1\"/><w:numFmt w:val=\"lowerLetter\"/></w:lvl></w:abstractNum>"
    + "<w:abstractNum w:abstractNumId=\"2\"><w:lvl w:ilvl=\"0\"><w:numFmt w:val=\"bullet\"/></w:lvl></w:abstractNum>"
    + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"1\"/></w:num><w:num w:numId=\"2\"><w:abstractNumId w:val=\"2\"/></w:num>"
    + "<w:num w:numId=\"3\"><w:abstractNumId w:val=\"1\"/><w:lvlOverride w:ilvl=\"0\"><w:startOverride w:val=\"7\"/></w:lvlOverride></w:num>"

  private static func item(_ id: Int, _ level: Int, _ text: String) -> String {
    W.paragraph(text, "<w:numPr><w:ilvl w:val=\"\(level)\"/><w:numId w:val=\"\(id)\"/></w:numPr>")
  }

  @Test func `items of lists have their numbers`() {
    let body =
      Self.item(1, 0, "a") + Self.item(1, 0, "b") + Self.item(1, 1, "c") + Self.item(1, 1, "d")
      + Self.item(1, 0, "e") + Self.item(1, 1, "f") + W.paragraph("text") + Self.item(1, 0, "g")
      + Self.item(2, 0, "h") + Self.item(3, 0, "i") + Self.item(0, 0, "j") + Self.item(9, 0, "k")
      + W.paragraph(style: "Listed", "l")
    let document = W(body).with {
      $0.numbering = Self.numbering
      $0.styles = W.style("Listed", "<w:pPr><w:numPr><w:numId w:val=\"2\"/></w:numPr></w:pPr>")
    }
    #expect(
      lines(document) == [
        "3/1: a", "4/1: b", "1/2: c", "2/2: d", "5/1: e", "1/2: f", "p: text", "6/1: g", "*/1: h",
        "7/1: i", "p: j", "p: k", "*/1: l",
      ])
  }

  private static func cell(_ content: String, _ properties: String = "") -> String {
    "<w:tc><w:tcPr>\(properties)</w:tcPr>\(content)</w:tc>"
  }

  @Test func `tables are read row by row`() {
    let row = { (properties: String, cells: String) in
      "<w:tr><w:trPr>\(properties)</w:trPr>\(cells)</w:tr>"
    }
    let text = { (words: String) in Self.cell(W.paragraph(words)) }
    let inner = "<w:tbl>\(row("", text("in")))</w:tbl>"
    let body =
      W.paragraph("before") + "<w:tbl><w:tblPr/>"
      + row("<w:tblHeader/>", text("Name") + text("Age"))
      + row(
        "",
        Self.cell(W.paragraph("Ann") + W.paragraph("Lee"), "<w:vMerge w:val=\"restart\"/>")
          + text("9"))
      + row("", Self.cell(W.paragraph("hidden"), "<w:vMerge/>") + text("10"))
      + row("", Self.cell(W.paragraph("both"), "<w:gridSpan w:val=\"2\"/>"))
      + row("<w:del w:id=\"1\"/>", text("gone"))
      + row("", Self.cell(inner + W.paragraph("<w:r/>")) + text("x"))
      + "</w:tbl>" + W.paragraph("after")
    #expect(
      lines(W(body)) == [
        "p: before", "row Name=Ann Lee;Age=9", "row Name=;Age=10", "row Name=both;Age=",
        "row Name=in;Age=x", "p: after",
      ])
  }

  @Test func `notes are read like those of a book`() {
    let mark = { (id: Int) in "<w:r><w:footnoteReference w:id=\"\(id)\"/></w:r>" }
    let note = { (id: Int, more: String, text: String) in
      "<w:footnote w:id=\"\(id)\"\(more)>\(W.paragraph(text))</w:footnote>"
    }
    let document = W(W.paragraph("<w:r><w:t>One</w:t></w:r>\(mark(5))\(W.run(" two"))\(mark(4))"))
      .with {
        $0.footnotes =
          note(0, " w:type=\"separator\"", "line") + note(4, "", "Second.")
          + note(5, "", "12 first.")
          + note(6, "", "Lost words.")
      }
    let parsed = parse(document)
    #expect(
      parsed.elements.map(EPUBPageTests.line) == [
        "p: One two", "note 1: 12 first.", "note 2: Second.",
      ])
    #expect(parsed.elements.map { $0.sourceRange?.start.line } == [1, 1, 1])
    #expect(parsed.elements.first?.inlines.map(\.range) == [3..<3, 7..<7])
    #expect(
      parsed.wordCount.skipped.counts.map { "\($0.rule.rawValue) \($0.words)" } == [
        "unused-footnote 2", "markup 1",
      ])
  }

  @Test func `links lead to addresses and to places`() {
    let body = W.paragraph(
      "<w:hyperlink r:id=\"rId9\">\(W.run("a"))</w:hyperlink>\(W.run(" "))<w:hyperlink w:anchor=\"x\">\(W.run("b"))</w:hyperlink>\(W.run(" "))"
        + Self.field("begin")
        + "<w:r><w:instrText> HYPERLINK \"http://f.example/\" </w:instrText></w:r>"
        + Self.field("separate") + W.run("c") + Self.field("end"))
    #expect(
      parse(W(body)).elements.first?.inlines.map(\.kind) == [
        .link(target: "http://link.example/"), .contentsLink, .link(target: "http://f.example/"),
      ])
  }

  /// The main language is that of most of the text; passages have the languages of their runs.
  @Test(arguments: [
    ("en-US", "de-DE", "de-DE", [String]()), ("en-US", "", "en-US", []), ("", "fr-FR", "fr-FR", []),
  ])
  func `the language of most of the text is that of the document`(
    _ standard: String, _ own: String, _ language: String, _ spans: [String]
  ) {
    let lang = { (tag: String) in tag.isEmpty ? "" : "<w:lang w:val=\"\(tag)\"/>" }
    let document = W(W.paragraph(W.run("Ein Satz mit vielen Wörtern.", lang(own)))).with {
      $0.styles =
        "<w:docDefaults><w:rPrDefault><w:rPr>\(lang(standard))</w:rPr></w:rPrDefault></w:docDefaults>"
    }
    let parsed = parse(document)
    #expect(parsed.titlePage.values(for: "language") == [language])
    #expect(parsed.elements.flatMap(\.inlines).isEmpty)
  }

  @Test func `a passage has the language of its runs`() {
    let body = W.paragraph(
      W.run("She said something long in English: ")
        + W.run("je ne sais pas quoi", "<w:lang w:val=\"fr-FR\"/>")
        + W.run(" and left. ") + W.run("Non", "<w:lang w:val=\"fr-FR\"/>"))
    let document = W(body).with {
      $0.styles =
        "<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val=\"en-GB\"/></w:rPr></w:rPrDefault></w:docDefaults>"
    }
    #expect(parse(document).elements.first?.inlines.map(\.kind) == [.language(tag: "fr-FR")])
  }

  @Test func `the title page comes from the first paragraphs, or from the properties`() {
    let styles = W.style("Title") + W.style("Author")
    let core = "<dc:title>Other</dc:title><dc:creator>Ann</dc:creator><dc:language>de</dc:language>"
    let own = W(
      W.paragraph(style: "Title", "The Harbour") + W.paragraph("text")
        + W.paragraph(style: "Title", "Two")
    )
    .with { ($0.styles, $0.core) = (styles, core) }
    let parsed = parse(own)
    #expect(
      parsed.titlePage.map { "\($0.key)=\($0.values)" } == [
        "title=[\"The Harbour\"]", "author=[\"Ann\"]", "language=[\"de\"]",
      ])
    #expect(parsed.elements.map(EPUBPageTests.line) == ["p: text", "h1: Two"])
    let names = ["Document1": "", "my story.docx": "", "The Harbour": "The Harbour"]
    for (written, title) in names {
      let document = W(W.paragraph("text")).with {
        $0.core = "<dc:title>\(written)</dc:title><dc:creator>python-docx</dc:creator>"
      }
      #expect(parse(document).titlePage.map(\.values) == (title.isEmpty ? [] : [[title]]))
    }
  }

  @Test func `one warning counts the changes, and one the hidden words`() {
    let document = W(
      W.paragraph(
        "<w:ins w:id=\"1\">\(W.run("new"))</w:ins><w:del w:id=\"2\"><w:r><w:delText>old</w:delText></w:r></w:del>\(W.run("not seen", "<w:vanish/>"))"
      )
        + "<w:altChunk r:id=\"rId1\"/>")
    let found = parse(document).diagnostics
    #expect(found.map(\.code) == ["tracked-changes", "hidden-text", "unread-text"])
    #expect(found.map(\.message.count).allSatisfy { $0 < 200 })
    #expect(found.first?.message.contains("2 tracked changes") == true)
    #expect(found.dropFirst().first?.message.contains("2 words") == true)
  }

  /// Bytes that are no Word document, and the code of the error.
  @Test func `other bytes are an error`() {
    let old: [UInt8] =
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 600)
    let cases: [(String, [UInt8], String)] = [
      ("an old document", old, "wrong-format"), ("text", Array("text".utf8), "wrong-format"),
      ("another archive", MadeArchive([.init("a.txt", "a")]).bytes, "wrong-format"),
      ("a damaged part", W("<w:p>").bytes, "bad-xml"),
      (
        "a locked text",
        MadeOpenDocument("").with {
          $0.files = [.init("META-INF/manifest.xml", "<m><encryption-data/></m>")]
        }.bytes, "wrong-format"
      ),
    ]
    for (name, bytes, code) in cases {
      let found = GuionParsedElementCollection(bytes: bytes, format: .docx)
      #expect(found.diagnostics.map(\.code) == [code], "\(name)")
      #expect(found.elements.isEmpty)
    }
    let message = GuionParsedElementCollection(bytes: old, format: .docx).diagnostics.first?.message
    #expect(message?.contains("save it as DOCX") == true)
  }

  @Test func `places are paragraphs`() {
    let body = W.paragraph("one") + W.paragraph("<w:r/>") + W.paragraph("three")
    #expect(parse(W(body)).elements.map { $0.sourceRange?.start.line } == [1, 3])
  }

  /// Bodies in which one thing occurs very often; the time must be linear.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "paragraphs", "runs", "languages", "marks", "fields", "items", "styles",
    ])
  func `a hundred thousand of a thing take little time`(_ thing: String) {
    let count = 100_000
    let many = { (part: (Int) -> String) in (0..<count).map(part).joined() }
    var document = W("")
    switch thing {
    case "paragraphs":
      document.body = many { W.paragraph("p\($0)", "<w:rPr><w:del w:id=\"1\"/></w:rPr>") }
    case "runs":
      document.body = W.paragraph(many { W.run("r ", $0 % 2 == 0 ? "<w:b/>" : "<w:i/>") })
    case "languages":
      document.body = W.paragraph(many { W.run("many words here ", "<w:lang w:val=\"x\($0)\"/>") })
    case "marks":
      document.body = W.paragraph(many { "<w:r><w:footnoteReference w:id=\"\($0)\"/></w:r>" })
    case "fields":
      document.body = W.paragraph(
        many { _ in Self.field("begin") + Self.field("separate") } + many { _ in W.run("r ") })
    case "items":
      (document.body, document.numbering) = (many { Self.item(1, $0 % 9, "i") }, Self.numbering)
    default:
      document.styles = many {
        "<w:style w:styleId=\"s\($0)\"><w:basedOn w:val=\"s\(($0 + 1) % count)\"/></w:style>"
      }
      document.body = W.paragraph(style: "s1", "words")
    }
    let parsed = parse(document)
    #expect(!parsed.diagnostics.contains { $0.severity == .error })
    #expect(parsed.elements.isEmpty == (thing == "marks"))
  }
}
