import Foundation
import TestSupport
import Testing

/// Tests of Markdown, plain text and folders of both, as a user renders them.
@Suite struct DocumentTests {
  private func render(_ arguments: [String], in folder: TemporaryFolder, exits status: Int32 = 0)
    throws -> ProgramResult
  {
    let result = try Program.run(
      Guion2audio.path, arguments + ["--format", "wav"], in: folder.path)
    try #require(result.status == status, "\(result.errors)")
    return result
  }

  private struct Book: Decodable {
    struct Chapter: Decodable {
      struct Item: Decodable {
        var kind, text, speaker, voice: String
        var line: Int
        var source: String?
      }
      var index: Int
      var title, file: String
      var items: [Item]
    }
    struct Source: Decodable { var file: String }
    var title, language: String
    var authors: [String]
    var cast: [String: String]
    var chapters: [Chapter]
    var sources: [Source]

    init(_ path: String) throws {
      self = try JSONDecoder().decode(
        Self.self, from: Data(contentsOf: URL(filePath: path + "/manifest.json")))
    }

    var titles: [String] { chapters.map(\.title) }
    func texts(_ chapter: Int) -> [String] { chapters[chapter].items.map(\.text) }
  }

  private static let article = """
    ---
    title: On Boats
    author: [Ann Ash, Ben Birch]
    language: en-GB
    ---

    # On Boats

    Before.

    ## One

    First.

    ### Deeper

    More.

    ## Two

    Last.

    """

  @Test func anArticleNeedsNoCastAndNoOptions() throws {
    let folder = try TemporaryFolder("on-boats.md", Self.article)
    _ = try render(["on-boats.md"], in: folder)
    let book = try Book(folder.path(of: "on-boats.audiobook"))
    #expect(book.title == "On Boats")
    #expect(book.authors == ["Ann Ash", "Ben Birch"])
    #expect(book.language == "en-GB")
    #expect(book.titles == ["On Boats", "One", "Two"])
    #expect(book.texts(0) == ["On Boats. Written by Ann Ash and Ben Birch.", "Before."])
    #expect(book.texts(1) == ["One", "First.", "Deeper", "More."])
    #expect(book.chapters[2].items.map(\.line) == [19, 21])
  }

  struct Split: Sendable {
    var options: [String]
    var titles: [String]
  }

  @Test(arguments: [
    Split(options: ["--split", "document"], titles: ["On Boats"]),
    Split(options: ["--split", "scene"], titles: ["On Boats"]),
    Split(options: ["--split", "chapter"], titles: ["On Boats", "One", "Two"]),
    Split(options: ["--chapter-level", "1"], titles: ["On Boats"]),
    Split(options: ["--chapter-level", "3"], titles: ["On Boats", "One", "Deeper", "Two"]),
  ]) func optionsChooseTheChapters(_ row: Split) throws {
    let folder = try TemporaryFolder("b.md", Self.article)
    _ = try render(["b.md", "-o", "o"] + row.options, in: folder)
    #expect(try Book(folder.path(of: "o")).titles == row.titles)
  }

  @Test func aTitleFollowedByNoTextOpensTheFirstChapter() throws {
    let folder = try TemporaryFolder("b.md", "# Book\n\n## One\n\nA.\n\n## Two\n\nB.\n")
    _ = try render(["b.md", "-o", "o"], in: folder)
    let book = try Book(folder.path(of: "o"))
    #expect(book.titles == ["One", "Two"])
    #expect(book.texts(0) == ["Book.", "One", "A."])
  }

  @Test func aDocumentThatIsOnlyAHeadingIsSpoken() throws {
    let folder = try TemporaryFolder("b.md", "# Only This\n")
    _ = try render(["b.md", "-o", "o"], in: folder)
    let book = try Book(folder.path(of: "o"))
    #expect(book.titles == ["Only This"])
    #expect(book.texts(0) == ["Only This."])
  }

  @Test func standardInputInEveryFormat() throws {
    let folder = try TemporaryFolder()
    for (format, text) in [("markdown", "*Word*."), ("text", "*Word*."), ("fountain", "*Word*.")] {
      try Guion2audio.run(
        "-", "--from", format, "-o", format, "--format", "wav", in: folder, input: text, exits: 0)
      let book = try Book(folder.path(of: format))
      #expect(book.chapters[0].items.last?.text == "Word.")
    }
  }

