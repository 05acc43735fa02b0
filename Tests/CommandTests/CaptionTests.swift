import Foundation
import TestSupport
import Testing

/// Tests of `--captions` with the real engine and its word times.
@Suite struct CaptionTests {
  private static let examples = [
    "the-last-train/the-last-train.fountain", "names/the-galley.fountain", "de/der-nistkasten.md",
    "fr/l-ascenseur.fountain",
  ]

  /// Returns a folder with an example, and the name of its script there.
  private func copy(_ example: String) throws -> (folder: TemporaryFolder, script: String) {
    let folder = try TemporaryFolder()
    let source = URL(filePath: Repository.path(of: "Examples/" + example))
    for name in [source.lastPathComponent, "cast.json"] {
      let file = source.deletingLastPathComponent().appending(path: name)
      // The casts of the English examples name natural voices, which the user of tests has switched off.
      guard FileManager.default.fileExists(atPath: file.path),
        try !String(contentsOf: file, encoding: .utf8).contains("\"heart\"")
      else { continue }
      try FileManager.default.copyItem(at: file, to: URL(filePath: folder.path(of: name)))
    }
    return (folder, source.lastPathComponent)
  }

  private func names(_ folder: TemporaryFolder, _ suffix: String) throws -> [String] {
    try folder.names(in: "out").filter { $0.hasSuffix(suffix) }
  }

  /// Returns the cues as ffmpeg reads them: start and end in milliseconds, and the text.
  private func cues(_ path: String) throws -> [(start: Int, end: Int, lines: [String])] {
    let result = try Program.run(
      "ffmpeg", ["-v", "error", "-i", path, "-f", "webvtt", "-"])
    try #require(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let blocks = result.output.split(separator: "\n\n").dropFirst()
    return try blocks.map { block in
      let lines = block.split(separator: "\n").map(String.init)
      let times = try #require(lines.first).components(separatedBy: " --> ").map(milliseconds)
      return (times[0], times[1], Array(lines.dropFirst()))
    }
  }

  private func milliseconds(_ text: String) -> Int {
    text.split(whereSeparator: { ":.".contains($0) }).reversed().compactMap { Int($0) }
      .enumerated().reduce(0) { $0 + $1.element * [1, 1000, 60_000, 3_600_000][$1.offset] }
  }

