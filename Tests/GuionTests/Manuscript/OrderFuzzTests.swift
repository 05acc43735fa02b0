import Foundation
import Guion
import TestSupport
import Testing

/// Tests that order files with any content give a book or an error.
@Suite struct OrderFuzzTests {
  static let pieces = [
    "[", "]", "(", ")", "<", ">", "\\", "%", "%2", "%41", "#", "\"", "'", "a.md", "b c.md", "..",
    "/",
    ".", "- ", "* ", "1. ", "\t", " ", "\n", "\r\n", "\r", "<!--", "-->", "http://", "é", "\0", ":",
    ": ", "nav:", "&a ", "*a", "!x ", "{", "}", ",", "\u{FEFF}", "d", "|",
  ]

  @Test(arguments: ["SUMMARY.md", "nav.txt", "nav.yml", "mkdocs.yml"])
  func anyContentIsRead(_ name: String) throws {
    var generator = SeededGenerator(seed: 7)
    let folder = try TemporaryFolder()
    let path = try BookTree("", "a.md d/b.md docs/a.md", "").write(to: folder)
    for _ in 0..<400 {
      let count = Int.random(in: 0...40, using: &generator)
      let text = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }
      try Data(text.joined().utf8).write(to: URL(filePath: path + "/" + name))
      do throws(ManuscriptError) {
        #expect(try !Manuscript(folder: path).documents.isEmpty)
      } catch {
        #expect(!error.diagnostics.isEmpty && !error.path.isEmpty)
      }
    }
  }
}
