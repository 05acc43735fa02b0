import Basics
import TestSupport
import Testing

@testable import Guion

/// Tests of RTF, which another program converts to a web page.
@Suite struct RTFTests {
  private func read(_ bytes: String, _ outcome: LimitedProgram.Outcome) -> DocumentReading {
    DocumentReading(
      Array(bytes.utf8), format: .rtf, edition: .second,
      converter: DocumentConverter { program, _ in
        #expect(program.name == "unrtf")
        return outcome
      })
  }

  @Test func `line breaks of unrtf end paragraphs`() {
    let page =
      "<html><head><!-- UnRTF --></head><body><font size=\"2\">One <b>two</b><br>\n</font>"
      + "<b>three<br>\nfour</b><table><tr><td>a<br></td><td>b</td></tr></table></body></html>"
    let reading = read("{\\rtf1 x}", .init(.exited(0), output: Array(page.utf8)))
    #expect(
      reading.elements.map(EPUBPageTests.line) == [
        "p: One two", "p: three", "p: four", "row =a;=b",
      ])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test(arguments: [
    (LimitedProgram.End.missing, "missing-program", "apt install unrtf"),
    (.tookTooLong, "wrong-format", "save it as DOCX"), (.signalled(11), "wrong-format", "damaged"),
  ])
  func `what unrtf cannot read is an error`(
    _ end: LimitedProgram.End, _ code: String, _ words: String
  ) {
    let reading = read("{\\rtf1 x}", .init(end))
    #expect(reading.diagnostics.map(\.code) == [code])
    #expect(reading.diagnostics.first?.message.contains(words) == true)
  }

  @Test func `other bytes never reach the program`() {
    let reading = DocumentReading(
      Array("text".utf8), format: .rtf, edition: .second,
      converter: DocumentConverter { _, _ in
        Issue.record("a program was started")
        return .init(.missing)
      })
    #expect(reading.diagnostics.map(\.code) == ["wrong-format"])
  }
}
