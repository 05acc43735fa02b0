import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of `guion2audio verify`: findings, their positions, and exit codes.
@Suite struct VerifyTests {
  /// Returns a folder with a finished book in `out`.
  private func book(_ options: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Program.run(
      Guion2audio.path, ["s.fountain", "-o", "out"] + options, in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    return folder
  }

  private func damage(_ name: String, in folder: TemporaryFolder) throws {
    var bytes = try Data(contentsOf: URL(filePath: folder.path(of: name)))
    bytes.removeLast(bytes.count / 2)
    try bytes.write(to: URL(filePath: folder.path(of: name)))
  }

  @Test func anUnchangedBookIs0() throws {
    let folder = try book("--format", "mp3,opus,flac,ogg,wav")
    let before = try folder.contents(of: "out")
    let result = try Guion2audio.run("verify", "out", in: folder, exits: 0)
    #expect(result.output.isEmpty)
    let summary = /16 files, 0\.\d minutes, 0 findings in out\n(\d encoded files? above .*\n)?/
    #expect(result.errors.wholeMatch(of: summary) != nil, "\(result.errors)")
    let quiet = try Guion2audio.run("verify", "out/", "-q", "-j", "1", in: folder, exits: 0)
    #expect(quiet.output.isEmpty && quiet.errors.isEmpty)
    #expect(try folder.contents(of: "out") == before)
  }

  @Test func `libraries print nothing about a damaged file`() throws {
    let folder = try book("--format", "mp3")
    let name = try #require(folder.names(in: "out").first { $0.hasSuffix(".mp3") })
    try damage("out/" + name, in: folder)
    let result = try Guion2audio.run("verify", "out", in: folder, exits: 1)
    #expect(
      result.errors.wholeMatch(of: /.* findings in out\n(\d encoded .*\n)?/) != nil,
      "\(result.errors)")
  }

