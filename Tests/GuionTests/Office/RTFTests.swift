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
    #expect(reading.elements.compactMap(\.sourceRange?.start.line) == [1, 2, 3, 4])
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

  @Test(arguments: [
    // What stands in place of a character is not a word.
    ("m\\u232?re", "m\\u232\\'3fre"), ("m\\u232 ?re", "m\\u232\\'3fre"),
    ("m\\u232\\'e8re", "m\\u232\\'3fre"),
    ("{\\uc0 m\\u232 re} m\\u232?", "{m\\u232\\'3fre} m\\u232\\'3f"),
    ("\\uc2\\u232 abc", "\\u232\\'3fc"), ("m\\u232}x", "m\\u232\\'3f}x"),
    ("\\u-10179?", "\\u-10179\\'3f"),
    // A field is what it shows.
    (
      "{\\field{\\*\\fldinst{HYPERLINK \"http://a\"}}{\\fldrslt{\\ul the page}}} now",
      "{{{}}{{\\ul the page}}} now"
    ),
    ("{\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}", "{{}{7}}"),
    // Hidden and deleted words.
    ("a {\\v hidden}b", "a {}b"), ("a\\v x\\v0 b", "ab"), ("{\\deleted gone\\par}b", "{\\par}b"),
    ("a\\_b \\{c\\} \\'e9", "a-b \\{c\\} \\'e9"),
    // Everything else is as it was.
    ("{\\pard\\f0 One \\b two\\b0\\par}", "{\\pard\\f0 One \\b two\\b0\\par}"),
    ("\\bin3 {}\\x", "\\bin3 {}\\x"),
    ("\\", "\\"), ("\\u", "\\u"), ("}}{", "}}{"),
  ])
  func `the text is rewritten for unrtf`(_ source: String, _ expected: String) {
    #expect(String(decoding: RTFText(Array(source.utf8)).bytes, as: UTF8.self) == expected)
  }

  @Test func `hidden words are counted`() {
    let reading = read(
      "{\\rtf1 {\\v never} x}", .init(.exited(0), output: Array("<p>x</p>".utf8)))
    #expect(reading.diagnostics.map(\.code) == ["hidden-text"])
    #expect(reading.diagnostics.first?.message.hasPrefix("1 word of this document is") == true)
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
