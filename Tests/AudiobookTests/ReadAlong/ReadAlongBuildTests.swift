import Audio
import Basics
import Foundation
import Guion
import TestSupport
import Testing

@testable import Audiobook

/// Tests of the read-along page in the output folder.
@Suite struct ReadAlongBuildTests {
  private static let chapters = (1...3).map { "read-along/chapter-00\($0).js" }
  private static let page =
    ["style.css", "text.js", "player.js", "search.js", "book.js"].map { "read-along/\($0)" }
    + ["index.html"]

  @discardableResult
  private func build(
    _ script: String = ToneBook.threeScenes, in folder: TemporaryFolder,
    _ change: (inout ToneBook) -> Void = { _ in }
  ) async throws -> [String] {
    let book = ToneBook(script) {
      $0.options.readAlong = [.html]
      change(&$0)
    }
    return try await book.render(into: folder.path).written.map {
      String($0.dropFirst(folder.path.count + 1))
    }
  }

  private func expectClean(
    _ folder: TemporaryFolder, _ script: String = ToneBook.threeScenes,
    _ change: (inout ToneBook) -> Void = { _ in }
  ) async throws {
    let clean = try TemporaryFolder()
    try await build(script, in: clean, change)
    #expect(try FolderState.contents(folder.path) == FolderState.contents(clean.path))
  }

