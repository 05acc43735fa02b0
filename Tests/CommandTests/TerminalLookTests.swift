import Glibc
import TestSupport
import Testing

/// Tests of what a person sees at a terminal: colours, places, line breaks, a short summary.
@Suite struct TerminalLookTests {
  private func shown(
    _ words: [String], in folder: TemporaryFolder, _ environment: [String: String] = [:]
  ) throws -> (text: String, code: Int32?) {
    let terminal = try PseudoTerminal()
    let variables = ["TERM": "xterm", "NO_COLOR": ""].merging(environment) { $1 }
    let command = try RunningCommand(
      words, in: folder, environment: variables, terminal: terminal.path)
    var text = ""
    RunningCommand.eventually {
      text += terminal.read()
      return command.hasEnded
    }
    // A terminal hands out at most 4 KiB at once.
    while case let rest = terminal.read(), !rest.isEmpty { text += rest }
    return (text.replacing("\r\n", with: "\n"), command.waitForEnd())
  }

  private static func folder() throws -> TemporaryFolder {
    try TemporaryFolder("s.fountain", "INT. HOUSE - DAY\n\nJOHN\nHéé [[open\n")
  }

  @Test func `a warning shows its place, with colours`() throws {
    let (text, code) = try shown(
      ["check", "s.fountain", "--voice", "espeak://en-us"], in: Self.folder())
    #expect(code == 0)
    #expect(
      text.contains("\u{1B}[1ms.fountain:4:7: \u{1B}[0m\u{1B}[1;33mwarning: \u{1B}[0m"), "\(text)")
    #expect(text.contains("  4 | Héé [[open\n    | \u{1B}[1;33m    ^\u{1B}[0m\n"), "\(text)")
  }

  @Test(arguments: [
    ([String](), ["NO_COLOR": "1"]), ([], ["TERM": "dumb"]), (["--color", "never"], [:]),
  ])
  func `colours can be switched off`(_ options: [String], _ environment: [String: String]) throws {
    let words = ["check", "s.fountain", "--voice", "espeak://en-us"] + options
    let text = try shown(words, in: Self.folder(), environment).text
    #expect(!text.contains("\u{1B}[") && text.contains("    |     ^\n"), "\(text)")
  }

  @Test func `a pipe gets the plain form`() throws {
    let folder = try Self.folder()
    let plain = try Guion2audio.run("check", "s.fountain", "--voice", "espeak://en-us", in: folder)
    #expect(!plain.output.contains("\u{1B}") && !plain.output.contains("^"))
    let colored = try Guion2audio.run(
      "check", "s.fountain", "--voice", "espeak://en-us", "--color", "always", in: folder)
    #expect(colored.output.contains("\u{1B}[1;33mwarning"))
    let wrong = try Guion2audio.run("check", "s.fountain", "--color", "red", in: folder, exits: 64)
    #expect(wrong.errors.contains("--color red: unknown value"), "\(wrong.errors)")
  }

  @Test func `help breaks between words`() throws {
    let text = try shown(["help", "render"], in: Self.folder()).text
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
    let whole = try Guion2audio.run("help", "render", in: Self.folder()).output
    #expect(
      text.split(whereSeparator: \.isWhitespace) == whole.split(whereSeparator: \.isWhitespace))
    #expect(
      text.contains("\nmessages options:\n") && text.contains("\n                            "))
  }

  @Test func `a build says what there is to hear`() throws {
    let folder = try Self.folder()
    let words = ["s.fountain", "--voice", "espeak://en-us", "--format", "wav", "-o", "my out"]
    let (text, code) = try shown(words, in: folder)
    #expect(code == 0, "\(text)")
    let lines = text.split(separator: "\n").suffix(3)
    #expect(lines.first?.hasSuffix(" voices -> my out") == true, "\(text)")
    #expect(lines.dropFirst().first == "to hear it: xdg-open 'my out/playlist.m3u8'", "\(text)")
    #expect(lines.last?.hasSuffix("guion2audio check s.fountain") == true, "\(text)")
    #expect(!text.contains(".wav\n"))
    let paths = try shown(words + ["-v", "--force"], in: folder).text
    #expect(paths.contains(".wav\n"), "\(paths)")
  }

  @Test func `a cast says the next commands`() throws {
    let folder = try Self.folder()
    let (own, code) = try shown(["cast", "s.fountain", "-o", "cast.json"], in: folder)
    #expect(code == 0 && own.contains("to render: guion2audio s.fountain\n"), "\(own)")
    let other = try shown(["cast", "s.fountain", "-o", "my cast.json"], in: Self.folder()).text
    #expect(
      other.contains("to hear each role: guion2audio audition s.fountain --cast 'my cast.json'\n"),
      "\(other)")
  }

  @Test func `a build of a novel says how its characters get voices`() throws {
    let folder = try Self.folder()
    let talk = (1...15).map {
      "\"Day \($0) is here,\" said Tom Reed.\n\n\"Day \($0) is over,\" said Anna Lee.\n"
    }
    try folder.write("# One\n\n" + talk.joined(separator: "\n"), as: "n.md")
    let words = ["n.md", "--voice", "espeak://en-us", "--format", "wav", "-o", "out"]
    let note = "the narrator speaks all 30 quotations: guion2audio cast n.md gives the characters"
    let text = try shown(words, in: folder).text
    #expect(text.contains("note: \(note) their voices\n"), "\(text)")
    #expect(try !shown(words + ["-q"], in: folder).text.contains(note))
    let cast = try shown(["cast", "n.md", "-o", "cast.json"], in: folder).text
    #expect(
      cast.contains("to answer the doubts: guion2audio speakers n.md --ask\n"), "\(cast)")
  }

  @Test func `a plan's help has no options of a build`() throws {
    let help = try Guion2audio.run("help", "plan", in: Self.folder()).output
    #expect(!help.contains("--force") && help.contains("--max-cost"))
    #expect(
      try Guion2audio.run("-V", in: Self.folder(), exits: 0).output.hasPrefix("guion2audio 0."))
  }

  @Test(arguments: [
    (
      ["plan", "s.fountain", "--format", "wav"], "to render: guion2audio s.fountain --format wav\n"
    ),
    (
      ["audition", "s.fountain", "-o", "a.wav"],
      "to try other voices for JOHN: guion2audio audition s.fountain --role JOHN --voices 3\n"
    ),
    (
      ["audition", "s.fountain", "--role", "JOHN", "--voices", "espeak://en-us+m3", "-o", "a.wav"],
      "to keep number 1: guion2audio cast s.fountain --set JOHN=espeak://en-us+m3\n"
    ),
    (["cast", "s.fountain", "-o", "cast.json"], "cast s.fountain --set ROLE=VOICE\n"),
    (["speakers", "n.md"], "to render: guion2audio n.md\n"),
    (
      ["voices", "--provider", "espeak"],
      "to hear one: guion2audio say \"Hello.\" --voice espeak://"
    ),
  ])
  func `a command ends with the next commands`(_ words: [String], _ next: String) throws {
    let folder = try Self.folder()
    try folder.write("# One\n\n\"I am early,\" said Tom Reed.\n", as: "n.md")
    let (text, code) = try shown(words, in: folder)
    #expect(code == 0 && text.contains(next), "\(text)")
  }
}
