import Foundation
import TestSupport
import Testing

@Suite struct VoicesTests {
  private func voices(_ arguments: String...) throws -> [[String: String]] {
    let folder = try TemporaryFolder()
    let result = try Program.run(
      Guion2audio.path, ["voices", "--json"] + arguments, in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    #expect(result.errors.isEmpty)
    let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    // The pitch is a number; all other values are texts.
    return try #require(list as? [[String: Any]]).map { $0.compactMapValues { $0 as? String } }
  }

  @Test func everyVoiceHasTheFieldsOfItsKind() throws {
    let all = try voices()
    #expect(all.count > 100)
    for voice in all {
      #expect(voice["provider"] == "espeak")
      #expect(voice["uri"]?.hasPrefix("espeak://") == true)
      #expect(voice["name"]?.isEmpty == false)
      #expect(voice["language"]?.isEmpty == false)
    }
    #expect(Set(all.compactMap { $0["uri"] }).count == all.count)
  }

  @Test func aLanguageNarrowsTheList() throws {
    let german = try voices("--language", "de")
    #expect(german.first?["uri"] == "espeak://de")
    #expect(german.allSatisfy { $0["language"]?.hasPrefix("de") == true })
  }

  @Test func aListWithoutAVoiceIsStillJSON() throws {
    let folder = try TemporaryFolder()
    let result = try Guion2audio.run("voices", "--json", "--language", "xx", in: folder, exits: 0)
    #expect(
      try JSONDecoder().decode([[String: String]].self, from: Data(result.output.utf8)).isEmpty)
  }

  @Test func aGenderNarrowsTheList() throws {
    for gender in ["female", "male"] {
      let found = try voices("--language", "en-US", "--gender", gender)
      #expect(!found.isEmpty)
      #expect(found.allSatisfy { $0["gender"] == gender })
    }
  }

  @Test func theTableHasTheSameVoices() throws {
    let folder = try TemporaryFolder()
    let table = try Guion2audio.run(
      "voices", "--language", "de", "--provider", "espeak", in: folder, exits: 0)
    let uris = table.output.lines.map { String($0.prefix { $0 != " " }) }
    #expect(uris.contains { $0.contains("+") })
    #expect(try uris == voices("--language", "de", "--provider", "espeak").compactMap { $0["uri"] })
  }

  @Test func onlyKnownProvidersAreQueried() throws {
    let folder = try TemporaryFolder()
    try Guion2audio.run("voices", "--provider", "espeak", "--language", "de", in: folder, exits: 0)
    try Guion2audio.run("voices", "--provider", "elvenlabs", in: folder, exits: 64)
  }

  @Test func `variants of espeak's voices are one line unless they are asked for`() throws {
    let folder = try TemporaryFolder()
    let short = try Guion2audio.run("voices", "--language", "en", in: folder, exits: 0).output.lines
    #expect(short.filter { $0.contains("+f3") }.isEmpty, "\(short)")
    #expect(short.last?.contains(" variants such as espeak://") == true, "\(short)")
    let all = try Guion2audio.run(
      "voices", "--language", "en", "--provider", "espeak", in: folder, exits: 0
    ).output
    #expect(all.contains("+f3 ") && !all.contains("variants such as"))
  }

  @Test func `a language without voices has a message and a code of its own`() throws {
    let folder = try TemporaryFolder()
    let result = try Guion2audio.run("voices", "--language", "xx", in: folder, exits: 1)
    #expect(result.output.isEmpty)
    #expect(
      result.errors.contains("no voice matches these filters")
        && result.errors.contains("voices available --language xx"), "\(result.errors)")
    let json = try Guion2audio.run("voices", "--language", "xx", "--json", in: folder, exits: 0)
    #expect(json.output == "[]\n")
  }

  /// A cast can name every listed voice: the test tries a few of each kind.
  @Test func listedVoicesSpeak() throws {
    let folder = try TemporaryFolder()
    for voice in try voices().enumerated().filter({ $0.offset % 40 == 0 }) {
      let uri = try #require(voice.element["uri"])
      let result = try Guion2audio.run("say", "Hello", "--voice", uri, "-o", "x.wav", in: folder)
      #expect(result.status == 0, "\(uri): \(result.errors)")
    }
  }
}

