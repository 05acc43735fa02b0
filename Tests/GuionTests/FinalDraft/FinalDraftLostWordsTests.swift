import Guion
import TestSupport
import Testing

/// Tests of text in places where Final Draft itself writes none.
@Suite struct FinalDraftLostWordsTests {
  private func outline(_ content: String) -> String {
    let parser = FinalDraftParser(bytes: Array(FinalDraftSource.document(content).utf8))
    #expect(parser.diagnostics == [])
    return FinalDraftSource.outline(parser.elements)
  }

  @Test(arguments: [
    (
      "<Paragraph Type=\"Action\"><Text>One </Text><Paragraph Type=\"Action\"><Text>two</Text></Paragraph><Text> three</Text></Paragraph>",
      "action One | action two | action three"
    ),
    (
      "<Paragraph Type=\"Action\"><New><Text>One</Text> two</New><Text> three</Text></Paragraph>",
      "action One two three"
    ),
    (
      "<New><Paragraph Type=\"Scene Heading\"><Text>INT. BAR</Text></Paragraph><Other><Paragraph Type=\"Action\"><Text>One</Text></Paragraph></Other></New>",
      "scene-heading INT. BAR | action One"
    ),
    (
      "<Paragraph Type=\"Action\"><Text>One <b>two</b> <Text Style=\"Bold\">three</Text> four</Text></Paragraph>",
      "action One two three four b=8-13"
    ),
    ("<Text>One</Text><Text> two</Text>", "action One two"),
    ("One <New>two</New> three", "action One | action two | action three"),
    (
      "<DualDialogue><DualDialogue><Paragraph Type=\"Character\"><Text>ANN</Text></Paragraph><Paragraph Type=\"Dialogue\"><Text>One.</Text></Paragraph></DualDialogue><Paragraph Type=\"Character\"><Text>BEN</Text></Paragraph><Paragraph Type=\"Dialogue\"><Text>Two.</Text></Paragraph></DualDialogue>",
      "character ANN | dialogue One. | dual character BEN | dialogue Two."
    ),
    (
      "<Paragraph Type=\"General\"><Text>a<DualDialogue><Paragraph Type=\"Action\"><Text>b</Text><DualDialogue><Paragraph Type=\"Action\"><Text>c</Text></Paragraph></DualDialogue></Paragraph></DualDialogue>d</Text></Paragraph>",
      "action a | action b | action c | action d"
    ),
    (
      "<Paragraph Type=\"Action\"><DualDialogue><Text>One</Text></DualDialogue><Text>two</Text></Paragraph>",
      "action One | action two"
    ),
    (
      "<Paragraph Type=\"Action\"><Text>One<Paragraph Type=\"Action\">two</Paragraph>three</Text></Paragraph>",
      "action One | action two | action three"
    ),
    (
      "<Paragraph Type=\"Action\"><Text>One</Text><ScriptNote>a <Text>b</Text><Paragraph>c<Paragraph><Text>d</Text></Paragraph></Paragraph></ScriptNote></Paragraph>",
      "action One | comment a b⏎c⏎d"
    ),
  ])
  func `text is read where it stands`(_ content: String, _ expected: String) {
    #expect(outline(content) == expected)
  }

  @Test func `a wrapper keeps the positions of its text`() {
    let parser = FinalDraftParser(
      bytes: Array(
        FinalDraftSource.document("<New>\n  <Text>One</Text>\n</New>\n<b/>Two").utf8))
    #expect(parser.elements.map { $0.sourceRange?.start.line } == [5, 7])
    #expect(parser.elements.map { $0.sourceRange?.start.column } == [9, 5])
  }

  @Test func `text outside the script is reported with its place`() {
    let bytes = FinalDraftSource.document(
      FinalDraftSource.paragraph("Action", "One"),
      "<Extra>\n<Paragraph><Text>Lost words</Text></Paragraph></Extra>\n<SmartType><Text>x</Text></SmartType>"
    )
    let parser = FinalDraftParser(bytes: Array(bytes.utf8))
    #expect(FinalDraftSource.outline(parser.elements) == "action One")
    #expect(parser.diagnostics.map(\.code) == ["unread-text"])
    #expect(parser.diagnostics.map(\.severity) == [.warning])
    #expect(parser.diagnostics.first?.position?.line == 6)
    #expect(parser.diagnostics.first?.message.contains("<Extra>") == true)
  }

  @Test(arguments: ["", " Style=\"Bold\""]) func `a long speech takes linear time`(
    _ style: String
  ) {
    let line =
      "<Paragraph Type=\"Dialogue\"><Text\(style)>A line.</Text><Text> b</Text></Paragraph>\n"
    let content =
      FinalDraftSource.paragraph("Character", "ANN") + String(repeating: line, count: 100_000)
    let bytes = Array(FinalDraftSource.document(content).utf8)
    let clock = ContinuousClock()
    let start = clock.now
    let parser = FinalDraftParser(bytes: bytes)
    #expect(parser.elements.count == 2)
    // When each line copied the speech before it, this took minutes.
    #expect(clock.now - start < .seconds(20))
  }

  @Test func `nested text on the title page is read`() {
    let bytes = FinalDraftSource.document(
      FinalDraftSource.paragraph("Action", "One"),
      "<TitlePage><Content><New><Paragraph Alignment=\"Center\"><Text>The <b>Title</b></Text></Paragraph></New></Content></TitlePage>"
    )
    let parser = FinalDraftParser(bytes: Array(bytes.utf8))
    #expect(parser.titlePage.map(\.values) == [["The Title"]])
  }
}
