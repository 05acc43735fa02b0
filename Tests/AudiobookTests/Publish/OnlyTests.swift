import Audiobook
import TestSupport
import Testing

@Suite struct OnlyTests {
  private let files = ToneBook.threeFiles

  private func only(
    _ text: String, _ script: String = ToneBook.threeScenes, in folder: TemporaryFolder
  )
    async throws -> BuildOutcome
  {
    try await ToneBook(script) { $0.options.only = ChapterSelection(text) }.render(
      into: folder.path)
  }

  @Test func onlyTheChosenChaptersAreRendered() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await only("2", in: folder)
    #expect(try FolderState.names(folder.path) == [files[1], "manifest.json", "playlist.m3u8"])
    #expect(try Manifest(in: folder.path).chapters.map(\.index) == [2])
    #expect(outcome.completed == 1)
  }

  @Test func chaptersBuiltOneByOneMakeTheWholeBook() async throws {
    let folder = try TemporaryFolder()
    for selection in ["cellar", "1", "2-"] { _ = try await only(selection, in: folder) }
    let clean = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: clean.path)
    #expect(try FolderState.contents(folder.path) == FolderState.contents(clean.path))
  }

  @Test func theManifestListsExactlyTheCurrentChapters() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    let edited = ToneBook.threeScenes.replacing("One.", with: "Once.").replacing(
      "Five.", with: "Fifth.")
    _ = try await only("3", edited, in: folder)
    // The first chapter exists but is outdated.
    #expect(try Manifest(in: folder.path).chapters.map(\.index) == [2, 3])
    #expect(
      try Manifest(in: folder.path).files.map(\.file) == [files[1], files[2], "playlist.m3u8"])
    #expect(try FolderState.names(folder.path).contains(files[0]))
  }

  @Test func nothingIsRemoved() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    let renamed = ToneBook.threeScenes.replacing("KITCHEN", with: "GARDEN")
    _ = try await only("1", renamed, in: folder)
    #expect(try FolderState.names(folder.path).contains(files[1]))
    _ = try await only("1-3", renamed, in: folder)
    #expect(try FolderState.names(folder.path).contains(files[1]))
    // The file still belongs to the book: a build of the whole book removes it.
    try await ToneBook(renamed).render(into: folder.path)
    #expect(!(try FolderState.names(folder.path).contains(files[1])))
  }

  @Test func foreignFilesOfOtherChaptersDoNotMatter() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", as: files[0])
    _ = try await only("2", in: folder)
    #expect(try folder.text(of: files[0]) == "mine")
  }
}
