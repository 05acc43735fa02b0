import Audio
import Audiobook
import Hablare
import HablareTesting
import TestSupport
import Testing

/// Tests of a second build: current chapters stay, changed ones are rendered, deleted ones are removed.
@Suite struct RebuildTests {
  private let files = ToneBook.threeFiles

  private func stamps(_ folder: TemporaryFolder) throws -> [String] {
    try (files + ["playlist.m3u8", "manifest.json"]).map {
      try FolderState.stamp(folder.path(of: $0))
    }
  }

  @Test func nothingIsRenderedTwice() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    let before = try (stamps(folder), FolderState.contents(folder.path))
    let provider = ToneVoiceProvider()
    let outcome = try await ToneBook(ToneBook.threeScenes, provider: provider).render(
      into: folder.path)
    #expect(provider.requests.isEmpty)
    #expect(outcome.reused == 3)
    #expect(outcome.completed == 3)
    #expect(try stamps(folder) == before.0)
    #expect(try FolderState.contents(folder.path) == before.1)
    #expect(outcome.written == [])
  }

  @Test func forceRendersAgainWithTheSameBytes() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    let before = try (stamps(folder), FolderState.contents(folder.path))
    let provider = ToneVoiceProvider()
    let outcome = try await ToneBook(ToneBook.threeScenes, provider: provider) {
      $0.options.force = true
    }
    .render(into: folder.path)
    #expect(outcome.reused == 0)
    #expect(outcome.written.filter { $0.hasSuffix(".wav") }.count == 3)
    #expect(!provider.requests.isEmpty)
    #expect(zip(try stamps(folder), before.0).prefix(3).allSatisfy { $0 != $1 })
    #expect(try FolderState.contents(folder.path) == before.1)
  }

  @Test func onlyTheEditedSceneIsRendered() async throws {
    let folder = try TemporaryFolder()
    let edited = ToneBook.threeScenes.replacing("Three.", with: "Thrice.")
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    let before = try stamps(folder)
    let provider = ToneVoiceProvider()
    let outcome = try await ToneBook(edited, provider: provider).render(into: folder.path)
    #expect(outcome.reused == 2)
    #expect(outcome.written.filter { $0.hasSuffix(".wav") } == [folder.path(of: files[1])])
    #expect(provider.requests.contains { $0.text == "Thrice." })
    #expect(!provider.requests.contains { $0.text == "One." || $0.text == "Five." })
    #expect(zip(try stamps(folder), before).map { $0 == $1 }.prefix(3) == [true, false, true])
    try await expectClean(folder, edited)
  }

  @Test func theFileOfARenamedChapterIsRemoved() async throws {
    let folder = try TemporaryFolder()
    let edited = ToneBook.threeScenes.replacing("KITCHEN", with: "GARDEN")
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    try await ToneBook(edited).render(into: folder.path)
    try await expectClean(folder, edited)
  }

  @Test func filesThatAUserChangedAreKept() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    try folder.write("mine", as: files[1])
    try await ToneBook(ToneBook.threeScenes.replacing("KITCHEN", with: "GARDEN")).render(
      into: folder.path)
    #expect(try folder.text(of: files[1]) == "mine")
    #expect(try FolderState.names(folder.path).contains("002 INT. GARDEN - DAY.wav"))
    #expect(!(try Manifest(in: folder.path).files.map(\.file).contains(files[1])))
  }

  @Test func aMissingOrDamagedFileIsRenderedAgain() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    try folder.remove(files[0])
    try folder.write("damaged", as: files[2])
    let outcome = try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    #expect(outcome.reused == 1)
    try await expectClean(folder, ToneBook.threeScenes)
  }

  /// Damage that keeps the file's length is recognized by the modification time.
  @Test func aChangedFileOfTheSameLengthIsRenderedAgain() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    let length = try FolderState.contents(folder.path)[files[0]]?.count ?? 0
    try folder.write(String(repeating: "x", count: length), as: files[0])
    #expect(try await ToneBook(ToneBook.threeScenes).render(into: folder.path).reused == 2)
    try await expectClean(folder, ToneBook.threeScenes)
  }

  @Test func aCopiedFolderIsReused() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path(of: "one"))
    let copy = try Program.run("cp", ["-R", folder.path(of: "one"), folder.path(of: "two")])
    #expect(copy.status == 0)
    let provider = ToneVoiceProvider()
    try await ToneBook(ToneBook.threeScenes, provider: provider).render(
      into: folder.path(of: "two"))
    #expect(provider.requests.isEmpty)
  }

  @Test func aMovedSceneEqualsACleanBuild() async throws {
    let folder = try TemporaryFolder()
    let scenes = ToneBook.threeScenes.split(separator: "INT. ").map { "INT. " + $0 }
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    let moved = scenes[2] + scenes[0] + scenes[1]
    try await ToneBook(moved).render(into: folder.path)
    try await expectClean(folder, moved)
  }

  @Test func anotherFormatReplacesTheOldOne() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    try await ToneBook(ToneBook.threeScenes) { $0.options.formats = [.flac] }.render(
      into: folder.path)
    try await expectClean(folder, ToneBook.threeScenes) { $0.options.formats = [.flac] }
  }

  @Test func aFormatThatIsNoLongerRequestedIsRemoved() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes) { $0.options.formats = [.wav, .flac] }.render(
      into: folder.path)
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    try await expectClean(folder, ToneBook.threeScenes)
  }

  @Test func aShorterBookLeavesNothingBehind() async throws {
    let folder = try TemporaryFolder()
    let shorter = ToneBook.threeScenes.split(separator: "INT. CELLAR").first.map(String.init) ?? ""
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    try await ToneBook(shorter).render(into: folder.path)
    try await expectClean(folder, shorter)
  }

  /// After any sequence of edits, the folder has the same contents as a clean build.
  @Test func editsInAnyOrderEqualACleanBuild() async throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 11)
    var scenes = (1...4).map { "INT. ROOM \($0)\n\nANN\nLine \($0).\n\n" }
    for step in 0..<25 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: scenes.shuffle(using: &random)
      case 1: scenes[Int.random(in: scenes.indices, using: &random)] += "ANN\nMore \(step).\n\n"
      case 2: scenes.append("INT. NEW ROOM \(step)\n\nHm.\n\n")
      case 3 where scenes.count > 2: scenes.removeLast()
      default:
        scenes[0] = scenes[0].replacing("ROOM", with: "LONG ROOM").replacing("LONG LONG ", with: "")
      }
      let formats: [[SoundFormat]] = [[.wav], [.flac], [.wav, .flac]]
      let chosen = formats[step / 5 % 3]
      try await ToneBook(scenes.joined()) { $0.options.formats = chosen }.render(into: folder.path)
      try await expectClean(folder, scenes.joined()) { $0.options.formats = chosen }
    }
  }

  private func expectClean(
    _ folder: TemporaryFolder, _ script: String, _ change: (inout ToneBook) -> Void = { _ in },
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    let clean = try TemporaryFolder()
    try await ToneBook(script, change).render(into: clean.path)
    let (built, expected) = try (
      FolderState.contents(folder.path), FolderState.contents(clean.path)
    )
    #expect(built.keys.sorted() == expected.keys.sorted(), sourceLocation: sourceLocation)
    for (name, bytes) in expected {
      #expect(built[name] == bytes, "\(name)", sourceLocation: sourceLocation)
    }
  }
}
