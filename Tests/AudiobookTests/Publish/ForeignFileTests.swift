import Audiobook
import HablareTesting
import Foundation
import TestSupport
import Testing

@Suite struct ForeignFileTests {
  private let files = ToneBook.threeFiles

  private func foreign(_ error: RenderError) -> [String]? {
    if case .foreignFiles(let files) = error { files } else { nil }
  }

  @Test func everyForeignFileIsNamedAndUnchanged() async throws {
    let folder = try TemporaryFolder()
    for name in [files[0], files[2], "playlist.m3u8", "manifest.json"] {
      try folder.write("mine", as: name)
    }
    let provider = ToneVoiceProvider()
    let error = try await ToneBook(ToneBook.threeScenes, provider: provider).failure(
      into: folder.path)
    #expect(
      foreign(error)
        == [files[0], files[2], "playlist.m3u8", "manifest.json"].map(folder.path(of:)))
    #expect(
      error.description.hasSuffix(
        "were not written by this program; BuildOptions.overwrite replaces them"))
    #expect(provider.requests.isEmpty)
    #expect(try FolderState.contents(folder.path).values.allSatisfy { $0 == Data("mine".utf8) })
  }

  @Test func otherForeignFilesStay() async throws {
    let folder = try TemporaryFolder()
    for name in ["notes.txt", "001 INT. HALL - DAY.mp3", ".hidden"] {
      try folder.write("mine", as: name)
    }
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    try await ToneBook(ToneBook.threeScenes.replacing("HALL", with: "LOFT")).render(
      into: folder.path)
    for name in ["notes.txt", "001 INT. HALL - DAY.mp3", ".hidden"] {
      #expect(try folder.text(of: name) == "mine")
    }
  }

  @Test func overwriteReplacesForeignFiles() async throws {
    let folder = try TemporaryFolder()
    for name in files + ["manifest.json"] { try folder.write("mine", as: name) }
    try await ToneBook(ToneBook.threeScenes) { $0.options.overwrite = true }.render(
      into: folder.path)
    let clean = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: clean.path)
    #expect(try FolderState.contents(folder.path) == FolderState.contents(clean.path))
    // From now on the files belong to the book.
    #expect(try await ToneBook(ToneBook.threeScenes).render(into: folder.path).reused == 3)
  }

  @Test func aForeignManifestDoesNotMakeFilesOurs() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", as: files[0])
    try folder.write(
      #"{"generator": "other 1.0", "files": [{"file": "\#(files[0])"}]}"#, as: "manifest.json")
    let error = try await ToneBook(ToneBook.threeScenes).failure(into: folder.path)
    #expect(foreign(error) == [files[0], "manifest.json"].map(folder.path(of:)))
  }

  @Test func linksAreForeignTooAndTheirTargetsAreSafe() async throws {
    let folder = try TemporaryFolder()
    try folder.write("precious", as: "target")
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "out"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "out/" + files[0]), withDestinationPath: folder.path(of: "target"))
    let error = try await ToneBook(ToneBook.threeScenes).failure(into: folder.path(of: "out"))
    #expect(foreign(error) == [folder.path(of: "out/" + files[0])])
    try await ToneBook(ToneBook.threeScenes) { $0.options.overwrite = true }
      .render(into: folder.path(of: "out"))
    #expect(try folder.text(of: "target") == "precious")
  }

  @Test func aFileAtThePathOfTheFolderIsAnError() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", as: "out")
    for path in ["out", "out/below", "out/below/deeper"] {
      let error = try await ToneBook(ToneBook.threeScenes).failure(into: folder.path(of: path))
      #expect(
        error.description
          == "cannot write \(folder.path(of: "out")): it is a file, but a folder is needed; choose another folder"
      )
    }
    #expect(try folder.text(of: "out") == "mine")
  }

  @Test func foldersAreCreatedIfNeeded() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path(of: "a/b/c"))
    #expect(try FolderState.names(folder.path(of: "a/b/c")).count == 5)
  }

  /// No folders can be created in /proc, not even by root.
  @Test func anUnwritablePathIsAnError() async throws {
    let error = try await ToneBook(ToneBook.threeScenes).failure(into: "/proc/guion2audio-test")
    guard case .output(let path, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(path == "/proc/guion2audio-test")
  }

  @Test func titlesNeverLeadOutOfTheFolder() async throws {
    let folder = try TemporaryFolder()
    let script =
      "# ../../escape\n\nOne.\n\n# /etc/passwd\n\nTwo.\n\n# ..\n\nThree.\n\n# \u{202E}\u{0}\n\nFour."
    try await ToneBook(script).render(into: folder.path(of: "in/out"))
    #expect(try folder.names() == ["in"])
    #expect(try folder.names(in: "in") == ["out"])
    #expect(try Manifest(in: folder.path(of: "in/out")).chapters.count >= 3)
  }
}
