import Foundation
import TestSupport
import Testing

/// Tests of `--retake`, which requests new takes of exactly the named lines.
@Suite struct RetakeTests {
  private static let road = "One for the road."
  private static let kind = "Two of a kind have gone to the cellar with a candle."
  private static let attic = "Three in the attic, and nobody on the stairs saw them."
  /// The speeches are in lines 4, 7, 12 and 15.
  private static let script = """
    INT. HALL - DAY

    ANN
    \(road)

    BEN
    \(kind)

    INT. ATTIC - NIGHT

    ANN
    \(road)

    BEN
    \(attic)

    """
  private static let files = ["001 INT. HALL - DAY.wav", "002 INT. ATTIC - NIGHT.wav"]

  /// Returns a stage with a finished book and all its clips in the cache.
  private func stage(
    fault: @escaping @Sendable (Int) -> LoopbackAnswer? = { _ in nil }
  ) throws -> PricedStage {
    let stage = try PricedStage(script: Self.script, settings: #", "concurrency": 1"#, fault: fault)
    try stage.folder.write(
      """
      { "narrator": "espeak://en-us",
        "characters": { "ANN": "paid://v1", "BEN": { "voice": "paid://v2", "aliases": ["BENNY"] } } }
      """, as: "cast.json")
    let built = try stage.render()
    try #require(built.status == 0, "\(built.errors)")
    try #require(stage.spoken.count == 3)
    return stage
  }

  private static func cost(_ texts: [String]) -> Double {
    Double(texts.reduce(0) { $0 + $1.count }) * PricedStage.price
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var list: String
    var texts: [String]
    var chapters: [Int]
    var testDescription: String { list }
  }

  @Test(arguments: [
    Row(list: "7", texts: [kind], chapters: [0]),
    Row(list: "s.fountain:15", texts: [attic], chapters: [1]),
    Row(list: "./s.fountain:7,15", texts: [kind, attic], chapters: [0, 1]),
    // The line is spoken in both chapters, but named in one.
    Row(list: "12", texts: [road], chapters: [1]),
    Row(list: "ben", texts: [kind, attic], chapters: [0, 1]),
    Row(list: "Benny , 4", texts: [kind, attic, road], chapters: [0, 1]),
    Row(list: "ANN", texts: [road], chapters: [0, 1]),
  ]) func `exactly the named lines are paid for again`(row: Row) throws {
    let stage = try stage()
    let sum = row.texts.reduce(0) { $0 + $1.count }
    #expect(try stage.planned("--retake", row.list) == sum)
    #expect(stage.spoken.count == 3)
    let less = String(format: "%.3f", Self.cost(row.texts) - PricedStage.price)
    let refused = try stage.render("--retake", row.list, "--max-cost", less)
    #expect(refused.status == 77, "\(refused.errors)")
    #expect(stage.spoken.count == 3)
    let enough = String(format: "%.3f", Self.cost(row.texts))
    let result = try stage.render("-v", "--retake", row.list, "--max-cost", enough)
    #expect(result.status == 0, "\(result.errors)")
    #expect(stage.spoken.dropFirst(3).sorted() == row.texts.sorted())
    for (chapter, file) in Self.files.enumerated() {
      let isRendered = row.chapters.contains(chapter)
      #expect(result.output.contains(file) == isRendered, "\(result.output)")
      let isTold = result.errors.lines.contains {
        $0.hasPrefix("chapter \(chapter + 1) ") && $0.hasSuffix(" is rendered: --retake")
      }
      #expect(isTold == isRendered, "\(result.errors)")
    }
    // The new takes are cached, and nothing is left to do.
    let again = try stage.render("--max-cost", "0")
    #expect(again.errors.contains("2 reused"), "\(again.errors)")
    #expect(try stage.render("--force", "--max-cost", "0").status == 0)
    #expect(stage.spoken.count == 3 + row.texts.count)
  }

  struct Slip: Sendable, CustomTestStringConvertible {
    var list: String
    var message: String
    var testDescription: String { list }
  }

  private static let nobody = "no line and no role has this name; "
  private static let roles = "known roles: ANN, BEN, narrator"

  @Test(arguments: [
    Slip(list: "8", message: "8: no spoken text begins on this line; did you mean 7?"),
    Slip(
      list: "s.fountain:90",
      message: "s.fountain:90: no spoken text begins on this line; did you mean s.fountain:15?"),
    Slip(list: "BENN", message: "BENN: \(nobody)did you mean BEN?"),
    Slip(
      list: "t.fountain:7", message: "t.fountain:7: no document of the book has this name"),
    Slip(
      list: "ANN,3x,8,BEN",
      message:
        "3x: \(nobody)\(Self.roles); 8: no spoken text begins on this line; "
        + "did you mean 7?"),
    Slip(
      list: "ANN,",
      message:
        "ANN,: a name is empty; write FILE:LINE, LINE or the name of a role, separated by commas"),
    Slip(
      list: "",
      message:
        ": a name is empty; write FILE:LINE, LINE or the name of a role, separated by commas"),
  ]) func `unknown lines are wrong usage, with a suggestion`(slip: Slip) throws {
    let stage = try stage()
    for command in [["plan", "s.fountain"], ["s.fountain", "-o", "out", "--format", "wav"]] {
      let result = try stage.run(command + ["--retake", slip.list])
      #expect(result.status == 64, "\(result.errors)")
      #expect(
        result.errors.lines.first == "guion2audio: --retake \(slip.message)", "\(result.errors)")
    }
    #expect(stage.spoken.count == 3)
  }

