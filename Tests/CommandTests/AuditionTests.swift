import Foundation
import TestSupport
import Testing

/// Tests of `guion2audio audition`, with every role once or one role with several voices.
@Suite struct AuditionTests {
  private static let script = """
    INT. HALL - DAY

    Mara waits at the window, and the rain comes down upon the roofs.

    MARA
    Yes.

    MARA
    I have waited here for an hour, and nobody has come to see me.

    TOMAS (V.O.)
    (whispering)
    Nobody was ever going to come, and you have known that all along.

    TOMAS
    Come away from the window now, the rain is only rain.

    MARA
    No.

    """

  private struct Row: Equatable {
    var begin: Int
    var who: String
    var voice: String
    var line: Int
  }

  /// Returns the printed table, without its header.
  private func rows(_ result: ProgramResult) throws -> [Row] {
    try result.errors.lines.dropFirst().prefix { $0.contains("://") }.map { line in
      let cells = line.split(separator: " ").map(String.init)
      let clock = try cells[0].split(separator: ":").map { try #require(Int($0)) }
      return Row(
        begin: clock[0] * 60 + clock[1], who: cells[1], voice: cells[2],
        line: try #require(Int(cells[3])))
    }
  }

  /// Returns the duration of a file, in seconds, from ffprobe.
  private func seconds(_ path: String) throws -> Double {
    let result = try Program.run(
      "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path])
    return try #require(Double(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  @Test(arguments: ["wav", "mp3", "flac"]) func `every role speaks its most typical line`(
    ending: String
  ) throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let result = try Guion2audio.run(
      "audition", "s.fountain", "-o", "a.\(ending)", in: folder, exits: 0)
    #expect(result.output == "a.\(ending)\n")
    let rows = try rows(result)
    // Neither the whisper nor the short lines are chosen. The narrator comes first, then the largest roles.
    #expect(rows.map(\.who) == ["(narrator)", "TOMAS", "MARA"])
    #expect(rows.map(\.line) == [3, 16, 9])
    #expect(Set(rows.map(\.voice)).count == 3)
    #expect(result.errors.contains("I have waited here for an hour, and nobody has com..."))
    let length = try seconds(folder.path(of: "a.\(ending)"))
    #expect(length > 8 && length < 20)
    #expect(try #require(rows.last).begin < Int(length) - 2)
    let loudness = try HeardLoudness(of: folder.path(of: "a.\(ending)"))
    #expect(abs(loudness.integrated + 19) <= 0.5)
    // No other file is left.
    #expect(try folder.names(in: ".").sorted() == ["a.\(ending)", "s.fountain"])
  }

  @Test func `the same voices give the same audio, as samples on standard output`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let runs = try (1...2).map { name in
      let line = "\(Guion2audio.path) audition s.fountain -o - -q > \(name).wav"
      let result = try Program.run("sh", ["-c", line], in: folder.path)
      #expect(result.status == 0 && result.errors.isEmpty)
      return try Data(contentsOf: URL(filePath: folder.path(of: "\(name).wav")))
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0].starts(with: Data("RIFF".utf8)))
  }

