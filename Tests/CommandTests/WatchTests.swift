import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of `guion2audio watch`: which changes cause a build and which do not.
@Suite struct WatchTests {
  private let script = Script.twoScenes

  private func says(_ rendered: Int, _ reused: Int, warnings: Int = 0, _ folder: String = "out")
    -> String
  {
    "\(rendered) chapter\(rendered == 1 ? "" : "s") rendered, \(reused) reused, "
      + "\(warnings) warning\(warnings == 1 ? "" : "s") -> \(folder)"
  }

  @Test func `a script that is overwritten, replaced and touched`() throws {
    let stage = try WatchStage()
    #expect(try stage.build() == [says(3, 0)])
    try stage.write(script.replacing("Nobody.", with: "No one."), over: "s.fountain")
    #expect(try stage.build() == [says(1, 2)])
    // The script is written with the same contents, and touched. Neither causes a build, so the next message
    // is that of the next change.
    try stage.write(script.replacing("Nobody.", with: "No one."), over: "s.fountain")
    #expect(utimes(stage.folder.path(of: "s.fountain"), nil) == 0)
    stage.wait()
    try stage.replace("s.fountain", with: script.replacing("dark", with: "quite dark"))
    #expect(try stage.build() == [says(2, 1)])
    #expect(stage.end() == 143)
    #expect(stage.command.output.isEmpty)
    let clean = try TemporaryFolder("s.fountain", try stage.folder.text(of: "s.fountain"))
    try Guion2audio.run(
      "s.fountain", "--voice", "espeak://en-us", "-o", "out", "-q", in: clean, exits: 0)
    #expect(try stage.folder.contents(of: "out") == (try clean.contents(of: "out")))
  }

