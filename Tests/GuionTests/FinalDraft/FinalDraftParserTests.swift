import Guion
import Testing

/// Tests of Final Draft documents: types of paragraphs, runs, simultaneous speeches, and ignored parts.
@Suite struct FinalDraftParserTests {
  private typealias Source = FinalDraftSource

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var content: String
    var outline: String

    init(_ name: String, _ content: String, _ outline: String) {
      (self.name, self.content, self.outline) = (name, content, outline)
    }

    var testDescription: String { name }
  }

  private static func p(_ type: String, _ words: String, _ attributes: String = "") -> String {
    FinalDraftSource.paragraph(type, words, attributes)
  }

  static let types: [Row] = [
    Row("heading", p("Scene Heading", "INT. BAR"), "scene-heading INT. BAR"),
    Row("number", p("Scene Heading", "INT. BAR", "Number=\"12A\""), "scene-heading INT. BAR #12A"),
    Row("number of action", p("Action", "Dark.", "Number=\"3\""), "action Dark."),
    Row("action", p("Action", "It is dark."), "action It is dark."),
    Row("general", p("General", "Words."), "action Words."),
    Row("shot", p("Shot", "CLOSE ON A KEY"), "action CLOSE ON A KEY"),
    Row("cast list", p("Cast List", "Ann, Bob"), "action Ann, Bob"),
    Row("unknown", p("Musical Number", "Words."), "action Words."),
    Row("no type", "<Paragraph><Text>Words.</Text></Paragraph>", "action Words."),
    Row("small letters", p("scene  heading", "INT. BAR"), "scene-heading INT. BAR"),
    Row("centered", p("Action", "THE END", "Alignment=\"Center\""), "centered action THE END"),
    Row("transition", p("Transition", "CUT TO:"), "transition CUT TO:"),
    Row("act", p("New Act", "ACT ONE"), "section-heading 1 ACT ONE"),
    Row("end of act", p("End of Act", "END OF ACT ONE"), "centered action END OF ACT ONE"),
    Row("outline", p("Outline 3", "A turn"), "section-heading 3 A turn"),
    Row("outline body", p("Outline Body", "She leaves."), "synopsis She leaves."),
    Row("summary", p("Summary", "She leaves."), "synopsis She leaves."),
    Row("note", p("Note", "Who has the key?"), "synopsis Who has the key?"),
    Row("lyrics", p("Lyrics", "La la\nlo lo"), "lyrics La la | lyrics lo lo"),
    Row("empty", p("Action", "") + p("Scene Heading", " \n"), ""),
    Row("empty run", "<Paragraph Type=\"Action\"><Text/></Paragraph>", ""),
    Row("lines", p("Action", "One\n  two\n\nthree"), "action One two | action three"),
    Row(
      "new page", p("Action", "a") + p("Action", "b", "StartsNewPage=\"Yes\""),
      "action a | page-break | action b"),
    Row("new page first", p("Action", "a", "StartsNewPage=\"Yes\""), "action a"),
    Row("no run", "<Paragraph Type=\"Action\">\n Words.\n</Paragraph>", "action Words."),
    Row("entities", p("Action", "Tom &amp; &lt;Ann&gt; &#233;"), "action Tom & <Ann> é"),
    Row("CDATA", "<Paragraph><Text><![CDATA[a < b]]></Text></Paragraph>", "action a < b"),
  ]

  static let speeches: [Row] = [
    Row("speech", p("Character", "ANN") + p("Dialogue", "Hi."), "character ANN | dialogue Hi."),
    Row(
      "extension", p("Character", "ANN (V.O.) (CONT'D)") + p("Dialogue", "Hi."),
      "character ANN ext=(V.O.) (CONT'D) | dialogue Hi."),
    Row(
      "parenthetical",
      p("Character", "ANN") + p("Parenthetical", "(low)") + p("Dialogue", "Hi."),
      "character ANN | parenthetical low | dialogue Hi."),
    Row(
      "parenthetical without signs",
      p("Character", "ANN") + p("Parenthetical", "low") + p("Dialogue", "Hi."),
      "character ANN | parenthetical low | dialogue Hi."),
    Row(
      "two paragraphs", p("Character", "ANN") + p("Dialogue", "Hi.") + p("Dialogue", "You."),
      "character ANN | dialogue Hi.⏎You."),
    Row(
      "sung", p("Character", "ANN") + p("Lyrics", "La.") + p("Dialogue", "Hi."),
      "character ANN | lyrics La. | dialogue Hi."),
    Row(
      "goes on behind an empty paragraph",
      p("Character", "ANN") + p("Action", "") + p("Dialogue", "Hi."),
      "character ANN | dialogue Hi."),
    Row(
      "no cue", p("Action", "Dark.") + p("Dialogue", "Hi.") + p("Parenthetical", "(low)"),
      "action Dark. | action Hi. | action (low)"),
    Row(
      "name in parentheses only", p("Character", "(O.S.)") + p("Dialogue", "Hi."),
      "character (O.S.) | dialogue Hi."),
    Row(
      "lines of dialogue", p("Character", "ANN") + p("Dialogue", "Hi.\n  You."),
      "character ANN | dialogue Hi. You."),
  ]

  private static let pair =
    "<DualDialogue>" + p("Character", "ANN") + p("Dialogue", "a") + p("Character", "BOB")
    + p("Parenthetical", "(low)") + p("Dialogue", "b") + "</DualDialogue>"
  private static let read =
    "character ANN | dialogue a | dual character BOB | parenthetical low | dialogue b"

  static let simultaneous: [Row] = [
    Row("in a paragraph", "<Paragraph>\n\(pair)\n</Paragraph>", read),
    Row("in a paragraph with a type", "<Paragraph Type=\"General\">\(pair)</Paragraph>", read),
    Row("in the content", pair, read),
    Row(
      "behind words", "<Paragraph Type=\"Action\"><Text>Dark.</Text>\(pair)</Paragraph>",
      "action Dark. | \(read)"),
    Row(
      "before words", "<Paragraph Type=\"Action\">\(pair)<Text>Dark.</Text></Paragraph>",
      "\(read) | action Dark."),
    Row("twice", pair + pair, "\(read) | \(read)"),
    Row(
      "a speech behind", pair + p("Character", "ANN") + p("Dialogue", "c"),
      "\(read) | character ANN | dialogue c"),
    Row(
      "three",
      "<DualDialogue>" + ["A", "B", "C"].map { p("Character", $0) + p("Dialogue", "x") }.joined()
        + "</DualDialogue>",
      "character A | dialogue x | dual character B | dialogue x | dual character C | dialogue x"),
  ]

  static let runs: [Row] = [
    Row("joined", "<Paragraph><Text>One </Text><Text>two</Text></Paragraph>", "action One two"),
    Row(
      "styles",
      "<Paragraph><Text>A </Text><Text Style=\"Bold\">b</Text><Text Style=\"Italic+Underline\"> c"
        + "</Text></Paragraph>", "action A b c b=2-3 i=3-5 u=3-5"),
    Row(
      "one style over two runs",
      "<Paragraph><Text Style=\"Bold\">A</Text><Text Style=\"Bold+Italic\">b</Text></Paragraph>",
      "action Ab b=0-2 i=1-2"),
    Row(
      "capitals look otherwise", "<Paragraph><Text Style=\"AllCaps\">a</Text></Paragraph>",
      "action a"),
    Row(
      "struck out", "<Paragraph><Text Style=\"Strikeout\">a</Text></Paragraph>", "action a s=0-1"),
    Row(
      "white space at the ends has no style",
      "<Paragraph><Text Style=\"Bold\"> a </Text></Paragraph>", "action a b=0-1"),
    Row(
      "revised", "<Paragraph><Text RevisionID=\"2\">a</Text><Text>b</Text></Paragraph>",
      "action ab"),
  ]

  static let unread: [Row] = [
    Row(
      "note",
      "<Paragraph Type=\"Action\"><ScriptNote ID=\"1\"><Paragraph><Text>check</Text></Paragraph>"
        + "</ScriptNote><Text>Dark.</Text></Paragraph>", "action Dark. | comment check"),
    Row(
      "summary and arcs",
      "<Paragraph Type=\"Scene Heading\"><SceneProperties Title=\"t\"><Summary><Paragraph><Text>She "
        + "leaves.</Text></Paragraph></Summary><SceneArcBeats><CharacterArcBeat Name=\"A\">"
        + "<Paragraph><Text>beat</Text></Paragraph></CharacterArcBeat></SceneArcBeats>"
        + "</SceneProperties><Text>INT. BAR</Text></Paragraph>",
      "scene-heading INT. BAR | synopsis She leaves."),
    Row(
      "labels", "<Paragraph><DynamicLabel Type=\"Page #\"/><Text>a</Text></Paragraph>", "action a"),
    Row(
      "alternates",
      "<Paragraph Type=\"Action\"><Text>a</Text><Alts><Alt><Paragraph><Text>b</Text></Paragraph>"
        + "</Alt></Alts></Paragraph>", "action a"),
    Row(
      "omitted",
      p("Scene Heading", "INT. A", "Number=\"1\"")
        + "<Paragraph Type=\"Scene Heading\" Number=\"2\"><OmittedScene><Paragraph><Text>b</Text>"
        + "</Paragraph></OmittedScene><Text>OMITTED</Text></Paragraph>" + p("Action", "c"),
      "scene-heading INT. A #1 | comment OMITTED | action c"),
    Row("omitted by its word", p("Scene Heading", "(Omitted)"), "comment (Omitted)"),
    Row("omitted by a flag", p("Action", "a", "Flags=\"Omitted\""), "comment a"),
  ]

  @Test(arguments: types + speeches + simultaneous + runs + unread)
  func `a paragraph becomes the element of its type`(_ row: Row) {
    let parsed = FinalDraftParser(bytes: Array(Source.document(row.content).utf8))
    #expect(Source.outline(parsed.elements) == row.outline)
    #expect(parsed.diagnostics == [])
  }

  @Test func `parts outside of the content are not read`() {
    let rest =
      "<HeaderAndFooter><Header><Paragraph><Text>h</Text></Paragraph></Header></HeaderAndFooter>"
      + "<SmartType><Characters><Character>ANN</Character></Characters></SmartType><TagData><Tags>"
      + "<Paragraph><Text>t</Text></Paragraph></Tags></TagData><ListItems><ListItem>"
      + "<Paragraph><Text>b</Text></Paragraph></ListItem></ListItems><AltCollection>"
      + "<Alt><Paragraph><Text>x</Text></Paragraph></Alt></AltCollection>"
    let parsed = FinalDraftParser(
      bytes: Array(Source.document(Source.paragraph("Action", "a"), rest).utf8))
    #expect(Source.outline(parsed.elements) == "action a")
    #expect(parsed.titlePage == [])
  }

  @Test func `every element has its position in the file`() {
    let text = Source.document(
      """
        <Paragraph Type="Scene Heading">
          <Text> INT. CAFÉ </Text>
        </Paragraph>
        <Paragraph Type="Action"><Text>Über</Text><Text Style="Bold">all</Text></Paragraph>
      """)
    for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8)] {
      let ranges = FinalDraftParser(bytes: bytes).elements.map(\.sourceRange)
      #expect(
        ranges == [
          SourceRange(
            start: SourcePosition(line: 5, column: 12), end: SourcePosition(line: 5, column: 21)),
          SourceRange(
            start: SourcePosition(line: 7, column: 34), end: SourcePosition(line: 7, column: 67)),
        ])
    }
  }

  @Test(arguments: ["UTF-16", "ISO-8859-1", "windows-1252", "UTF-8"])
  func `the encoding is that of the document`(_ name: String) {
    let text = Source.document(Source.paragraph("Action", "Café “é”"))
      .replacing("\"UTF-8\"", with: "\"\(name)\"")
    let bytes: [UInt8]
    switch name {
    case "UTF-16":
      bytes = ([0xFEFF] + Array(text.utf16)).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case "UTF-8": bytes = Array(text.utf8)
    default:
      bytes = text.unicodeScalars.map {
        $0 == "“" ? 0x93 : $0 == "”" ? 0x94 : UInt8(truncatingIfNeeded: $0.value)
      }
    }
    let parsed = FinalDraftParser(bytes: bytes)
    #expect(parsed.diagnostics == [])
    #expect(parsed.elements.map(\.elementText) == ["Café “é”"])
  }
}
