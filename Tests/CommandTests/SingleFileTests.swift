import Foundation
import TestSupport
import Testing

/// `--single-file`: the whole book in one file, in each of the formats.
@Suite struct SingleFileTests {
  private static let script = "Title: Rooms\n\n" + Script.long(scenes: 6, lines: 4)

  private func chapters(_ path: String) throws -> [String] {
    let result = try Program.run(
      "ffprobe",
      ["-v", "error", "-of", "csv=p=0", "-show_chapters", "-show_entries", "chapter_tags", path])
    try #require(result.status == 0, "\(result.errors)")
    return result.output.lines
  }

  /// When each stretch was encoded, by name.
  private func stretches(_ folder: TemporaryFolder) throws -> [String: Date] {
    let names = try folder.names(in: "out/.guion2audio").filter { $0.first?.isNumber == true }
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        let path = folder.path(of: "out/.guion2audio/\(name)")
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        return (name, try #require(facts[.modificationDate] as? Date))
      })
  }

  @Test func `an edit of a line encodes one chapter of each format`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let options = ["s.fountain", "--single-file", "--format", "mp3,flac"]
    let first = try Program.run(Guion2audio.path, options + ["-o", "out"], in: folder.path)
    try #require(first.status == 0, "\(first.errors)")
    #expect(
      first.output.lines
        == ["out/Rooms.mp3", "out/Rooms.flac", "out/playlist.m3u8", "out/manifest.json"])
    let before = try stretches(folder)
    #expect(before.count == 14)
    for format in ["mp3", "flac"] {
      #expect(try chapters(folder.path(of: "out/Rooms.\(format)")).count == 7)
    }
    try folder.write(
      Self.script.replacing("Line 4 of room 6", with: "Line five of room 6"), as: "s.fountain")
    let second = try Program.run(Guion2audio.path, options + ["-o", "out"], in: folder.path)
    try #require(second.status == 0, "\(second.errors)")
    #expect(second.errors.lines.last?.contains(" 6 reused, ") == true)
    let after = try stretches(folder)
    #expect(Set(after.filter { before[$0.key] != $0.value }.keys) == ["7.mp3", "7.flac"])
    // It is what a build from nothing makes.
    let clean = try Program.run(Guion2audio.path, options + ["-o", "clean"], in: folder.path)
    try #require(clean.status == 0, "\(clean.errors)")
    #expect(try folder.contents(of: "out") == folder.contents(of: "clean"))
    try Guion2audio.run("verify", "out", in: folder, exits: 0)
  }

  @Test func `shards make the book that one build makes`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let format = ["s.fountain", "--single-file", "--format", "opus,wav"]
    for options in [["out"], ["parts", "--shard", "1/2"], ["parts", "--shard", "2/2"]] {
      let result = try Program.run(Guion2audio.path, format + ["-o"] + options, in: folder.path)
      try #require(result.status == 0, "\(result.errors)")
    }
    let joined = try Guion2audio.run("assemble", "parts", in: folder, exits: 0)
    #expect(joined.output.lines.prefix(2) == ["parts/Rooms.opus", "parts/Rooms.wav"])
    #expect(try folder.contents(of: "out") == folder.contents(of: "parts"))
  }

  @Test func `without a format it is mp3, and chapters are kept when it comes and goes`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let options = ["s.fountain", "-o", "out"]
    for (single, names) in [([], 9), (["--single-file"], 3), ([], 9)] {
      let result = try Program.run(Guion2audio.path, options + single, in: folder.path)
      try #require(result.status == 0, "\(result.errors)")
      #expect(try folder.contents(of: "out").count == names)
      try Guion2audio.run("verify", "out", in: folder, exits: 0)
    }
    let clean = try Program.run(
      Guion2audio.path, ["s.fountain", "-o", "clean"], in: folder.path)
    try #require(clean.status == 0, "\(clean.errors)")
    #expect(try folder.contents(of: "out") == folder.contents(of: "clean"))
  }
}
