import Foundation
import TestSupport
import Testing

@testable import Audiobook

/// EPUBCheck, installed by Scripts/install-epubcheck.
enum EPUBCheck {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  private static let program = root + "/.build/epubcheck/packages/epubcheck/epubcheck.jar"

  static let isInstalled = FileManager.default.fileExists(atPath: program)
  static let reason: Comment = "Scripts/install-epubcheck has not fetched EPUBCheck"

  /// Returns EPUBCheck's findings, including warnings, or an empty text.
  static func findings(_ path: String) throws -> String {
    let result = try Program.run(
      "java",
      [
        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", program, "--failonwarnings",
        "--quiet", path,
      ])
    return result.status == 0 ? "" : result.output + result.errors
  }
}

/// Tests that other programs open the EPUBs.
@Suite struct EPUBCheckTests {
  private let sample: SampleEPUB
  private let path: String

  init() throws {
    sample = try SampleEPUB()
    path = sample.folder.path(of: "book.epub")
  }

  private static let empty = PageChapter(number: 3, title: " ", duration: 1000, blocks: [])

  @Test(
    .enabled(if: EPUBCheck.isInstalled, EPUBCheck.reason), .timeLimit(.minutes(5)),
    arguments: [(OverlayUnit.sentence, "en-US"), (.word, "he")])
  func `EPUBCheck finds no error and no warning`(unit: OverlayUnit, language: String) throws {
    let chapters = [
      SampleChapter.full(), SampleChapter.plain(2, title: SampleChapter.hostile), Self.empty,
    ]
    try EPUBFile.write(
      try sample.book(chapters, overlay: unit, language: language), to: path)
    let findings = try EPUBCheck.findings(path)
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test(.enabled(if: EPUBCheck.isInstalled, EPUBCheck.reason), .timeLimit(.minutes(5)))
  func `EPUBCheck finds no warning in a minimal book`() throws {
    var book = try sample.book([SampleChapter.plain()])
    book.metadata = EPUBMetadata(title: "", authors: [""], language: "", generator: "")
    book.cover = nil
    try EPUBFile.write(book, to: path)
    let findings = try EPUBCheck.findings(path)
    #expect(findings.isEmpty, "\(findings)")
  }

  /// EbookLib is independent of this program and of EPUBCheck.
  ///
  /// It is part of Debian's Python packages (Scripts/packages/testing.txt).
  @Test func `EbookLib opens the book`() throws {
    try EPUBFile.write(
      try sample.book([SampleChapter.full(), SampleChapter.plain(2, title: "Two")]), to: path)
    let script = """
      import sys, warnings
      warnings.simplefilter("ignore")
      from ebooklib import epub, ITEM_SMIL, ITEM_AUDIO, ITEM_COVER
      book = epub.read_epub(sys.argv[1])
      print(book.title, book.get_metadata("DC", "language"), [name for name, _ in book.get_metadata("DC", "creator")])
      print([entry.title for entry in book.toc])
      print([book.get_item_with_id(name).file_name for name, _ in book.spine])
      print([item.media_overlay for item in book.get_items() if getattr(item, "media_overlay", None)])
      print(len(list(book.get_items_of_type(ITEM_SMIL))), len(list(book.get_items_of_type(ITEM_AUDIO))),
        len(list(book.get_items_of_type(ITEM_COVER))))
      """
    let result = try Program.run("/usr/bin/python3", ["-c", script, path])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        Big & <Fish> [('en-US', {})] ['John August', 'Ann "A" Other']
        ['INT. HOUSE - DAY', 'Two']
        ['cover-page.xhtml', 'title-page.xhtml', 'text/001.xhtml', 'text/002.xhtml']
        ['overlay001', 'overlay002']
        2 2 1

        """)
  }
}
