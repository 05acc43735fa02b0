import Foundation
import TestSupport
import Testing

@Suite struct RenderTests {
  @Test func standardOutputListsExactlyTheWrittenFiles() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Guion2audio.run(
      "s.fountain", "-o", "out", "--format", "mp3,flac", in: folder, exits: 0)
    let written = result.output.lines
    #expect(result.output == written.map { $0 + "\n" }.joined())
    #expect(Set(written).count == 8)
    #expect(written.suffix(2) == ["out/playlist.m3u8", "out/manifest.json"])
    #expect(try Set(written) == Set(folder.contents(of: "out").keys.map { "out/" + $0 }))
  }

  @Test func theSummaryIsTheLastLineOnStandardError() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Guion2audio.run("s.fountain", "-o", "out", in: folder, exits: 0)
    let summary = try #require(result.errors.lines.last)
    #expect(
      summary.wholeMatch(
        of: /3 chapters rendered, 0 reused, 5 files written, 0\.\d minutes, 0 warnings -> out/)
        != nil,
      "\(summary)")
    let again = try Guion2audio.run("s.fountain", "-o", "out", in: folder, exits: 0)
    #expect(again.output.isEmpty)
    #expect(again.errors.lines.last?.hasPrefix("0 chapters rendered, 3 ") == true)
    #expect(again.errors.lines.last?.contains(", 3 reused, ") == true)
  }

  @Test func quietPrintsNothing() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    for option in ["-q", "--quiet"] {
      let result = try Guion2audio.run("s.fountain", option, "--force", in: folder, exits: 0)
      #expect(result.errors.isEmpty)
      #expect(!result.output.isEmpty)
    }
  }

  @Test func aTrailingSlashIsNotPartOfTheFoldersName() throws {
    let folder = try TemporaryFolder("s.fountain", "Words.")
    let result = try Guion2audio.run("s.fountain", "-o", "out/", in: folder, exits: 0)
    #expect(result.output.lines.first == "out/001 s.mp3")
    #expect(try folder.names(in: "out").filter { $0.hasPrefix(".") } == [".guion2audio"])
  }

  @Test func twoRunsAreIdenticalForAnyNumberOfJobs() throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    for (folder, jobs) in zip(folders, ["1", "2"]) {
      try folder.write(Script.long(scenes: 6, lines: 5) + Script.twoScenes, as: "s.fountain")
      try Guion2audio.run(
        "s.fountain", "-o", "out \(jobs)", "-j", jobs, "--format", "mp3,opus", in: folder, exits: 0)
    }
    let contents = [try folders[0].contents(of: "out 1"), try folders[1].contents(of: "out 2")]
    #expect(contents[0].count > 12)
    #expect(contents[0] == contents[1])
  }

  @Test func theMachinesLanguageAndTimeZoneDoNotMatter() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    for (output, environment) in [
      ("a", ["LANG": "C", "TZ": "UTC"]),
      (
        "b",
        ["LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo", "HOME": "/nowhere"]
      ),
    ] {
      let result = try Guion2audio.run(
        "s.fountain", "-o", output, in: folder, environment: environment)
      #expect(result.status == 0)
    }
    #expect(try folder.contents(of: "a") == folder.contents(of: "b"))
  }

  private func cast(_ folder: TemporaryFolder, _ output: String) throws -> [String: String] {
    try #require(try folder.json(of: output + "/manifest.json")["cast"] as? [String: String])
  }

  @Test func aCastNextToTheInputIsFound() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "in"), withIntermediateDirectories: false)
    try folder.write(Script.twoScenes, as: "in/s.fountain")
    try folder.write(#"{"narrator": "espeak://de"}"#, as: "cast.json")
    try folder.write(
      #"{"narrator": "espeak://en-gb", "characters": {"ANN": "espeak://en-us+f3"}, "default": "espeak://en-us+m3"}"#,
      as: "in/cast.json")
    try Guion2audio.run("in/s.fountain", "-o", "out", in: folder, exits: 0)
    #expect(
      try cast(folder, "out") == [
        "": "espeak://en-gb", "ANN": "espeak://en-us+f3", "BEN": "espeak://en-us+m3",
      ])
  }

  @Test func aCastInAnotherFolderCanBeNamed() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try folder.write("{ this is not even JSON", as: "cast.json")
    try folder.write(
      #"{"narrator": "espeak://en-gb", "default": "espeak://en-us+f2"}"#, as: "other.json")
    try Guion2audio.run("s.fountain", "-o", "out", "--cast", "other.json", in: folder, exits: 0)
    #expect(try cast(folder, "out")["ANN"] == "espeak://en-us+f2")
  }

  @Test func optionsOutrankTheCast() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try folder.write(
      #"{"language": "en-GB", "narrator": "espeak://en-gb", "default": "espeak://en-us+f2", "metadata": {"title": "C", "author": "D"}}"#,
      as: "cast.json")
    try Guion2audio.run(
      "s.fountain", "-o", "out", "--voice", "espeak://en-us+m3", "--language", "en-AU", "--title",
      "T", "--author", "A",
      in: folder, exits: 0)
    let manifest = try folder.json(of: "out/manifest.json")
    #expect(try cast(folder, "out")[""] == "espeak://en-us+m3")
    #expect(manifest["language"] as? String == "en-AU")
    #expect(manifest["title"] as? String == "T")
    #expect(manifest["authors"] as? [String] == ["A"])
  }

  @Test func aHigherRateMakesTheBookShorter() throws {
    let folder = try TemporaryFolder("s.fountain", Script.long(scenes: 1, lines: 3))
    var lengths: [Double] = []
    for rate in ["1", "2"] {
      try Guion2audio.run("s.fountain", "-o", rate, "--rate", rate, in: folder, exits: 0)
      lengths.append(
        try #require(try folder.json(of: rate + "/manifest.json")["duration"] as? Double))
    }
    #expect(lengths[1] < lengths[0])
  }

  @Test func theSampleRateAppliesToEveryFile() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try Guion2audio.run(
      "s.fountain", "-o", "out", "--sample-rate", "44100", "--format", "flac", in: folder, exits: 0)
    for name in try folder.names(in: "out") where name.hasSuffix(".flac") {
      let rate = try Program.run(
        "metaflac", ["--show-sample-rate", folder.path(of: "out/" + name)])
      #expect(rate.output == "44100\n")
    }
  }

  @Test func onlyAndSplitChooseTheChapters() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let only = try Guion2audio.run(
      "s.fountain", "-o", "a", "--only", "cellar", in: folder, exits: 0)
    #expect(
      only.output.lines == ["a/" + Script.twoSceneFiles[2], "a/playlist.m3u8", "a/manifest.json"])
    let whole = try Guion2audio.run(
      "s.fountain", "-o", "b", "--split", "document", in: folder, exits: 0)
    #expect(whole.output.lines == ["b/001 Two Rooms.mp3", "b/playlist.m3u8", "b/manifest.json"])
  }

  @Test func twoBuildsInOneFolderAreRefused() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "out/.guion2audio"), withIntermediateDirectories: true)
    let result = try Program.run(
      "flock", ["out/.guion2audio/lock", Guion2audio.path, "s.fountain", "-o", "out"],
      in: folder.path)
    #expect(result.status == 73)
    #expect(
      result.errors
        == "guion2audio: out is in use by another build; wait for it with --wait, or choose another folder\n"
    )
  }
}
