import Audiobook
import Foundation
import Hablare
import TestSupport
import Testing

/// Tests of lost, torn and forged records, which must never harm the folder.
@Suite struct RecordsTests {
  private let files = ToneBook.threeFiles

  private func built(_ script: String = ToneBook.threeScenes) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try await ToneBook(script).render(into: folder.path)
    return folder
  }

  private func expectClean(_ folder: TemporaryFolder, _ script: String = ToneBook.threeScenes)
    async throws
  {
    let clean = try await built(script)
    #expect(try FolderState.contents(folder.path) == FolderState.contents(clean.path))
  }

  @Test func withoutTheJournalListedFilesBelongToTheBook() async throws {
    let folder = try await built()
    try folder.remove(".guion2audio")
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    try await expectClean(folder)
  }

  @Test func withoutTheJournalOldFilesAreStillRemoved() async throws {
    let folder = try await built()
    try folder.remove(".guion2audio")
    let renamed = ToneBook.threeScenes.replacing("KITCHEN", with: "GARDEN")
    try await ToneBook(renamed).render(into: folder.path)
    try await expectClean(folder, renamed)
  }

  @Test func withoutTheJournalChangedFilesAreStillKept() async throws {
    let folder = try await built()
    try folder.remove(".guion2audio")
    try folder.write("mine", as: files[1])
    try await ToneBook(ToneBook.threeScenes.replacing("KITCHEN", with: "GARDEN")).render(
      into: folder.path)
    #expect(try folder.text(of: files[1]) == "mine")
  }

  @Test func withoutTheManifestTheJournalIsEnough() async throws {
    let folder = try await built()
    try folder.remove("manifest.json")
    let outcome = try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    #expect(outcome.reused == 3)
    try await expectClean(folder)
  }

  @Test func withoutBothTheFilesAreForeign() async throws {
    let folder = try await built()
    try folder.remove(".guion2audio")
    try folder.remove("manifest.json")
    let error = try await ToneBook(ToneBook.threeScenes).failure(into: folder.path)
    guard case .foreignFiles(let names) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(names == (files + ["playlist.m3u8"]).map(folder.path(of:)))
  }

  @Test func aTornLastLineCostsOnlyItsChapter() async throws {
    let folder = try await built()
    let lines = try folder.text(of: ".guion2audio/journal").split(separator: "\n")
    let chapters = lines.filter { $0.hasPrefix(#"{"chapter""#) }
    try #require(chapters.count == 3)
    let torn = chapters[0] + "\n" + chapters[1] + "\n" + chapters[2].prefix(chapters[2].count / 2)
    try folder.write(String(torn), as: ".guion2audio/journal")
    let outcome = try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    #expect(outcome.reused == 2)
    try await expectClean(folder)
    // The lines that were written after the torn line are not lost.
    #expect(try await ToneBook(ToneBook.threeScenes).render(into: folder.path).reused == 3)
  }

  /// A build appends to the journal while it runs.
  ///
  /// A line begun by a killed build must not swallow the first line of the next build, even if the next build
  /// is killed too.
  @Test func aTornLineDoesNotSwallowTheNext() async throws {
    let folder = try await built()
    let line = try folder.text(of: ".guion2audio/journal").split(separator: "\n").first ?? ""
    try folder.write(String(line.prefix(line.count / 2)), as: ".guion2audio/journal")
    try folder.remove("manifest.json")
    for name in files + ["playlist.m3u8"] { try folder.remove(name) }
    let path = folder.path
    // The third chapter waits for the others; then the build is cancelled.
    let stop = HookedVoiceProvider { request in
      guard request.text == "Five." else { return }
      while try FolderState.names(path).filter({ $0.hasPrefix("00") }).count < 2 {
        try await Task.sleep(for: .milliseconds(5))
      }
      throw CancellationError()
    }
    await #expect(throws: CancellationError.self) {
      try await ToneBook(ToneBook.threeScenes, provider: stop).render(into: path)
    }
    #expect(try FolderState.names(path) == [files[0], files[1]])
    #expect(try await ToneBook(ToneBook.threeScenes).render(into: path).reused == 2)
    try await expectClean(folder)
  }

  @Test(arguments: [
    "", "\n\n\n", "{}", "null\n[]\n", "\u{0}\u{0}\u{0}", #"{"chapter":{}}"#, "not json",
  ])
  func aMeaninglessJournalIsHarmless(_ text: String) async throws {
    let folder = try await built()
    try folder.write(text, as: ".guion2audio/journal")
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    try await expectClean(folder)
  }

  @Test(arguments: ["", "[]", "{", #"{"generator": "guion2audio 9", "files": 3}"#, "\u{0}"])
  func aMeaninglessManifestIsHarmless(_ text: String) async throws {
    let folder = try await built()
    try folder.write(text, as: "manifest.json")
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    try await expectClean(folder)
  }

  @Test func forgedRecordsAffectNothingOutsideTheFolder() async throws {
    let folder = try TemporaryFolder()
    try folder.write("precious", as: "precious")
    let hash = try Program.run("sha256sum", [folder.path(of: "precious")]).output.prefix(64)
    let stat = try Program.run("stat", ["-c", "%s %i", folder.path(of: "precious")]).output
      .split(whereSeparator: \.isWhitespace)
    let out = folder.path(of: "out")
    try await ToneBook(ToneBook.threeScenes).render(into: out)
    let record =
      #"{"file":"../precious","sha256":"\#(hash)","size":\#(stat[0]),"modified":0,"inode":\#(stat[1])}"#
    try folder.write(
      #"{"chapter":{"fingerprint":"a","tagsFingerprint":"b","samples":1,"placements":[],"files":[\#(record)]}}"#
        + "\n" + #"{"file":\#(record)}"# + "\n", as: "out/.guion2audio/journal")
    try folder.write(
      #"{"generator": "guion2audio 0", "files": [\#(record)]}"#, as: "out/manifest.json")
    try await ToneBook(ToneBook.threeScenes) { $0.options.overwrite = true }.render(into: out)
    #expect(try folder.text(of: "precious") == "precious")
  }

  @Test func temporaryFilesOfAKilledBuildAreRemoved() async throws {
    let folder = try await built()
    for name in [".guion2audio-001 X.wav", ".guion2audio-002 Y.mp3.encoding"] {
      try folder.write("half", as: name)
    }
    try folder.write("mine", as: ".other")
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    #expect(
      try FolderState.names(folder.path) == [".other"] + files + ["manifest.json", "playlist.m3u8"])
  }

  /// While a chapter is rendered, its temporary file has a dot name in the same folder, whatever its title.
  @Test(arguments: ["HALL", "CAFÉ ÉLITE", "李雷", "🚀🚀🚀", "\u{301}X"])
  func temporaryFilesAreInTheOutputFolder(_ place: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.path(of: "out")
    let (begun, door) = (Door(), Door())
    let provider = HookedVoiceProvider { request in
      guard request.text == "Stop." else { return }
      await begun.open()
      await door.pass()
    }
    let book = ToneBook("INT. \(place) - DAY\n\nWords.\n\nStop.", provider: provider)
    async let outcome = book.render(into: out)
    await begun.pass()
    #expect(try folder.names() == ["out"])
    let names = try FolderState.names(out)
    #expect(!names.isEmpty)
    #expect(names.allSatisfy { $0.hasPrefix(".guion2audio-001 ") })
    await door.open()
    #expect(try await outcome.completed == 1)
    #expect(try FolderState.names(out).count == 3)
  }
}
