import Guion
import TestSupport
import Testing

/// Tests that no reader loses a letter of a mutated text: each is in an element or is counted.
/// Letters are compared, because their number does not depend on how marks divide a text into words.
@Suite struct MutatedWordsTests {
  /// Returns a message if letters are lost; nil if not.
  private func loss(_ bytes: [UInt8], _ format: DocumentFormat, letters: Int) -> String? {
    let count = GuionParsedElementCollection(bytes: bytes, format: format).wordCount
    let found = count.letters + count.skipped.letters
    return found == letters ? nil : "\(found) of \(letters) letters"
  }

  /// The number of letters in the text nodes of XML.
  private static func letters(inXML text: String) -> Int {
    let bare = text.replacing(/<[^>]*>/, with: "").replacing(/&[a-z]+;/, with: " ")
      .replacing("&#10;", with: " ").replacing("&#9;", with: " ")
    return WordCount.count(bare).letters
  }

  @Test func `each letter of a mutated script or text is counted`() {
    for format in [DocumentFormat.fountain, .text] {
      for round in 0..<Strength.rounds(12_000) {
        var mutation = MutatedText(seed: UInt64(round), marks: MutatedText.fountain)
        let text = mutation.edit(MarkedScript(seed: UInt64(round % 50)).source)
        if let loss = loss(Array(text.utf8), format, letters: WordCount.count(text).letters) {
          Issue.record("round \(round), \(format): \(loss)\n\(text.debugDescription)")
          return
        }
      }
    }
  }

  @Test func `each letter of a mutated Markdown document is counted`() {
    let marks = [
      "*", "**", "_", "`", "# ", ">", "- ", "+ ", "\n", "\n\n", "    ", "~~", "\\", "\t",
      "\n\n[^†]: ", "[^†]", "\n\n[^‡]: ", "|", "| x |", "\n| y | z |\n", "> ",
    ]
    let plain =
      "# One\n\nSome *words* and **more**.\n\n- an item\n- another\n\n  deeper\n\n> quoted\n\n"
      + "    code here\n\nThe `end` of it.\n"
    let notes =
      "A mark[^†].\n\n- [^†]: The note.\n\n[^‡]: A note *without* a mark.\n\n> quoted\n\n"
      + "| a | b |\n| --- | --- |\n| c | d | e |\n\nThe `end` of it.\n"
    for round in 0..<Strength.rounds(12_000) {
      var mutation = MutatedText(seed: UInt64(round), marks: marks)
      let text = mutation.edit(round % 2 == 0 ? plain : notes)
      // Of two definitions on the same line, it is not known which one cmark leaves out. Beside footnotes,
      // cmark drops words of brackets that begin with `^` and go on on the next line. The definition of a
      // link has no words.
      if text.split(separator: "\n").contains(where: { $0.ranges(of: "]:").count > 1 })
        || round % 2 == 1 && text.contains(/\[\^[^\]]*\n/)
        || text.replacing(/\[\^[†‡]\]:/, with: "").contains("]:")
      {
        continue
      }
      if let loss = loss(Array(text.utf8), .markdown, letters: WordCount.count(text).letters) {
        Issue.record("round \(round): \(loss)\n\(text.debugDescription)")
        return
      }
    }
  }

  @Test(arguments: [
    "A [^two\nlines] b.", "A long line [^two\nx] b.", "A [^a\n*b* c] d", "[^a\n[^b] c",
  ])
  func `without footnotes a bracket over two lines keeps its words`(_ text: String) {
    let letters = WordCount.count(text).letters
    #expect(loss(Array(text.utf8), .markdown, letters: letters) == nil)
  }

  @Test func `each letter of a mutated Final Draft document is counted`() {
    let source = FinalDraftSource.document(
      FinalDraftSource.paragraph("Scene Heading", "INT. BAR") + "\n"
        + "<Paragraph Type=\"Action\"><Text>One <b>two</b></Text><ScriptNote><Paragraph><Text>why"
        + "</Text></Paragraph></ScriptNote></Paragraph>\n"
        + FinalDraftSource.paragraph("Character", "ANN (V.O.)") + "\n"
        + FinalDraftSource.paragraph("Dialogue", "Three four.") + "\n",
      "<TitlePage><Content><Paragraph><Text>The Ship</Text></Paragraph></Content></TitlePage>")
    var read = 0
    for round in 0..<Strength.rounds(12_000) {
      let isWellFormed = round % 2 == 0
      var mutation = MutatedText(
        seed: UInt64(round), marks: isWellFormed ? MutatedText.fountain : MutatedText.finalDraft)
      let text = isWellFormed ? mutation.editTexts(of: source) : mutation.edit(source)
      let found = GuionParsedElementCollection(string: text, format: .fdx)
      guard !found.diagnostics.contains(where: { $0.severity == .error }) else { continue }
      read += 1
      if let loss = loss(Array(text.utf8), .fdx, letters: Self.letters(inXML: text)) {
        Issue.record("round \(round): \(loss)\n\(text.debugDescription)")
        return
      }
    }
    print("mutated Final Draft documents: \(read) of \(Strength.rounds(12_000)) are read")
    #expect(read * 2 > Strength.rounds(12_000), "too few mutated documents can be read")
  }

