import Guion
import Testing

/// Tests of Final Draft documents that cannot be read: one error each, with its position.
@Suite struct FinalDraftFaultTests {
  private func found(_ text: String) -> [String] {
    let parsed = GuionParsedElementCollection(string: text, format: .fdx)
    #expect(parsed.elements == [])
    return parsed.diagnostics.map(\.description)
  }

  private func document(_ content: String, type: String = "") -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\(type)\n<FinalDraft><Content>\n\(content)"
      + "</Content></FinalDraft>"
  }

  @Test func `damage is an error with its line and column`() {
    #expect(
      found(document("<Paragraph><Text>a</Paragraph>")) == [
        "3:31: error: the XML is damaged: Opening and ending tag mismatch: Text line 3 and Paragraph; "
          + "open the document in the program that wrote it, and save it again [bad-xml]"
      ])
  }

  @Test(arguments: [
    "<?xml version=\"1.0\"?><FinalDraft><Content><Paragraph><Text>a</Text>",
    "<?xml version=\"1.0\"?><FinalDraft>&nbsp;</FinalDraft>",
    "<?xml version=\"1.0\" encoding=\"EBCDIC-X\"?><FinalDraft/>",
    "<?xml version=\"1.0\"?><FinalDraft></FinalDraft><FinalDraft/>",
  ])
  func `a truncated or undecodable document is one error`(_ text: String) {
    #expect(found(text).count == 1)
    #expect(found(text).allSatisfy { $0.hasSuffix("[bad-xml]") })
  }

  @Test func `bytes outside the encoding are reported with their position`() {
    let bytes = document("<Paragraph><Text>a\u{1}</Text></Paragraph>").utf8.map {
      $0 == 1 ? 0xE9 : $0
    }
    let parsed = GuionParsedElementCollection(bytes: bytes, format: .fdx)
    #expect(parsed.diagnostics.map(\.code) == ["bad-xml"])
    #expect(parsed.diagnostics.first?.position?.line == 3)
  }

  @Test func `entities are refused before they are expanded`() {
    var bomb = "<!DOCTYPE FinalDraft [<!ENTITY a0 \"lol\">"
    for level in 1...30 {
      bomb += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">"
    }
    let text = document("<Paragraph><Text>&a30;</Text></Paragraph>", type: bomb + "]>")
    #expect(found(text).count == 1)
    #expect(found(text).first?.contains("declares its own entities") == true)
  }

  @Test func `nothing outside the document is opened`() {
    let types = [
      "<!DOCTYPE FinalDraft [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>",
      "<!DOCTYPE FinalDraft [<!ENTITY % x SYSTEM \"file:///etc/hostname\">%x;]>",
    ]
    for type in types {
      #expect(found(document("<Paragraph><Text>&x;</Text></Paragraph>", type: type)).count == 1)
    }
    let external = document(
      "<Paragraph><Text>a</Text></Paragraph>", type: "<!DOCTYPE FinalDraft SYSTEM \"/etc/x.dtd\">")
    let parsed = GuionParsedElementCollection(string: external, format: .fdx)
    #expect(parsed.elements.map(\.elementText) == ["a"])
  }

  @Test func `elements that are nested too deeply are an error`() {
    let deep = String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300)
    #expect(found(document(deep)).first?.contains("nested deeper than 256 levels") == true)
  }

  @Test(arguments: [
    ("", "an empty file"), ("INT. BAR - DAY\n\nDark.", "text"),
    ("<?xml version=\"1.0\"?><html/>", "XML from another program"),
    ("PK\u{3}\u{4}\u{14}\0\0\0", "a ZIP archive"),
  ])
  func `documents that are not Final Draft are reported`(_ row: (text: String, words: String)) {
    #expect(found(row.text).count == 1)
    let words = "this is \(row.words) and cannot be read as Final Draft"
    #expect(found(row.text).first?.contains(words) == true)
  }

  static let disguised = [
    "<?xml version=\"1.0\"?><FinalDraft/>", "\n <FinalDraft Version=\"1\">",
    "<?xml version='1.0'?><a/>",
    "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- x -->\n<FinalDraft>",
  ]

  @Test(arguments: disguised, DocumentFormat.plainTexts)
  func `XML is never read as text`(_ text: String, _ format: DocumentFormat) {
    let units = [0xFEFF] + text.utf16.filter { $0 != 0xFEFF }
    let wide = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [Array(text.utf8), wide] {
      let parsed = GuionParsedElementCollection(bytes: bytes, format: format)
      #expect(parsed.elements == [])
      #expect(parsed.diagnostics.map(\.code) == ["wrong-format"])
    }
  }

  @Test(arguments: ["<FinalDraf>", "<?xmlish", "&lt;?xml ", "x <?xml version=\"1.0\"?>"])
  func `text that looks similar to XML is text`(_ text: String) {
    let parsed = GuionParsedElementCollection(string: text, format: .text)
    #expect(parsed.elements.count == 1)
    #expect(parsed.diagnostics == [])
  }

  @Test func `any beginning of a document gives at most one error`() {
    let text = FinalDraftSource.document(
      FinalDraftSource.paragraph("Character", "ANN") + FinalDraftSource.paragraph("Dialogue", "Hé.")
    )
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count {
      let parsed = GuionParsedElementCollection(bytes: Array(bytes.prefix(count)), format: .fdx)
      #expect(parsed.diagnostics.count == 1)
    }
  }
}
