import Audio
import Foundation
import Guion
import TestSupport
import Testing

@testable import Audiobook

/// Tests of the archive of an EPUB.
@Suite struct EPUBFileTests {
  private let sample: SampleEPUB
  private let path: String

  init() throws {
    sample = try SampleEPUB()
    path = sample.folder.path(of: "a: ü.epub")
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  @Test func `the same book gives the same bytes, from memory or from files`() throws {
    var book = try sample.book([SampleChapter.full(), SampleChapter.plain(2, title: "Two")])
    try EPUBFile.write(book, to: path)
    let first = try bytes(path)
    #expect(first.starts(with: Array("PK\u{3}\u{4}".utf8)))
    #expect(
      Array(first[26..<30]) == [8, 0, 0, 0],
      "the first entry's name is long, and it has no extra field")
    #expect(String(decoding: first[30..<58], as: UTF8.self) == "mimetypeapplication/epub+zip")
    for (index, chapter) in book.chapters.enumerated() {
      guard case .bytes(let page) = chapter.page else { continue }
      let file = sample.folder.path(of: "\(index).xhtml")
      try Data(page).write(to: URL(filePath: file))
      book.chapters[index].page = .file(path: file)
    }
    // The time zone and the permissions of files must not matter.
    setenv("TZ", "Asia/Tokyo", 1)
    tzset()
    defer {
      unsetenv("TZ")
      tzset()
    }
    chmod(sample.folder.path(of: "1.mp3"), 0o600)
    try EPUBFile.write(book, to: path)
    #expect(try bytes(path) == first)
    #expect(try sample.folder.names().filter { $0.hasPrefix("a: ü") } == ["a: ü.epub"])
  }

