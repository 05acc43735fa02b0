import Foundation
import TestSupport
import Testing

/// Tests of `--cover`, and of covers that cast and front matter name.
@Suite struct CoverTests {
  // MARK: Wrong covers

  /// Wrong covers of every kind by name, and the expected message.
  private static let wrong: [(name: String, says: String)] = [
    ("empty.jpg", "is empty"),
    ("text.jpg", "is not a JPEG or PNG file; its content is checked, not its name"),
    ("short.png", "is damaged: its picture is incomplete"),
    ("animal.gif", "is not a JPEG or PNG file; its content is checked, not its name"),
    (
      "wide.png",
      "has 20000 × 600 pixels; each side can have at most 10000 pixels; 2400 × 2400 is best"
    ),
    ("heavy.png", "is larger than 10 MB; save it as a smaller JPEG"),
  ]

  private static func code(_ name: String) -> String {
    name == "heavy.png" ? "too-large" : "bad-cover"
  }

  private static let unreadable = [
    ("missing.jpg", "No such file or directory"), ("folder.jpg", "it is not a regular file"),
    ("pipe.jpg", "it is not a regular file"), ("loop.jpg", "it is a link that leads to itself"),
    ("https://example.org/c.jpg", "No such file or directory"),
  ]

  private func stage(_ document: String = CoverStage.document) throws -> CoverStage {
    let stage = try CoverStage(document)
    let picture = try stage.picture("good.png")
    try stage.write([], as: "empty.jpg")
    try stage.write(Array("Dear reader, here is no picture at all.\n".utf8), as: "text.jpg")
    try stage.write(picture.dropLast(20), as: "short.png")
    try stage.picture("animal.gif")
    var wide = Array(picture)
    wide.replaceSubrange(16..<20, with: [0, 0, 0x4E, 0x20])
    try stage.write(wide, as: "wide.png")
    try stage.write(picture + Data(count: 10_500_000), as: "heavy.png")
    let path = stage.folder.path
    for (program, words) in [
      ("mkdir", ["folder.jpg"]), ("mkfifo", ["pipe.jpg"]), ("ln", ["-s", "loop.jpg", "loop.jpg"]),
    ] {
      #expect(try Program.run(program, words, in: path).status == 0)
    }
    return stage
  }

  private func fails(
    _ stage: CoverStage, _ words: String..., exits status: Int32, says message: String
  ) throws {
    let result = try Program.run(
      Guion2audio.path, ["b.md", "-o", "out"] + words, in: stage.folder.path)
    #expect(result.status == status, "\(message): \(result.errors)")
    #expect(result.errors.contains(message + "\n"), "\(message): \(result.errors)")
    #expect(!stage.folder.exists("out"), "\(message)")
  }

  @Test func `a wrong file from the user is reported before building`() throws {
    let stage = try stage()
    for (name, says) in Self.wrong {
      let message = "\(name): error: the cover \(name) \(says) [\(Self.code(name))]"
      try fails(stage, "--cover", name, exits: 65, says: message)
    }
    for (name, says) in Self.unreadable {
      let message = "guion2audio: the cover \(name) cannot be read: \(says)"
      try fails(stage, "--cover", name, exits: 66, says: message)
    }
    try fails(
      stage, "--cover", "", exits: 64, says: "guion2audio: --cover needs a file or auto")
  }

