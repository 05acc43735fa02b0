import Guion
import Narration
import TestSupport
import Testing

/// Tests of Documentation/speech.md, "Speaker labels": who speaks in prose, and where.
@Suite struct SpeakerLabelsTests {
  typealias Row = LabelRow

  private static let root: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(4).joined(separator: "/")
  }()

  // MARK: The fixture

  /// The position of each speech in the page, from the first to the last.
  private static let page = """
    5:1 cue ALICE
    5:1 says Bold, with the colon inside.
    7:1 cue BOB
    7:1 says Bold, with the colon outside.
    9:1 cue ALICE
    9:1 says Plain, in capitals.
    11:1 cue Bob
    11:1 says Plain, in small letters.
    13:1 cue Carol Anne
    13:1 says An alias of Carol.
    15:1 cue ALICE
    15:1 direction whispering
    15:1 says A direction first.
    17:1 cue BOB (on the phone)
    17:1 says A direction beside the name.
    19:1 cue ALICE
    19:1 says (This is said, it is no direction.) And this.
    21:1 cue BOB
    21:1 says Two lines of⏎one speech.
    24:1 cue ALICE
    24:1 says Three speakers
    25:1 cue BOB
    25:1 says on three lines
    26:1 cue CAROL
    26:1 says of one paragraph.
    28:1 prose DAVE: Dave is in nobody's cast, so this is prose.
    30:1 prose WARNING: So is this.
    32:1 prose Alice said: this is prose as well, and so is Bob: here.
    34:3 prose ALICE: In a list.
    35:3 prose BOB: In the same list.
    36:3 prose No label at all.
    38:3 prose CAROL: In a quotation.
    40:1 cue ALICE
    42:1 cue BOB
    42:1 says After a label with nothing behind it.
    44:1 cue ALICE
    44:1 says See this, that and 10:30 (in brackets).
    46:1 cue ALICE AND BOB
    46:1 says Both at once.
    48:1 prose ALICE: is code, **BOB:** is escaped. [code ALICE:]
    """

  @Test func theFixtureHasItsDocumentedSpeeches() throws {
    let reader = CastReader(
      bytes: try SourceFile.bytes(of: Self.root + "/Fixtures/casts/full.json"))
    try #require(reader.diagnostics.isEmpty)
    let document = try GuionParsedElementCollection(
      file: Self.root + "/Fixtures/documents/labels.md")
    let elements = SpeakerLabels(cast: reader.cast)
      .apply(to: Manuscript(document, path: "labels.md"))
    #expect(elements.dropFirst(2).map(\.outline).joined(separator: "\n") == Self.page)
  }

  // MARK: Construct by construct

  static let labels: [Row] = [
    Row("in any case, without accents", "jose o’neil: Sí.", "1:1 cue jose o’neil | 1:1 says Sí."),
    Row("in any script", "李雷: 你好。", "1:1 cue 李雷 | 1:1 says 你好。"),
    Row("with a wide colon", "李雷：你好。", "1:1 cue 李雷 | 1:1 says 你好。"),
    Row("in italics", "*Alice:* Hi.", "1:1 cue Alice | 1:1 says Hi."),
    Row("an alias", "**Young  Alice:**  Hi.", "1:1 cue Young Alice | 1:1 says Hi."),
    Row("behind blanks", "  ALICE: Hi.", "1:3 cue ALICE | 1:3 says Hi."),
    Row("words on the next line", "**ALICE:**\nHi\nthere.", "1:1 cue ALICE | 1:1 says Hi⏎there."),
    Row(
      "words that look like labels within", "ALICE: I said: Bob: no.",
      "1:1 cue ALICE | 1:1 says I said: Bob: no."),
    Row(
      "a direction beside the name and one behind", "BOB (on the phone): (low) Hi.",
      "1:1 cue BOB (on the phone) | 1:1 direction low | 1:1 says Hi."),
    Row(
      "a direction and nothing said", "BOB: (laughing)",
      "1:1 cue BOB | 1:1 direction laughing"),
    Row(
      "a direction before the next line", "BOB: (laughing)\nHi.",
      "1:1 cue BOB | 1:1 direction laughing | 1:1 says Hi."),
    Row(
      "brackets that are said", "BOB: (Laughing) a\n\nBOB: (oh no!) b\n\nBOB: (a b c d e f) c",
      "1:1 cue BOB | 1:1 says (Laughing) a | 3:1 cue BOB | 3:1 says (oh no!) b"
        + " | 5:1 cue BOB | 5:1 says (a b c d e f) c"),
    Row(
      "prose before and behind", "Once.\n\nBOB: Hi.\n\nAgain.",
      "1:1 prose Once. | 3:1 cue BOB | 3:1 says Hi. | 5:1 prose Again."),
    Row(
      "plain text", "  BOB: Hi\n  there.\nALICE: Ho.",
      "1:3 cue BOB | 1:3 says Hi⏎there. | 3:1 cue ALICE | 3:1 says Ho.", .text),
  ]

  static let prose: [Row] = [
    Row("no blank behind the colon", "ALICE:hi", "1:1 prose ALICE:hi"),
    Row("no colon", "ALICE hi", "1:1 prose ALICE hi"),
    Row("another word before the colon", "ALICE said: hi", "1:1 prose ALICE said: hi"),
    Row("the colon on the next line", "ALICE\n: hi", "1:1 prose ALICE⏎hi [lineBreak ⏎]"),
    Row("a name nobody has", "NOTE: hi", "1:1 prose NOTE: hi"),
    Row("nothing but a colon", ": hi", "1:1 prose : hi"),
    Row(
      "a label on a later line only", "He says\nALICE: hi",
      "1:1 prose He says⏎ALICE: hi [lineBreak ⏎]"),
    Row("a heading", "# ALICE: hi", "1:1 heading ALICE: hi"),
    Row("code", "`ALICE:` hi", "1:1 prose ALICE: hi [code ALICE:]"),
    Row("code around the name alone", "`BOB`: hi", "1:1 prose BOB: hi [code BOB]"),
    Row("struck out", "~~ALICE:~~ hi", "1:1 prose ALICE: hi [strikethrough ALICE:]"),
    Row("escaped", #"\*\*BOB:\*\* hi"#, "1:1 prose **BOB:** hi"),
    Row("a block of code", "    BOB: hi", "1:5 prose BOB: hi"),
    Row("a list", "1. BOB: hi", "1:4 prose BOB: hi"),
    Row("a quotation", "> BOB: hi", "1:3 prose BOB: hi"),
    Row("a list in a quotation", "> - BOB: hi", "1:5 prose BOB: hi"),
  ]

  @Test(arguments: labels) func whoSpeaks(_ row: Row) throws { try row.check() }
  @Test(arguments: prose) func textWithoutLabelsIsProse(_ row: Row) throws { try row.check() }

  // MARK: Limits

  @Test(arguments: ["A", "É", "李"]) func aLabelIsLimitedToEightyBytes(_ letter: String) throws {
    let width = letter.utf8.count
    for count in [80 / width, 80 / width + 1] {
      let name = String(repeating: letter, count: count)
      let isLabel = count * width <= 80
      for source in ["\(name): Hi.", "**\(name):** Hi."] {
        let elements = try Row.labelled(
          source, cast: "{\"characters\": {\"\(name)\": \"tone://alto\"}}")
        #expect(elements.count == (isLabel ? 2 : 1), "\(count * width) bytes")
        #expect(elements.first?.elementType == (isLabel ? .character : .action))
      }
    }
  }

  @Test func aDirectionAfterTheNameCountsToo() throws {
    let short = String(repeating: "a", count: 80 - "BOB ()".count)
    #expect(try Row.labelled("BOB (\(short)): Hi.").count == 2)
    #expect(try Row.labelled("BOB (\(short)a): Hi.").count == 1)
  }

  // MARK: Parts of a label

  @Test func inAFolderOnlyProseHasLabels() throws {
    let folder = try TemporaryFolder()
    try folder.write("# One\n\nALICE: a", as: "1.md")
    try folder.write("ALICE: tall, dark.\n\nBOB\nHi.", as: "2.fountain")
    try folder.write("Two\n\nBOB: b\nALICE: c", as: "3.md")
    let manuscript = try Manuscript(folder: folder.path)
    let elements = SpeakerLabels(cast: try Row.cast(Row.names)).apply(to: manuscript)
    #expect(
      elements.filter { $0.elementType == .character }.map {
        "\($0.sourceRange?.source ?? -1) \($0.outline)"
      } == ["0 3:1 cue ALICE", "1 3:1 cue BOB", "2 3:1 cue BOB", "2 4:1 cue ALICE"])
    #expect(elements.contains { $0.elementText == "ALICE: tall, dark." })
  }

  @Test func labelsCanBeSwitchedOff() throws {
    let source = "ALICE: a\n\nBOB: b"
    let off = #"{"characters": {"ALICE": "tone://alto"}, "speech": {"speakerLabels": false}}"#
    for json in [off, "{}"] {
      #expect(try Row.labelled(source, cast: json) == script(source, .markdown))
    }
  }

  @Test(arguments: DocumentFormat.plainTexts) func aScreenplayHasItsOwnCues(
    _ format: DocumentFormat
  ) throws {
    let source = "Bob: tall, dark.\n\nALICE: an old woman.\n"
    #expect(try Row.labelled(source, format).count == (format == .fountain ? 2 : 4))
  }
}
