import Basics
import Foundation
import Guion
import TestSupport
import Testing

/// Tests of Highland's documents, TextBundle and TextPack.
@Suite struct TextBundleTests {
  private typealias Entry = MadeArchive.Entry
  private static let screenplay = "Title: A Play\n\nINT. BAR - DAY\n\nANN\nHi.\n"
  private static let prose = "# One\n\n![A cat](assets/cat.png)\n"

  private func parse(
    _ entries: [MadeArchive.Entry], _ format: DocumentFormat
  ) -> GuionParsedElementCollection {
    GuionParsedElementCollection(bytes: MadeArchive(entries).bytes, format: format)
  }

  @Test(arguments: ["text.fountain", "A.textbundle/text.fountain", "A.textbundle/text.md"])
  func `Highland is Fountain, plain or in an archive`(_ name: String) {
    let plain = GuionParsedElementCollection(string: Self.screenplay, format: .highland)
    let packed = parse([Entry(name, Self.screenplay), Entry("x/data.bin", "\0")], .highland)
    for parsed in [plain, packed] {
      #expect(parsed.format == .fountain)
      #expect(
        parsed.elements.map(\.elementType) == [.sceneHeading, .character, .dialogue])
      #expect(parsed.titlePage == [TitlePageEntry(key: "Title", values: ["A Play"])])
      #expect(parsed.diagnostics == [])
    }
  }

  @Test(arguments: [
    ("text.md", "{\"type\": \"net.daringfireball.markdown\"}", prose, DocumentFormat.markdown),
    ("text.txt", "{\"type\": \"com.quoteunquoteapps.fountain\"}", screenplay, .fountain),
    ("text.md", "{\"type\": \"net.daringfireball.markdown\"}", screenplay, .markdown),
    ("text.fountain", "{\"version\": 2}", screenplay, .fountain),
    ("text.txt", "{\"type\": \"public.plain-text\"}", screenplay, .fountain),
    ("text.txt", "no JSON", prose, .markdown),
  ])
  func `the description or the content determines the format of a bundle`(
    _ row: (name: String, info: String, text: String, format: DocumentFormat)
  ) {
    let parsed = parse([Entry("info.json", row.info), Entry(row.name, row.text)], .textbundle)
    #expect(parsed.format == row.format)
    #expect(!parsed.elements.isEmpty)
  }

  @Test func `the text next to a description is read`() {
    let parsed = parse(
      [
        Entry("old/text.md", "old"), Entry("A.textbundle/info.json", "{}"),
        Entry("A.textbundle/text.md", "new"), Entry("A.textbundle/assets/text.md", "picture"),
      ], .textbundle)
    #expect(parsed.elements.map(\.elementText) == ["new"])
  }

  @Test func `findings name the file in the bundle`() {
    let parsed = parse(
      [Entry("A.textbundle/text.md", [0x61, 0xE9, 0x62] + Array(repeating: 0x61, count: 20))],
      .textbundle)
    let manuscript = Manuscript(parsed, path: "in/a.textpack")
    #expect(
      manuscript.diagnostics.map { "\($0.file ?? ""):\($0.position?.column ?? 0) \($0.code)" }
        == ["in/a.textpack/A.textbundle/text.md:2 windows-1252"])
    #expect(manuscript.documents.map(\.path) == ["in/a.textpack/A.textbundle/text.md"])
    #expect(manuscript.name == "a.textpack")
  }

  @Test func `pictures in the bundle can be covers`() throws {
    let named = parse(
      [
        Entry("text.md", "---\ncover: assets/front.png\n---\nWords."),
        Entry("assets/front.png", "PNG"), Entry("assets/cover.jpg", "JPG"),
      ], .textbundle)
    let cover = try #require(Manuscript(named, path: "a.textpack").coverFile)
    #expect(cover.file == "a.textpack/text.md")
    #expect(try LimitedFile.bytes(of: cover, limit: .cover) == Array("PNG".utf8))
    let found = parse([Entry("text.md", "Words."), Entry("assets/cover.jpg", "JPG")], .textbundle)
    let other = try #require(Manuscript(found, path: "a.textpack").coverFile)
    #expect(try LimitedFile.bytes(of: other, limit: .cover) == Array("JPG".utf8))
  }

  @Test(arguments: ["../secret.png", "/etc/hostname", "assets/none.png", "../../etc/hostname"])
  func `a cover outside the bundle is never opened`(_ path: String) throws {
    let parsed = parse(
      [Entry("text.md", "---\ncover: \(path)\n---\nWords.")], .textbundle)
    let cover = try #require(Manuscript(parsed, path: "/etc/a.textpack").coverFile)
    #expect(throws: FileError.self) { try LimitedFile.bytes(of: cover, limit: .cover) }
  }

  @Test func `a bundle in a folder is read like one in an archive`() throws {
    let folder = try TemporaryFolder()
    let bundle = folder.path(of: "A.textbundle")
    try FileManager.default.createDirectory(
      atPath: bundle + "/assets", withIntermediateDirectories: true)
    try folder.write("{\"type\": \"net.daringfireball.markdown\"}", as: "A.textbundle/info.json")
    try folder.write(Self.prose, as: "A.textbundle/text.md")
    try folder.write("JPG", as: "A.textbundle/assets/cover.jpg")
    for path in [bundle, bundle + "/"] {
      let parsed = try GuionParsedElementCollection(file: path)
      #expect(parsed.format == .markdown)
      #expect(parsed.elements.map(\.elementText) == ["One", "A cat"])
      let cover = try #require(Manuscript(parsed, path: path).coverFile)
      #expect(try LimitedFile.bytes(of: cover, limit: .cover) == Array("JPG".utf8))
    }
    // A folder of documents can contain bundles.
    try folder.write("# Two", as: "B.md")
    let book = try Manuscript(folder: folder.path)
    #expect(book.elements.map(\.elementText) == ["One", "A cat", "Two"])
    #expect(book.diagnostics == [])
  }

  @Test func `a text that is a link out of the bundle is not read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("secret", as: "secret.md")
    let bundle = folder.path(of: "A.textbundle")
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: bundle + "/text.md", withDestinationPath: "../secret.md")
    let parsed = try GuionParsedElementCollection(file: bundle)
    #expect(parsed.elements == [])
    #expect(parsed.diagnostics.map(\.code) == ["outside-folder"])
  }

  @Test(arguments: [
    ([Entry("a.bin", "x")], "bad-bundle"), ([Entry("../text.md", "x")], "bad-archive"),
    ([Entry("text.md", "x").with { $0.flags = 1 }], "bad-archive"),
    ([Entry("text.md", "<?xml version=\"1.0\"?><a/>")], "wrong-format"),
    ([Entry("text.md", "PK\u{3}\u{4}\0\0\0\0")], "binary-file"),
    ([Entry("text.md", "x").with { ($0.method, $0.claimed) = (8, 900_000_000) }], "too-large"),
  ])
  func `a bundle that cannot be read is one error`(
    _ row: (entries: [MadeArchive.Entry], code: String)
  ) {
    for format in [DocumentFormat.highland, .textbundle] {
      let parsed = parse(row.entries, format)
      #expect(parsed.elements == [])
      #expect(parsed.diagnostics.map(\.code) == [row.code])
      #expect(parsed.diagnostics.allSatisfy { $0.severity == .error })
    }
  }

  @Test func `documents in a wrong format are reported`() {
    for text in ["", "Words."] {
      let parsed = GuionParsedElementCollection(string: text, format: .textbundle)
      #expect(parsed.diagnostics.map(\.code) == ["wrong-format"])
    }
    #expect(parse([Entry("text.md", "x")], .fdx).diagnostics.map(\.code) == ["wrong-format"])
    let text = parse([Entry("A.textbundle/text.md", "x")], .markdown)
    #expect(text.diagnostics.first?.message.contains("a TextBundle in an archive") == true)
  }
}