  @Test func `a wrong file in the cast is reported with its position`() throws {
    let stage = try stage()
    let outside = try CoverStage()
    try outside.picture("c.png")
    try FileManager.default.createSymbolicLink(
      atPath: stage.folder.path(of: "link.png"),
      withDestinationPath: outside.folder.path(of: "c.png"))
    let links = [("link.png", "is outside the folder; copy it into the folder", "outside-folder")]
    let unreadable = Self.unreadable.dropLast().map { ($0.0, $0.1, "bad-cover") }
    for (name, says, code) in Self.wrong.map({ ($0.name, $0.says, Self.code($0.name)) }) + links {
      try stage.folder.write(#"{"metadata": {"cover": "\#(name)"}}"#, as: "cast.json")
      try fails(
        stage, exits: 65,
        says: "cast.json:1:24: error: the cover \(name) \(says) [\(code)]")
    }
    for (name, says, code) in unreadable {
      try stage.folder.write(#"{"metadata": {"cover": "\#(name)"}}"#, as: "cast.json")
      try fails(
        stage, exits: 65,
        says: "cast.json:1:24: error: the cover \(name) cannot be read: \(says) [\(code)]")
    }
    // The user's option has priority over the cast. The cover that the cast names is not read.
    try stage.build("--cover", "good.png")
    #expect(try stage.listed().map { $0["file"] } == ["cover.png"])
  }

  @Test(arguments: [[], ["--cover", "auto"]]) func `a drawing as the cover of an EPUB is left out`(
    _ options: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let book = MadeBook("<p>Words.</p>").with {
      $0.items =
        "<item id=\"c\" href=\"c.svg\" media-type=\"image/svg+xml\" properties=\"cover-image\"/>"
      $0.files = [MadeArchive.Entry("OEBPS/c.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")]
    }
    try Data(book.bytes).write(to: URL(filePath: folder.path(of: "a.epub")))
    let result = try Program.run(Guion2audio.path, ["check", "a.epub"] + options, in: folder.path)
    let cover = options.isEmpty ? "no" : "a drawn"
    #expect(result.status == 0)
    #expect(
      result.output.contains(
        "warning: the cover OEBPS/c.svg is not a JPEG or PNG file; its content is checked, not its name; "
          + "the book gets \(cover) cover [unused-cover]"))
  }

  @Test(arguments: [
    ("../good.png", "is outside the folder; copy it into the folder [outside-folder]"),
    ("/good.png", "is outside the folder; copy it into the folder [outside-folder]"),
    (
      "https://a.org/c.jpg",
      "cannot be read: No such file or directory; a cover must be a file: download it and name the file "
        + "[bad-cover]"
    ),
  ])
  func `a wrong file in the front matter is reported with its position`(
    cover: String, says: String
  ) throws {
    let stage = try CoverStage("---\ntitle: T\ncover: \(cover)\n---\n\nWords.\n")
    try Data().write(to: URL(filePath: stage.folder.path + "/../good.png"))
    try fails(stage, exits: 65, says: "b.md:3:8: error: the cover \(cover) \(says)")
    let script = try CoverStage("")
    try script.folder.write(
      "Title: T\nCover: \(cover)\n\nINT. HALL - DAY\n\nDark.\n", as: "b.fountain")
    let result = try Guion2audio.run("b.fountain", in: script.folder, exits: 65)
    #expect(
      result.errors.hasPrefix("b.fountain:2:1: error: the cover \(cover) \(says)"),
      "\(result.errors)")
  }