  @Test func severalInputsGetAFolderEach() throws {
    let folder = try TemporaryFolder("a.md", "# A\n\nOne.\n")
    try folder.write("Two.", as: "b.txt")
    try folder.write(Script.twoScenes, as: "c.fountain")
    let result = try render(["a.md", "b.txt", "c.fountain", "-o", "all"], in: folder)
    #expect(try folder.names(in: "all") == ["a", "b", "c"])
    #expect(result.output.lines.contains("all/b/001 b.wav"))
    #expect(try Book(folder.path(of: "all/c")).title == "Two Rooms")
    _ = try render(["a.md", "b.txt"], in: folder)
    #expect(
      folder.exists("a.audiobook/manifest.json") && folder.exists("b.audiobook/manifest.json"))
  }

  @Test func namesOfDotsStayInTheFolder() throws {
    let folder = try TemporaryFolder("...md", "# X\n\nA.\n")
    try folder.write("# Y\n\nB.\n", as: "y.md")
    try folder.write("Z.", as: "..md")
    _ = try render(["...md", "y.md", "-o", "o"], in: folder)
    #expect(try folder.names() == ["...md", "..md", "o", "y.md"])
    #expect(try folder.names(in: "o") == ["book", "y"])
    _ = try render(["...md", "..md", "-o", "p"], in: folder, exits: 64)
    #expect(!folder.exists("p"))
  }

  @Test func aVeryLongNameIsShortened() throws {
    let name = String(repeating: "n", count: 250)
    let folder = try TemporaryFolder("\(name).md", "Text.")
    _ = try render(["\(name).md"], in: folder)
    #expect(folder.exists(String(repeating: "n", count: 200) + ".audiobook/manifest.json"))
  }

  @Test(arguments: ["/dev/zero"]) func anEndlessInputIs65(_ path: String) throws {
    let folder = try TemporaryFolder()
    let result = try render([path, "--from", "markdown"], in: folder, exits: 65)
    let message = "the document is larger than 64 MB; split it into several books"
    #expect(result.errors == "\(path): error: \(message) [too-large]\n")
  }

  @Test func aLoneHeadingAfterTextKeepsItsPosition() throws {
    let folder = try TemporaryFolder("b.md", "Intro.\n\n## Conclusion\n\nBye.\n")
    _ = try render(["b.md", "-o", "o"], in: folder)
    let book = try Book(folder.path(of: "o"))
    #expect(book.title == "b")
    #expect(book.texts(0) == ["Intro.", "Conclusion", "Bye."])
  }

  @Test func aHeadingThatStartsTheFirstChapterIsSpokenOnce() throws {
    let folder = try TemporaryFolder("b.md", "# One\n\na\n\n## B\n\nb\n")
    _ = try render(["b.md", "-o", "o", "--chapter-level", "1"], in: folder)
    #expect(try Book(folder.path(of: "o")).texts(0) == ["One", "a", "B", "b"])
  }

  @Test func oneWrongInputOfSeveralPreventsAllBuilds() throws {
    let folder = try TemporaryFolder("a.md", "# A\n\nOne.\n")
    try folder.write("<!-- nothing -->", as: "b.md")
    try folder.write("---\ntitle: [\n---\n", as: "c.md")
    let result = try render(["a.md", "b.md", "c.md", "d.md"], in: folder, exits: 65)
    #expect(result.errors.contains("b.md: error: "))
    #expect(result.errors.contains("c.md:3:1: error: ") || result.errors.contains("c.md:2:"))
    #expect(result.errors.contains("cannot read d.md: No such file"))
    #expect(try folder.names() == ["a.md", "b.md", "c.md"])
  }

  @Test func aFolderIsOneBookInTheOrderOfNames() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "notes"), withIntermediateDirectories: false)
    try folder.write("# Two\n\nB.\n", as: "notes/2-two.md")
    try folder.write("# Ten\n\nC.\n\n# More\n\nD.\n", as: "notes/10-ten.md")
    try folder.write("Words without a heading.\n", as: "notes/1-the_start.md")
    try folder.write("no chapter", as: "notes/requirements.txt")
    try folder.write("{\"narrator\": \"espeak://en-gb\"}", as: "notes/cast.json")
    _ = try render(["notes/"], in: folder)
    let book = try Book(folder.path(of: "notes.audiobook"))
    #expect(book.title == "notes")
    #expect(book.titles == ["The start", "Two", "Ten", "More"])
    #expect(book.cast[""] == "espeak://en-gb")
    #expect(book.sources.map(\.file) == ["1-the_start.md", "2-two.md", "10-ten.md"])
    #expect(
      book.chapters.flatMap(\.items).map { "\($0.source ?? "") \($0.line)" } == [
        "1-the_start.md 1", "1-the_start.md 1", "2-two.md 1", "2-two.md 3", "10-ten.md 1",
        "10-ten.md 3", "10-ten.md 5", "10-ten.md 7",
      ])
  }

  @Test func anMdBookHasTheTitleOfItsFile() throws {
    let folder = try TemporaryFolder(
      "book.toml",
      "[output.html]\ntitle = 'no'\n[book] # of ours\ntitle = \"The \\\"Boat\\\"\"\n"
        + "authors = [\n  'Ann', # first\n  \"B\\u00E9n\",\n]\nlanguage = \"en-GB\"\nsrc = \"text\"\n"
    )
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "text"), withIntermediateDirectories: false)
    try folder.write("[Start](start.md)\n\n- [One](one.md)\n", as: "text/SUMMARY.md")
    try folder.write("# Start\n\nA.\n", as: "text/start.md")
    try folder.write("INT. HALL - DAY\n\nANN\nHi.\n", as: "text/one.fountain")
    try folder.write("# One\n\n## Part\n\nB.\n", as: "text/one.md")
    _ = try render([".", "-o", "o"], in: folder)
    let book = try Book(folder.path(of: "o"))
    #expect(book.title == "The \"Boat\"")
    #expect(book.authors == ["Ann", "Bén"])
    #expect(book.language == "en-GB")
    #expect(book.titles == ["Start", "One"])
    #expect(book.texts(0) == ["The \"Boat\". Written by Ann and Bén.", "Start", "A."])
  }

  @Test func scriptsAndDocumentsInOneFolderFollowTheirOwnRules() throws {
    let folder = try TemporaryFolder(
      "1.fountain", "# Act\n\nINT. HALL - DAY\n\nMara: she *leaves*.\n\nMARA\nBye.\n")
    try folder.write("# Essay\n\n## Part\n\nMara: Hello.\n", as: "2.md")
    try folder.write("{\"characters\": {\"MARA\": \"espeak://en-us+f3\"}}", as: "cast.json")
    _ = try render([".", "-o", "o"], in: folder)
    let items = try Book(folder.path(of: "o")).chapters.flatMap(\.items)
    #expect(
      items.map { "\($0.kind) \($0.speaker) \($0.text)" } == [
        "section-heading  One", "scene-heading  Interior. Hall. Day.", "action  Mara: she leaves.",
        "announcement  Mara says:", "dialogue MARA Bye.", "section-heading  Essay",
        "section-heading  Part", "dialogue MARA Hello.",
      ])
  }

  @Test func anOrderFileIsFollowed() throws {
    let folder = try TemporaryFolder("SUMMARY.md", "# Summary\n\n- [B](b.md)\n- [A](a.md)\n")
    try folder.write("# Ay\n\nA.\n", as: "a.md")
    try folder.write("# Bee\n\nB.\n", as: "b.md")
    _ = try render([".", "-o", "o"], in: folder)
    #expect(try Book(folder.path(of: "o")).titles == ["Bee", "Ay"])
    try folder.write("- [B](b.md)\n- [C](c.md)\n", as: "SUMMARY.md")
    let result = try render([".", "-o", "p"], in: folder, exits: 65)
    #expect(result.errors.hasPrefix("./SUMMARY.md:2:") || result.errors.hasPrefix("SUMMARY.md:2:"))
    #expect(!folder.exists("p"))
  }

  @Test func labelsAreSpokenByTheCastOfFrontMatterAndFile() throws {
    let folder = try TemporaryFolder(
      "p.md",
      """
      ---
      guion2audio:
        narrator: espeak://en-gb
        characters:
          MARA: espeak://en-us+f3
          TOM: espeak://en-us+m3
      ---
      **MARA:** Hello.

      Tom: Hi.

      Nobody: x.
      """)
    try folder.write("{\"characters\": {\"Tom\": \"espeak://de+m2\"}}", as: "cast.json")
    _ = try render(["p.md", "-o", "o"], in: folder)
    let items = try Book(folder.path(of: "o")).chapters[0].items
    #expect(
      items.map { "\($0.kind) \($0.speaker) \($0.voice) \($0.text)" } == [
        "dialogue MARA espeak://en-us+f3 Hello.", "dialogue Tom espeak://de+m2 Hi.",
        "action  espeak://en-gb Nobody: x.",
      ])
  }

  @Test func aLabelSimilarToANameIsAWarning() throws {
    let folder = try TemporaryFolder("p.md", "MARA: Hi.\n\nMARRA: Hm.\n\nMARRA: Ah.\n\nNote: x.\n")
    try folder.write("{\"characters\": {\"MARA\": \"espeak://en-us+f3\"}}", as: "cast.json")
    let result = try render(["p.md", "-o", "o", "--progress", "none"], in: folder)
    #expect(
      result.errors.lines.dropLast() == [
        "p.md:3:1: warning: MARRA is not in the cast, so the narrator reads this paragraph; did you mean MARA? "
          + "[uncast-character]"
      ])
  }

  struct Wrong: Sendable {
    var name: String
    var bytes: [UInt8]
    var status: Int32
    var says: String
  }

  @Test(arguments: [
    Wrong(name: "empty.md", bytes: [], status: 65, says: "[nothing-spoken]"),
    Wrong(name: "blank.txt", bytes: Array(" \n\n".utf8), status: 65, says: "[nothing-spoken]"),
    Wrong(
      name: "silent.md", bytes: Array("<!-- a -->\n\n---\n\n...\n".utf8), status: 65,
      says: "[nothing-spoken]"),
    Wrong(
      name: "broken.md", bytes: Array("---\ntitle: \"a\nx: [\n---\n\nText.".utf8), status: 65,
      says: "[front-matter]"),
    Wrong(
      name: "cast.md",
      bytes: Array("---\ntitle: T\nguion2audio:\n  narator: espeak://en\n---\nText.".utf8),
      status: 65, says: "cast.md:4:3: error: \"narator\" is not a key of the guion2audio block"),
    Wrong(
      name: "image.md", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13],
      status: 65, says: "[binary-file]"),
    Wrong(
      name: "noise.md", bytes: (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 7) },
      status: 65, says: "[binary-file]"),
    Wrong(
      name: "latin.md", bytes: Array("Caf".utf8) + [0xE9] + Array(" au lait.".utf8), status: 0,
      says: "latin.md:1:4: note: "),
    Wrong(
      name: "nul.md", bytes: Array("One\0 two three four five six seven eight.".utf8), status: 0,
      says: "[nul-byte]"),
    Wrong(
      name: "twice.md",
      bytes: Array("---\ntitle: A\nguion2audio: {}\nguion2audio: {}\n---\nText.".utf8), status: 65,
      says: "twice.md:4:1: error: "),
    Wrong(
      name: "open.md", bytes: Array("---\ntitle: A\n\nText.".utf8), status: 0,
      says: "[unclosed-front-matter]"),
    Wrong(
      name: "bomb.md",
      bytes: Array(
        (String(repeating: "h|", count: 5000) + "\n" + String(repeating: "-|", count: 5000) + "\n"
          + String(repeating: "c|\n", count: 5000)).utf8), status: 0,
      says: "bomb.md:1:1: warning: this row has 5000 cells, but a table row is limited to"),
    Wrong(
      name: "sparse.md",
      bytes: Array(
        (String(repeating: "h|", count: 400) + "\n" + String(repeating: "-|", count: 400) + "\n"
          + String(repeating: "c|\n", count: 5000)).utf8), status: 0,
      says: "sparse.md:2:1: warning: this table has room for 400 × 5000 cells"),
    Wrong(
      name: "lang.md", bytes: Array("---\nlanguage: plain English\n---\nText.".utf8), status: 0,
      says: "[bad-language]"),
  ]) func badInputIsReportedWithItsPosition(_ row: Wrong) throws {
    let folder = try TemporaryFolder()
    try Data(row.bytes).write(to: URL(filePath: folder.path(of: row.name)))
    let result = try render([row.name, "-o", "o"], in: folder, exits: row.status)
    #expect(result.errors.contains(row.says), "\(result.errors)")
    #expect(folder.exists("o") == (row.status == 0))
  }

  @Test func utf16IsRead() throws {
    let folder = try TemporaryFolder()
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in "# Grüße\n\nText.\n".utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    try Data(bytes).write(to: URL(filePath: folder.path(of: "w.md")))
    _ = try render(["w.md", "-o", "o"], in: folder)
    #expect(try Book(folder.path(of: "o")).texts(0) == ["Grüße.", "Text."])
  }

  @Test func tenThousandNestedQuotationsAreRead() throws {
    let folder = try TemporaryFolder(
      "q.md",
      String(repeating: "> ", count: 10_000) + "deep\n\n" + String(repeating: "- ", count: 10_000)
        + "deeper\n")
    _ = try render(["q.md", "-o", "o"], in: folder)
    #expect(try Book(folder.path(of: "o")).texts(0) == ["deep", "deeper"])
  }

  @Test func twoBuildsOfADocumentAreIdentical() throws {
    let folder = try TemporaryFolder("b.md", Self.article)
    _ = try render(["b.md", "-o", "one", "--jobs", "1"], in: folder)
    _ = try render(["b.md", "-o", "two", "--jobs", "2"], in: folder)
    for name in try folder.names(in: "one") where !name.hasPrefix(".") {
      let files = try ["one", "two"].map {
        try Data(contentsOf: URL(filePath: folder.path(of: "\($0)/\(name)")))
      }
      #expect(files[0] == files[1], "\(name)")
    }
  }
}
