import Guion
import TestSupport
import Testing

/// Tests that each word of a source is in an element, or is counted by the rule that leaves it out.
@Suite struct WordCountTests {
  /// A source, the words of its text, and the words that each rule leaves out.
  struct Case: CustomTestStringConvertible, Sendable {
    var format: DocumentFormat
    var bytes: [UInt8]
    /// The number of words in the text nodes of the source.
    var words: Int
    var skipped: [String: Int]
    var testDescription: String { "\(format) \(skipped)" }

    init(_ format: DocumentFormat, _ text: String, words: Int, _ skipped: [String: Int] = [:]) {
      self.init(format, Array(text.utf8), words: words, skipped)
    }

    init(_ format: DocumentFormat, _ bytes: [UInt8], words: Int, _ skipped: [String: Int]) {
      (self.format, self.bytes, self.words, self.skipped) = (format, bytes, words, skipped)
    }
  }

  private static let script = """
    Title: The Ship
    Author: Ann

    /* cut
    this */

    INT. BAR - DAY #12A#

    ANN (V.O.) ^
    (softly) [[why so?]]
    One **two** _three_.

    > CUT TO:

    # Act one

    = In short.

    """

  private static let document = """
    ---
    title: "One Two"
    ---

    # Heading *here*

    Some `code words` and [a link](http://a.org/x) ![a picture](b.png)<!-- not this -->.[^n]

    | head one | two |
    | --- | --- |
    | a | b | over *here* |

    <div>in a block</div>

    ```swift
    let x = 1
    ```

    - [ ] to do

    [^n]: A note.

    > [^n]: Another with *the* label
    > goes on.

    [^m]: Without a reference.

        more of it

    """

  private static let finalDraft = FinalDraftSource.document(
    FinalDraftSource.paragraph("Scene Heading", "INT. BAR", "Number=\"7\"")
      + "<Paragraph Type=\"Action\"><SceneProperties><Summary><Paragraph><Text>In short.</Text>"
      + "</Paragraph></Summary><Beat>of Ann</Beat></SceneProperties><Text>One two</Text>"
      + "<ScriptNote><Paragraph><Text>why so</Text></Paragraph></ScriptNote>"
      + "<OmittedScene><Text>old words here</Text></OmittedScene></Paragraph>"
      + FinalDraftSource.paragraph("Character", "ANN (V.O.)")
      + FinalDraftSource.paragraph("Dialogue", "Three four."),
    "<TitlePage><Content><Paragraph><Text>The Ship</Text></Paragraph></Content></TitlePage>"
      + "<SmartType><Characters><Character>ANN</Character></Characters></SmartType>")

  private static let book = MadeBook([
    (
      "one.xhtml",
      "<h1>01</h1><h1>The Sea</h1><p>Some <b>words</b> <span hidden=\"\">not these</span> "
        + "<ruby>漢<rt>kan</rt></ruby> <span class=\"pagenum\">7</span>"
        + "<a epub:type=\"noteref\" href=\"#n\">1</a></p><script>var x</script>"
        + "<aside id=\"n\" epub:type=\"footnote\"><p>1 A note.</p></aside>"
        + "<table><tr><th>head</th></tr><tr><td>cell</td></tr></table>"
        + "<svg><text>drawn words</text></svg><button>press</button>"
    ),
    ("c.xhtml", "<p>Cover words</p>"), ("t.xhtml", "<p>Contents</p>"),
    ("two.xhtml", "<p>Not listed.</p>"), ("map.svg", "<svg><text>on the map</text></svg>"),
    ("plain.txt", "plain: words"),
  ]).with {
    $0.contents = "<li><a href=\"one.xhtml\">01 The Sea</a></li>"
    $0.guide =
      "<guide><reference type=\"cover\" href=\"c.xhtml\"/><reference type=\"toc\" href=\"t.xhtml\"/></guide>"
    $0.aside = ["two.xhtml"]
    $0.attributes = [
      "map.svg": "media-type=\"image/svg+xml\"", "plain.txt": "media-type=\"text/plain\"",
    ]
  }