  @Test func aFolderForAShopIsReadyOrSaysWhyNot() throws {
    let sentence =
      "The ferry leaves at noon, and nobody on the island has seen the sun for a week. "
    let text =
      "# The Ferry\n\n## One\n\n" + String(repeating: sentence, count: 16)
      + "\n\n## Two\n\n" + String(repeating: sentence, count: 3) + "\n"
    let folder = try TemporaryFolder("ferry.md", "---\nauthor: A. Writer\n---\n\n" + text)
    let made = try Guion2audio.run(
      "ferry.md", "-o", "shop", "--preset", "acx", in: folder, exits: 0)
    #expect(made.errors.contains("note: the credits name no narrator"), "\(made.errors)")
    let names = try folder.names(in: "shop")
    #expect(names.contains("001 Opening Credits.mp3") && names.contains("004 Closing Credits.mp3"))
    let ready = try Guion2audio.run("verify", "shop", "--preset", "acx", in: folder, exits: 0)
    #expect(ready.errors.hasSuffix("ready for acx\n"), "\(ready.output)\(ready.errors)")
    #expect(ready.errors.contains("note: the credits name no narrator"), "\(ready.errors)")
    let length = try Program.run(
      "/usr/bin/env",
      [
        "ffprobe", "-v", "error", "-show_entries", "format=duration:stream=bit_rate", "-of",
        "csv=p=0", "shop/Retail Sample.mp3",
      ],
      in: folder.path
    ).output.lines
    #expect(length.first == "192000")
    #expect(Double(length.last ?? "").map { $0 >= 60 && $0 <= 300 } == true, "\(length)")
    // Nothing is written again.
    let before = try folder.contents(of: "shop")
    try Guion2audio.run("ferry.md", "-o", "shop", "--preset", "acx", in: folder, exits: 0)
    #expect(try folder.contents(of: "shop") == before)

    try Guion2audio.run("ferry.md", "-o", "plain", in: folder, exits: 0)
    let plain = try Guion2audio.run("verify", "plain", "--preset", "acx", in: folder, exits: 1)
    for message in ["Opening Credits", "no retail sample", "no cover", "[shop-rule]"] {
      #expect(plain.output.contains(message), "\(plain.output)")
    }
    try folder.write(#"{ "metadata": { "narrator": "Ann Ash" } }"#, as: "cast.json")
    let named = try Guion2audio.run("plan", "ferry.md", "--preset", "acx", in: folder, exits: 0)
    #expect(!named.errors.contains("narrator"), "\(named.errors)")
    let formats = try Guion2audio.run(
      "ferry.md", "--preset", "acx", "--format", "flac", in: folder, exits: 64)
    #expect(formats.errors.contains("--preset acx: the shop asks for one MP3 file per chapter"))
  }

  @Test func findingsGoToStandardOutputWithExitCode1() throws {
    let folder = try book()
    try FileManager.default.removeItem(
      atPath: folder.path(of: "out/" + Script.twoSceneFiles[0]))
    try damage("out/" + Script.twoSceneFiles[2], in: folder)
    try folder.write("mine", as: "out/playlist.m3u8")
    let result = try Guion2audio.run("verify", "out", in: folder, exits: 1)
    let lines = result.output.lines
    try #require(lines.count == 4, "\(result.output)")
    #expect(
      lines[0]
        == "out/\(Script.twoSceneFiles[0]): error: it is listed in the manifest but missing; run the build again [missing-file]"
    )
    #expect(
      lines[1].hasPrefix(
        "out/\(Script.twoSceneFiles[2]): error: it has changed since the build; run the build again"
      ))
    #expect(lines[1].hasSuffix(" [changed-file]"))
    // The line at which the audio ends.
    #expect(lines[2].contains(/^s\.fountain:1[135]: error: .* \[wrong-length\]$/))
    #expect(lines[3].hasPrefix("out/playlist.m3u8: error: "))
    #expect(result.errors.lines.last?.hasSuffix(" 4 findings in out") == true)
    let quiet = try Guion2audio.run("verify", "-q", "out", in: folder, exits: 1)
    #expect(quiet.output == result.output)
    #expect(!quiet.errors.contains("findings"))
  }

  @Test func jsonIsOneDocument() throws {
    let folder = try book()
    let clean = try Guion2audio.run("verify", "out", "--json", in: folder, exits: 0)
    let whole = try #require(
      try JSONSerialization.jsonObject(with: Data(clean.output.utf8)) as? [String: Any])
    #expect(Set(whole.keys) == ["files", "findings", "folder", "peaks", "seconds"])
    #expect(whole["files"] as? Int == 4)
    #expect(whole["folder"] as? String == "out")
    #expect((whole["findings"] as? [Any])?.isEmpty == true)
    let seconds = try #require(whole["seconds"] as? Double)
    let duration = try #require(try folder.json(of: "out/manifest.json")["duration"] as? Double)
    #expect(abs(seconds - duration) < 0.001)
    try damage("out/" + Script.twoSceneFiles[1], in: folder)
    let result = try Guion2audio.run("verify", "--json", "out", "-q", in: folder, exits: 1)
    let damaged = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let findings = try #require(damaged["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["changed-file", "wrong-length"])
    for finding in findings {
      #expect(finding["chapter"] as? Int == 2)
      #expect(finding["file"] as? String == Script.twoSceneFiles[1])
      #expect(finding["severity"] as? String == "error")
      #expect((finding["message"] as? String)?.isEmpty == false)
    }
    #expect(findings[1]["document"] as? String == "s.fountain")
    #expect([4, 6, 8, 9].contains(findings[1]["line"] as? Int))
    #expect(findings[1]["time"] as? Double != nil)
  }

  @Test func `peaks of encoded files are those that another program hears`() throws {
    let folder = try book("--format", "mp3,opus,ogg,flac", "--loudness", "-9")
    let run = try Guion2audio.run("verify", "out", "--json", in: folder, exits: 0)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let peaks = try #require(report["peaks"] as? [[String: Any]])
    // Three chapters in three lossy formats.
    #expect(peaks.count == 9)
    var highest = -100.0
    for peak in peaks {
      let file = try #require(peak["file"] as? String)
      let level = try #require(peak["truePeak"] as? Double)
      let heard = try HeardLoudness(of: folder.path(of: "out/" + file)).truePeak
      // ffmpeg interpolates with a longer filter, so it can find higher peaks.
      #expect((-0.15...0.9).contains(heard - level), "\(file): \(level), \(heard)")
      highest = max(highest, level)
    }
    #expect(highest > -1)
    #expect(run.errors.contains("the highest peak is \(highest > 0 ? "+" : "")\(highest) dBTP in"))
  }

  @Test func aBookOfSeveralDocumentsNamesTheRightDocument() throws {
    let folder = try TemporaryFolder()
    for part in ["in", "in/part"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(of: part), withIntermediateDirectories: false)
    }
    try folder.write("# First\n\nWords of the first.\n", as: "in/01-first.md")
    try folder.write("# Second\n\nWords of the second.\n\n\nAnd more.\n", as: "in/part/02.md")
    try Guion2audio.run("in", "-o", "out", "--format", "wav", in: folder, exits: 0)
    // The last line of the second document is moved to a silent time.
    var manifest = try folder.json(of: "out/manifest.json")
    var chapters = try #require(manifest["chapters"] as? [[String: Any]])
    var items = try #require(chapters[1]["items"] as? [[String: Any]])
    let length = try #require(chapters[1]["duration"] as? Double)
    items[2]["start"] = length - 1.5
    items[2]["end"] = length - 0.5
    chapters[1]["items"] = items
    manifest["chapters"] = chapters
    try JSONSerialization.data(withJSONObject: manifest)
      .write(to: URL(filePath: folder.path(of: "out/manifest.json")))
    let result = try Guion2audio.run("verify", "out", in: folder, exits: 1)
    #expect(result.output.lines.count == 1)
    #expect(
      result.output.hasPrefix("part/02.md:6: warning: \"And more.\" is silent, "),
      "\(result.output)")
    #expect(result.output.hasSuffix(" [silent-line]\n"))
  }

  @Test func theTempoOfTheBuildIsNotAFault() throws {
    for rate in ["0.5", "2"] {
      let folder = try book("--rate", rate)
      #expect(try Guion2audio.run("verify", "out", in: folder, exits: 0).output.isEmpty)
    }
  }

  @Test(arguments: [
    (["verify"], "verify needs a folder"),
    (["verify", ""], "verify needs a folder"),
    (["verify", "--json"], "verify needs a folder"),
    (["verify", "out", "more"], "verify accepts only one folder; remove \"more\""),
    (["verify", "out", "--force"], "--force is not an option of verify"),
    (["verify", "out", "-j", "0"], "--jobs 0: expected a whole number from 1 to 1024"),
  ]) func wrongUsageIs64(_ words: [String], _ message: String) throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(Guion2audio.path, words, in: folder.path)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.lines.first == "guion2audio: \(message)")
  }

  @Test func anUnreadableFolderIs66() throws {
    let folder = try TemporaryFolder("file", "text")
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "empty"), withIntermediateDirectories: false)
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "pipe"), withIntermediateDirectories: false)
    try #require(mkfifo(folder.path(of: "pipe/manifest.json"), 0o600) == 0)
    for (name, message) in [
      ("none", "cannot read none: No such file or directory"),
      ("file", "cannot read file: Not a directory"),
      (
        "empty",
        "empty is not the folder of a finished book: it has no manifest.json; build the book first"
      ),
      ("pipe", "cannot read pipe/manifest.json: it is a pipe"),
    ] {
      let result = try Guion2audio.run("verify", name, in: folder, exits: 66)
      #expect(result.errors == "guion2audio: \(message)\n")
      #expect(result.output.isEmpty)
    }
  }

  @Test func aManifestOfAnotherProgramIs65() throws {
    let folder = try TemporaryFolder("manifest.json", #"{"generator": "npm", "version": 1}"#)
    let result = try Guion2audio.run("verify", ".", in: folder, exits: 65)
    #expect(
      result.errors
        == "guion2audio: ./manifest.json is not a manifest that this version of guion2audio can read: "
        + "another program wrote it\n")
  }

  /// Text from a manifest must not control the terminal.
  @Test func controlCharactersAreEscaped() throws {
    let folder = try book()
    var manifest = try folder.json(of: "out/manifest.json")
    var files = try #require(manifest["files"] as? [[String: Any]])
    files.append(["role": "playlist", "file": "\u{1B}[2J\u{202E}", "sha256": ""])
    manifest["files"] = files
    let url = URL(filePath: folder.path(of: "out/manifest.json"))
    try JSONSerialization.data(withJSONObject: manifest).write(to: url)
    let result = try Guion2audio.run("verify", "out", in: folder, exits: 1)
    #expect(
      result.output
        == "out/\\u{1B}[2J\\u{202E}: error: it is listed in the manifest but missing; run the build again [missing-file]\n"
    )
    files[0]["file"] = "../\u{1B}[2J"
    manifest["files"] = files
    try JSONSerialization.data(withJSONObject: manifest).write(to: url)
    let hostile = try Guion2audio.run("verify", "out", in: folder, exits: 65)
    #expect(hostile.errors.contains("\"../\\u{1B}[2J\" is not the name of a file in this folder"))
  }
}