  @Test(arguments: examples) func `another program reads the same cues from both formats`(
    example: String
  ) throws {
    let (folder, script) = try copy(example)
    try Guion2audio.run(script, "-o", "out", "-q", "--captions", "vtt,srt", in: folder, exits: 0)
    let chapters = try #require(
      try folder.json(of: "out/manifest.json")["chapters"] as? [[String: Any]])
    #expect(try names(folder, ".vtt").count == chapters.count)
    for (chapter, name) in zip(chapters, try names(folder, ".mp3")) {
      let stem = folder.path(of: "out/") + name.dropLast(4)
      let (vtt, srt) = (try cues(stem + ".vtt"), try cues(stem + ".srt"))
      #expect(vtt.map(\.start) == srt.map(\.start))
      #expect(vtt.map(\.end) == srt.map(\.end))
      // The first cue starts at the manifest's time, and no cue ends after the chapter.
      let items = try #require(chapter["items"] as? [[String: Any]])
      let first = try #require(items.first?["start"] as? Double)
      #expect(vtt.first?.start == Int((first * 1000).rounded()))
      let duration = try #require(chapter["duration"] as? Double)
      #expect(vtt.allSatisfy { $0.start < $0.end && Double($0.end) <= duration * 1000 + 1 })
      #expect(zip(vtt, vtt.dropFirst()).allSatisfy { $0.start <= $1.start })
      #expect(vtt.allSatisfy { (1...2).contains($0.lines.count) })
      #expect((vtt + srt).flatMap(\.lines).allSatisfy { $0.count <= 42 + 6 })
      // The captions contain all spoken text as its author wrote it, but not the program's own words.
      let said = items.filter { $0["kind"] as? String != "announcement" }
        .compactMap { ($0["written"] ?? $0["text"]) as? String }.joined(separator: " ")
      let read = vtt.flatMap(\.lines).joined(separator: " ")
      #expect(read.words.sorted() == said.words.sorted())
    }
  }

  @Test func `captions have the words that their author wrote, without struck-through text`() throws
  {
    let folder = try TemporaryFolder(
      "a.md",
      "# Tea, $5\n\nHe ~~never~~ *always* owes Mr. Ash $5.\n\n| Oven | Time |\n|---|---|\n| 250 °C | 2 h |\n"
    )
    try Guion2audio.run("a.md", "-o", "out", "-q", "--captions", "vtt", in: folder, exits: 0)
    let text = try folder.text(of: "out/001 Tea, $5.vtt")
    let shown = text.split(separator: "\n").filter { !$0.contains("-->") }.dropFirst()
    #expect(
      shown.dropFirst().map(String.init) == [
        "He always owes Mr. Ash $5.", "Oven: 250 °C | Time: 2 h",
      ])
    // An option brings back the program's own words.
    let script = try TemporaryFolder("s.fountain", Script.twoScenes)
    for (options, count) in [([], 0), (["--caption-announcements"], 1)] {
      let result = try Program.run(
        Guion2audio.path, ["s.fountain", "-o", "out", "-q", "--captions", "vtt"] + options,
        in: script.path)
      #expect(result.status == 0, "\(result.errors)")
      let names = try script.names(in: "out").filter { $0.hasSuffix(".vtt") }
      let all = try names.map { try script.text(of: "out/" + $0) }.joined()
      #expect(all.contains(" says:") == (count == 1))
    }
  }

  @Test func `an edited line changes the captions of one chapter`() throws {
    let (folder, script) = try copy(Self.examples[0])
    func build() throws -> [String] {
      try Guion2audio.run(
        script, "-o", "out", "--captions", "vtt,srt", in: folder, exits: 0
      ).output.lines
    }
    #expect(try build().count == 14)
    #expect(try build().isEmpty)
    let before = try folder.contents(of: "out")
    let text = try folder.text(of: script)
    let edited = text.replacing("Is it coming or isn't it?", with: "Is it coming or is it not?")
    #expect(edited != text)
    try folder.write(edited, as: script)
    let written = try build()
    #expect(written.count == 5)
    #expect(written.count { $0.hasSuffix(".vtt") } == 1)
    let after = try folder.contents(of: "out")
    #expect(
      Set(after.keys.filter { after[$0] != before[$0] }.map { "out/" + $0 })
        == Set(written.filter { !$0.hasSuffix("m3u8") } + ["out/playlist.m3u8"]))
    try Guion2audio.run(script, "-o", "new", "-q", "--captions", "vtt,srt", in: folder, exits: 0)
    #expect(try folder.contents(of: "new") == after)
  }

  @Test func `shards have their captions`() throws {
    let (folder, script) = try copy(Self.examples[0])
    for shard in ["1/2", "2/2"] {
      try Guion2audio.run(
        script, "-o", "out", "-q", "--captions", "srt,vtt", "--shard", shard, in: folder, exits: 0)
    }
    try Guion2audio.run("assemble", "out", "-q", in: folder, exits: 0)
    try Guion2audio.run(script, "-o", "one", "-q", "--captions", "srt,vtt", in: folder, exits: 0)
    #expect(try folder.contents(of: "out") == folder.contents(of: "one"))
    try Guion2audio.run("verify", "out", "-q", in: folder, exits: 0)
    try folder.write("WEBVTT\n", as: "out/" + (try names(folder, ".vtt")[0]))
    let verified = try Guion2audio.run("verify", "out", "-q", in: folder, exits: 1)
    #expect(verified.output.contains("[changed-file]"))
  }

  @Test func `the configuration can request captions, and the command line switch them off`() throws
  {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let config = try folder.write(#"{"defaults": {"captions": ["srt"]}}"#, as: "config.json")
    for (options, count) in [([], 3), (["--captions", "none"], 0)] {
      let result = try Program.run(
        Guion2audio.path, ["s.fountain", "-o", "out", "-q"] + options, in: folder.path,
        environment: ["GUION2AUDIO_CONFIG": config])
      #expect(result.status == 0, "\(result.errors)")
      #expect(try names(folder, ".srt").count == count)
    }
  }

  @Test(arguments: [
    ("ass", "--captions ass: unknown caption format; "),
    ("vtt,", "--captions : unknown caption format; "), ("", "--captions : unknown caption format"),
    ("str", "did you mean srt?"),
  ])
  func `an unknown format is wrong usage`(value: String, message: String) throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Guion2audio.run("s.fountain", "--captions", value, in: folder, exits: 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `captions are reported as the reason for rendering`() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try Guion2audio.run("s.fountain", "-o", "out", "-q", in: folder, exits: 0)
    let result = try Guion2audio.run(
      "s.fountain", "-o", "out", "-v", "--captions", "vtt", in: folder, exits: 0)
    #expect(
      result.errors.contains("captions or read-along text were requested"), "\(result.errors)")
  }
}

extension String {
  /// The words, whatever spaces are between them.
  fileprivate var words: [Substring] { split { $0.isWhitespace } }
}
