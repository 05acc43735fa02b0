import Foundation
import TestSupport
import Testing

/// Tests of wrong inputs and casts: the messages and the exit codes.
@Suite struct InputTests {
  @Test func aMissingFileIs66() throws {
    let folder = try TemporaryFolder()
    for command in ["render", "elements"] {
      let result = try Guion2audio.run(command, "no.fountain", in: folder, exits: 66)
      #expect(result.errors == "guion2audio: cannot read no.fountain: No such file or directory\n")
      #expect(result.output.isEmpty)
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func aFolderWithoutDocumentsIs66() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "d.fountain"), withIntermediateDirectories: false)
    let result = try Guion2audio.run("d.fountain", in: folder, exits: 66)
    #expect(
      result.errors
        == "d.fountain: error: this folder has no document; it needs a .md, .fountain or .txt "
        + "file whose name does not begin with a dot [no-documents]\n")
  }

  @Test func anUnknownExtensionIs65AndAMissingOne66() throws {
    let folder = try TemporaryFolder("s.xyz", "Words.")
    let result = try Guion2audio.run("s.xyz", in: folder, exits: 65)
    #expect(
      result.errors.contains(
        "name its format with --from (fountain, markdown, text, fdx, highland, textbundle, epub, "
          + "docx, odt, office-script, html, rtf, pdf, pdf-script, pdf-text)"))
    try Guion2audio.run("t.pages", in: folder, exits: 66)
    try Guion2audio.run("s.xyz", "--from", "fountain", in: folder, exits: 0)
  }

  @Test func everyErrorOfTheCastIsReportedWithItsPosition() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try folder.write(
      """
      {
        "version": 1,
        "narator": "espeak://en-gb",
        "characters": {
          "ANN": { "voice": "espeak://en-us+m33", "rate": 9 },
          "BEN": 5
        },
        "default": "espek://en",
        "pauses": { "paragraph": "long", "chapterSart": 1 }
      }
      """, as: "cast.json")
    let result = try Guion2audio.run("s.fountain", in: folder, exits: 65)
    #expect(result.output.isEmpty)
    let found = result.errors.lines.map { line in
      let code = line.lastIndex(of: "[").map { String(line[$0...]) } ?? ""
      return line.prefix { $0 != " " } + " " + code
    }
    #expect(
      found == [
        "cast.json:3:3: [unknown-key]", "cast.json:5:23: [unknown-voice]",
        "cast.json:5:53: [out-of-range]",
        "cast.json:6:12: [wrong-type]", "cast.json:8:14: [unknown-voice]",
        "cast.json:9:28: [wrong-type]",
        "cast.json:9:36: [unknown-key]",
      ])
    #expect(
      result.errors.lines[0]
        == "cast.json:3:3: error: \"narator\" is not a key of the cast file; did you mean \"narrator\"? [unknown-key]"
    )
    #expect(try folder.names() == ["cast.json", "s.fountain"])
  }

  @Test func aCastThatIsNotJSONIs65() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try folder.write("{\n  \"narrator\": espeak\n}\n", as: "c.json")
    let result = try Guion2audio.run("s.fountain", "--cast", "c.json", in: folder, exits: 65)
    #expect(result.errors.lines.count == 1)
    #expect(result.errors.hasPrefix("c.json:2:15: error: "))
  }

  @Test func aMissingCastIs66() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Guion2audio.run("s.fountain", "--cast", "c.json", in: folder, exits: 66)
    #expect(result.errors == "guion2audio: cannot read c.json: No such file or directory\n")
  }

  @Test func anUnknownVoiceIs65() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Guion2audio.run(
      "s.fountain", "--voice", "espeak://en-xx", in: folder, exits: 65)
    #expect(result.errors.contains("no voice \"en-xx\"; did you mean espeak://en"))
    #expect(result.errors.hasSuffix("[unknown-voice]\n"))
    #expect(try folder.names() == ["s.fountain"])
  }

  @Test(arguments: ["", "\n\n", "/* nothing */", "[[a note]]", "Title: Only\n", "\u{FEFF}"])
  func aDocumentWithoutSpokenTextIs65(_ text: String) throws {
    let folder = try TemporaryFolder("s.fountain", text)
    let result = try Guion2audio.run(
      "s.fountain", in: folder, exits: text.hasPrefix("Title") ? 0 : 65)
    if text.hasPrefix("Title") { return }
    #expect(
      result.errors
        == "s.fountain: error: nothing in this document is read aloud [nothing-spoken]\n")
    #expect(try folder.names() == ["s.fountain"])
  }

  @Test func splittingIntoMissingChaptersIs65() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Guion2audio.run("s.fountain", "--split", "chapter", in: folder, exits: 65)
    #expect(result.errors.hasSuffix("[no-chapters]\n"))
  }

  @Test func aRangeThatEndsBeforeItBeginsIsAnErrorWithTheRangeTheRightWayRound() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Guion2audio.run("s.fountain", "--only", "3-2", in: folder, exits: 64)
    #expect(result.errors.hasSuffix("the book has 3 chapters; write the range as 2-3\n"))
  }

  @Test func unknownChaptersAreAnError() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Guion2audio.run("s.fountain", "--only", "99,nowhere", in: folder, exits: 64)
    #expect(result.output.isEmpty)
    #expect(
      result.errors.lines.first
        == "guion2audio: --only 99,nowhere: no chapter matches this number, range or title; the book has 3 chapters; the plan lists the chapters"
    )
    #expect(try folder.names() == ["s.fountain"])
  }

  @Test func strictMakesAWarningAnError() throws {
    let folder = try TemporaryFolder("s.fountain", "ANN\nHello.\n\nAMN\nHello.\n\nANNABEL\nHm.\n")
    try folder.write(
      #"{"characters": {"ANN": "espeak://en", "ANNABELL": "espeak://en-gb"}}"#, as: "cast.json")
    let strict = try Guion2audio.run("s.fountain", "--strict", in: folder, exits: 65)
    #expect(
      strict.errors.contains(
        "s.fountain:7:1: warning: ANNABEL is not in the cast; did you mean ANNABELL? [uncast-character]"
      ))
    let quiet = try Guion2audio.run("s.fountain", "--strict", "-q", in: folder, exits: 65)
    #expect(quiet.errors == strict.errors)
    #expect(try folder.names() == ["cast.json", "s.fountain"])
    let lenient = try Guion2audio.run("s.fountain", "--progress", "none", in: folder, exits: 0)
    #expect(lenient.errors.contains(" warnings ->") || lenient.errors.contains(" warning ->"))
  }

  @Test func strictWithoutAWarningDoesNotMatter() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try Guion2audio.run("s.fountain", "--strict", in: folder, exits: 0)
  }

  @Test func anUnwritableOutputIs73() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try folder.write("mine", as: "out")
    for output in ["out", "out/below", "/proc/guion2audio"] {
      let result = try Guion2audio.run("s.fountain", "-o", output, in: folder, exits: 73)
      #expect(result.errors.hasPrefix("guion2audio: cannot write "))
      #expect(result.output.isEmpty)
    }
    #expect(try folder.text(of: "out") == "mine")
  }

  @Test func foreignFilesAre73AndStay() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "out"), withIntermediateDirectories: false)
    for name in Script.twoSceneFiles.prefix(2) { try folder.write("mine", as: "out/" + name) }
    let result = try Guion2audio.run("s.fountain", "-o", "out", in: folder, exits: 73)
    #expect(result.output.isEmpty)
    #expect(
      result.errors.lines == [
        "guion2audio: out/\(Script.twoSceneFiles[0]), out/\(Script.twoSceneFiles[1]) were not written by this "
          + "program; --overwrite replaces them"
      ])
    for name in Script.twoSceneFiles.prefix(2) {
      #expect(try folder.text(of: "out/" + name) == "mine")
    }
    try Guion2audio.run("s.fountain", "-o", "out", "--overwrite", in: folder, exits: 0)
    #expect(try folder.text(of: "out/" + Script.twoSceneFiles[0]) != "mine")
  }
}