  private static let word = MadeWord(
    MadeWord.paragraph(style: "Title", "Sea") + MadeWord.paragraph(style: "toc1", "The list")
      + MadeWord.paragraph(
        MadeWord.run("One ") + "<w:del w:id=\"1\"><w:r><w:delText>old</w:delText></w:r></w:del>"
          + MadeWord.run("two") + MadeWord.run(" not this", "<w:vanish/>")
          + "<w:r><w:fldChar w:fldCharType=\"begin\"/><w:instrText>DATE</w:instrText><w:fldChar w:fldCharType=\"separate\"/></w:r>"
          + MadeWord.run(" today") + "<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>")
      + MadeWord.paragraph(
        "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>\(MadeWord.run("Click"))</w:sdtContent></w:sdt>"
      )
      + "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc>\(MadeWord.paragraph("head"))</w:tc></w:tr><w:tr><w:tc>\(MadeWord.paragraph("cell words"))</w:tc></w:tr></w:tbl>"
  ).with {
    $0.styles = MadeWord.style("Title") + MadeWord.style("toc 1")
    $0.footnotes = "<w:footnote w:id=\"3\">\(MadeWord.paragraph("No mark."))</w:footnote>"
    $0.links = ["comments": "comments.xml", "header": "header1.xml"]
    $0.files = [
      .init(
        "word/comments.xml", "<w:comments xmlns:w=\"w\"><w:p><w:t>Why so?</w:t></w:p></w:comments>"),
      .init("word/header1.xml", "<w:hdr xmlns:w=\"w\"><w:p><w:t>Header</w:t></w:p></w:hdr>"),
    ]
  }

  static let cases = [
    Case(.text, "One two.\n\n— three, 4\u{A0}5 “six”\n", words: 6),
    Case(.fountain, script, words: 25, ["title-page": 5]),
    Case(
      .markdown, document, words: 44,
      [
        "front-matter": 3, "inline-html": 2, "table-header": 3, "unused-footnote": 12,
        "surplus-cell": 2,
      ]),
    Case(
      .fdx, finalDraft, words: 20,
      ["title-page": 2, "script-data": 1, "scene-data": 2, "omitted-scene": 3]),
    Case(
      .epub, book.bytes, words: 40,
      [
        "head": 1, "script": 2, "hidden": 2, "page-number": 1, "ruby": 1, "media": 2, "form": 1,
        "note-link": 2, "cover": 3, "contents": 4, "repeated-title": 3, "unlisted-page": 3,
        "table-header": 1, "unread-page": 5,
      ]),
    Case(
      .docx, word.bytes, words: 19,
      [
        "title-page": 1, "deletion": 1, "hidden": 2, "markup": 1, "contents": 2, "form": 1,
        "unused-footnote": 2, "table-header": 1, "private-comment": 2, "page-furniture": 1,
      ]),
    Case(
      .textbundle,
      MadeArchive([
        MadeArchive.Entry("a.textbundle/text.md", "---\ntitle: One\n---\nTwo *three*.\n"),
        MadeArchive.Entry("a.textbundle/info.json", "{\"type\": \"net.daringfireball.markdown\"}"),
      ]).bytes, words: 4, ["front-matter": 2]),
    Case(
      .highland,
      MadeArchive([MadeArchive.Entry("a.textbundle/text.md", "Title: One\n\nINT. BAR\n\nTwo.\n")])
        .bytes, words: 5, ["title-page": 2]),
  ]

  @Test(arguments: cases) func `each word is in an element or is counted`(_ row: Case) {
    let count = GuionParsedElementCollection(bytes: row.bytes, format: row.format).wordCount
    let skipped = Dictionary(
      uniqueKeysWithValues: count.skipped.counts.map { ($0.rule.rawValue, $0.words) })
    #expect(skipped == row.skipped)
    #expect(count.words + count.skippedWords == row.words)
  }

  @Test func `the documentation lists every rule`() throws {
    let page = try ReferencePage.json.text
    for rule in SkippedWords.Rule.allCases { #expect(page.contains("`\(rule.rawValue)`")) }
  }
}