@Suite struct SayTests {
  private func probe(_ path: String) throws -> (codec: String, seconds: Double) {
    let result = try Program.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=codec_name:format=duration", "-of", "csv=p=0", path,
      ])
    let lines = result.output.lines
    try #require(lines.count == 2, "\(result.errors)")
    return (lines[0], try #require(Double(lines[1])))
  }

  @Test(arguments: [
    ("x.wav", "pcm_s16le"), ("x.mp3", "mp3"), ("x.FLAC", "flac"), ("x.ogg", "vorbis"),
    ("x.opus", "opus"),
  ])
  func aFileOfAnyFormat(_ name: String, _ codec: String) throws {
    let folder = try TemporaryFolder()
    let result = try Guion2audio.run("say", "Hello, world.", "-o", name, in: folder, exits: 0)
    #expect(result.output == name + "\n")
    #expect(result.errors.isEmpty)
    let found = try probe(folder.path(of: name))
    #expect(found.codec == codec)
    #expect(found.seconds > 0.5 && found.seconds < 3)
  }

  @Test(arguments: ["", " -o -"]) func aWaveFileIntoAPipe(_ options: String) throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(
      "bash",
      [
        "-c",
        "set -o pipefail; \"$0\" say Hello there --voice espeak://en-us+f3\(options) | cat > x.wav",
        Guion2audio.path,
      ],
      in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    let samples = try Program.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=duration_ts", "-of", "csv=p=0",
        folder.path(of: "x.wav"),
      ])
    #expect(samples.status == 0 && samples.errors.isEmpty, "\(samples.errors)")
    let bytes = try Data(contentsOf: URL(filePath: folder.path(of: "x.wav"))).count
    #expect(samples.output == "\((bytes - 44) / 2)\n")
    #expect(try probe(folder.path(of: "x.wav")).codec == "pcm_s16le")
  }

  @Test func otherFilesAndALinkStay() throws {
    let folder = try TemporaryFolder()
    for name in ["x.wav.part", "x.wav.encoding"] { try folder.write("mine", as: name) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "x.wav"), withDestinationPath: "real.wav")
    try folder.write("old", as: "real.wav")
    try Guion2audio.run("say", "Hello", "-o", "x.wav", in: folder, exits: 0)
    for name in ["x.wav.part", "x.wav.encoding"] { #expect(try folder.text(of: name) == "mine") }
    #expect(try folder.names() == ["real.wav", "x.wav", "x.wav.encoding", "x.wav.part"])
    #expect(try probe(folder.path(of: "real.wav")).codec == "pcm_s16le")
  }

  @Test func argumentsAreJoinedToOneText() throws {
    let folder = try TemporaryFolder()
    try Guion2audio.run("say", "one two three", "-o", "a.wav", in: folder, exits: 0)
    try Guion2audio.run("say", "-o", "b.wav", "one", "two", "three", in: folder, exits: 0)
    let bytes = try ["a.wav", "b.wav"].map {
      try Data(contentsOf: URL(filePath: folder.path(of: $0)))
    }
    #expect(bytes[0] == bytes[1])
  }

  @Test func anUnknownVoiceOrProviderIs65() throws {
    let folder = try TemporaryFolder()
    let voice = try Guion2audio.run(
      "say", "Hi", "--voice", "espeak://en-us+m33", "-o", "x.wav", in: folder, exits: 65)
    #expect(voice.errors.contains("did you mean"))
    let provider = try Guion2audio.run(
      "say", "Hi", "--voice", "espek://en", "-o", "x.wav", in: folder, exits: 65)
    #expect(
      provider.errors == "guion2audio: there is no provider \"espek\"; did you mean espeak?\n")
    #expect(try folder.names().isEmpty)
  }

  @Test func anInvalidVoiceURIIs64() throws {
    try Guion2audio.run(
      "say", "Hi", "--voice", "en-us", "-o", "x.wav", in: try TemporaryFolder(), exits: 64)
  }

  @Test func anUnwritablePathIs73() throws {
    let folder = try TemporaryFolder()
    let result = try Guion2audio.run("say", "Hi", "-o", "no/x.wav", in: folder, exits: 73)
    #expect(result.errors.contains("no/x.wav"))
  }

  @Test func aHigherRateMakesItShorter() throws {
    let folder = try TemporaryFolder()
    for (name, rate) in [("slow.wav", "0.5"), ("fast.wav", "2")] {
      try Guion2audio.run(
        "say", "A sentence of some length.", "--rate", rate, "-o", name, in: folder, exits: 0)
    }
    let (slow, fast) = (
      try probe(folder.path(of: "slow.wav")), try probe(folder.path(of: "fast.wav"))
    )
    #expect(slow.seconds > 2 * fast.seconds)
  }
}
