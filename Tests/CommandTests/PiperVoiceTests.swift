import Foundation
import TestSupport
import Testing

/// Tests of installed Piper voices in the command.
///
/// The test builds these voices itself.
@Suite(
  .enabled(
    if: NaturalVoice.isBuilt, "the natural voice is not installed (Scripts/install-natural)"),
  .timeLimit(.minutes(5)))
struct PiperVoiceTests {
  private let folder: TemporaryFolder
  private static let german = "de_DE-tiny-low"
  private static let many = "en_US-many-low"

  init() throws {
    folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try folder.write("{}", as: "config.json")
    var voice = TinyPiperVoice(Self.german)
    (voice.language, voice.espeakVoice) = ("de_DE", "de")
    try voice.install(in: folder.path(of: "voices"))
    voice = TinyPiperVoice(Self.many)
    voice.speakers = ["p225", "p226", "p227"]
    try voice.install(in: folder.path(of: "voices"))
  }

  private func run(_ arguments: String...) throws -> ProgramResult {
    try Program.run(
      Guion2audio.path, arguments, in: folder.path,
      environment: [
        "GUION2AUDIO_CONFIG": folder.path(of: "config.json"),
        "GUION2AUDIO_VOICES": folder.path(of: "voices"),
        "XDG_DATA_DIRS": folder.path(of: "none"), "XDG_DATA_HOME": folder.path(of: "none"),
      ])
  }

