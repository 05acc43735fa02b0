import TestSupport
import Testing

/// Tests of command lines and the messages about them.
@Suite struct UsageTests {
  @Test func versionIsOneLineOnStandardOutput() throws {
    let folder = try TemporaryFolder()
    for words in ["--version", "version"] {
      let result = try Guion2audio.run(words, in: folder, exits: 0)
      #expect(result.output.wholeMatch(of: /guion2audio \d+\.\d+\.\d+\n/) != nil)
      #expect(result.errors.isEmpty)
    }
  }

  @Test func helpIsOnStandardOutput() throws {
    let folder = try TemporaryFolder()
    let help = try Guion2audio.run("help", in: folder, exits: 0)
    #expect(help.errors.isEmpty)
    for command in ["render", "check", "assemble", "say", "voices", "elements", "verify", "feed"] {
      #expect(help.output.contains("  \(command) "))
    }
    for words in ["--help", "-h"] {
      #expect(try Guion2audio.run(words, in: folder, exits: 0).output == help.output)
    }
  }

  @Test func everyCommandHasHelp() throws {
    let folder = try TemporaryFolder()
    for command in ["render", "assemble", "say", "voices", "verify", "feed", "help", "version"] {
      let help = try Guion2audio.run("help", command, in: folder, exits: 0)
      #expect(help.output.hasPrefix("usage: guion2audio "))
      #expect(help.errors.isEmpty)
      for words in [[command, "--help"], ["--help", command]] where command != "help" {
        let result = try Guion2audio.run(words[0], words[1], in: folder, exits: 0)
        #expect(result.output == help.output)
      }
    }
    #expect(
      try Guion2audio.run("script.fountain", "--help", in: folder, exits: 0).output
        == Guion2audio.run("help", "render", in: folder, exits: 0).output)
  }

  @Test func helpOnAnUnknownTopicSuggests() throws {
    let result = try Guion2audio.run("help", "rendr", in: try TemporaryFolder(), exits: 64)
    #expect(
      result.errors.lines.first
        == "guion2audio: no help on \"rendr\"; did you mean render?")
  }

  @Test func aMisspeltCommandSuggestsTheCommandAndTheListOfCommands() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Guion2audio.run("chek", "s.fountain", in: folder, exits: 64)
    #expect(
      result.errors.lines == [
        "guion2audio: unknown command \"chek\"; did you mean check?",
        "guion2audio: run `guion2audio help` for the commands and topics",
      ])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var words: [String]
    var message: String

    init(_ words: String..., says message: String) { (self.words, self.message) = (words, message) }

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    Row("--fromat", "mp3", "s.fountain", says: "unknown option --fromat; did you mean --format?"),
    Row("--xyzzyplugh", "s.fountain", says: "unknown option --xyzzyplugh"),
    Row("-x", "s.fountain", says: "unknown option -x"),
    Row(
      "--format", "mp33", "s.fountain",
      says: "--format mp33: unknown output format; did you mean mp3?"),
    Row("--format", "mp3,", "s.fountain", says: "--format : unknown output format; "),
    Row("s.fountain", "--format", says: "--format needs a value"),
    Row("s.fountain", "-o", says: "-o needs a value"),
    Row("s.fountain", "-o", "", says: "--output needs a folder"),
    Row("s.fountain", "--rate", "1", "--rate", "2", says: "--rate is given twice"),
    Row("s.fountain", "-o", "a", "--output=b", says: "--output is given twice"),
    Row("s.fountain", "--force=yes", says: "--force does not accept a value"),
    Row("s.fountain", "--rate", "3", says: "--rate 3: expected a number from 0.5 to 2"),
    Row("s.fountain", "--rate", "nan", says: "--rate nan: expected a number from 0.5 to 2"),
    Row("s.fountain", "--jobs", "0", says: "--jobs 0: expected a whole number from 1 to 1024"),
    Row("s.fountain", "--jobs", "-1", says: "--jobs -1: expected a whole number from 1 to 1024"),
    Row("s.fountain", "--jobs", "two", says: "--jobs two: expected a whole number from 1 to 1024"),
    Row(
      "s.fountain", "--chapter-level", "0",
      says: "--chapter-level 0: expected a whole number from 1 to 99"),
    Row(
      "s.fountain", "--split", "chapters",
      says: "--split chapters: unknown value; did you mean chapter?"),
    Row(
      "s.fountain", "--split", "act",
      says: "--split act: unknown value; expected one of auto, chapter, scene, document"),
    Row(
      "s.fountain", "--progress", "jsn", says: "--progress jsn: unknown value; did you mean json?"),
    Row(
      "s.fountain", "--sample-rate", "12",
      says: "--sample-rate 12: expected auto, or a number of hertz from 8000 to 192000"),
    Row(
      "s.fountain", "--sample-rate", "44000",
      says: "--sample-rate 44000: mp3 does not support this rate; the nearest is 44100"),
    Row(
      "s.fountain", "--language", "english please",
      says: "--language english please: expected a language tag such as en-US"),
    Row("s.fountain", "--only", ",", says: "--only does not name any chapter"),
    Row(
      "s.fountain", "--loudness", "3",
      says: "--loudness 3: expected acx, podcast, ebu, off, or a number of LUFS from -70 to -5"),
    Row(
      "s.fountain", "--room-tone", "-50",
      says: "--room-tone -50: expected on, off, or a level from -90 to -60 dBFS"),
    Row(
      "s.fountain", "--loudness", "acx", "--format", "m4b",
      says: "--loudness acx: the shop ACX requires one file per chapter"),
    Row(
      "s.fountain", "--loudness", "acx", "--sample-rate", "22050",
      says: "--loudness acx: the shop ACX requires --sample-rate 44100"),
    Row(
      "s.fountain", "--loudness", "acx", "--bitrate", "64",
      says: "--loudness acx: the shop requires --bitrate 192 or more"),
    Row("s.fountain", "--labels", "reaper", says: "--labels reaper: unknown label format; "),
    Row("s.fountain", "--read-along", "pdf", says: "--read-along pdf: unknown read-along format"),
    Row(
      "s.fountain", "--read-along", "epub", "--format", "flac",
      says: "--read-along epub: an EPUB needs MP3 or AAC audio; add mp3 or m4b to --format"),
    Row(
      "s.fountain", "--overlay", "word", "--read-along", "html",
      says: "--overlay requires --read-along epub"),
    Row("s.fountain", "--gender", "female", says: "--gender is not an option of render"),
    Row("elements", "s.fountain", "--cast", "c", says: "--cast is not an option of elements"),
    Row("elements", says: "the input is missing; name a document or a folder"),
    Row("render", says: "the input is missing; name a document or a folder"),
    Row("-q", says: "the input is missing; name a document or a folder"),
    Row(
      "elements", "s.fountain", "s.fountain",
      says: "only one input is accepted; remove \"s.fountain\""),
    Row("s.fountain", "s.fountain", says: "s.fountain and s.fountain would both be written to "),
    Row("-", "-", "--from", "text", says: "standard input (-) can be read only once"),
    Row(
      "-",
      says:
        "standard input needs --from (fountain, markdown, text, fdx, highland, textbundle, epub, docx, odt, "
        + "office-script, html, rtf, pdf, pdf-script, pdf-text)"
    ),
    Row(
      "-", "--from", "word",
      says: "--from word: unknown input format; expected one of fountain, markdown"
    ),
    Row(
      "voices", "all",
      says: "voices all: unknown action; expected one of available, install, remove"),
    Row("voices", "--gender", "f", says: "--gender f: expected female, male or neutral"),
    Row("say", says: "say needs a text"),
    Row("say", "Hi", "-o", "x.pdf", says: "--output x.pdf: the name must end in one of "),
  ])
  func wrongUsageIsExplainedAndExits64(_ row: Row) throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Program.run(Guion2audio.path, row.words, in: folder.path)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    let first = try #require(result.errors.lines.first)
    #expect(first.hasPrefix("guion2audio: \(row.message)"), "\(first)")
    // Errors of the library are about the inputs, not about the options.
    if let hint = result.errors.lines.dropFirst().last {
      #expect(
        hint.contains(/^guion2audio: run `guion2audio help [a-z]+` for its options$/), "\(hint)")
    }
    // The build has not started.
    #expect(try folder.names() == ["s.fountain"])
  }

  @Test func withoutArgumentsTheHelpIsShown() throws {
    let result = try Guion2audio.run(in: try TemporaryFolder())
    #expect(result.output.isEmpty == false || result.errors.isEmpty == false)
    #expect(result.output.contains("usage:"))
  }

  /// Every way to write an option.
  ///
  /// All of these command lines give the same build.
  @Test(arguments: [
    ["s.fountain", "-o", "out", "--format", "wav"],
    ["-o", "out", "--format", "wav", "s.fountain"],
    ["--output=out", "s.fountain", "--format=wav"],
    ["-oout", "--format", "WAV", "render", "s.fountain"],
    ["render", "-o=out", "--format=wav", "--", "s.fountain"],
    ["--format=wav,wav", "-o", "out", "--", "s.fountain"],
    ["--progress=none", "--output", "out", "--output", "out", "s.fountain", "--format= wav "],
  ])
  func optionsCanBeAnywhere(_ words: [String]) throws {
    let folder = try TemporaryFolder("s.fountain", "Words.")
    let result = try Program.run(Guion2audio.path, words, in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "out/001 s.wav\nout/playlist.m3u8\nout/manifest.json\n")
  }

  @Test func inputsAfterTwoDashesCanLookLikeOptions() throws {
    let folder = try TemporaryFolder("--x.fountain", "Words.")
    let result = try Guion2audio.run(
      "-q", "-o", "-out-", "--", "--x.fountain", in: folder, exits: 0)
    #expect(result.output == "-out-/001 x.mp3\n-out-/playlist.m3u8\n-out-/manifest.json\n")
  }

  @Test func standardInputIsReadWithFrom() throws {
    let folder = try TemporaryFolder()
    let result = try Guion2audio.run(
      "-", "--from", "fountain", "--format", "wav", in: folder, input: "Title: Piped\n\nWords.",
      exits: 0)
    #expect(result.output.lines.first == "./standard-input.audiobook/001 Piped.wav")
  }

  @Test func withoutAnOptionTheFolderIsNamedAfterTheInput() throws {
    let folder = try TemporaryFolder("my.script.fountain", "Words.")
    let result = try Guion2audio.run("my.script.fountain", in: folder, exits: 0)
    #expect(result.output.lines.first == "./my.script.audiobook/001 my.script.mp3")
    #expect(try folder.names() == ["my.script.audiobook", "my.script.fountain"])
  }
}
