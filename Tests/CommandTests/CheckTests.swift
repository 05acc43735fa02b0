import Foundation
import TestSupport
import Testing

/// Tests of `guion2audio check`: its findings on standard output, and its exit code.
@Suite struct CheckTests {
  private static let slips = """
    INT. HOUSE

    JOHN
    Hello.

    JHON
    (haughtily)
    Goodbye.

    """

  @Test func findingsAreOnStandardOutput() throws {
    let folder = try TemporaryFolder("a.fountain", Self.slips)
    let result = try Guion2audio.run("check", "a.fountain", in: folder, exits: 0)
    #expect(
      result.output.lines == [
        "a.fountain:1:1: warning: this heading has no time of day; add one, such as "
          + "\"INT. HOUSE - DAY\" [slugline-time]",
        "a.fountain:6:1: warning: JHON looks like JOHN; did you mean JOHN? [look-alike-cue]",
        "1 note [unmatched-direction]:",
        "  a.fountain:7:1: note: (haughtily) is not a known direction, so most voices ignore it [unmatched-direction]",
      ])
    #expect(result.errors == "0 errors, 2 warnings, 1 note\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.fountain"])
    let quiet = try Guion2audio.run("check", "a.fountain", "-q", in: folder, exits: 0)
    #expect(quiet.output.lines == Array(result.output.lines.prefix(2)) && quiet.errors.isEmpty)
  }

  @Test func notesComeLastByCodeWithThreeExamples() throws {
    let speeches = (1...5).map { "ANN\n(haughtily \($0))\nHello.\n\n" }.joined()
    let folder = try TemporaryFolder("a.fountain", speeches + "INT. HOUSE\n\nWords.\n")
    func output(_ options: String...) throws -> [String] {
      try Program.run(Guion2audio.path, ["check", "a.fountain"] + options, in: folder.path)
        .output.lines
    }
    let short = try output()
    let warning = try #require(short.firstIndex { $0.contains("[slugline-time]") })
    let notes = try #require(short.firstIndex(of: "5 notes [unmatched-direction]:"))
    #expect(warning < notes)
    #expect(short.count { $0.contains("(haughtily") } == 3)
    #expect(short.contains("  … and 2 more; -v lists them"))
    #expect(try output("-v").count { $0.contains("(haughtily") } == 5)
    #expect(try output("--diagnostics", "github").count { $0.contains("(haughtily") } == 5)
  }

  @Test func warningsCountUnderStrictAndNotesDoNot() throws {
    let folder = try TemporaryFolder("a.fountain", Self.slips)
    let strict = try Guion2audio.run("check", "a.fountain", "--strict", in: folder, exits: 1)
    #expect(strict.output.lines.count == 4)
    try folder.write("JOHN\n(haughtily)\nHello.\n", as: "b.fountain")
    let note = try Guion2audio.run("check", "b.fountain", "--strict", in: folder, exits: 0)
    #expect(note.output.hasSuffix("[unmatched-direction]\n"))
  }

  /// Mistakes of the cast, a missing voice, likely mistakes of the script, and names that only the script or
  /// only the cast contains.
  @Test func allFindingsAreReportedTogether() throws {
    let folder = try TemporaryFolder("a.fountain", Self.slips)
    try folder.write(
      """
      {
        "characters": { "JOHN": "espeak://en-uk", "CAROL": "espeak://en-us" },
        "pauses": { "betwenSpeakers": 3 },
        "lint": { "slugline-time": "off", "speaks-one": "note" },
        "pronunciations": [ { "text": "Foo", "say": "fu" } ]
      }
      """, as: "cast.json")
    let result = try Guion2audio.run("check", "a.fountain", in: folder, exits: 65)
    let places = result.output.lines.map { line in
      "\(line.prefix { $0 != " " }) \(line.split(separator: "[").last ?? "")"
    }
    #expect(
      places == [
        "a.fountain:6:1: uncast-character]",
        "cast.json:2:27: unknown-voice]", "cast.json:2:45: unused-role]",
        "cast.json:3:15: unknown-key]", "cast.json:4:37: unknown-key]",
        "cast.json:5:33: unused-pronunciation]", "1 unmatched-direction]:",
        " unmatched-direction]",
      ])
  }

  @Test func `sections are left out by the cast or the command`() throws {
    let folder = try TemporaryFolder("a.fountain", "A door.\n\n# Boneyard\n\nAn old end.\n")
    try folder.write("A wall.\n\n# Story\n\nRain.\n", as: "b.fountain")
    func output(_ words: String...) throws -> String {
      try Program.run(Guion2audio.path, ["check", "-v"] + words, in: folder.path).output
    }
    let plain = try output("a.fountain")
    #expect(
      plain.contains(
        "a.fountain:3:1: note: the section \"Boneyard\" (4 words) may not be meant for listeners, but is read; "
          + "to leave it out, add \"skip\": [\"Boneyard\"] to the cast [private-section]"))
    #expect(plain.contains("a.fountain: 6 words read"))
    #expect(try output("a.fountain", "--skip", "boneyard").contains("2 words read, 4 left out"))
    #expect(
      try output("b.fountain", "--skip", "stroy").contains(
        "b.fountain: warning: no section has the name \"stroy\" of \"skip\"; did you mean Story? [unused-skip]"
      ))
    try folder.write("{\"skip\": [\"Boneyard\", \"Story\", \"Tale\"]}", as: "cast.json")
    // A name is unused only if no input with the cast uses it.
    let both = try output("a.fountain", "b.fountain")
    #expect(both.contains("a.fountain: 2 words read, 4 left out (4 skipped-section)"))
    #expect(both.contains("b.fountain: 2 words read, 2 left out (2 skipped-section)"))
    #expect(both.contains("cast.json:1:32: warning: no section has the name \"Tale\""))
    #expect(!both.contains("\"Story\" of"))
    #expect(try output("a.fountain", "--skip", "none").contains("6 words read"))
  }

  @Test func `tags that are not read are counted, each with its place`() throws {
    let folder = try TemporaryFolder(
      "n.md", "Tom Reed met Ann Lee. Ann knew Tom.\n\n“Come in,” said Tom Reed.\n")
    try folder.write(#"{"dialogue": {"voices": true, "tags": "skip"}}"#, as: "cast.json")
    let result = try Program.run(Guion2audio.path, ["check", "n.md", "-v"], in: folder.path)
    #expect(result.output.contains(#"n.md:3:12: note: "said Tom Reed." is not read [skipped-tag]"#))
    #expect(result.output.contains("n.md: 10 words read, 3 left out (3 skipped-tag)"))
  }

  @Test(arguments: ["", ",", "Boneyard,…"]) func `names of sections`(_ list: String) throws {
    let folder = try TemporaryFolder("a.fountain", Self.slips)
    let result = try Guion2audio.run("check", "a.fountain", "--skip", list, in: folder, exits: 64)
    #expect(result.errors.contains("--skip needs names of sections"))
  }

  @Test func anUnreadableInputHidesNoOtherInput() throws {
    let folder = try TemporaryFolder("a.fountain", Self.slips)
    let result = try Guion2audio.run(
      "check", "missing.fountain", "a.fountain", in: folder, exits: 66)
    #expect(result.output.lines.count == 5)
    #expect(result.output.contains("cannot read missing.fountain"))
    let cast = try Guion2audio.run(
      "check", "a.fountain", "--cast", "none.json", in: folder, exits: 66)
    #expect(cast.output.contains("cannot read none.json"))
    try folder.write("", as: "empty.fountain")
    let empty = try Guion2audio.run("check", "empty.fountain", in: folder, exits: 65)
    #expect(empty.output.contains("[nothing-spoken]"))
  }

  @Test(arguments: [["check"], ["check", "a.fountain", "--diagnostics", "sarf"], ["check", "-o"]])
  func wrongUsage(_ words: [String]) throws {
    let folder = try TemporaryFolder("a.fountain", Self.slips)
    let result = try Program.run(Guion2audio.path, words, in: folder.path)
    #expect(result.status == 64 && result.output.isEmpty)
  }

  @Test func standardInputIsChecked() throws {
    let result = try Guion2audio.run(
      "check", "-", "--from", "fountain", in: try TemporaryFolder(), input: Self.slips, exits: 0)
    #expect(result.output.hasPrefix("-:1:1: warning: "))
  }

  /// A cast next to several documents lists the roles of all of them.
  @Test func rolesOfOtherDocumentsAreNotUnused() throws {
    let folder = try TemporaryFolder("a.fountain", "ANN\nHello.\n")
    try folder.write("**BEN:** Hello.\n", as: "b.md")
    try folder.write(
      #"{"characters": {"ANN": "espeak://en", "BEN": "espeak://en", "CAROL": "espeak://en"}}"#,
      as: "cast.json")
    for inputs in [["a.fountain"], ["b.md"], ["a.fountain", "b.md"]] {
      let result = try Program.run(Guion2audio.path, ["check"] + inputs, in: folder.path)
      #expect(result.status == 0)
      #expect(
        result.output
          == "cast.json:1:61: warning: CAROL is not the name of any cue; remove the entry, or correct the name "
          + "[unused-role]\n", "\(inputs)")
    }
    let named = try Guion2audio.run(
      "check", "a.fountain", "--cast", "cast.json", in: folder, exits: 0)
    #expect(named.output.lines.count == 2)
  }

  /// The cast's `"lint"` also applies to `render`.
  @Test func aCastTurnsAWarningIntoAnError() throws {
    let folder = try TemporaryFolder("a.fountain", "JOHN\nHello [[you.\n")
    try folder.write(#"{"lint": {"unclosed-note": "error"}}"#, as: "cast.json")
    for command in ["check", "render"] {
      let result = try Guion2audio.run(command, "a.fountain", in: folder, exits: 65)
      #expect((result.output + result.errors).contains("a.fountain:2:7: error: this [["))
    }
    #expect(!folder.exists("a.audiobook"))
  }

  @Test func helpExplainsACode() throws {
    let folder = try TemporaryFolder()
    let help = try Guion2audio.run("help", "speaks-once", in: folder, exits: 0)
    #expect(help.output.hasPrefix("speaks-once (off by default)\n"))
    #expect(help.output.contains(#""lint": { "speaks-once": "warning" }"#))
    let error = try Guion2audio.run("help", "json-syntax", in: folder, exits: 0)
    #expect(error.output.hasPrefix("json-syntax (error)\n") && !error.output.contains("lint"))
    let slip = try Guion2audio.run("help", "slugline-tme", in: folder, exits: 64)
    #expect(slip.errors.contains("did you mean slugline-time?"))
    #expect(
      try Guion2audio.run("help", "help", in: folder, exits: 0).output.contains("unused-role"))
  }
}