  @Test func `the page is in the output folder and in the manifest`() async throws {
    let folder = try TemporaryFolder()
    let written = try await build(in: folder)
    let expected = zip(ToneBook.threeFiles, Self.chapters).flatMap { [$0, $1] }
    #expect(written == expected + Self.page + ["playlist.m3u8", "manifest.json"])
    let manifest = try Manifest(in: folder.path)
    #expect(manifest.files.map(\.file) == expected + Self.page + ["playlist.m3u8"])
    #expect(manifest.files[1].role == "read-along")
    try folder.write("changed", as: Self.chapters[1])
    let findings = try await FolderVerifier(folder: folder.path).verify().findings
    #expect(
      findings.filter { $0.code == .changedFile }.map(\.file) == [Self.chapters[1]])
  }

  @Test func `one file has the text and the sound, and is written only for changes`() async throws {
    let folder = try TemporaryFolder()
    let single: (inout ToneBook) -> Void = { $0.options.readAlong = [.htmlSingle] }
    let written = try await build(in: folder, single)
    let name = try #require(written.first { $0.hasSuffix(".html") })
    #expect(!written.contains { $0 == "index.html" || $0.hasPrefix("read-along/") })
    let page = try folder.text(of: name)
    let blocks = page.matches(
      of: /<script type="text\/plain" data-file="([^"]+)">([^<]*)<\/script>/)
    #expect(blocks.map { String($0.1) } == ToneBook.threeFiles)
    for block in blocks {
      let sound = try Data(contentsOf: URL(filePath: folder.path(of: String(block.1))))
      #expect(Data(base64Encoded: String(block.2)) == sound)
    }
    // The policy allows exactly the script and the style that the page contains.
    for (tag, directive) in [("script", "script-src"), ("style", "style-src")] {
      let start = try #require(page.firstRange(of: "<\(tag)>")).upperBound
      let end = try #require(page[start...].firstRange(of: "</\(tag)>")).lowerBound
      let digest = Data(SHA256.hash(String(page[start..<end])).bytes).base64EncodedString()
      #expect(page.contains("\(directive) 'sha256-\(digest)'"))
    }
    #expect(try await build(in: folder, single) == [])
    let edited = ToneBook.threeScenes.replacing("Three.", with: "Thrice, as I have said.")
    #expect(try await build(edited, in: folder, single).contains(name))
    try await expectClean(folder, edited, single)
    try await build(edited, in: folder) { $0.options.readAlong = [] }
    #expect(try !folder.names().contains(name))
  }

  @Test func `scenes are grouped by the acts of the script`() async throws {
    let folder = try TemporaryFolder()
    let script = "# ACT ONE\n\n\(ToneBook.threeScenes)"
    try await build(script, in: folder) { $0.options.split = .scene }
    let data = try folder.text(of: "read-along/book.js")
    #expect(data.components(separatedBy: #""part":"ACT ONE""#).count == 2, "\(data)")
  }

  @Test(arguments: [SplitMode.scene, .document])
  func `an act begins with its first scene`(split: SplitMode) async throws {
    let folder = try TemporaryFolder()
    let script = ToneBook.threeScenes
      .replacing("INT. KITCHEN", with: "# ACT TWO\n\nFADE IN:\n\nINT. KITCHEN")
    try await build("# ACT ONE\n\n\(script)\n\n# THE END\n", in: folder) {
      $0.options.split = split
    }
    let data = try folder.text(of: "read-along/book.js")
    let parts = data.matches(of: /"part":"([^"]*)","title":"([^"]*)"/).map { "\($0.1) \($0.2)" }
    #expect(
      parts == (split == .scene ? ["ACT ONE INT. HALL - DAY", "ACT TWO INT. KITCHEN - DAY"] : []))
  }

  @Test func `one file has the tags of the book in it`() async throws {
    let folder = try TemporaryFolder()
    let single: (inout ToneBook) -> Void = {
      ($0.options.formats, $0.options.books) = ([], [.flac])
      $0.options.readAlong = [.htmlSingle]
    }
    let script = "Title: Rooms\nDraft date: 2001-02-03\n\n\(ToneBook.threeScenes)"
    try await build(script, in: folder, single)
    let edited = script.replacing("2001", with: "2024")
    #expect(try await build(edited, in: folder, single).contains("Rooms.html"))
    try await expectClean(folder, edited, single)
  }

  @Test func `a second build does nothing`() async throws {
    let folder = try TemporaryFolder()
    try await build(in: folder)
    func stamps() throws -> [String] {
      try FolderState.names(folder.path).map { try FolderState.stamp(folder.path(of: $0)) }
    }
    let before = try stamps()
    #expect(try await build(in: folder) == [])
    #expect(try stamps() == before)
  }

  @Test func `an edit changes only the data of its chapter`() async throws {
    let folder = try TemporaryFolder()
    try await build(in: folder)
    let edited = ToneBook.threeScenes.replacing("Three.", with: "Thrice, as I have said.")
    let written = try await build(edited, in: folder)
    #expect(
      written
        == [
          ToneBook.threeFiles[1], Self.chapters[1], "read-along/book.js", "playlist.m3u8",
          "manifest.json",
        ])
    try await expectClean(folder, edited)
  }

  @Test func `other styles change the data, but no audio`() async throws {
    let folder = try TemporaryFolder()
    try await build(in: folder)
    let edited = ToneBook.threeScenes.replacing("Three.", with: "*Three.*")
    #expect(try await build(edited, in: folder) == [Self.chapters[1], "manifest.json"])
    try await expectClean(folder, edited)
  }

  @Test func `without the option the page is removed, and nothing is rendered`() async throws {
    let folder = try TemporaryFolder()
    try await build(in: folder)
    let before = try ToneBook.threeFiles.map { try FolderState.stamp(folder.path(of: $0)) }
    let written = try await build(in: folder) { $0.options.readAlong = [] }
    #expect(written == ["manifest.json"])
    #expect(try FolderState.names(folder.path).allSatisfy { !$0.contains("read-along") })
    #expect(try !FolderState.all(folder.path).contains("read-along"))
    #expect(try ToneBook.threeFiles.map { try FolderState.stamp(folder.path(of: $0)) } == before)
  }

  @Test func `the user's own files stay`() async throws {
    let folder = try TemporaryFolder()
    try await build(in: folder)
    try folder.write("mine", as: "read-along/mine.txt")
    try await build(in: folder) { $0.options.readAlong = [] }
    #expect(try FolderState.names(folder.path).contains("read-along/mine.txt"))
    let other = try TemporaryFolder()
    try other.write("mine", as: "index.html")
    await #expect(throws: RenderError.self) { try await build(in: other) }
    #expect(try other.text(of: "index.html") == "mine")
  }

  @Test func `a link at the path of the folder is not followed`() async throws {
    let folder = try TemporaryFolder()
    let elsewhere = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "read-along"), withDestinationPath: elsewhere.path)
    await #expect(throws: RenderError.self) { try await build(in: folder) }
    #expect(try FolderState.all(elsewhere.path) == [])
    // The build stopped before rendering.
    #expect(try !FolderState.all(folder.path).contains(ToneBook.threeFiles[0]))
  }

  @Test func `missing and changed files are written again`() async throws {
    let folder = try TemporaryFolder()
    try await build(in: folder)
    try folder.remove(Self.chapters[0])
    try folder.write("changed", as: "read-along/text.js")
    #expect(try await build(in: folder) == [Self.chapters[0], "read-along/text.js"])
    try await expectClean(folder)
  }

  @Test func `with selected chapters the page has only those`() async throws {
    let folder = try TemporaryFolder()
    try await build(in: folder) { $0.options.only = ChapterSelection("2") }
    let names = try FolderState.names(folder.path)
    #expect(names.filter(Self.chapters.contains) == [Self.chapters[1]])
    let book = try folder.text(of: "read-along/book.js")
    #expect(book.contains(#""number":2"#) && !book.contains(#""number":1"#))
    try await build(in: folder)
    try await expectClean(folder)
  }

  @Test func `a book in one file has the page too`() async throws {
    let folder = try TemporaryFolder()
    try await build(in: folder) {
      $0.options.formats = []
      $0.options.books = [.wav]
    }
    let book = try folder.text(of: "read-along/book.js")
    #expect(book.contains(#""files":[["script.wav","audio/wav"]]"#))
    let offsets = book.matches(of: /"offset":([0-9.]+)/).compactMap { Double($0.output.1) }
    let manifest = try Data(contentsOf: URL(filePath: folder.path(of: "manifest.json")))
    let starts = try JSONDecoder().decode(Starts.self, from: manifest).chapters.map(\.bookStart)
    #expect(offsets == starts.map { Double($0) * 1000 / 8000 } && offsets.count == 3)
  }

  private struct Starts: Decodable {
    struct Chapter: Decodable { var bookStart: Int }
    var chapters: [Chapter]
  }

  @Test(arguments: [2, 3]) func `shards and assemble give the same files as one build`(
    count: Int
  ) async throws {
    let folder = try TemporaryFolder()
    for index in 1...count {
      try await build(in: folder) { $0.options.shard = Shard(index: index, count: count) }
    }
    _ = try await BookAssembler(path: folder.path).assemble()
    try await expectClean(folder)
  }

  // MARK: EPUB

  private static let epub = "script.epub"

  private func epubBook(_ book: inout ToneBook) {
    book.options.readAlong = [.html, .epub]
    book.options.formats = [.mp3]
  }

  /// Returns the entries of an archive, listed by another program.
  private func entries(of archive: String) throws -> [String] {
    let list = try Program.run(
      "python3",
      ["-c", "import sys,zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist())", archive])
    return list.output.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test func `an EPUB has the chapters, and is current`() async throws {
    let folder = try TemporaryFolder()
    try await build(in: folder, epubBook)
    let names = try entries(of: folder.path(of: Self.epub))
    #expect(names.first == "mimetype")
    for number in 1...3 {
      #expect(names.contains("EPUB/text/00\(number).xhtml"))
      #expect(names.contains("EPUB/audio/00\(number).mp3"))
    }
    #expect(try Manifest(in: folder.path).files.map(\.file).contains(Self.epub))
    #expect(try await build(in: folder, epubBook) == [])
    let edited = ToneBook.threeScenes.replacing("Three.", with: "*Three.*")
    #expect(
      try await build(edited, in: folder, epubBook)
        == [Self.chapters[1], Self.epub, "manifest.json"])
    try await expectClean(folder, edited, epubBook)
    try await build(edited, in: folder) { $0.options.formats = [.mp3] }
    #expect(try !FolderState.names(folder.path).contains(Self.epub))
  }

  @Test func `an EPUB without MP3 or AAC is refused before rendering`() async throws {
    let folder = try TemporaryFolder()
    await #expect(throws: RenderError.self) {
      try await build(in: folder) { $0.options.readAlong = [.epub] }
    }
    #expect(try FolderState.names(folder.path) == [])
  }

  @Test(arguments: [BookFormat.m4b, .mp3])
  func `a book in one file has an EPUB too`(format: BookFormat) async throws {
    let folder = try TemporaryFolder()
    func change(_ book: inout ToneBook) {
      book.options.readAlong = [.epub]
      book.options.formats = []
      book.options.books = [format]
    }
    try await build(in: folder, change)
    let names = try entries(of: folder.path(of: Self.epub))
    #expect(names.contains("EPUB/audio/003.\(format == .mp3 ? "mp3" : "m4a")"))
    #expect(try await build(in: folder, change) == [])
  }

  @Test(arguments: [2, 3]) func `shards and assemble give one EPUB`(count: Int) async throws {
    let folder = try TemporaryFolder()
    for index in 1...count {
      try await build(in: folder) {
        epubBook(&$0)
        $0.options.shard = Shard(index: index, count: count)
      }
    }
    _ = try await BookAssembler(path: folder.path).assemble()
    try await expectClean(folder, ToneBook.threeScenes, epubBook)
  }

  private static func picture() throws -> Data {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Documentation/pictures/read-along-dark.png").standardized
    return try Data(contentsOf: path)
  }

  @Test func `a foreign picture is not replaced`() async throws {
    let (source, first, second) = (
      try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder()
    )
    try Self.picture().write(to: URL(filePath: source.path(of: "a.png")))
    func change(_ book: inout ToneBook) {
      book.format = .markdown
      book.file = source.path(of: "notes.md")
    }
    try await build("![a](a.png)", in: first, change)
    let name = try #require(
      try FolderState.names(first.path).first { $0.contains("/image-") })
    try FileManager.default.createDirectory(
      atPath: second.path(of: "read-along"), withIntermediateDirectories: false)
    try second.write("mine", as: name)
    await #expect(throws: RenderError.self) {
      try await build("![a](a.png)", in: second, change)
    }
    #expect(try second.text(of: name) == "mine")
  }

  @Test func `verify follows no link`() async throws {
    let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    try await build(in: folder)
    let moved = elsewhere.path(of: "moved")
    try FileManager.default.moveItem(atPath: folder.path(of: "read-along"), toPath: moved)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "read-along"), withDestinationPath: moved)
    let findings = try await FolderVerifier(folder: folder.path).verify().findings
    #expect(
      findings.filter { $0.code == .missingFile }.map(\.file).contains(Self.chapters[0]))
  }

  @Test func `pictures are removed with the page`() async throws {
    let folder = try TemporaryFolder()
    let source = try TemporaryFolder()
    let picture = try Self.picture()
    try picture.write(to: URL(filePath: source.path(of: "a b.png")))
    try picture.write(to: URL(filePath: source.path + "-outside.png"))
    try picture.dropLast(40).write(to: URL(filePath: source.path(of: "cut.png")))
    try source.write("<svg/>", as: "c.svg")
    let outside = URL(filePath: source.path).lastPathComponent + "-outside.png"
    let paths = ["a%20b.png", "c.svg", "/etc/passwd", "gone.png", "../\(outside)", "cut.png"]
    let text = "# A\n\n" + paths.map { "![three](\($0))\n\n" }.joined()
    func change(_ book: inout ToneBook) {
      book.format = .markdown
      book.file = source.path(of: "notes.md")
    }
    try await build(text, in: folder, change)
    let images = try FolderState.names(folder.path).filter { $0.contains("image-") }
    #expect(images.count == 1)
    let name = try #require(images.first)
    #expect(try Data(contentsOf: URL(filePath: folder.path(of: name))) == picture)
    let data = try folder.text(of: Self.chapters[0])
    #expect(data.contains(name) && data.contains("three") && !data.contains("passwd"))
    #expect(try Manifest(in: folder.path).files.map(\.file).contains(name))
    #expect(try await build(text, in: folder, change) == [])
    try await build("# A\n\nNo picture.", in: folder, change)
    #expect(try FolderState.names(folder.path).allSatisfy { !$0.contains("image-") })
  }
}