  /// Texts of office documents, and the elements that are put around their texts.
  private static let offices: [(DocumentFormat, body: String, elements: [String])] = [
    (
      .docx,
      MadeWord.paragraph(style: "Title", "The Sea") + "\n"
        + MadeWord.paragraph(MadeWord.run("Some words ") + MadeWord.run("hidden", "<w:vanish/>"))
        + "\n<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc>\(MadeWord.paragraph("head"))</w:tc></w:tr>"
        + "<w:tr><w:tc>\(MadeWord.paragraph("cell"))</w:tc></w:tr></w:tbl>\n"
        + MadeWord.paragraph("<w:r><w:t>One</w:t><w:footnoteReference w:id=\"1\"/></w:r>"),
      [
        "w:p", "w:r", "w:t", "w:tbl", "w:tr", "w:tc", "w:ins", "w:del", "w:delText", "w:sdt",
        "w:sdtContent", "w:txbxContent", "mc:Choice", "mc:Fallback", "w:instrText", "w:hyperlink",
        "w:fldChar w:fldCharType=\"begin\"", "w:fldChar w:fldCharType=\"end\"", "w:rt", "w:pPr",
        "w:rPr", "w:sectPr", "w:footnote w:id=\"1\"", "w:vanish", "m:sup", "w:tcPr",
      ]
    ),
    (
      .odt,
      "<text:h>The Sea</text:h>\n<text:p>Some words<text:span text:style-name=\"T1\">more</text:span>"
        + "<text:note><text:note-body><text:p>note</text:p></text:note-body></text:note></text:p>\n"
        + "<table:table><table:table-row><table:table-cell><text:p>cell</text:p></table:table-cell></table:table-row></table:table>"
        + "<text:list><text:list-item><text:p>item</text:p></text:list-item></text:list>",
      [
        "text:p", "text:h", "text:span", "text:list", "text:list-item", "text:note",
        "text:note-body", "office:annotation", "table:table", "table:table-row",
        "table:table-cell", "table:covered-table-cell", "draw:frame", "draw:text-box", "svg:desc",
        "text:ruby-text", "text:a", "text:hidden-text", "text:section text:display=\"none\"",
        "text:tracked-changes", "text:deletion", "text:table-of-content", "table:table-header-rows",
      ]
    ),
  ]

  @Test(arguments: offices.indices) func `each letter of a mutated office document is counted`(
    _ index: Int
  ) {
    let (format, body, elements) = Self.offices[index]
    for round in 0..<Strength.rounds(2000) {
      var mutation = MutatedText(seed: UInt64(round), marks: [" "])
      let text = mutation.wrapTexts(of: body, in: elements)
      let bytes: [UInt8]
      if format == .docx {
        bytes = MadeWord(text).with { $0.styles = MadeWord.style("Title") }.bytes
      } else {
        bytes = MadeOpenDocument(text).bytes
      }
      if let loss = loss(bytes, format, letters: Self.letters(inXML: text)) {
        Issue.record("round \(round), \(format): \(loss)\n\(text)")
        return
      }
    }
  }

  @Test func `each letter of a mutated EPUB is counted`() {
    let marks = [
      "<p>", "</p>", "<b>", "</b>", "<h1>", "</h1>", "<nav>", "</nav>", "<div hidden=\"\">",
      "</div>", "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "</th>", "<svg>",
      "</svg>", "<br/>", "<hr/>", "<pre>", "</pre>", "<a href=\"#n\">", "</a>", "<sup>", "</sup>",
      "<aside id=\"n\">", "</aside>", "&amp;", "<li>", "</li>", "<ruby>", "</ruby>", "<rt>",
      "</rt>",
      "<p>x</p>", "<b>y</b>", "<td>z</td>", "<h2>01</h2>", "<tr><td>q</td></tr>", "\n", " ",
    ]
    let elements = [
      "p", "b", "h1", "h2", "nav", "div hidden=\"\"", "div", "table", "tr", "td", "th", "svg",
      "pre",
      "a href=\"#n\"", "sup", "aside id=\"m\"", "li", "ruby", "rt", "button", "thead", "section",
      "span class=\"pagenum\"", "a epub:type=\"noteref\" href=\"#m\"", "summary", "q",
    ]
    let body =
      "<h1>01</h1>\n<h1>The Sea</h1>\n<p>Some <b>words</b><a href=\"#n\"><sup>1</sup></a></p>\n"
      + "<table><tr><th>head</th></tr><tr><td>cell</td></tr></table>\n<aside id=\"n\"><p>1 A note."
      + "</p></aside>\n<ruby>a<rt>b</rt></ruby>\n"
    var read = 0
    for round in 0..<Strength.rounds(6000) {
      var mutation = MutatedText(seed: UInt64(round), marks: marks)
      let text =
        round % 2 == 0 ? mutation.wrapTexts(of: body, in: elements) : mutation.edit(body)
      let book = MadeBook(text).with {
        $0.contents = "<li><a href=\"one.xhtml\">01 The Sea</a></li>"
      }
      let found = GuionParsedElementCollection(bytes: book.bytes, format: .epub)
      guard found.diagnostics.isEmpty else { continue }
      read += 1
      // The head of the page, and the page of the contents.
      let letters =
        Self.letters(inXML: text) + WordCount.count("No Start Contents 01 The Sea").letters
      if let loss = loss(book.bytes, .epub, letters: letters) {
        Issue.record("round \(round): \(loss)\n\(text)")
        return
      }
    }
    print("mutated books: \(read) of \(Strength.rounds(6000)) are read")
    #expect(read * 2 > Strength.rounds(6000), "too few mutated books can be read")
  }
}