  @Test func `Python reads every entry`() throws {
    let book = try sample.book([SampleChapter.full()])
    try EPUBFile.write(book, to: path)
    let script = """
      import sys, zipfile
      archive = zipfile.ZipFile(sys.argv[1])
      assert archive.testzip() is None
      for entry in archive.infolist():
          assert entry.date_time == (1980, 1, 1, 0, 0, 0) and not entry.extra, entry
          print(entry.filename, entry.compress_type, oct(entry.external_attr >> 16))
      """
    let result = try Program.run("python3", ["-c", script, path])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        mimetype 0 0o100644
        META-INF/container.xml 8 0o100644
        EPUB/package.opf 8 0o100644
        EPUB/nav.xhtml 8 0o100644
        EPUB/style.css 8 0o100644
        EPUB/cover-page.xhtml 8 0o100644
        EPUB/title-page.xhtml 8 0o100644
        EPUB/cover.png 0 0o100644
        EPUB/text/001.xhtml 8 0o100644
        EPUB/text/001.smil 8 0o100644
        EPUB/images/fish.png 0 0o100644
        EPUB/audio/001.mp3 0 0o100644

        """)
  }

  @Test func `the text is read back`() throws {
    let book = try sample.book([SampleChapter.full(), SampleChapter.plain(2, title: "Two")])
    try EPUBFile.write(book, to: path)
    let read = GuionParsedElementCollection(bytes: try bytes(path), format: .epub)
    #expect(read.diagnostics.isEmpty)
    #expect(read.titlePage.values(for: "title") == ["Big & <Fish>"])
    let words = Set(read.elements.map(\.elementText))
    for text in [
      "12 INT. HOUSE - DAY", "EDWARD (V.O.)", "Hello. It is me.", "Four.", "Two",
      "It is dark. Nobody sees it.",
    ] {
      #expect(words.contains(text), "\(words)")
    }
    #expect(words.contains { $0.contains("</p><script>alert(1)</script> ]]> & \"a\" 'b'") })
    #expect(words.contains("let a = 1 < 2\n  && b"))
  }

  @Test func `a missing file and an unwritable path are different errors`() throws {
    var book = try sample.book([SampleChapter.plain()])
    let missing = sample.folder.path(of: "none.mp3")
    book.chapters[0].sound = .file(path: missing)
    let error = #expect(throws: RenderError.self) { try EPUBFile.write(book, to: path) }
    guard case .audio(.cannotRead(let named, _))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(named == missing)
    #expect(!FileManager.default.fileExists(atPath: path))
    let nowhere = sample.folder.path(of: "no folder/a.epub")
    book.chapters[0].sound = .bytes([0])
    guard
      case .output(nowhere, _)? = #expect(
        throws: RenderError.self, performing: { try EPUBFile.write(book, to: nowhere) })
    else {
      Issue.record("a missing folder is not an error")
      return
    }
    book.chapters = []
    #expect(throws: RenderError.self) { try EPUBFile.write(book, to: path) }
  }

  @Test(.enabled(if: getuid() == 0, "mounting needs root"))
  func `a full disk is distinguished from other faults`() throws {
    let disk = try TemporaryFolder()
    let mounted = try Program.run("mount", ["-t", "tmpfs", "-o", "size=64k", "none", disk.path])
    guard mounted.status == 0 else { return }
    defer { _ = try? Program.run("umount", [disk.path]) }
    var book = try sample.book([SampleChapter.plain()])
    book.chapters[0].sound = .bytes([UInt8](repeating: 7, count: 1_000_000))
    let error = #expect(throws: RenderError.self) {
      try EPUBFile.write(book, to: disk.path(of: "a.epub"))
    }
    #expect(error?.isFullDisk == true)
    #expect(try disk.names().isEmpty)
  }

  @Test func `the stretch of a chapter becomes a playable file`() throws {
    let stretch = sample.folder.path(of: "1.aac")
    var writer = try SoundFileWriter(creating: stretch, format: .aac, sampleRate: 24_000)
    try writer.write((0..<60_000).map { Int16($0 % 80 * 200 - 8000) })
    _ = try writer.finish()
    let made = sample.folder.path(of: "1.m4a")
    let duration = try EPUBSound.write(stretch: stretch, sampleRate: 24_000, title: "One", to: made)
    #expect((60_000...62_048).contains(duration.microseconds * 24 / 1000))
    let probe = try Program.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=codec_name,profile:format=duration", "-of",
        "csv=p=0", made,
      ])
    #expect(probe.status == 0 && probe.errors.isEmpty, "\(probe.errors)")
    let words = probe.output.split(whereSeparator: \.isNewline)
    #expect(words.first == "aac,LC")
    let length = try #require(words.last.flatMap { Double($0) })
    #expect(abs(length * 1_000_000 - Double(duration.microseconds)) < 1000, "\(probe.output)")
    var book = try sample.book([SampleChapter.plain()])
    (book.chapters[0].audio, book.chapters[0].sound) = (.mp4, .file(path: made))
    try EPUBFile.write(book, to: path)
    let package = String(decoding: EPUBPackage(book).document, as: UTF8.self)
    #expect(package.contains("href=\"audio/001.m4a\" media-type=\"audio/mp4\""))
  }

  @Test func `durations add up, and the identifier is stable`() throws {
    let book = try sample.book([SampleChapter.full(), SampleChapter.plain(2, title: "Two")])
    let text = String(decoding: EPUBPackage(book).document, as: UTF8.self)
    let clocks = text.matches(of: /"media:duration"[^>]*>([0-9:.]+)</).map { match in
      match.1.split(separator: ":").reduce(0.0) { $0 * 60 + (Double($1) ?? .nan) }
    }
    #expect(clocks.count == 3)
    #expect(abs(clocks[0] + clocks[1] - clocks[2]) < 1e-9)
    #expect(text.contains("<meta property=\"dcterms:modified\">2003-01-01T00:00:00Z</meta>"))
    var changed = book.metadata
    (changed.summary, changed.generator, changed.modified) = (nil, "other", 1_700_000_000)
    #expect(changed.identifier == book.metadata.identifier)
    #expect(
      changed.identifier.wholeMatch(
        of: /urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    changed.title = "Other"
    #expect(changed.identifier != book.metadata.identifier)
    var other = book
    other.metadata = changed
    #expect(
      String(decoding: EPUBPackage(other).document, as: UTF8.self)
        .contains("2023-11-14T22:13:20Z"))
    #expect(
      EPUBFile.digest(of: book, contents: ["a"]) != EPUBFile.digest(of: other, contents: ["a"]))
    #expect(
      EPUBFile.digest(of: book, contents: ["a"]) != EPUBFile.digest(of: book, contents: ["b"]))
  }
}