  @Test func `new takes need a cache and cannot be configured`() throws {
    let stage = try stage()
    let result = try stage.render("--retake", "7", "--no-cache")
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.contains("--retake replaces cached clips, so it cannot be used"))
    let text = try stage.folder.text(of: "config.json")
    try stage.folder.write(
      text.trimmingCharacters(in: .whitespacesAndNewlines).dropLast()
        + #", "defaults": { "retake": "7" } }"#, as: "config.json")
    #expect(try stage.render().status == 78)
    #expect(stage.spoken.count == 3)
  }

  @Test func `a name that changes nothing is reported`() throws {
    let stage = try stage()
    let before = try stage.folder.contents(of: "out")
    let free = try stage.render("--retake", "narrator", "--max-cost", "0")
    #expect(free.status == 0, "\(free.errors)")
    #expect(
      free.errors.contains(
        "warning: --retake narrator changes nothing, because espeak always speaks a line the same way [retake]"
      ), "\(free.errors)")
    #expect(free.errors.contains("2 reused"), "\(free.errors)")
    let other = try stage.render("--retake", "7", "--only", "2", "--max-cost", "0")
    #expect(
      other.errors.contains("--retake 7 changes nothing, because --only excludes its chapters"),
      "\(other.errors)")
    #expect(try stage.render("--retake", "narrator", "--strict").status == 65)
    // A user runs the same command for every shard. So the line of another shard causes no warning.
    let share = try stage.run([
      "plan", "s.fountain", "--retake", "7", "--shard", "2/2", "--strict",
    ])
    #expect(share.status == 0, "\(share.errors)")
    #expect(try stage.folder.contents(of: "out") == before)
    #expect(stage.spoken.count == 3)
    let both = try stage.render("--retake", "ANN", "--only", "2")
    #expect(both.status == 0, "\(both.errors)")
    #expect(stage.spoken.dropFirst(3) == [Self.road])
    #expect(!both.output.contains(Self.files[0]))
  }

  /// From the finding of `verify` to a repaired line.
  ///
  /// A take with 46 characters a second could be a fast voice, so the build accepts it, but `verify` reports
  /// it.
  @Test func `a line from a finding of verify gets a new take`() throws {
    let seconds = Double(Self.attic.count) / 46
    let fast = FakeSpeechServer.samples(of: Self.attic).prefix(Int(seconds * 24_000) * 2)
    let stage = try stage {
      $0 <= 3 ? .bytes(FakeSpeechServer.wav(Array(fast), rate: 24_000), type: "audio/wav") : nil
    }
    let found = try stage.run(["verify", "out", "--json"])
    #expect(found.status == 1, "\(found.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [String: Any]
    let findings = try #require(report?["findings"] as? [[String: Any]])
    #expect(findings.allSatisfy { $0["code"] as? String == "too-fast" })
    let lines = findings.compactMap { $0["retake"] as? String }
    #expect(lines.contains("s.fountain:15"), "\(lines)")
    #expect(lines.count == findings.count)
    let again = try stage.render("--retake", lines.joined(separator: ","))
    #expect(again.status == 0, "\(again.errors)")
    #expect(Set(stage.spoken.dropFirst(3)).contains(Self.attic))
    #expect(try stage.run(["verify", "out"]).status == 0)
  }

  @Test func `a document in a folder has the name that verify prints`() throws {
    let stage = try PricedStage(script: Self.script)
    for folder in ["book", "book/part"] {
      try FileManager.default.createDirectory(
        atPath: stage.folder.path(of: folder), withIntermediateDirectories: false)
    }
    let texts = ["The first of these is not long.", "The second one is hardly any longer."]
    let names = ["Act 1, Scene 2.md", "part/2.md"]
    for (name, text) in zip(names, texts) {
      try stage.folder.write("# Heading\n\n\(text)\n", as: "book/\(name)")
    }
    let render = ["book", "-o", "out", "--format", "wav", "--voice", "paid://v1"]
    let built = try stage.run(render)
    #expect(built.status == 0, "\(built.errors)")
    let before = stage.spoken.count
    for (list, expected) in [
      ("Act 1, Scene 2.md:3", [texts[0]]), ("2.md:3,book/Act 1, Scene 2.md:3", texts),
      ("part/2.md:3", [texts[1]]),
    ] {
      let start = stage.spoken.count
      let result = try stage.run(render + ["--retake", list])
      #expect(result.status == 0, "\(result.errors)")
      #expect(stage.spoken.dropFirst(start).sorted() == expected.sorted(), "\(list)")
    }
    #expect(stage.spoken.count == before + 4)
    let bare = try stage.run(render + ["--retake", "3"])
    #expect(bare.status == 64)
    #expect(
      bare.errors.contains("--retake 3: there are several documents; name one of them: FILE:3"),
      "\(bare.errors)")
  }

  /// If a new take is bad twice, its line fails, and the book stays unchanged.
  @Test func `a failed new take leaves book and clip unchanged`() throws {
    let silent = LoopbackAnswer.bytes(
      FakeSpeechServer.wav([UInt8](repeating: 0, count: 96_000), rate: 24_000), type: "audio/wav")
    let stage = try stage { $0 > 3 ? silent : nil }
    let before = try stage.folder.contents(of: "out")
    let result = try stage.render("--retake", "15")
    #expect(result.status == 1, "\(result.errors)")
    #expect(
      result.errors.contains(
        "s.fountain:15:1: error: chapter 2: paid: in both takes, the voice was silent"),
      "\(result.errors)")
    #expect(stage.spoken.count == 5)
    #expect(try stage.folder.contents(of: "out") == before)
    #expect(try stage.render("--force", "--max-cost", "0").status == 0)
    #expect(try stage.folder.contents(of: "out") == before)
  }
}
