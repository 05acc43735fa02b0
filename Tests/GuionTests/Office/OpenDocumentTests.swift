import Foundation
import Guion
import TestSupport
import Testing

/// Tests of the elements that an OpenDocument text is read as.
@Suite struct OpenDocumentTests {
  typealias O = MadeOpenDocument

  private func parse(_ bytes: [UInt8]) -> GuionParsedElementCollection {
    GuionParsedElementCollection(bytes: bytes, format: .odt)
  }

  private static func style(_ name: String, _ properties: String, _ more: String = "") -> String {
    "<style:style style:name=\"\(name)\" \(more)>\(properties)</style:style>"
  }

  private static let styles =
    style("Heading_20_2", "", "style:display-name=\"Heading 2\" style:family=\"paragraph\"")
    + style("Own", "", "style:family=\"paragraph\" style:default-outline-level=\"3\"")
    + style("Quotations", "", "style:family=\"paragraph\"")
    + style("Preformatted_20_Text", "", "style:family=\"paragraph\"")
    + "<text:list-style style:name=\"L1\"><text:list-level-style-number text:level=\"1\" style:num-format=\"1\" text:start-value=\"3\"/>"
    + "<text:list-level-style-bullet text:level=\"2\"/></text:list-style>"
  private static let automatic =
    style("P1", "", "style:family=\"paragraph\" style:parent-style-name=\"Heading_20_2\"")
    + style(
      "P2", "<style:paragraph-properties fo:break-before=\"page\"/>", "style:family=\"paragraph\"")
    + style(
      "P3", "<style:text-properties text:display=\"none\"/>", "style:family=\"paragraph\"")
    + style(
      "T1", "<style:text-properties fo:font-weight=\"bold\"/>", "style:family=\"text\"")
    + style(
      "T2", "<style:text-properties fo:font-style=\"italic\"/>", "style:family=\"text\"")
    + style("T3", "<style:text-properties text:display=\"none\"/>", "style:family=\"text\"")

  /// Texts in XML, and their elements.
  static let bodies: [(String, [String])] = [
    (
      "<text:p>One\n   two<text:s text:c=\"3\"/>three<text:tab/>four<text:line-break/>five</text:p>",
      ["p: One two three four\nfive"]
    ),
    (
      "<text:h text:outline-level=\"1\">A</text:h><text:p text:style-name=\"P1\">B</text:p><text:p text:style-name=\"Own\">C</text:p>",
      ["h1: A", "h2: B", "h3: C"]
    ),
    (
      "<text:tracked-changes><text:changed-region><text:deletion><text:p>old</text:p></text:deletion></text:changed-region></text:tracked-changes>"
        + "<text:p>new<office:annotation><text:p>why</text:p></office:annotation></text:p>",
      ["p: new"]
    ),
    (
      "<text:p>seen<text:span text:style-name=\"T3\"> not</text:span><text:hidden-text>no</text:hidden-text></text:p>"
        + "<text:p text:style-name=\"P3\">not</text:p><text:section text:display=\"none\"><text:p>not</text:p></text:section>"
        + "<text:p>not<text:hidden-paragraph text:is-hidden=\"true\"/></text:p>",
      ["p: seen"]
    ),
    (
      "<text:table-of-content><text:index-body><text:p>A … 1</text:p></text:index-body></text:table-of-content><text:p>a<text:ruby><text:ruby-base>b</text:ruby-base><text:ruby-text>c</text:ruby-text></text:ruby></text:p>",
      ["p: ab"]
    ),
    (
      "<text:p>One<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>The note.</text:p><text:list><text:list-item><text:p>item</text:p></text:list-item></text:list></text:note-body></text:note> two.</text:p>",
      ["p: One two.", "note 1: The note.", "note 1: item"]
    ),
    (
      "<text:p>After.<draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box></draw:frame></text:p><text:p><draw:custom-shape><text:p>Shape.</text:p></draw:custom-shape></text:p>",
      ["p: In a box.", "p: After.", "p: Shape."]
    ),
    (
      "<text:p><draw:frame><draw:image/><svg:title>Title</svg:title><svg:desc>A lamp</svg:desc></draw:frame>shines</text:p>",
      ["p: A lamp shines"]
    ),
    (
      "<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell><text:p>Age</text:p></table:table-cell></table:table-row></table:table-header-rows>"
        + "<table:table-row><table:table-cell table:number-rows-spanned=\"2\"><text:p>Ann</text:p><text:p>Lee</text:p></table:table-cell><table:table-cell><text:p>9</text:p></table:table-cell></table:table-row>"
        + "<table:table-row><table:covered-table-cell/><table:table-cell><text:p>10</text:p></table:table-cell></table:table-row>"
        + "<table:table-row table:number-rows-repeated=\"1048576\"><table:table-cell table:number-columns-repeated=\"1048576\"/></table:table-row></table:table>",
      ["row Name=Ann Lee;Age=9", "row Name=;Age=10"]
    ),
    (
      "<text:list text:style-name=\"L1\"><text:list-item><text:p>a</text:p><text:p>a2</text:p><text:list><text:list-item><text:p>b</text:p></text:list-item></text:list></text:list-item>"
        + "<text:list-item text:start-value=\"9\"><text:p>c</text:p></text:list-item></text:list><text:p>text</text:p>"
        + "<text:list text:style-name=\"L1\" text:continue-numbering=\"true\"><text:list-header><text:p>head</text:p></text:list-header><text:list-item><text:p>d</text:p></text:list-item></text:list>"
        + "<text:list text:style-name=\"L1\"><text:list-item><text:p>e</text:p></text:list-item></text:list>",
      ["3/1: a", "-/1: a2", "*/2: b", "9/1: c", "p: text", "9/1: head", "10/1: d", "3/1: e"]
    ),
    (
      "<text:p>a</text:p><text:p text:style-name=\"P2\">b</text:p>",
      ["p: a", "page-break: ", "p: b"]
    ),
    (
      "<text:p text:style-name=\"Quotations\">said</text:p><text:p text:style-name=\"Preformatted_20_Text\">a<text:s text:c=\"2\"/>b</text:p>",
      ["quote: said", "code : a  b"]
    ),
  ]

