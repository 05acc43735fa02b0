import Foundation
import TestSupport
import Testing

@Suite struct ConvertTests {
  private static let script = "Title: T\n\nINT. BAR - DAY\n\n/* old */\n\nJOHN\n*Hi.*\n"

  @Test func aScriptBecomesFinalDraftAndThenFountain() throws {
    let folder = try TemporaryFolder("a.fountain", Self.script)
    let there = try Guion2audio.run("convert", "a.fountain", "-o", "a.fdx", in: folder, exits: 0)
    #expect(there.output.isEmpty)
    #expect(
      there.errors == """

        1 note [changed-element]:
          a.fountain:5:1: note: Final Draft stores this boneyard as another element: comment [changed-element]

        """)
    #expect(try folder.text(of: "a.fdx").contains("<Text Style=\"Italic\">Hi.</Text>"))
    let back = try Guion2audio.run(
      "convert", "a.fdx", "--to", "fountain", "-o", "-", in: folder, exits: 0)
    #expect(back.output == "Title: T\n\nINT. BAR - DAY\n\n[[old]]\n\nJOHN\n*Hi.*\n")
    #expect(back.errors.isEmpty)
  }

  @Test func anExistingFileStays() throws {
    let folder = try TemporaryFolder("a.md", "# One\n\nTwo\n")
    try Data("mine".utf8).write(to: URL(filePath: folder.path + "/b.md"))
    let refused = try Guion2audio.run("convert", "a.md", "-o", "b.md", in: folder, exits: 73)
    #expect(
      refused.errors == "guion2audio: b.md already exists; use --overwrite to replace it\n")
    #expect(try folder.text(of: "b.md") == "mine")
    _ = try Guion2audio.run("convert", "a.md", "-o", "b.md", "--overwrite", in: folder, exits: 0)
    #expect(try folder.text(of: "b.md") == "# One\n\nTwo\n")
  }

  @Test(arguments: ["-v", "--overwrite"]) func `nothing is written to a pipe`(
    _ option: String
  ) throws {
    let folder = try TemporaryFolder("a.fountain", Self.script)
    try #require(mkfifo(folder.path(of: "b.fountain"), 0o600) == 0)
    let result = try Guion2audio.run(
      "convert", "a.fountain", "-o", "b.fountain", option, in: folder, exits: 73)
    #expect(
      result.errors
        == "guion2audio: cannot write b.fountain: it is not a regular file; write to a file, or to "
        + "standard output with -o -\n")
  }

  @Test func `words outside the elements are reported`() throws {
    let folder = try TemporaryFolder(
      "a.md", "| a | b |\n| - | - |\n| one | two | three more |\n\nText.\n\n[^x]: Not read.\n")
    let result = try Guion2audio.run("convert", "a.md", "-o", "b.md", in: folder, exits: 0)
    #expect(
      result.errors
        == "\n1 note [lost-words]:\n  a.md: note: 4 words outside the elements are not in the new document "
        + "(unused-footnote 2, surplus-cell 2) [lost-words]\n")
  }

  @Test func standardInputAndJSON() throws {
    let folder = try TemporaryFolder("a.fountain", Self.script)
    let result = try Guion2audio.run(
      "convert", "a.fountain", "--to", "fdx", "--diagnostics", "json", in: folder, exits: 0)
    #expect(result.output.hasPrefix("<?xml"))
    #expect(result.errors.contains("\"changed-element\""))
    let quiet = try Guion2audio.run(
      "convert", "a.fountain", "--to", "fdx", "-q", in: folder, exits: 0)
    #expect(quiet.errors.isEmpty)
  }

  @Test func inputsThatCannotBeConverted() throws {
    let folder = try TemporaryFolder("a.fountain", Self.script)
    let kind = try Guion2audio.run("convert", "a.fountain", "-o", "a.md", in: folder, exits: 65)
    #expect(
      kind.errors
        == "guion2audio: a.fountain: Markdown cannot represent a script; convert it to fountain or fdx\n"
    )
    let unnamed = try Guion2audio.run("convert", "a.fountain", in: folder, exits: 64)
    #expect(unnamed.errors.contains("standard output needs --to (fountain, fdx, markdown)"))
    let unknown = try Guion2audio.run("convert", "a.fountain", "-o", "a.pdf", in: folder, exits: 64)
    #expect(unknown.errors.contains("the format is not clear from the name"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/a.md"))
  }
}
