import Audio
import Audiobook
import Foundation
import TestSupport
import Testing

@Suite struct ManifestTests {
  private let script = """
    Title: Brick
    Author: Ann Ash

    A door opens.

    INT. HALL - DAY

    ANNIE
    One.

    BEN (V.O.) ^
    Two.
    """
  private let cast = """
    {"narrator": "tone://bass",
     "characters": {"ANN": {"voice": "tone://alto?gain=-3", "aliases": ["ANNIE"]}, "BEN": "tone://tenor"}}
    """

  /// With ten milliseconds for each character, every time here can be computed by hand.
  @Test func theWholeManifestOfASmallBook() async throws {
    let folder = try TemporaryFolder()
    let book = ToneBook(script, cast: cast)
    let plan = try await book.plan()
    try await book.render(into: folder.path)
    let hashes = try Manifest(in: folder.path).files.map(\.sha256)
    try #require(hashes.count == 3)
    let manifest = try folder.text(of: "manifest.json")
    #expect(
      manifest == """
        {
          "authors": ["Ann Ash"],
          "cast": {
            "": "tone://bass",
            "ANN": "tone://alto?gain=-3",
            "BEN": "tone://tenor"
          },
          "chapters": [
            {
              "bookStart": 0,
              "channels": 1,
              "duration": 3.79,
              "file": "001 Brick.wav",
              "fingerprint": "\(plan.chapters[0].fingerprint)",
              "index": 1,
              "items": [
                {"end": 1.01, "kind": "credits", "line": 1, "speaker": "", "start": 0.75, "text": "Brick. Written by Ann Ash.", "voice": "tone://bass"},
                {"end": 1.79, "kind": "action", "line": 4, "speaker": "", "start": 1.66, "text": "A door opens.", "voice": "tone://bass"}
              ],
              "sampleRate": 8000,
              "samples": 30320,
              "sha256": "\(hashes[0])",
              "tagsFingerprint": "\(plan.chapters[0].tagsFingerprint)",
              "title": "Brick"
            },
            {
              "bookStart": 0,
              "channels": 1,
              "duration": 2.49,
              "file": "002 INT. HALL - DAY.wav",
              "fingerprint": "\(plan.chapters[1].fingerprint)",
              "index": 2,
              "items": [
                {"end": 0.45, "kind": "scene-heading", "line": 6, "speaker": "", "start": 0.25, "text": "Interior. Hall. Day.", "voice": "tone://bass", "written": "INT. HALL - DAY"},
                {"end": 1.56, "kind": "announcement", "line": 8, "speaker": "", "start": 1.45, "text": "Annie says:", "voice": "tone://bass"},
                {"end": 1.8, "kind": "announcement", "line": 11, "speaker": "", "start": 1.71, "text": "Ben says:", "voice": "tone://bass"},
                {"cue": "ANNIE", "end": 1.99, "kind": "dialogue", "line": 9, "speaker": "ANN", "start": 1.95, "text": "One.", "voice": "tone://alto?gain=-3"},
                {"end": 1.99, "kind": "dialogue", "line": 12, "speaker": "BEN", "start": 1.95, "text": "Two.", "voice": "tone://tenor"}
              ],
              "sampleRate": 8000,
              "samples": 19920,
              "sha256": "\(hashes[1])",
              "tagsFingerprint": "\(plan.chapters[1].tagsFingerprint)",
              "title": "INT. HALL - DAY"
            }
          ],
          "duration": 6.28,
          "files": [
            {"file": "001 Brick.wav", "format": "wav", "role": "chapter", "sha256": "\(hashes[0])"},
            {"file": "002 INT. HALL - DAY.wav", "format": "wav", "role": "chapter", "sha256": "\(hashes[1])"},
            {"file": "playlist.m3u8", "role": "playlist", "sha256": "\(hashes[2])"}
          ],
          "generator": "guion2audio 0.0.0",
          "language": "en-US",
          "rules": "1.2",
          "sources": [
            {"file": "script.fountain", "sha256": "\(plan.sources[0].sha256)"}
          ],
          "title": "Brick",
          "version": 1
        }

        """)
  }

  @Test func keysAreSortedEverywhere() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(script, cast: cast).render(into: folder.path)
    let program = """
      import json, sys
      def check(pairs):
          keys = [key for key, _ in pairs]
          assert keys == sorted(keys) and len(set(keys)) == len(keys), keys
      json.load(open(sys.argv[1]), object_pairs_hook=check)
      """
    let check = try Program.run("python3", ["-c", program, folder.path(of: "manifest.json")])
    #expect(check.status == 0, "\(check.errors)")
  }

  @Test func twoBuildsOfTheSameInputAreIdentical() async throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    for (jobs, folder) in folders.enumerated() {
      try await ToneBook(ToneBook.threeScenes, cast: cast) { $0.options.jobs = 1 + 3 * jobs }
        .render(into: folder.path)
    }
    let contents = try folders.map { try FolderState.contents($0.path) }
    #expect(contents[0].keys.sorted() == ToneBook.threeFiles + ["manifest.json", "playlist.m3u8"])
    #expect(contents[0] == contents[1])
  }

  @Test func theManifestRevealsNothingAboutTheMachine() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(script, cast: cast).render(into: folder.path)
    let manifest = try folder.text(of: "manifest.json")
    let host = try Program.run("uname", ["-n"]).output.split(separator: "\n").joined()
    for word in [folder.path, NSTemporaryDirectory(), host] {
      #expect(!manifest.contains(word))
    }
  }

  @Test func theManifestListsAllOtherFilesOfTheFolder() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes) { $0.options.formats = [.wav, .flac, .mp3] }
      .render(into: folder.path)
    let manifest = try Manifest(in: folder.path)
    #expect(
      try manifest.files.map(\.file).sorted() + ["manifest.json"]
        == FolderState.names(folder.path).filter { $0 != "manifest.json" } + ["manifest.json"])
    #expect(manifest.files.count == 10)
    #expect(
      manifest.files.filter { $0.role == "chapter" }.map(\.format)
        == Array(repeating: ["wav", "flac", "mp3"], count: 3).flatMap(\.self))
    #expect(manifest.files.filter { $0.role == "playlist" }.map(\.file) == ["playlist.m3u8"])
  }

  @Test func hashesMatchSha256sum() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes) { $0.options.formats = [.mp3, .ogg] }
      .render(into: folder.path)
    let manifest = try Manifest(in: folder.path)
    let list = manifest.files.map { "\($0.sha256)  \($0.file)\n" }.joined()
    let result = try Program.run(
      "sha256sum", ["--check", "--strict", "-"], in: folder.path, input: list)
    #expect(result.status == 0, "\(result.output)")
    #expect(
      manifest.chapters.map(\.sha256) == manifest.files.filter { $0.format == "mp3" }.map(\.sha256))
  }

  @Test func aliasesKeepTheirCueAndUseTheVoiceOfTheirEntry() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(script, cast: cast).render(into: folder.path)
    let items = try Manifest(in: folder.path).chapters.flatMap(\.items)
    let speeches = items.filter { $0.kind == "dialogue" }
    #expect(speeches.map(\.speaker) == ["ANN", "BEN"])
    #expect(speeches.map(\.cue) == ["ANNIE", nil])
    #expect(speeches.map(\.voice) == ["tone://alto?gain=-3", "tone://tenor"])
    #expect(speeches.map(\.line) == [9, 12])
  }

  @Test func thePlaylistListsTheChaptersInOrder() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes) { $0.options.jobs = 3 }.render(into: folder.path)
    let chapters = try Manifest(in: folder.path).chapters
    let lines = try folder.text(of: "playlist.m3u8").split(separator: "\n").map(String.init)
    #expect(lines.first == "#EXTM3U")
    #expect(lines.filter { !$0.hasPrefix("#") } == ToneBook.threeFiles)
    let lengths = lines.filter { $0.hasPrefix("#EXTINF:") }
    #expect(
      lengths == chapters.map { "#EXTINF:\(String(format: "%.3f", $0.duration)),\($0.title)" })
  }
}
