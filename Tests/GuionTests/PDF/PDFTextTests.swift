import Basics
import TestSupport
import Testing

@testable import Guion

/// Books and articles in PDF.
@Suite struct PDFTextTests {
  private static let filler = (1...12).map {
    "A full line of the text of this book which is here, so it is \($0)"
  }
  .joined(separator: "\n")

  private static func rows(_ reading: DocumentReading) -> [String] {
    reading.elements.map { element in
      let level = element.elementType.level
      let note = element.mark.map {
        if case .footnote(let number) = $0 { "note \(number): " } else { "" }
      }
      return (level > 0 ? "h\(level): " : note ?? "") + element.elementText
    }
  }

  /// The text below a page of full lines.
  private static func last(_ text: String, _ count: Int) -> [String] {
    Array(rows(readPDF([filler + "\n\n" + text], as: .pdfText)).suffix(count))
  }

  @Test(arguments: [
    ("One ends.\n\nTwo begins.", ["One ends.", "Two begins."]),
    ("One ends.\n  Two begins.", ["One ends.", "Two begins."]),
    ("One ends.\nTwo begins.", ["One ends.", "Two begins."]),
    ("• One goes\n• Two goes", ["• One goes", "• Two goes"]),
    ("One   goes on\nand  on.", ["One goes on and on."]),
    ("One goes on\nand on.", ["One goes on and on."]),
    (
      "This is a line that is full to the right end of the col-\numn.",
      ["This is a line that is full to the right end of the column."]
    ),
    (
      "A half-and-half is there. This is a line about half-and-\nhalf of it.",
      ["A half-and-half is there. This is a line about half-and-half of it."]
    ),
    ("^24 THE START\nIt rains.", ["h1: THE START", "It rains."]),
    ("^24 ONE\n\n^18 Two\nIt rains.", ["h1: ONE", "h2: Two", "It rains."]),
    ("<b>A bold title</b>\n\nIt rains.", ["h1: A bold title", "It rains."]),
  ])
  func paragraphs(_ text: String, _ expected: [String]) {
    #expect(Self.last(text, expected.count) == expected)
  }