  @Test func `each speaker is a voice, and unsupported voices are not listed`() throws {
    var voice = TinyPiperVoice("zh_CN-tiny-low")
    (voice.language, voice.espeakVoice) = ("zh_CN", "cmn")
    try voice.install(in: folder.path(of: "voices"))
    let listed = try run("voices", "--provider", "piper", "--json")
    let voices = try #require(
      try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]])
    let uris = voices.compactMap { $0["uri"] as? String }
    let speakers = ["p225", "p226", "p227"].map { "piper://\(Self.many)/\($0)" }
    #expect(uris == ["piper://\(Self.german)"] + speakers)
    let licences = voices.compactMap { $0["licence"] as? String }
    #expect(licences == ["unknown", "unknown", "unknown", "unknown"])
    let said = try run("say", "你好", "--voice", "piper://zh_CN-tiny-low", "-o", "a.wav")
    #expect(said.status != 0)
    #expect(said.errors.contains("Chinese cannot be pronounced"), "\(said.errors)")
    #expect(!said.errors.contains("voices install"))
  }

  @Test func `say speaks with the installed voice of a language`() throws {
    for (index, words) in [
      ["say", "Guten Tag.", "--language", "de"],
      ["say", "Guten Tag.", "--voice", "piper://\(Self.german)"],
    ].enumerated() {
      let result = try Program.run(
        Guion2audio.path, words + ["-o", "\(index).wav"], in: folder.path,
        environment: [
          "GUION2AUDIO_CONFIG": folder.path(of: "config.json"),
          "GUION2AUDIO_VOICES": folder.path(of: "voices"),
        ])
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    }
    let sounds = try ["0.wav", "1.wav"].map {
      try Data(contentsOf: URL(filePath: folder.path(of: $0)))
    }
    #expect(sounds[0] == sounds[1])
    #expect(sounds[0].count > 20_000)
  }

  @Test func `a book is read by the installed voice of its language`() throws {
    try folder.write(
      "Title: Zwei\nLanguage: de-DE\n\nINT. FLUR - TAG\n\nEs ist dunkel.\n\nANNA\nHallo!\n",
      as: "d.fountain")
    let result = try run("d.fountain", "-o", "out", "--language", "de-DE")
    try #require(result.status == 0, "\(result.errors)")
    let manifest = try folder.json(of: "out/manifest.json")
    let cast = try #require(manifest["cast"] as? [String: String])
    #expect(cast[""] == "piper://\(Self.german)")
    #expect(cast["ANNA"] == "piper://\(Self.german)")
    let text = try String(contentsOfFile: folder.path(of: "out/manifest.json"), encoding: .utf8)
    #expect(text.contains("\"unknown\""), "\(text)")
  }

  @Test func `heart reads an English book, cast with all natural voices`() throws {
    let result = try run("s.fountain", "-o", "out")
    try #require(result.status == 0, "\(result.errors)")
    let cast = try #require(
      try folder.json(of: "out/manifest.json")["cast"] as? [String: String])
    #expect(cast[""] == "hibari://heart")
  }

  @Test func `any number of jobs gives the same bytes`() throws {
    for jobs in ["1", "3"] {
      let result = try run(
        "s.fountain", "-o", jobs, "--jobs", jobs, "--format", "flac", "--voice",
        "piper://\(Self.many)/p226", "--no-cache")
      try #require(result.status == 0, "\(result.errors)")
    }
    #expect(try folder.contents(of: "1") == folder.contents(of: "3"))
  }

  @Test func `for an unknown speaker the nearest is suggested`() throws {
    let result = try run("say", "Hi.", "--voice", "piper://\(Self.many)/p22", "-o", "a.wav")
    #expect(result.status != 0)
    #expect(result.errors.contains("did you mean piper://\(Self.many)/p225"), "\(result.errors)")
  }

  @Test(arguments: [
    (TinyPiperVoice.Fault.draws, "draws random numbers"), (.untimed, "its graph does not compute"),
    (.overlong, "frames, but its phonemes"), (.silent, "the audio is silent"),
  ])
  func `a broken graph is refused with the reason`(
    fault: TinyPiperVoice.Fault, reason: String
  ) throws {
    var voice = TinyPiperVoice("en_US-broken-low")
    voice.fault = fault
    try voice.install(in: folder.path(of: "voices"))
    let result = try run("say", "Hi.", "--voice", "piper://en_US-broken-low", "-o", "a.wav")
    #expect(result.status != 0)
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(!folder.exists("a.wav"))
  }

  @Test func `an entry for Piper as a program speaks with its voices, with a note`() throws {
    let entry = """
      { "providers": { "piper": { "program": ["/nowhere/piper"],
        "voices": ["\(folder.path(of: "voices"))"] },
        "mine": { "type": "piper", "voices": ["\(folder.path(of: "voices/piper"))"] } } }
      """
    try folder.write(entry, as: "config.json")
    try folder.write("Es ist dunkel.\n", as: "d.md")
    var sounds: [Data] = []
    for provider in ["piper", "mine"] {
      let voice = "\(provider)://\(Self.german)"
      let said = try run("say", "Guten Tag.", "--voice", voice, "-o", "\(provider).wav")
      #expect(said.status == 0, "\(said.errors)")
      #expect(
        said.errors.contains("note: \"program\" has no effect")
          && said.errors.contains(
            "[retired-key]")
      )
      sounds.append(
        try Data(contentsOf: URL(filePath: folder.path(of: "\(provider).wav"))))
    }
    #expect(sounds[0] == sounds[1] && sounds[0].count > 20_000)
    let checked = try run("check", "d.md", "--language", "de-DE", "--quiet")
    #expect(checked.errors.isEmpty && !checked.output.contains("hidden-voices"))
  }

  @Test func `another provider under the same id has priority, with a note`() throws {
    try folder.write(
      #"{ "providers": { "piper": { "type": "command", "command": ["cat"] } } }"#,
      as: "config.json")
    let listed = try run("voices", "--provider", "piper")
    #expect(
      listed.errors.contains(
        "the installed voices of piper are not used, because the user configuration defines a provider "
          + "with the same id; give that provider another id"),
      "\(listed.errors)")
    try folder.write("Es ist dunkel.\n", as: "d.md")
    let checked = try run("check", "d.md", "--language", "de-DE")
    #expect(checked.output.contains("[hidden-voices]"), "\(checked.output)\(checked.errors)")
  }
}
