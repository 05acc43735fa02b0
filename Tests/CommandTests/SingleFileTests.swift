import Foundation
import TestSupport
import Testing

/// Tests of `--single-file`, which writes the whole book to one file, in each format.
@Suite struct SingleFileTests {
  private static let script = "Title: Rooms\n\n" + Script.long(scenes: 6, lines: 4)

  private func chapters(_ path: String) throws -> [String] {
    let result = try Program.run(
      "ffprobe",
      ["-v", "error", "-of", "csv=p=0", "-show_chapters", "-show_entries", "chapter_tags", path])
    try #require(result.status == 0, "\(result.errors)")
    return result.output.lines
  }

  /// Returns when each stretch was encoded, by name.
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
    #expect(second.errors.lines.first?.hasPrefix("[7/7] 007 ") == true)
    let after = try stretches(folder)
    #expect(Set(after.filter { before[$0.key] != $0.value }.keys) == ["7.mp3", "7.flac"])
    // The result equals that of a clean build.
    let clean = try Program.run(Guion2audio.path, options + ["-o", "clean"], in: folder.path)
    try #require(clean.status == 0, "\(clean.errors)")
    #expect(try folder.contents(of: "out") == folder.contents(of: "clean"))
    try Guion2audio.run("verify", "out", in: folder, exits: 0)
  }

  @Test func `captions of the book and of a chapter never have the same name`() throws {
    let folder = try TemporaryFolder("s.md", "# 001 One\n\n## One\n\nHello.\n\n## Two\n\nThere.\n")
    let options = ["s.md", "--single-file", "--format", "flac", "--captions", "vtt", "-o", "out"]
    let first = try Program.run(Guion2audio.path, options, in: folder.path)
    #expect(
      first.output.lines == [
        "out/001.vtt", "out/002 Two.vtt", "out/001 One.flac", "out/001 One.vtt",
        "out/playlist.m3u8", "out/manifest.json",
      ])
    #expect(try Program.run(Guion2audio.path, options, in: folder.path).output == "")
    try Guion2audio.run("verify", "out", in: folder, exits: 0)
  }

  @Test func `control characters of names are not in any file`() throws {
    let folder = try TemporaryFolder("s.fountain", "INT. ROOM\n\nMARA\nThe words that matter.\n")
    try folder.write(
      #"""
      { "metadata": { "title": "A\u0000B", "author": "C\u001bD" },
        "characters": { "E\u0000F": { "voice": "espeak://en-gb+f3", "aliases": ["MARA"] } } }
      """#, as: "cast.json")
    let result = try Program.run(
      Guion2audio.path, ["s.fountain", "--format", "m4b", "--captions", "vtt,srt", "-o", "out"],
      in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    let names = try folder.names(in: "out").filter { !$0.hasPrefix(".") && $0 != "A B.m4b" }
    #expect(names.count == 8)
    for name in names {
      let text = try Data(contentsOf: URL(filePath: folder.path(of: "out/\(name)")))
      #expect(!text.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D }, "\(name)")
    }
    let tags = try Program.run(
      "ffprobe",
      [
        "-v", "error", "-of", "csv=p=0", "-show_entries", "format_tags=title,artist", "out/A B.m4b",
      ],
      in: folder.path)
    #expect(tags.output == "A B,C D\n")
  }

  @Test func `without the journal the stretches still belong to the book`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let options = ["s.fountain", "--single-file", "--format", "flac", "-o", "out"]
    #expect(try Program.run(Guion2audio.path, options, in: folder.path).status == 0)
    let before = try folder.contents(of: "out")
    try FileManager.default.removeItem(atPath: folder.path(of: "out/.guion2audio/journal"))
    let second = try Program.run(Guion2audio.path, options, in: folder.path)
    #expect(second.status == 0, "\(second.errors)")
    #expect(try folder.contents(of: "out") == before)
  }

  @Test func `shards give the same book as one build`() throws {
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

  @Test func `without a format it is mp3, and the option can be added and removed`() throws {
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

  /// Returns what ffprobe finds in a book file: the tags with names in lower case, the codec of the picture,
  /// and the number of chapter marks.
  private func facts(_ path: String) throws -> (
    tags: [String: String], picture: String?, marks: Int
  ) {
    let result = try Program.run(
      "ffprobe",
      [
        "-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters", path,
      ])
    try #require(result.status == 0, "\(result.errors)")
    let all = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let streams = try #require(all["streams"] as? [[String: Any]])
    let format = try #require(all["format"] as? [String: Any])
    let sound = streams.first { $0["codec_type"] as? String == "audio" }
    let tags = (format["tags"] as? [String: String] ?? [:])
      .merging(sound?["tags"] as? [String: String] ?? [:]) { first, _ in first }
    let picture = streams.first { $0["codec_type"] as? String == "video" }
    return (
      Dictionary(tags.map { ($0.key.lowercased(), $0.value) }) { first, _ in first },
      picture?["codec_name"] as? String, (all["chapters"] as? [Any])?.count ?? 0
    )
  }

  @Test func `every format has tags, picture, marks and captions`() throws {
    let document = """
      ---
      title: Rooms
      author: Ann Ash
      date: 2024-05-12
      description: Two rooms, and what is said in them.
      ---

      # First

      It is dark. A light goes on.

      # Second

      Well, well, well.

      """
    let folder = try TemporaryFolder("s.md", document)
    let formats = ["m4b", "mp3", "flac", "opus", "ogg"]
    let result = try Program.run(
      Guion2audio.path,
      [
        "s.md", "-o", "out", "--single-file", "--format", formats.joined(separator: ","),
        "--cover", "auto", "--captions", "vtt,srt",
      ], in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    for format in formats {
      let found = try facts(folder.path(of: "out/Rooms.\(format)"))
      #expect(found.marks == 2, "\(format)")
      #expect(found.picture == "png", "\(format)")
      #expect(found.tags["title"] == "Rooms", "\(format)")
      #expect(found.tags["artist"] == "Ann Ash", "\(format)")
      #expect(found.tags["date"] == "2024", "\(format)")
      let summary = found.tags["description"] ?? found.tags["comment"]
      #expect(summary == "Two rooms, and what is said in them.", "\(format)")
    }
    // The chapters' captions follow each other, in another program too.
    for name in ["vtt", "srt"] {
      let whole = try starts(folder.path(of: "out/Rooms.\(name)"))
      let parts = try ["001 First", "002 Second"].map {
        try starts(folder.path(of: "out/\($0).\(name)"))
      }
      #expect(whole.count == parts[0].count + parts[1].count && parts[1].count > 1)
      #expect(Array(whole.prefix(parts[0].count)) == parts[0])
      let shift = try #require(whole.dropFirst(parts[0].count).first) - parts[1][0]
      #expect(
        zip(whole.suffix(parts[1].count), parts[1]).allSatisfy { abs($0 - $1 - shift) < 0.0015 })
    }
    try Guion2audio.run("verify", "out", in: folder, exits: 0)
  }

  /// Returns when the cues of a caption file begin, in seconds.
  private func starts(_ path: String) throws -> [Double] {
    let packets = try Program.run(
      "ffprobe", ["-v", "error", "-of", "csv=p=0", "-show_entries", "packet=pts_time", path])
    return packets.output.lines.compactMap { Double($0.prefix { $0 != "," }) }
  }
}