  @Test func `a paragraph continues on the next page, across a note`() {
    let first = Self.filler + "\nThe text of this page is not at its end and the line is full"
    let second = "and goes on here.\n\nThe next page has other words."
    let reading = readPDF([first + "\n\n^9 1 A note.", second], as: .pdfText)
    let rows = Self.rows(reading)
    #expect(
      rows.suffix(3).first == "1 A note." && rows.suffix(3).dropFirst().first == "and goes on here."
    )
    // The number of the note is not raised in the text, so the note is ordinary text.
    #expect(!Self.rows(reading).contains { $0.hasPrefix("note") })
    #expect(
      WordCount(of: reading.elements, skipped: reading.skipped, format: .pdfText).skippedWords == 0)
  }

  @Test func `notes are those with a raised number`() throws {
    let page = Self.filler + "\nIt was a mews"
    let xml = String(decoding: MadePDF([page + "\n\n\n^9 1 A lane of stables."]).xml, as: UTF8.self)
    let mark = "<text top=\"215\" left=\"165.6\" width=\"4\" height=\"6\" font=\"6\">1</text>\n"
    let at = try #require(xml.firstRange(of: "mews</text>\n"))
    var whole = xml
    whole.insert(contentsOf: mark, at: at.upperBound)
    whole = whole.replacing(
      "\t<fontspec id=\"9\"",
      with: "\t<fontspec id=\"6\" size=\"6\" family=\"A\" color=\"#000000\"/>\n\t<fontspec id=\"9\""
    )
    let reading = readPDF(xml: Array(whole.utf8), as: .pdfText)
    #expect(
      Self.rows(reading).suffix(2) == [
        Self.filler.replacing("\n", with: " ") + " It was a mews", "note 1: A lane of stables.",
      ])
    let spans = reading.elements.dropLast().flatMap(\.inlines)
    #expect(spans.map(\.kind) == [.footnote(number: 1, text: MarkedText("A lane of stables."))])
    #expect(reading.skipped.counts.map(\.rule) == [.noteLink])
  }

  @Test func `the table of contents of a PDF names its headings`() {
    let pages = [Self.filler + "\n\nThe Room\n\nIt rains.\n\nThe Desk\n\nIt snows."]
    let outline =
      "<outline>\n<item page=\"1\">The Room</item>\n<outline>\n<item page=\"1\">The Desk</item>\n</outline>\n</outline>\n"
    let xml = String(decoding: MadePDF(pages).xml, as: UTF8.self)
      .replacing("</pdf2xml>", with: outline + "</pdf2xml>")
    let rows = Self.rows(readPDF(xml: Array(xml.utf8), as: .pdfText))
    #expect(rows.suffix(4) == ["h1: The Room", "It rains.", "h2: The Desk", "It snows."])
  }

  @Test(arguments: [
    // Runs that nobody sees, with the rule that counts them.
    (
      "<text top=\"90\" left=\"2000\" width=\"40\" height=\"12\" font=\"12\">away</text>",
      SkippedWords.Rule.hidden
    ),
    ("<text top=\"x\" left=\"nan\" width=\"40\" height=\"12\">away</text>", .hidden),
    ("<text top=\"90\" left=\"72\" width=\"0\" height=\"12\" font=\"12\">away</text>", .rotated),
    ("<text top=\"90\" left=\"72\" width=\"40\" height=\"12\" font=\"99\">away</text>", .hidden),
    (
      "<text top=\"72.3\" left=\"72\" width=\"40\" height=\"12\" font=\"12\">Seen</text>",
      .repeatedRun
    ),
  ])
  func unseen(_ run: String, _ rule: SkippedWords.Rule) {
    let white = "\t<fontspec id=\"99\" size=\"12\" family=\"A\" color=\"#ffffff\"/>\n"
    let xml = String(decoding: MadePDF(["Seen"]).xml, as: UTF8.self)
      .replacing("</page>", with: white + run + "\n</page>")
    let reading = readPDF(xml: Array(xml.utf8), as: .pdfText)
    #expect(reading.elements.map(\.elementText) == ["Seen"])
    #expect(reading.skipped.counts.map(\.rule) == [rule])
  }

  private static func page(_ runs: [(text: String, left: Double)]) -> DocumentReading {
    let texts = runs.map { text, left in
      let count = text.replacing(/<[^>]*>/, with: "").count
      return "<text top=\"72\" left=\"\(left)\" width=\"\(7 * count)\" height=\"12\" font=\"12\">"
        + text + "</text>\n"
    }
    let xml = String(decoding: MadePDF(["Seen"]).xml, as: UTF8.self)
    let start = xml.firstRange(of: "<text")?.lowerBound ?? xml.endIndex
    return readPDF(
      xml: Array((xml[..<start] + texts.joined() + "</page>\n</pdf2xml>\n").utf8), as: .pdfText)
  }

  @Test func `runs that overlap are not read twice`() {
    let reading = Self.page([
      ("C", 72), ("Co", 72), ("on", 79), ("nf", 86), ("fused", 93), ("see", 136),
    ])
    #expect(reading.elements.map(\.elementText) == ["Confused see"])
    #expect(reading.skipped.counts.map(\.rule) == [.repeatedRun])
    // Two runs side by side can end and begin in the same letter.
    let apart = Self.page([("Con", 72), ("nect", 93)])
    #expect(apart.elements.map(\.elementText) == ["Connect"])
  }

  @Test func `a text that is wholly bold is plain`() {
    let bold = Self.page([("<b>From</b>", 72), ("<b>space</b>", 107), ("<i>to</i>", 149)])
    #expect(bold.elements.map(\.elementText) == ["From space to"])
    #expect(bold.elements.flatMap(\.inlines) == [InlineSpan(.emphasis, 11..<13)])
    let part = Self.page([("<b>It</b>", 72), ("<b>is</b>", 93), ("a very long way down", 114)])
    #expect(part.elements.flatMap(\.inlines) == [InlineSpan(.strong, 0..<5)])
  }

  @Test func `what Chromium leaves of the last line of a page is not read`() {
    let first = Self.filler + "\n\nA gray eye of joy."
    let reading = readPDF(
      [first, "g y y j y\n\nThe next page.", "g y\n\nThe last page."], as: .pdfText)
    let found = Self.rows(reading)
    #expect(
      found.contains { $0.hasPrefix("The next page.") } && !found.contains { $0.hasPrefix("g y y") }
    )
    #expect(found.contains { $0.contains("g y") })
  }

  @Test func `a watermark is on most pages, and is large or light`() {
    let pages = (1...3).map {
      "^48 REVIEW COPY\n\n\n\n\n\n\n\n\n\nText of page \($0) is a long line of text."
    }
    let reading = readPDF(pages, as: .pdfText)
    #expect(!reading.elements.contains { $0.elementText.contains("REVIEW") })
    #expect(reading.skipped.counts.map(\.words) == [6])
  }

  @Test(arguments: ["Cou\u{FFFD}ri\"er<", "A\" color=\"x\"/><b>", "&;", "<page number=\"9\">"])
  func `the name of a font can be anything`(_ name: String) {
    let xml = String(decoding: MadePDF(["It rains."]).xml, as: UTF8.self)
      .replacing("family=\"Courier\"", with: "family=\"\(name)\"")
    #expect(
      readPDF(xml: Array(xml.utf8), as: .pdfText).elements.map(\.elementText) == ["It rains."])
  }

  /// Each letter of each run is in an element or counted by a rule.
  @Test func `no letter is lost`() {
    var generator = SeededGenerator(seed: 43)
    let words = [
      "INT. BAR - DAY", "ANNA", "BEN (V.O.)", "(beat)", "word-", "(MORE)", "CONTINUED:", "12",
      "A12.", "*",
      "CUT TO:", "lower case words", "1", "&amp;", "OMITTED", "caf\u{E9}", "\u{FB01}n", "--",
    ]
    for round in 0..<200 {
      let pages = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        (0..<Int.random(in: 1...30, using: &generator)).map { _ in
          (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            String(repeating: " ", count: Int.random(in: 0...30, using: &generator))
              + (words.randomElement(using: &generator) ?? "")
          }.joined()
        }.joined(separator: "\n")
      }
      let text = pages.joined().replacing("&amp;", with: "&").replacing("\u{FB01}", with: "fi")
      let letters = WordCount.count(text).letters
      for format in [DocumentFormat.pdfScript, .pdfText] {
        let reading = readPDF(pages, as: format)
        guard !reading.diagnostics.contains(where: { $0.code == "pdf-no-text" }) else { continue }
        let count = WordCount(
          of: reading.elements, skipped: reading.skipped, format: reading.format)
        #expect(count.letters + count.skipped.letters == letters, "\(round) \(format)")
      }
    }
  }
}