  @Test func `a small or oblong cover is a warning`() throws {
    let stage = try CoverStage()
    try stage.picture("c.jpg", "400x300")
    let result = try Guion2audio.run(
      "b.md", "--cover", "c.jpg", "--strict", in: stage.folder, exits: 65)
    #expect(
      result.errors.lines == [
        "c.jpg: warning: the cover c.jpg has 400 × 300 pixels; use 2400 × 2400 for shops and players "
          + "[small-cover]",
        "c.jpg: warning: the cover c.jpg has 400 × 300 pixels and is not square; set the cover fit "
          + "to \"pad\" [cover-shape]",
        "guion2audio: 2 warnings; with --strict, nothing is rendered",
      ])
    try stage.picture("d.jpg", "600x500")
    try stage.build("--cover", "d.jpg", "--cover-fit", "pad", "--strict")
    #expect(try stage.probe("cover.jpg") == "mjpeg,600,600\n")
  }

  // MARK: Where the cover is written

  @Test func `a cover is in the book, in the folder and in the manifest`() throws {
    let stage = try CoverStage()
    let jpeg = try stage.picture("c.jpg")
    let written = try stage.build("--cover", "c.jpg", "--format", "mp3,m4b")
    #expect(
      written == [
        "001 Hall.mp3", "002 Cellar.mp3", "Two Rooms.m4b", "cover.jpg", "playlist.m3u8",
        "manifest.json",
      ])
    #expect(try stage.bytes("cover.jpg") == jpeg)
    #expect(try stage.picture(in: "Two Rooms.m4b") == jpeg)
    // Chapters do not contain the cover.
    #expect(try stage.picture(in: "001 Hall.mp3") == nil)
    let sum = try Program.run("sha256sum", [stage.folder.path(of: "out/cover.jpg")])
    #expect(
      try stage.listed()
        == [["file": "cover.jpg", "role": "cover", "sha256": String(sum.output.prefix(64))]])
    try Guion2audio.run("verify", "out", in: stage.folder, exits: 0)
    try stage.write(jpeg + [0], as: "out/cover.jpg")
    let found = try Guion2audio.run("verify", "out", in: stage.folder, exits: 1)
    #expect(found.output.contains("cover.jpg"))
  }

  @Test func `a changed cover changes the book and the cover file, and renders nothing`() throws {
    let stage = try CoverStage()
    try stage.picture("c.png")
    let words = ["--cover", "c.png", "--format", "flac,m4b"]
    func build() throws -> [String] {
      try stage.build(words[0], words[1], words[2], words[3])
    }
    #expect(try build().count == 6)
    #expect(try build().isEmpty)
    let before = try stage.folder.contents(of: "out")
    let blue = try stage.picture("c.png", colour: "blue")
    #expect(try build() == ["Two Rooms.m4b", "cover.png", "manifest.json"])
    #expect(try stage.picture(in: "Two Rooms.m4b") == blue)
    for name in ["001 Hall.flac", "002 Cellar.flac", "playlist.m3u8"] {
      #expect(try stage.bytes(name) == before[name])
    }
    // A cover of another kind replaces the first one. Without the option it is removed.
    try stage.picture("c.jpg")
    #expect(
      try stage.build("--cover", "c.jpg", "--format", "flac,m4b")
        == ["Two Rooms.m4b", "cover.jpg", "manifest.json"])
    #expect(!stage.folder.exists("out/cover.png"))
    #expect(try stage.build("--format", "flac,m4b") == ["Two Rooms.m4b", "manifest.json"])
    #expect(!stage.folder.exists("out/cover.jpg") && stage.folder.exists("out/001 Hall.flac"))
    #expect(try stage.picture(in: "Two Rooms.m4b") == nil)
  }

  @Test func `a foreign file with its name stays`() throws {
    let stage = try CoverStage()
    try stage.picture("c.png")
    try stage.picture("out/cover.png", colour: "green")
    let mine = try stage.bytes("cover.png")
    let result = try Guion2audio.run(
      "b.md", "-o", "out", "--cover", "c.png", in: stage.folder, exits: 73)
    #expect(result.errors.contains("out/cover.png was not written by this program"))
    #expect(try stage.bytes("cover.png") == mine)
    try stage.build("--cover", "c.png", "--overwrite")
    #expect(try stage.bytes("cover.png") != mine)
  }

  @Test func `option, cast and front matter have priority in this order`() throws {
    let stage = try CoverStage("---\ntitle: T\ncover: art/m.png\n---\n\nWords.\n")
    let pictures = try ["red", "green", "blue"].enumerated().map {
      try stage.picture(["art/m.png", "art/k.png", "o.png"][$0.offset], colour: $0.element)
    }
    try stage.build("--cover", "auto")
    #expect(try stage.bytes("cover.png") == pictures[0])
    try stage.folder.write(#"{"metadata": {"cover": "art/k.png"}}"#, as: "cast.json")
    try stage.build()
    #expect(try stage.bytes("cover.png") == pictures[1])
    try stage.build("--cover", "o.png")
    #expect(try stage.bytes("cover.png") == pictures[2])
  }

  @Test func `in a folder, cover paths are relative to their document`() throws {
    let folder = try TemporaryFolder()
    let stage = CoverStage(folder: folder)
    let picture = try stage.picture("book/art/c.png")
    try stage.picture("book/parts/x.png")
    try folder.write("---\ncover: ../art/c.png\n---\n\nWords.\n", as: "book/parts/a.md")
    try Guion2audio.run("book", "-o", "out", in: folder, exits: 0)
    #expect(try stage.bytes("cover.png") == picture)
    try stage.picture("c.png")
    try folder.write("---\ncover: ../../c.png\n---\n\nWords.\n", as: "book/parts/a.md")
    let result = try Guion2audio.run("book", "-o", "out", in: folder, exits: 65)
    #expect(result.errors.hasPrefix("book/parts/a.md:2:8: error: "), "\(result.errors)")
    #expect(result.errors.contains("[outside-folder]"))
  }

  // MARK: Drawn

  @Test func `a drawn cover is the same each time, and follows the title`() throws {
    let stage = try CoverStage()
    let words = ["--cover", "auto", "--format", "m4b"]
    #expect(try stage.build(words[0], words[1], words[2], words[3]).contains("cover.png"))
    let first = try stage.bytes("cover.png")
    #expect(try stage.build(words[0], words[1], words[2], words[3]).isEmpty)
    #expect(try stage.picture(in: "Two Rooms.m4b") == first)
    #expect(try stage.probe("cover.png") == "png,2400,2400\n")
    // The file in the folder is used only if it has the drawn bytes.
    try stage.write(first.dropLast(1), as: "out/cover.png")
    #expect(try stage.build(words[0], words[1], words[2], words[3]) == ["cover.png"])
    #expect(try stage.bytes("cover.png") == first)
    try stage.build("--cover", "auto", "--format", "m4b", "--title", "Three Rooms")
    #expect(try stage.bytes("cover.png") != first)
  }

  @Test func `without Cairo only drawn covers fail, and the message names what is missing`() throws
  {
    let stage = try CoverStage()
    try stage.picture("c.png")
    // An invalid library acts like a missing one.
    try stage.write([], as: "libpangocairo-1.0.so.0")
    for (cover, status) in [("c.png", 0), ("auto", 69)] as [(String, Int32)] {
      let result = try Guion2audio.run(
        "b.md", "-o", "out", "--cover", cover, in: stage.folder,
        environment: ["LD_LIBRARY_PATH": stage.folder.path])
      #expect(result.status == status, "\(result.errors)")
      #expect(result.errors.contains("libpangocairo-1.0-0") == (status == 69))
    }
  }

  // MARK: Shards

  @Test(arguments: ["c.jpg", "auto"])
  func `shards carry the cover to assemble`(cover: String) throws {
    let stage = try CoverStage()
    let picture = try stage.picture("c.jpg")
    let name = cover == "auto" ? "cover.png" : "cover.jpg"
    let words = ["b.md", "-o", "out", "--cover", cover, "--format", "flac,m4b", "--shard"]
    for shard in ["1/2", "2/2"] {
      let result = try Program.run(Guion2audio.path, words + [shard], in: stage.folder.path)
      #expect(result.status == 0, "\(result.errors)")
      #expect(!stage.folder.exists("out/" + name))
    }
    let left = try stage.folder.names(in: "out/.guion2audio").filter { $0.hasPrefix("cover-") }
    #expect(left.count == 1)
    // Assemble needs only the output folder.
    for name in ["b.md", "c.jpg"] {
      try FileManager.default.removeItem(atPath: stage.folder.path(of: name))
    }
    try Guion2audio.run("assemble", "out", in: stage.folder, exits: 0)
    let bytes = try stage.bytes(name)
    #expect(try stage.picture(in: "Two Rooms.m4b") == bytes)
    if cover != "auto" { #expect(bytes == picture) }
    let joined = try stage.folder.contents(of: "out")
    // One build of the whole book gives the same files, and removes the shard records.
    try stage.folder.write(CoverStage.document, as: "b.md")
    try stage.write(picture, as: "c.jpg")
    let whole = try Program.run(Guion2audio.path, Array(words.dropLast()), in: stage.folder.path)
    #expect(whole.status == 0 && whole.output.isEmpty, "\(whole.errors)")
    #expect(try stage.folder.contents(of: "out") == joined)
    #expect(
      try !stage.folder.names(in: "out/.guion2audio").contains { $0.hasPrefix("cover-") })
  }

  @Test func `shards with a missing cover are not joined`() throws {
    let stage = try CoverStage()
    try stage.picture("c.jpg")
    func share() throws {
      try Guion2audio.run(
        "b.md", "-o", "out", "--cover", "c.jpg", "--shard", "1/1", in: stage.folder, exits: 0)
    }
    try share()
    let records = stage.folder.path(of: "out/.guion2audio")
    let left = try #require(
      try stage.folder.names(in: "out/.guion2audio").first { $0.hasPrefix("cover-") })
    for bytes in [nil, try Data(contentsOf: URL(filePath: "\(records)/\(left)")).dropLast(9)] {
      try FileManager.default.removeItem(atPath: "\(records)/\(left)")
      if let bytes { try bytes.write(to: URL(filePath: "\(records)/\(left)")) }
      let result = try Guion2audio.run("assemble", "out", in: stage.folder, exits: 1)
      #expect(result.errors.contains("the cover of the shards (cover.jpg) is missing"))
      // Building a shard again restores the cover.
      try share()
    }
    try Guion2audio.run("assemble", "out", in: stage.folder, exits: 0)
  }
}
