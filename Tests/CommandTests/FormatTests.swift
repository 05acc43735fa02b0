import Foundation
import TestSupport
import Testing

/// Tests of documents in the formats of other programs, from the file to the captions.
@Suite struct FormatTests {
  private static func paragraph(_ type: String, _ words: String) -> String {
    "<Paragraph Type=\"\(type)\"><Text>\(words)</Text></Paragraph>\n"
  }

  private static let finalDraft =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<FinalDraft><Content>\n"
    + paragraph("Scene Heading", "INT. BAR - DAY") + paragraph("Action", "Rain falls.")
    + paragraph("Character", "ANN") + paragraph("Dialogue", "Who is there?")
    + paragraph("Scene Heading", "EXT. YARD - NIGHT") + paragraph("Character", "BOB")
    + paragraph("Dialogue", "Nobody.") + "</Content></FinalDraft>\n"

  private static let fountain =
    "INT. BAR - DAY\n\nRain falls.\n\nANN\nWho is there?\n\nEXT. YARD - NIGHT\n\nBOB\nNobody.\n"

  /// Returns names and bytes of all files except the manifest, which names the document.
  private func files(_ name: String, in folder: TemporaryFolder) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for file in try folder.names(in: name) where !file.hasPrefix(".") && file != "manifest.json" {
      files[file] = try Data(contentsOf: URL(filePath: folder.path(of: "\(name)/\(file)")))
    }
    return files
  }

  @Test func `a Final Draft script is rendered like the same script in Fountain`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.finalDraft, as: "s.fdx")
    try folder.write(Self.fountain, as: "s.fountain")
    let voice = "espeak://en-us"
    for name in ["s.fdx", "s.fountain"] {
      try Guion2audio.run(
        name, "--voice", voice, "--format", "wav", "--captions", "vtt", "-o", "out-\(name)",
        in: folder, exits: 0)
    }
    let found = try files("out-s.fdx", in: folder)
    #expect(found.count == 5)
    #expect(try found == files("out-s.fountain", in: folder))
  }

  @Test func `check, plan and cast read a Final Draft script, by its bytes or from a pipe`() throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.finalDraft, as: "s.fdx")
    try folder.write(Self.finalDraft, as: "s.xml")
    try Guion2audio.run("check", "s.fdx", in: folder, exits: 0)
    for arguments in [["s.fdx"], ["s.xml"]] {
      let cast = try Guion2audio.run("cast", arguments[0], in: folder, exits: 0)
      #expect(cast.output.contains("\"ANN\"") && cast.output.contains("\"BOB\""))
      let plan = try Guion2audio.run("plan", arguments[0], in: folder, exits: 0)
      #expect(plan.output.contains("2 chapters"))
    }
    let piped = try Guion2audio.run(
      "elements", "-", "--from", "fdx", in: folder, input: Self.finalDraft, exits: 0)
    #expect(piped.output.contains("\"text\": \"Nobody.\", \"line\": 9, \"column\": 34"))
  }

  @Test(arguments: ["text", "markdown", "fountain", "highland", "textbundle"])
  func `XML is not rendered, whatever --from is`(_ format: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.finalDraft, as: "s.fdx")
    let result = try Guion2audio.run("s.fdx", "--from", format, in: folder, exits: 65)
    #expect(result.errors.contains("s.fdx: error: this is a Final Draft script and cannot be read"))
    #expect(result.errors.contains("[wrong-format]"))
    #expect(try folder.names() == ["s.fdx"])
  }

  @Test func `damage is reported with line and column`() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(Self.finalDraft.dropLast(30)), as: "s.fdx")
    let result = try Guion2audio.run("s.fdx", in: folder, exits: 65)
    #expect(result.errors.hasPrefix("s.fdx:9:"))
    #expect(result.errors.contains("[bad-xml]"))
    #expect(try folder.names() == ["s.fdx"])
  }

  @Test func `a Highland archive is read, and its findings name the entry`() throws {
    let folder = try TemporaryFolder()
    let archive = MadeArchive([
      MadeArchive.Entry("S.textbundle/info.json", "{}"),
      MadeArchive.Entry("S.textbundle/text.md", Self.fountain + "[[open\n"),
    ])
    try Data(archive.bytes).write(to: URL(filePath: folder.path(of: "s.highland")))
    let result = try Guion2audio.run("check", "s.highland", in: folder, exits: 0)
    let printed = result.output + result.errors
    #expect(printed.contains("s.highland/S.textbundle/text.md:12:1: warning: "))
    let plan = try Guion2audio.run("plan", "s.highland", in: folder, exits: 0)
    #expect(plan.output.contains("2 chapters"))
  }

  @Test func `a hostile archive is one error and writes nothing`() throws {
    let folder = try TemporaryFolder()
    let entries = [
      MadeArchive.Entry("../../text.md", "x"),
      MadeArchive.Entry("text.md", "x").with { $0.mode = 0o120777 },
      MadeArchive.Entry("text.md", "x").with { ($0.method, $0.claimed) = (8, 4_000_000_000) },
    ]
    for entry in entries {
      let bytes = MadeArchive([entry]).bytes
      try Data(bytes).write(to: URL(filePath: folder.path(of: "s.textpack")))
      let result = try Guion2audio.run("s.textpack", in: folder, exits: 65)
      #expect(result.errors.lines.count == 1)
      #expect(try folder.names() == ["s.textpack"])
    }
  }

  @Test func `an EPUB is checked, planned and rendered with captions`() throws {
    let folder = try TemporaryFolder()
    let book = MadeBook([("one.xhtml", "<p>Rain falls.</p>"), ("two.xhtml", "<p>It <b>stops</p>")])
      .with {
        $0.contents =
          "<li><a href=\"one.xhtml\">One</a></li><li><a href=\"two.xhtml\">Two</a></li>"
      }
    try Data(book.bytes).write(to: URL(filePath: folder.path(of: "b.epub")))
    let check = try Guion2audio.run("check", "b.epub", in: folder, exits: 0)
    #expect((check.output + check.errors).contains("b.epub/OEBPS/two.xhtml:3:"))
    #expect((check.output + check.errors).contains("[repaired-page]"))
    let plan = try Guion2audio.run("plan", "b.epub", in: folder, exits: 0)
    #expect(plan.output.contains("2 chapters"))
    try Guion2audio.run(
      "b.epub", "--voice", "espeak://en-us", "--format", "wav", "--captions", "vtt", "-o", "out",
      in: folder, exits: 0)
    let names = try folder.names(in: "out")
    #expect(names.count { $0.hasSuffix(".wav") } == 2)
    let captions = try names.filter { $0.hasSuffix(".vtt") }.map {
      try String(contentsOfFile: folder.path(of: "out/" + $0), encoding: .utf8)
    }
    #expect(captions.joined().contains("It stops"))
  }

  @Test func `a PDF is checked, planned, and converted`() throws {
    let folder = try TemporaryFolder()
    let page = """
               INT. ROOM - DAY

               Rain falls on the roof of the house and on
               the road.

                                   ANNA
                         Good morning to you, and to all.

                                   BEN
                              (smiling)
                         Good morning.
      """
    let pdf = URL(filePath: folder.path(of: "s.pdf"))
    try Data(MadePDF([page]).bytes).write(to: pdf)
    let check = try Guion2audio.run("check", "s.pdf", in: folder, exits: 0)
    #expect(
      (check.output + check.errors).contains("read as a screenplay: 1 page, 1 scene, 2 roles;"))
    let plan = try Guion2audio.run("plan", "--json", "s.pdf", in: folder, exits: 0)
    #expect(plan.output.contains("\"ANNA\""))
    let script = try Guion2audio.run("convert", "s.pdf", "--to", "fountain", in: folder, exits: 0)
    #expect(script.output.contains("INT. ROOM - DAY\n"))
    #expect(script.output.contains("BEN\n(smiling)\nGood morning.\n"))
    let text = try Guion2audio.run(
      "elements", "--from", "pdf-text", "s.pdf", in: folder, exits: 0)
    #expect(text.output.contains("\"format\": \"pdf-text\""))
    let none = try Guion2audio.run(
      "plan", "s.pdf", in: folder, environment: ["PATH": "/nonexistent"])
    #expect(none.status == 65 && none.errors.contains("[missing-program]"))
    #expect(try folder.names() == ["s.pdf"])
  }
}