  @Test(arguments: bodies) func `texts are elements`(_ body: String, _ expected: [String]) {
    let document = O(body).with { ($0.styles, $0.automatic) = (Self.styles, Self.automatic) }
    for bytes in [document.bytes, document.flat] {
      #expect(parse(bytes).elements.map(EPUBPageTests.line) == expected)
    }
  }

  @Test func `nested spans have the looks of the outer ones`() {
    let document = O(
      "<text:p>a<text:span text:style-name=\"T1\">b<text:span text:style-name=\"T2\">c</text:span></text:span><text:a xlink:href=\"http://x.example/\">d</text:a></text:p>"
    )
    .with { $0.automatic = Self.automatic }
    let inlines = parse(document.bytes).elements.first?.inlines ?? []
    #expect(inlines.map(\.kind) == [.strong, .emphasis, .link(target: "http://x.example/")])
    #expect(inlines.map(\.range) == [1..<3, 2..<3, 3..<4])
  }

  @Test func `the title page comes from the properties`() {
    let document = O("<text:p>text</text:p>").with {
      $0.meta =
        "<dc:title>The Harbour</dc:title><meta:initial-creator>Ann</meta:initial-creator><dc:creator>Bob</dc:creator><dc:language>de</dc:language>"
    }
    for bytes in [document.bytes, document.flat] {
      #expect(parse(bytes).titlePage.map(\.values) == [["The Harbour"], ["Ann"], ["de"]])
    }
  }

  @Test func `a locked document and a spreadsheet are errors`() {
    let locked = O("").with {
      $0.files = [.init("META-INF/manifest.xml", "<m><encryption-data/></m>")]
    }
    #expect(parse(locked.bytes).diagnostics.map(\.code) == ["protected-book"])
    let sheet = String(decoding: O("").flat, as: UTF8.self).replacing(
      "office:text>", with: "office:spreadsheet>")
    #expect(parse(Array(sheet.utf8)).diagnostics.map(\.code) == ["wrong-format"])
  }

  @Test func `documents are recognized by their bytes`() throws {
    let folder = try TemporaryFolder()
    let cases: [(DocumentFormat, [UInt8])] = [
      (.docx, MadeWord(MadeWord.paragraph("x")).bytes), (.odt, O("<text:p>x</text:p>").bytes),
    ]
    for (format, bytes) in cases {
      let path = folder.path(of: "file-\(format.rawValue)")
      try Data(bytes).write(to: URL(filePath: path))
      let document = try GuionParsedElementCollection(file: path)
      #expect(document.format == format)
      #expect(document.elements.map(\.elementText) == ["x"])
    }
  }
}
