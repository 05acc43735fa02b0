import Foundation
import Guion
import TestSupport
import Testing

/// Tests of folders that are not a book.
@Suite struct FolderProblemTests {
  static let nothing =
    "book: error: this folder has no document; it needs a .md, .fountain or .txt file whose "
    + "name does not begin with a dot [no-documents]"

  static let trees: [BookTree] = [
    BookTree("empty", nothing),
    BookTree("only hidden names", ".a.md .b/c.md", nothing),
    BookTree("only other files", "a.png cast.json x.audiobook/001.md", nothing),
    BookTree(
      "only a loop of links to folders", "", ["a": "-> b", "b": "-> a", "c": "-> ."], nothing),
    BookTree(
      "a loop of links to documents", "b.md", ["a.md": "-> c.md", "c.md": "-> a.md"],
      "cannot read book/a.md: Too many levels of symbolic links"),
    BookTree(
      "a link to nothing", "b.md", ["a.md": "-> nowhere.md"],
      "cannot read book/a.md: No such file or directory"),
    BookTree(
      "an order file that is a link to nothing", "a.md", ["SUMMARY.md": "-> nowhere.md"],
      "cannot read book/SUMMARY.md: No such file or directory"),
    BookTree(
      "an order file that is a loop", "a.md", ["mkdocs.yml": "-> mkdocs.yml"],
      "cannot read book/mkdocs.yml: it is a link that leads to itself"),
  ]

  @Test(arguments: ["SUMMARY.md", "nav.yml", "book.toml"])
  func anOrderFileThatIsAPipeIsReported(_ name: String) throws {
    let folder = try TemporaryFolder()
    let path = try BookTree("", "a.md", "").write(to: folder)
    #expect(mkfifo(path + "/" + name, 0o600) == 0)
    let error = #expect(throws: ManuscriptError.self) { try Manuscript(folder: path) }
    #expect(error?.description == "cannot read \(path)/\(name): it is not a regular file")
  }

  @Test func aFolderWithTheNameOfAnOrderFileHasDocuments() throws {
    #expect(try BookTree("", "nav/a.md b.md", "").read().order == "b.md | nav/a.md")
  }

  @Test(arguments: trees) func theReasonIsReported(_ tree: BookTree) throws {
    #expect(try tree.problems() == tree.expected)
  }

  @Test func aPathThatIsNotAFolderIsReported() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", as: "file.md")
    for (name, reason) in [("file.md", "Not a directory"), ("gone", "No such file or directory")] {
      let path = folder.path(of: name)
      let error = #expect(throws: ManuscriptError.self) { try Manuscript(folder: path) }
      #expect(error?.description == "cannot read \(path): \(reason)")
      #expect(error?.path == path)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func unreadableFilesAreReported() throws {
    let folder = try TemporaryFolder()
    let path = try BookTree("", "a.md sub/b.md", "").write(to: folder)
    for name in [path, path + "/sub", path + "/a.md"] {
      chmod(name, 0)
      defer { chmod(name, 0o700) }
      let error = #expect(throws: ManuscriptError.self) { try Manuscript(folder: path) }
      #expect(error?.description.hasSuffix(": Permission denied") == true)
    }
  }

  @Test func foldersHaveADepthLimit() throws {
    let deep = Array(repeating: "d", count: Manuscript.deepestFolder).joined(separator: "/")
    #expect(try BookTree("", deep + "/a.md", "").read().order == deep + "/a.md")
    let error = try BookTree("", deep + "/d/a.md", "").problems()
    #expect(error.hasSuffix("[too-deep]"))
  }
}
