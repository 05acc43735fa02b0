import Audiobook
import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of a folder that came with a foreign project.
///
/// Such a folder must not make a build wait, or write outside of the folder.
@Suite struct HostileFolderTests {
  @Test(arguments: ["lock", "journal"])
  func aLinkAtThePathOfARecordIsNotFollowed(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let precious = try folder.write("precious\n", as: "precious")
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "out/.guion2audio"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "out/.guion2audio/\(name)"), withDestinationPath: precious)
    await #expect(throws: RenderError.self) {
      try await ToneBook(ToneBook.threeScenes).render(into: folder.path(of: "out"))
    }
    #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious\n")
  }

  @Test func aHardLinkAtThePathOfATemporaryRecordIsNotWritten() async throws {
    let folder = try TemporaryFolder()
    let precious = try folder.write("precious\n", as: "precious")
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path(of: "out"))
    // The journal is written again because a chapter is removed.
    let draft = folder.path(of: "out/.guion2audio/.guion2audio-journal")
    try #require(link(precious, draft) == 0)
    try await ToneBook("Words.").render(into: folder.path(of: "out"))
    #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious\n")
    #expect(access(draft, F_OK) != 0)
  }

  @Test func aLinkAtThePathOfTheRecordsFolderIsNotFollowed() async throws {
    let folder = try TemporaryFolder()
    for name in ["out", "elsewhere"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(of: name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "out/.guion2audio"),
      withDestinationPath: folder.path(of: "elsewhere"))
    await #expect(throws: RenderError.self) {
      try await ToneBook(ToneBook.threeScenes).render(into: folder.path(of: "out"))
    }
    #expect(try folder.names(in: "elsewhere").isEmpty)
  }

  @Test(arguments: [".guion2audio/journal", "manifest.json"])
  func aPipeAtThePathOfARecordIsAnErrorAtOnce(_ name: String) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "out/.guion2audio"), withIntermediateDirectories: true)
    try #require(mkfifo(folder.path(of: "out/\(name)"), 0o600) == 0)
    await #expect(throws: RenderError.self) {
      try await ToneBook(ToneBook.threeScenes).render(into: folder.path(of: "out"))
    }
  }
}
