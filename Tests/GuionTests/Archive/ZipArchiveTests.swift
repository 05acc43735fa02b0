import Basics
import TestSupport
import Testing

/// Tests of valid and hostile zip archives.
@Suite struct ZipArchiveTests {
  private typealias Entry = MadeArchive.Entry

  private func opened(_ entries: [MadeArchive.Entry]) throws(ArchiveError) -> ZipArchive {
    try ZipArchive(MadeArchive(entries).bytes)
  }

  private func reason(_ entries: [MadeArchive.Entry]) -> ArchiveError? {
    do throws(ArchiveError) {
      let archive = try opened(entries)
      for entry in archive.entries { _ = try archive.bytes(of: entry, limit: 1_000_000_000) }
      return nil
    } catch {
      return error
    }
  }

  @Test func `stored and deflated entries are read`() throws {
    let long = [UInt8](repeating: 0x61, count: 100_000)
    let archive = try opened([
      Entry("a.txt", "one"), Entry("b/", ""), Entry("b/ü.txt", "two"),
      Entry("long", long).with { $0.method = 8 }, Entry("empty", ""),
      Entry("__MACOSX/._a.txt", "x"), Entry("b/.DS_Store", "x"),
    ])
    #expect(archive.entries.map(\.name) == ["a.txt", "b/ü.txt", "long", "empty"])
    #expect(try archive.bytes(of: "b/ü.txt", limit: 10) == Array("two".utf8))
    #expect(try archive.bytes(of: "long", limit: 100_000) == long)
    #expect(try archive.bytes(of: "empty", limit: 0) == [])
    #expect(throws: ArchiveError(.missing, entry: "c")) { try archive.bytes(of: "c", limit: 10) }
    #expect(throws: ArchiveError(.tooLarge(limit: 99_999), entry: "long")) {
      try archive.bytes(of: "long", limit: 99_999)
    }
  }

  @Test(arguments: [
    "../a", "a/../../b", "/etc/passwd", "..", "a/..", "C:/a", "c:a", "..\\a", "a\\b", "a//b", "./a",
    "",
  ])
  func `a name outside the archive is an error`(_ name: String) {
    #expect(reason([Entry(name, "x")]) == ArchiveError(.badName, entry: name))
  }

  @Test func `two entries with one name are an error, even in different case`() {
    for other in ["text.md", "TEXT.md", "text.md/", "tExt.MD"] {
      #expect(
        reason([Entry("text.md", "x"), Entry(other, "")])
          == ArchiveError(.duplicate, entry: other))
    }
    #expect(
      reason([Entry("\u{E9}", "x"), Entry("e\u{301}", "y")])?.reason == .duplicate)
  }

  @Test func `links, encrypted entries and other kinds of compression are errors`() {
    let link = Entry("a", "/etc/passwd").with { $0.mode = 0o120777 }
    #expect(reason([link])?.reason == .link)
    #expect(reason([Entry("a", "x").with { $0.mode = 0o020666 }])?.reason == .link)
    #expect(reason([Entry("a", "x").with { $0.flags = 0x801 }])?.reason == .encrypted)
    #expect(reason([Entry("a", "x").with { $0.method = 12 }])?.reason == .method)
  }

  @Test func `an entry that differs from its list entry is an error`() {
    #expect(reason([Entry("a", "x").with { $0.crc = 1 }])?.reason == .damaged)
    let long = [UInt8](repeating: 0x61, count: 5_000)
    #expect(
      reason([Entry("a", long).with { ($0.method, $0.claimed) = (8, 100) }])?.reason == .damaged)
    #expect(
      reason([Entry("a", long).with { ($0.method, $0.claimed) = (8, 9_000) }])?.reason == .damaged)
  }

  @Test func `an entry that unpacks to hundreds of times its size is refused`() {
    let bomb = Entry("a", "x").with { ($0.method, $0.claimed) = (8, 900_000_000) }
    #expect(reason([bomb])?.reason == .bomb)
  }

  @Test func `a list of very many entries is not read`() {
    let entries = (0...ZipArchive.maximumEntries).map { Entry("\($0)", "") }
    #expect(reason(entries)?.reason == .tooManyEntries)
    // If the list has far more entries, they are counted before libzip allocates memory for them.
    let list = [UInt8](
      repeatElement(Array("PK\u{1}\u{2}".utf8) + [UInt8](repeating: 0, count: 42), count: 1_000_000)
        .joined())
    #expect(throws: ArchiveError(.tooManyEntries)) {
      try ZipArchive(MadeArchive([]).bytes + list)
    }
  }

  @Test func `damage anywhere is an error or harmless`() throws {
    let whole = MadeArchive([Entry("a.txt", "one"), Entry("b.txt", "two")]).bytes
    for count in 0..<whole.count {
      #expect(throws: ArchiveError.self) { try ZipArchive(Array(whole.prefix(count))) }
    }
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 0xFF
      guard let archive = try? ZipArchive(bytes) else { continue }
      for entry in archive.entries { _ = try? archive.bytes(of: entry, limit: 1_000) }
    }
  }

  @Test(arguments: [
    ("../images/c.jpg", "OEBPS/text/1.xhtml", "OEBPS/images/c.jpg"), ("c.jpg", "1.xhtml", "c.jpg"),
    ("./a/./c.jpg", "t/1.xhtml", "t/a/c.jpg"), ("../c.jpg", "1.xhtml", nil),
    ("../../c.jpg", "t/1.xhtml", nil), ("/c.jpg", "t/1.xhtml", nil), ("..\\c", "t/1", nil),
  ])
  func `paths are resolved within the archive`(_ row: (path: String, entry: String, found: String?))
  {
    #expect(ArchiveName.resolve(row.path, from: row.entry) == row.found)
  }
}