  @Test func `one role is heard with several candidate voices`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let voices = ["espeak://en-gb+f3", "espeak://en-us+m2?rate=0.8", "espeak://en-us+f5"]
    for role in ["mara", "Narrator"] {
      let result = try Guion2audio.run(
        "audition", "s.fountain", "--role", role, "--voices", voices.joined(separator: ", "), "-o",
        "a.wav", in: folder, exits: 0)
      let rows = try rows(result)
      #expect(rows.map(\.who) == ["1", "2", "3"])
      #expect(rows.map(\.voice) == voices)
      #expect(Set(rows.map(\.line)) == [role == "mara" ? 9 : 3])
    }
    let one = try Guion2audio.run(
      "audition", "s.fountain", "--role", "TOMAS", "-o", "b.wav", in: folder, exits: 0)
    #expect(try rows(one).map(\.who) == ["TOMAS"])
  }

  @Test func `a narrator who only announces is heard announcing`() throws {
    let folder = try TemporaryFolder("s.fountain", "ANN\nIt is late.\n\nBEN\nIt is not.\n")
    let result = try Guion2audio.run(
      "audition", "s.fountain", "--role", "narrator", "-o", "a.wav", in: folder, exits: 0)
    #expect(try rows(result).map(\.who) == ["(narrator)"])
    #expect(result.errors.contains("Ann says:"))
    #expect(try seconds(folder.path(of: "a.wav")) > 1)
  }

  @Test func `for a folder of documents the table names the document of each line`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "d"), withIntermediateDirectories: false)
    try folder.write("# One\n\nIt was a dark and stormy night, and it rained.\n", as: "d/1.md")
    try folder.write("# Two\n\nAnna: I am here, and here I am going to stay.\n", as: "d/2.md")
    try folder.write(#"{ "characters": { "Anna": "espeak://en-us+f3" } }"#, as: "d/cast.json")
    let result = try Guion2audio.run("audition", "d", "-o", "a.wav", in: folder, exits: 0)
    #expect(result.errors.contains("d/1.md:3"))
    #expect(result.errors.contains("d/2.md:3"))
  }

  // MARK: Paid voices

  private func stage(cast: String) throws -> PaidStage {
    let prices = #", "prices": { "perThousandCharacters": 1, "currency": "USD" }"#
    let stage = try PaidStage(settings: prices)
    try stage.folder.write(Self.script, as: "s.fountain")
    try stage.folder.write(cast, as: "cast.json")
    return stage
  }

  private static let aria = "elevenlabs://\(FakeElevenLabsAccount.aria)"
  private static let bruno = "elevenlabs://\(FakeElevenLabsAccount.bruno)"

  @Test func `paid clips are requested only once, and not above the cost limit`()
    throws
  {
    let stage = try stage(cast: #"{ "characters": { "MARA": "\#(Self.aria)" } }"#)
    let command = ["audition", "s.fountain", "--role", "MARA", "-o", "a.wav"]
    func run(_ more: String...) throws -> ProgramResult {
      try Program.run(
        Guion2audio.path, command + more, in: stage.folder.path, environment: stage.environment)
    }
    let refused = try run("--max-cost", "0.01")
    #expect(refused.status == 77)
    #expect(refused.errors.contains("nothing was requested"))
    #expect(stage.service.speechRequests.isEmpty)
    let heard = try run("--max-cost", "1")
    #expect(heard.status == 0, "\(heard.errors)")
    #expect(heard.errors.contains("1 paid voice without a gain"))
    let texts = stage.service.speechRequests.map(\.text)
    #expect(texts.count == 2)
    #expect(texts.contains { $0.contains(#""Mara""#) })
    #expect(texts.contains { $0.contains("I have waited here for an hour") })
    #expect(try run().status == 0)
    #expect(stage.service.speechRequests.count == 2)
    let candidates = try run("--voices", "\(Self.aria),\(Self.bruno)")
    #expect(candidates.status == 0, "\(candidates.errors)")
    #expect(
      Set(stage.service.speechRequests.dropFirst(2).map(\.path)).count == 2)
  }

  @Test func `gains of paid voices are measured and written, and the rest is unchanged`() throws {
    let cast = """
      {
        "narrator":  "espeak://en-us",
        "characters": {
          "TOMAS": { "voice": "\(Self.bruno)", "rate": 1.1 },
          "MARA" : "\(Self.aria)"
        }
      }

      """
    let stage = try stage(cast: cast)
    try stage.folder.write("mine", as: "cast.json.part")
    let first = try stage.run("audition", "s.fountain", "-o", "a.wav", "--gains")
    #expect(try stage.folder.text(of: "cast.json.part") == "mine")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.errors.contains("2 gains added -> cast.json"))
    let written = try stage.folder.text(of: "cast.json")
    let pattern = /"gain": (-?[0-9.]+)/
    let gains = written.matches(of: pattern).compactMap { Double($0.output.1) }
    #expect(gains.count == 2)
    // The square waves of the fake service are far louder than a voice's −26 LUFS.
    #expect(gains.allSatisfy { $0 < -3 && $0 > -24 })
    let stripped = written.replacing(/, "gain": -?[0-9.]+/, with: "")
      .replacing(#"{ "voice": "\#(Self.aria)" }"#, with: #""\#(Self.aria)""#)
    #expect(stripped == cast)
    let spoken = stage.service.speechRequests.count
    let again = try stage.run("audition", "s.fountain", "-o", "a.wav", "--gains")
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.errors.contains("no paid voice of cast.json needs a gain"))
    #expect(stage.service.speechRequests.count == spoken)
    #expect(try stage.folder.text(of: "cast.json") == written)
    #expect(try stage.run("check", "s.fountain", "--strict").status == 0)
  }

  @Test func `roles without an entry and voices that are too soft get no gain`()
    throws
  {
    let stage = try stage(
      cast: #"{ "default": "\#(Self.aria)", "characters": { "MARA": "\#(Self.bruno)" } }"#)
    let before = try stage.folder.text(of: "cast.json")
    // Ten seconds of silence between two clicks: too soft to measure.
    let click: [UInt8] = [0x2C, 0x01]
    stage.service.answerAllSpeech(
      with: .bytes(
        click + [UInt8](repeating: 0, count: 480_000) + click, type: "audio/pcm"))
    let result = try stage.run("audition", "s.fountain", "-o", "a.wav", "--gains", "--no-cache")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("cast.json has no entry with a voice for TOMAS"))
    #expect(result.errors.contains("MARA: \(Self.bruno) is silent"))
    #expect(try stage.folder.text(of: "cast.json") == before)
    // Two roles with a name and a line each, and one passage.
    #expect(stage.service.speechRequests.count == 5)
  }

  // MARK: Wrong arguments

  struct Slip: Sendable, CustomTestStringConvertible {
    var words: [String]
    var status: Int32
    var message: String
    var writes = true
    var testDescription: String { words.joined(separator: " ") }
  }

  static let slips: [Slip] = [
    Slip(words: ["--role", "MARRA"], status: 64, message: "did you mean MARA?"),
    Slip(
      words: ["--role", "Zebediah"], status: 64, message: "no role has this name; known roles: "),
    Slip(words: ["--voices", "espeak://en-us"], status: 64, message: "--voices needs --role"),
    Slip(words: ["--role", "MARA", "--voices", "x,"], status: 64, message: "not a voice URI"),
    Slip(
      words: ["--role", "MARA", "--voices", "espeak://en-uz,oops://x"], status: 65,
      message: #"no provider "oops""#),
    Slip(
      words: ["--role", "MARA", "--voices", "espeak://en-uz,oops://x"], status: 65,
      message: #"no voice "en-uz""#),
    Slip(words: ["--gains"], status: 66, message: "the cast file is missing"),
    Slip(
      words: ["--gains", "--role", "MARA", "--voices", "espeak://en-us"], status: 64,
      message: "only on voices in the cast file"),
    Slip(words: ["-o", "nowhere/a.wav"], status: 73, message: "cannot write nowhere/a.wav"),
    Slip(words: ["-o", "s.fountain/a.wav"], status: 73, message: "Not a directory"),
    Slip(words: ["-o", ".wav/"], status: 64, message: "must end in one of"),
    Slip(words: ["--role", ""], status: 64, message: "--role needs a name"),
    Slip(words: ["-o", "a.doc"], status: 64, message: "must end in one of"),
    Slip(words: [], status: 64, message: "standard output is no terminal", writes: false),
    Slip(words: ["--cast", "none.json"], status: 66, message: "cannot read none.json"),
    Slip(words: ["--only", "3"], status: 64, message: "not an option of audition"),
  ]

  @Test(arguments: slips) func `wrong arguments are reported, and nothing is written`(slip: Slip)
    throws
  {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let output = slip.words.contains("-o") || !slip.writes ? [] : ["-o", "a.wav"]
    let result = try Program.run(
      Guion2audio.path, ["audition", "s.fountain"] + slip.words + output, in: folder.path)
    #expect(result.status == slip.status)
    #expect(result.errors.contains(slip.message), "\(result.errors)")
    #expect(try folder.names(in: ".") == ["s.fountain"])
  }

  @Test func `a service that is down is reported with the line`() throws {
    let stage = try stage(cast: #"{ "characters": { "MARA": "\#(Self.aria)" } }"#)
    stage.service.answerAllSpeech(with: FakeElevenLabs.refusal(401, "invalid_api_key"))
    let result = try stage.run("audition", "s.fountain", "-o", "a.wav")
    #expect(result.status == 77)
    #expect(result.errors.contains("s.fountain:9: the provider elevenlabs refused the key"))
    #expect(!stage.folder.exists("a.wav"))
  }

  @Test func `a number of voices tries those that fit best`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let own = try rows(
      Guion2audio.run(
        "audition", "s.fountain", "--role", "MARA", "-o", "a.wav", in: folder, exits: 0))
    let result = try Guion2audio.run(
      "audition", "s.fountain", "--role", "MARA", "--voices", "3", "-o", "a.wav", in: folder,
      exits: 0)
    let rows = try rows(result)
    #expect(rows.map(\.who) == ["now", "1", "2", "3"] && Set(rows.map(\.voice)).count == 4)
    #expect(rows.first?.voice == own.first?.voice)
    for (count, words) in [("0", "expected 1 to 9 voices"), ("10", "expected 1 to 9 voices")] {
      let wrong = try Guion2audio.run(
        "audition", "s.fountain", "--role", "MARA", "--voices", count, "-o", "b.wav", in: folder,
        exits: 64)
      #expect(wrong.errors.contains(words), "\(wrong.errors)")
    }
  }
}
