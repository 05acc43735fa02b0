import Audio
import Foundation
import Guion
import Hablare
import HablareTesting
import Synchronization
import TestSupport
import Testing

@testable import Audiobook

/// Tests of captions in the output folder.
@Suite struct CaptionBuildTests {
  private static let stems = ToneBook.threeFiles.map { String($0.dropLast(4)) }
  private static let names = stems.map { $0 + ".vtt" }

  private func build(
    _ script: String = ToneBook.threeScenes, in folder: TemporaryFolder,
    captions: [CaptionFormat] = [.vtt], _ change: (inout ToneBook) -> Void = { _ in }
  ) async throws -> (outcome: BuildOutcome, reasons: [String]) {
    let reasons = Mutex<[String]>([])
    let book = ToneBook(script) {
      $0.options.captions = captions
      change(&$0)
    }
    let outcome = try await book.render(into: folder.path) { event in
      if case .due(let chapter, _, let why) = event {
        reasons.withLock { $0 += why.map { "\(chapter): \($0.text())" } }
      }
    }
    return (outcome, reasons.withLock { $0.sorted() })
  }

  private func expectClean(
    _ folder: TemporaryFolder, _ script: String = ToneBook.threeScenes,
    captions: [CaptionFormat] = [.vtt], _ change: (inout ToneBook) -> Void = { _ in }
  ) async throws {
    let clean = try TemporaryFolder()
    _ = try await build(script, in: clean, captions: captions, change)
    #expect(try FolderState.contents(folder.path) == FolderState.contents(clean.path))
    #expect(
      try FolderState.all(folder.path).filter { $0.hasPrefix(".") } == [".guion2audio"])
  }

  private func written(_ outcome: BuildOutcome) -> [String] {
    outcome.written.map { URL(filePath: $0).lastPathComponent }
  }

  // MARK: The files

  @Test func `each chapter has captions in the folder, and in the manifest`() async throws {
    let folder = try TemporaryFolder()
    let (outcome, _) = try await build(in: folder, captions: [.vtt, .srt])
    let expected = Self.stems.flatMap { ["\($0).wav", "\($0).vtt", "\($0).srt"] }
    #expect(written(outcome) == expected + ["playlist.m3u8", "manifest.json"])
    let manifest = try Manifest(in: folder.path)
    #expect(manifest.files.map(\.file) == expected + ["playlist.m3u8"])
    #expect(
      manifest.files.prefix(3).map { "\($0.role) \($0.format ?? "")" }
        == ["chapter wav", "captions vtt", "captions srt"])
    // The verifier also reports that tones are too fast for speech. So only findings about files count here.
    let findings = try await FolderVerifier(folder: folder.path).verify().findings
    let aboutFiles: [Finding.Code] = [.missingFile, .changedFile, .unreadableFile, .contradiction]
    #expect(findings.filter { aboutFiles.contains($0.code) }.isEmpty)
    try folder.write("WEBVTT\n", as: Self.names[2])
    let changed = try await FolderVerifier(folder: folder.path).verify().findings
    #expect(changed.filter { $0.code == .changedFile }.map(\.file) == [Self.names[2]])
  }

  @Test func `a cue is shown while its item is heard`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build("A door.\n\nANN\nOne.\n\nBEN\nTwo.", in: folder) {
      $0.provider = PacedVoiceProvider()
      $0.cast = #"{"speech": {"announce": "never"}}"#
    }
    let manifest = try Manifest(in: folder.path)
    let text = try folder.text(of: "001 script.vtt")
    let starts = text.split(separator: "\n").filter { $0.contains("-->") }.map { $0.prefix(12) }
    #expect(
      starts.map(String.init)
        == manifest.chapters[0].items.map {
          Timecode.text(Int(($0.start * 1000).rounded()), point: ".")
        })
    #expect(text.contains("<v ANN>One.\n"))
    #expect(text.hasPrefix("WEBVTT\r\rSTYLE\n::cue(v[voice=\"ANN\"])"))
  }

  /// Returns the colours of the speakers in a file.
  private func colors(_ name: String, in folder: TemporaryFolder) throws -> [String] {
    try folder.text(of: name).split(separator: "\n").filter { $0.hasPrefix("::cue") }
      .map {
        String($0.dropFirst(15)).replacing("\"]) { color:", with: "").replacing("; }", with: "")
      }
  }

  @Test func `a speaker has one colour in the whole book`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build(in: folder) { $0.options.books = [.m4b] }
    let both = ["ANN \(EPUBStyle.lightColor(of: 0))", "BEN \(EPUBStyle.lightColor(of: 1))"]
    for name in Self.names + ["script.vtt"] { #expect(try colors(name, in: folder) == both) }
    // A new speaker moves the colours of later chapters, which are not rendered for it.
    let script = ToneBook.threeScenes.replacing("HALL - DAY", with: "HALL - DAY\n\nEVE\nNo.")
    let (outcome, reasons) = try await build(script, in: folder) { $0.options.books = [.m4b] }
    // Only BEN's voice, which no cast names, is a reason elsewhere.
    #expect(
      reasons.filter { !$0.hasSuffix("the voice of BEN changed") } == ["1: lines 3 to 4 changed"])
    #expect(
      written(outcome).filter { $0.hasSuffix(".vtt") }.sorted() == Self.names + ["script.vtt"])
    #expect(
      try colors(Self.names[2], in: folder)
        == ["ANN \(EPUBStyle.lightColor(of: 1))", "BEN \(EPUBStyle.lightColor(of: 2))"])
    try await expectClean(folder, script) { $0.options.books = [.m4b] }
  }

  @Test func `captions of a novel name and colour who speaks`() async throws {
    let folder = try TemporaryFolder()
    let text =
      "Tom Reed met Ann Lee. Tom smiled.\n\n“Are you ready?” asked Tom.\n\n“No,” said Ann.\n"
    _ = try await build(text, in: folder) {
      ($0.format, $0.file) = (.markdown, "n.md")
      $0.cast = #"{"dialogue": {"voices": true}}"#
    }
    let captions = try folder.text(of: "001 n.vtt")
    let lines = captions.split(separator: "\n").filter { !$0.contains("-->") }.map(String.init)
    #expect(
      lines.suffix(5) == [
        "Tom Reed met Ann Lee. Tom smiled.", "<v Tom Reed>“Are you ready?”", "asked Tom.",
        "<v Ann Lee>“No,”", "said Ann.",
      ])
    #expect(
      try colors("001 n.vtt", in: folder)
        == ["Tom Reed \(EPUBStyle.lightColor(of: 0))", "Ann Lee \(EPUBStyle.lightColor(of: 1))"])
  }

  @Test func `word times of the engine decide when a cue begins`() async throws {
    let folder = try TemporaryFolder()
    let text = "This is a sentence of more than forty columns, it is, and of two lines as well."
    _ = try await build("\(text) Again.", in: folder) {
      $0.provider = WordyVoiceProvider(wordAt: { $0 == "Again." ? 4000 : 400 })
    }
    let chapter = try Manifest(in: folder.path).chapters[0]
    // The engine's audio begins with 400 samples of silence, of which 10 ms are kept.
    let start = try #require(chapter.items.first).start + Double(4000 - 400) / 8000
    let shown = Timecode.text(Int((start * 1000).rounded()), point: ".")
    #expect(try folder.text(of: "001 script.vtt").contains("\n\(shown) --> "))
  }

  // MARK: Later builds

  @Test func `a second build does nothing`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build(in: folder, captions: [.vtt, .srt])
    func stamps() throws -> [String] {
      try FolderState.names(folder.path).map { try FolderState.stamp(folder.path(of: $0)) }
    }
    let before = try stamps()
    let (outcome, reasons) = try await build(in: folder, captions: [.vtt, .srt])
    #expect(outcome.written.isEmpty && reasons.isEmpty && outcome.reused == 3)
    #expect(try stamps() == before)
  }

  @Test func `an edit changes the captions of its chapter only`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build(in: folder)
    let edited = ToneBook.threeScenes.replacing("Three.", with: "Thrice.")
    let (outcome, _) = try await build(edited, in: folder)
    #expect(
      written(outcome)
        == [ToneBook.threeFiles[1], Self.names[1], "playlist.m3u8", "manifest.json"])
    try await expectClean(folder, edited)
  }

  @Test func `the first captions need rendering, another caption format does not`()
    async throws
  {
    let folder = try TemporaryFolder()
    _ = try await build(in: folder, captions: [])
    let first = try await build(in: folder)
    #expect(first.reasons == (1...3).map { "\($0): captions or read-along text were requested" })
    try await expectClean(folder)
    let second = try await build(in: folder, captions: [.vtt, .srt])
    #expect(second.reasons.isEmpty)
    #expect(written(second.outcome) == Self.stems.map { $0 + ".srt" } + ["manifest.json"])
    try await expectClean(folder, captions: [.vtt, .srt])
  }

  @Test func `without the option captions are removed, and nothing is rendered`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build(in: folder)
    let (outcome, reasons) = try await build(in: folder, captions: [])
    #expect(reasons.isEmpty)
    #expect(written(outcome) == ["manifest.json"])
    try await expectClean(folder, captions: [])
  }

  @Test func `captions change no fingerprint`() async throws {
    let plain = try await ToneBook(ToneBook.threeScenes).plan()
    let captioned = try await ToneBook(ToneBook.threeScenes) {
      $0.options.captions = [.vtt, .srt]
    }.plan()
    #expect(plain.fingerprints == captioned.fingerprints)
    #expect(plain.tagsFingerprints == captioned.tagsFingerprints)
    let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
    try await ToneBook(ToneBook.threeScenes).render(into: one.path)
    #expect(!(try one.text(of: ".guion2audio/journal")).contains("captions"))
    _ = try await build(in: two)
    #expect(try two.text(of: ".guion2audio/journal").contains("\"captions\":[["))
  }

  @Test func `missing or changed captions are rebuilt without rendering`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build(in: folder)
    try folder.remove(Self.names[0])
    try folder.write("mine", as: Self.names[1])
    let (outcome, reasons) = try await build(in: folder)
    #expect(reasons.isEmpty)
    #expect(written(outcome) == [Self.names[0], Self.names[1]])
    try await expectClean(folder)
  }

  @Test func `another name for a speaker is shown, without rendering`() async throws {
    let cast = #"{"speech": {"announce": "never"}, "default": "tone://alto"}"#
    let folder = try TemporaryFolder()
    _ = try await build(in: folder) { $0.cast = cast }
    let renamed = ToneBook.threeScenes.replacing("ANN", with: "ANNABELLA OF THE LONG NAMES")
    let (outcome, reasons) = try await build(renamed, in: folder) { $0.cast = cast }
    #expect(reasons.isEmpty)
    #expect(Set(written(outcome)) == Set(Self.names + ["manifest.json"]))
    try await expectClean(folder, renamed) { $0.cast = cast }
  }

  // MARK: Files

  @Test func `captions of moved and renamed chapters go with them`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build(in: folder)
    let scenes = ToneBook.threeScenes.replacing("INT. HALL - DAY", with: "INT. ATTIC - DAY")
    let moved = "INT. GATE - DAY\n\nDust.\n\n" + scenes
    let (outcome, reasons) = try await build(moved, in: folder)
    #expect(outcome.moved == 2)
    #expect(reasons.count == 2)
    try await expectClean(folder, moved)
  }

  @Test func `chapters that change places keep their captions`() async throws {
    let folder = try TemporaryFolder()
    let (one, two) = ("INT. HALL - DAY\n\nOne.\n\n", "INT. HALL - DAY\n\nTwo.\n\n")
    _ = try await build(one + two, in: folder)
    let (outcome, reasons) = try await build(two + one, in: folder)
    #expect(outcome.moved == 2 && reasons.isEmpty)
    try await expectClean(folder, two + one)
  }

  @Test func `a foreign file is not replaced`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", as: Self.names[1])
    let book = ToneBook(ToneBook.threeScenes) { $0.options.captions = [.vtt] }
    let error = try await book.failure(into: folder.path)
    guard case .foreignFiles(let paths) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(paths == [folder.path(of: Self.names[1])])
    #expect(try FolderState.names(folder.path) == [Self.names[1]])
    _ = try await build(in: folder) { $0.options.overwrite = true }
    try await expectClean(folder)
  }

  @Test func `a part of the book has a part of the captions`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build(in: folder, captions: [])
    try folder.write("mine", as: Self.names[0])
    let only: (inout ToneBook) -> Void = { $0.options.only = ChapterSelection("2") }
    let (outcome, reasons) = try await build(in: folder, only)
    #expect(reasons == ["2: captions or read-along text were requested"])
    #expect(outcome.completed == 3)
    #expect(
      try Manifest(in: folder.path).files.filter { $0.role == "captions" }.map(\.file)
        == [Self.names[1]])
    #expect(try folder.text(of: Self.names[0]) == "mine")
    try folder.remove(Self.names[0])
    _ = try await build(in: folder)
    // Existing captions stay listed, whichever chapter is requested.
    let again = try await build(in: folder, only)
    #expect(again.outcome.written.isEmpty)
    try await expectClean(folder)
  }

  @Test func `temporary files of a killed build are removed`() async throws {
    let folder = try TemporaryFolder()
    _ = try await build(in: folder)
    try folder.write("half", as: ".guion2audio-" + Self.names[0])
    try folder.remove(Self.names[2])
    _ = try await build(in: folder)
    try await expectClean(folder)
  }

  // MARK: Shards

  @Test(arguments: [2, 3]) func `shards and assemble give the same files as one build`(count: Int)
    async throws
  {
    let folder = try TemporaryFolder()
    for index in (1...count).reversed() {
      let (outcome, _) = try await build(in: folder, captions: [.vtt, .srt]) {
        $0.options.shard = Shard(index: index, count: count)
      }
      #expect(outcome.written.allSatisfy { !$0.hasSuffix(".m3u8") })
      #expect(outcome.written.contains { $0.hasSuffix(".srt") })
    }
    _ = try await BookAssembler(path: folder.path).assemble()
    try await expectClean(folder, captions: [.vtt, .srt])
    let (outcome, _) = try await build(in: folder, captions: [.vtt, .srt])
    #expect(outcome.written.isEmpty)
  }

  @Test func `a shard with missing captions is missing until it is built again`() async throws {
    let folder = try TemporaryFolder()
    func share(_ index: Int) async throws -> BuildOutcome {
      try await build(in: folder) { $0.options.shard = Shard(index: index, count: 2) }.outcome
    }
    for index in 1...2 { _ = try await share(index) }
    try folder.remove(Self.names[2])
    let error = try await #require(throws: AssemblyError.self) {
      try await BookAssembler(path: folder.path).assemble()
    }
    #expect(error.description.contains("chapter 3"))
    #expect(written(try await share(2)) == [Self.names[2]])
    _ = try await BookAssembler(path: folder.path).assemble()
    try await expectClean(folder)
    // A shard of a finished book writes nothing.
    #expect(try await share(1).written.isEmpty)
  }
}
