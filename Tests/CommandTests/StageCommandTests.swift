import TestSupport
import Testing

/// Tests of the commands and options of table reads, rehearsals and recordings.
@Suite struct StageCommandTests {
  private static let script = """
    INT. HALL - DAY

    ANN
    Where is the key?

    BEN
    Under the stone.

    """

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    try folder.write(
      #"{ "narrator": "espeak://en-gb", "default": "espeak://en-us", "recordings": "takes/" }"#,
      as: "cast.json")
    return folder
  }

  @Test(arguments: [
    (["--rehearse-gap", "2"], "--rehearse-gap requires --rehearse"),
    (
      ["--rehearse", "Ann", "--rehearse-gap", "9"],
      "--rehearse-gap 9: expected a number from 0.5 to 5"
    ),
    (
      ["--rehearse", "Ann", "--rehearse-with", "bell"],
      "--rehearse-with bell: unknown value; did you mean beep?"
    ),
    (["--rehearse", "Anne"], "--rehearse Anne: no role has this name; did you mean ANN?"),
    (
      ["--only-with", "Zed"],
      "--only-with Zed: no role has this name; known roles: ANN, BEN, narrator"
    ),
    (["--read", "dialog"], "--read dialog: unknown value; did you mean dialogue?"),
  ])
  func `a wrong option has one message`(_ options: [String], _ message: String) throws {
    let folder = try folder()
    let result = try Program.run(
      Guion2audio.path, ["plan", "s.fountain"] + options, in: folder.path)
    #expect(result.status == 64)
    #expect(result.errors.contains("guion2audio: \(message)"), "\(result.errors)")
  }

  @Test func `a rehearsal does not replace the book`() throws {
    let folder = try folder()
    try folder.write(
      #"{ "narrator": "espeak://en-gb", "default": "espeak://en-us" }"#, as: "cast.json")
    try Guion2audio.run("s.fountain", "--rehearse", "ann", "-q", in: folder, exits: 0)
    #expect(try folder.names().filter { $0.hasSuffix("book") } == ["s.rehearsal.audiobook"])
    let report = try Guion2audio.run(
      "report", "s.rehearsal.audiobook", "s.fountain", "--strict", in: folder, exits: 0)
    #expect(report.output.contains("0 lines added, 0 changed, 0 gone"), "\(report.output)")
    try folder.write(Self.script.replacing("the stone", with: "a stone"), as: "s.fountain")
    let strict = try Guion2audio.run(
      "report", "s.rehearsal.audiobook", "s.fountain", "--strict", "--to", "markdown", in: folder,
      exits: 1)
    #expect(strict.output.contains("- changed: **BEN** Under the stone. → **BEN** Under a stone."))
    try Guion2audio.run("report", "s.fountain", in: folder, exits: 64)
    try Guion2audio.run("report", "none.audiobook", "s.fountain", in: folder, exits: 66)
  }

  @Test func `recordings are listed and checked`() throws {
    let folder = try folder()
    let listed = try Guion2audio.run(
      "recordings", "list", "s.fountain", "ben", "-q", in: folder, exits: 0)
    #expect(listed.output == "takes/takes.csv\ntakes/ben.txt\n")
    let script = try folder.text(of: "takes/ben.txt")
    #expect(
      script.contains("        ANN: Where is the key?\n1  ben-0001.wav\n    Under the stone.\n"))
    let checked = try Guion2audio.run("recordings", "check", "s.fountain", in: folder, exits: 0)
    #expect(checked.output == "missing: ben-0001\n0 of 1 row recorded in takes\n")
    let json = try Guion2audio.run(
      "recordings", "check", "s.fountain", "--json", in: folder, exits: 0)
    #expect(json.output.contains(#""state": "missing""#))
    // A file that the command did not write stays.
    try folder.write("mine", as: "takes/ann.txt")
    let refused = try Guion2audio.run(
      "recordings", "list", "s.fountain", "Ann", in: folder, exits: 73)
    #expect(refused.errors.contains("takes/ann.txt was not written by recordings list"))
    #expect(try folder.text(of: "takes/ann.txt") == "mine")
    // A table with a mistake is not written again.
    try folder.write("id,role,words\n,BEN,x\n", as: "takes/takes.csv")
    try Guion2audio.run("recordings", "list", "s.fountain", "ben", in: folder, exits: 65)
    #expect(try folder.text(of: "takes/takes.csv") == "id,role,words\n,BEN,x\n")
    try Guion2audio.run("recordings", "check", "s.fountain", "--strict", in: folder, exits: 1)
    try folder.write("{}", as: "cast.json")
    let none = try Guion2audio.run("recordings", "check", "s.fountain", in: folder, exits: 65)
    #expect(none.errors.contains("the cast names no folder of recordings"))
    try Guion2audio.run("recordings", "list", in: folder, exits: 64)
  }
}