  @Test func `many writes cause one build`() throws {
    let stage = try WatchStage()
    _ = try stage.build()
    for number in 1...50 {
      try stage.write(script.replacing("dark", with: "dark \(number)"), over: "s.fountain")
    }
    _ = try stage.build()
    try stage.folder.write(#"{ "rules": "0" }"#, as: "cast.json")
    let lines = try stage.lines { $0.contains("cast.json:") }
    // On a busy machine the burst can look like two or three changes.
    #expect(lines.count { $0.contains(" -> ") } <= 2, "\(lines)")
    #expect(stage.end() == 143)
  }

  @Test func `a cast that is added, damaged, repaired and removed`() throws {
    let stage = try WatchStage()
    _ = try stage.build()
    try stage.folder.write(
      #"{ "characters": { "ANN": "espeak://en-us+f3", "CARL": "espeak://en-us+m3" } }"#,
      as: "cast.json")
    var lines = try stage.build()
    #expect(lines.count == 2 && lines[0].hasPrefix("new: cast.json:1:"), "\(lines)")
    #expect(lines.last?.hasSuffix("1 warning -> out") == true, "\(lines)")
    let unused = lines[0].dropFirst(5)
    // Findings that have not changed are not reported again.
    try stage.replace("s.fountain", with: script.replacing("Nobody.", with: "No one."))
    #expect(try stage.build() == [says(1, 2, warnings: 1)])
    try stage.write("{ nonsense", over: "cast.json")
    lines = try stage.build()
    #expect(lines.contains { $0.hasPrefix("new: cast.json:1:") && $0.contains(" error: ") })
    #expect(lines.contains("gone: \(unused)"), "\(lines)")
    #expect(lines.last == "not rendered, 1 error, 0 warnings -> out")
    try stage.write(#"{ "characters": { "ANN": "espeak://en-us+f3" } }"#, over: "cast.json")
    lines = try stage.build()
    #expect(lines.count == 2 && lines[0].hasPrefix("gone: cast.json:1:"), "\(lines)")
    try stage.remove("cast.json")
    lines = try stage.build()
    #expect(lines.count == 1 && lines[0].hasSuffix("0 warnings -> out"), "\(lines)")
    #expect(stage.end() == 143)
  }

  @Test func `a finding that moves with its line is not reported again`() throws {
    let stage = try WatchStage(
      script: "INT. A - DAY\n\nMARGARET\nHello.\n\nMARGRET\nOh.\n\nMARGARET\nYes.\n")
    #expect(try stage.build().first?.contains("[look-alike-cue]") == true)
    let text = try stage.folder.text(of: "s.fountain")
    try stage.replace("s.fountain", with: "INT. A - DAY\n\nIt rains.\n" + text.dropFirst(13))
    #expect(try stage.build() == [says(1, 0, warnings: 1)])
    try stage.replace("s.fountain", with: text.replacing("MARGRET", with: "MARGARET"))
    let lines = try stage.build()
    #expect(lines.count == 2 && lines[0].hasPrefix("gone: s.fountain:"), "\(lines)")
    #expect(stage.end() == 143)
  }

  @Test func `a script that cannot be planned, or is missing for a while`() throws {
    let stage = try WatchStage()
    _ = try stage.build()
    try stage.write("", over: "s.fountain")
    #expect(try stage.build().last == "not rendered, 1 error, 0 warnings -> out")
    try stage.remove("s.fountain")
    #expect(try stage.build().contains { $0.hasPrefix("new: ") && $0.contains("[unreadable]") })
    try stage.folder.write(script, as: "s.fountain")
    let lines = try stage.build()
    #expect(lines.contains { $0.hasPrefix("gone: ") && $0.contains("[unreadable]") })
    #expect(lines.last == says(0, 3))
    #expect(stage.end() == 143)
  }

  @Test func `a folder of documents with the output folder inside`() throws {
    let folder = try TemporaryFolder()
    for name in ["book", "book/part"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(of: name), withIntermediateDirectories: true)
    }
    try folder.write("# One\n\nFirst.\n", as: "book/1.md")
    let words = ["book", "--voice", "espeak://en-us", "-o", "book/out", "--read-along", "html"]
    let stage = try WatchStage(words, in: folder)
    #expect(try stage.build() == [says(1, 0, "book/out")])
    // A change of our own files, or of those of editors and other programs, causes no build.
    for name in ["book/.1.md.swp", "book/1.md~", "book/photo.raw"] {
      try folder.write("x", as: name)
    }
    stage.wait()
    try folder.write("# Two\n\nSecond.\n", as: "book/part/2.md")
    #expect(try stage.build() == [says(1, 1, "book/out")])
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "book/new"), withIntermediateDirectories: true)
    try folder.write("# Zero\n\nBefore all.\n", as: "book/new/0.md")
    #expect(
      try stage.build() == ["1 chapter rendered, 1 reused, 1 renamed, 0 warnings -> book/out"])
    try folder.write("[Two](part/2.md)\n", as: "book/SUMMARY.md")
    #expect(try stage.build().last?.contains(" 0 reused, 1 renamed") == true)
    #expect(stage.end() == 143)
  }

  @Test func `a cover and a picture that change`() throws {
    let covers = CoverStage(folder: try TemporaryFolder())
    let folder = covers.folder
    try covers.picture("c.png")
    try covers.picture("p.png", colour: "green")
    try folder.write("# One\n\n![A field](p.png)\n\nFirst.\n", as: "b.md")
    let stage = try WatchStage(
      [
        "b.md", "--voice", "espeak://en-us", "-o", "out", "--cover", "c.png", "--read-along",
        "html", "--progress", "json",
      ], in: folder)
    let isBuild = { (line: String) in line.contains(#""event":"build""#) }
    _ = try stage.lines(until: isBuild)
    let cover = try covers.picture("c.png", colour: "blue")
    let build = try #require(try stage.lines(until: isBuild).last)
    #expect(build.contains(#""rendered":0,"reused":1"#), "\(build)")
    #expect(try covers.bytes("cover.png") == cover)
    let pictures = try folder.names(in: "out/read-along")
    try covers.picture("p.png", colour: "yellow")
    _ = try stage.lines(until: isBuild)
    #expect(try folder.names(in: "out/read-along") != pictures)
    #expect(stage.end() == 143)
  }

  @Test func `only changed inputs are built`() throws {
    let folder = try TemporaryFolder("a.fountain", script)
    try folder.write(script.replacing("Two Rooms", with: "Other"), as: "b.fountain")
    // An entry that only the second script uses is not reported as unused.
    try folder.write(#"{ "characters": { "CARL": "espeak://en-us+m3" } }"#, as: "cast.json")
    try folder.write(script + "\nCARL\nHere.\n", as: "b.fountain")
    let stage = try WatchStage(
      ["a.fountain", "b.fountain", "--voice", "espeak://en-us"], in: folder)
    #expect(try stage.build() == [says(3, 0, "./a.audiobook")])
    #expect(try stage.build() == [says(3, 0, "./b.audiobook")])
    try stage.replace("b.fountain", with: script + "\nCARL\nThere.\n")
    #expect(try stage.build() == [says(1, 2, "./b.audiobook")])
    try stage.write(#"{ "characters": { "CARL": "espeak://en-us+m4" } }"#, over: "cast.json")
    #expect(try stage.build().last?.hasSuffix("./a.audiobook") == true)
    #expect(try stage.build() == [says(1, 2, "./b.audiobook")])
    #expect(stage.end() == 143)
  }

  @Test func `wrong usage`() throws {
    let folder = try TemporaryFolder("s.fountain", script)
    try Guion2audio.run("watch", in: folder, exits: 64)
    try Guion2audio.run("watch", "-", "--from", "fountain", in: folder, exits: 64)
    try Guion2audio.run("watch", "s.fountain", "--shard", "1/2", in: folder, exits: 64)
    try Guion2audio.run("watch", "none.fountain", in: folder, exits: 66)
    try Guion2audio.run("render", "s.fountain", "--play", in: folder, exits: 64)
    try Guion2audio.run("watch", "s.fountain", "--play", "--format", "m4b", in: folder, exits: 64)
    let result = try Guion2audio.run(
      "watch", "s.fountain", "--play", in: folder, environment: ["PATH": "/nonexistent"])
    #expect(result.status == 73 && result.errors.contains("no player"), "\(result.errors)")
  }
}
