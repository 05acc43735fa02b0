import Foundation
import TestSupport
import Testing

/// Tests of the voices that read a book if the user chooses none.
@Suite(
  .enabled(if: NaturalVoice.isBuilt, "the natural voice is not installed (Scripts/install-natural)")
)
struct NaturalVoiceTests {
  /// Returns a folder for a user without any configuration.
  private func newcomer(_ script: String = Script.twoScenes) throws -> TemporaryFolder {
    let folder = try TemporaryFolder("s.fountain", script)
    try folder.write("{}", as: "config.json")
    return folder
  }

  private func run(
    _ arguments: String..., in folder: TemporaryFolder, natural: String? = nil
  ) throws -> ProgramResult {
    var environment = ["GUION2AUDIO_CONFIG": folder.path(of: "config.json")]
    environment["GUION2AUDIO_NATURAL"] = natural
    return try Program.run(Guion2audio.path, arguments, in: folder.path, environment: environment)
  }

  private func cast(_ folder: TemporaryFolder, _ output: String = "out") throws -> [String: String]
  {
    try #require(try folder.json(of: output + "/manifest.json")["cast"] as? [String: String])
  }

  @Test func `natural voices read an English book, and only the narrator has heart`() throws {
    let folder = try newcomer()
    let result = try run("s.fountain", "-o", "out", "--captions", "vtt", in: folder)
    try #require(result.status == 0, "\(result.errors)")
    let cast = try cast(folder)
    #expect(cast[""] == "hibari://heart")
    let roles = cast.filter { !$0.key.isEmpty }.values
    #expect(roles.count == 2)
    #expect(roles.allSatisfy { $0.hasPrefix("hibari://heart+") })
    #expect(Set(roles).count == 2)
    let again = try run("s.fountain", "-o", "out", "--captions", "vtt", in: folder)
    #expect(again.errors.contains("3 reused"))
    #expect(try run("verify", "out", in: folder).status == 0)
  }

  @Test func `a plan names the roles that get another voice from an installed one`() throws {
    let folder = try newcomer()
    try folder.write(#"{ "characters": { "ANN": "espeak://en-us+f2" } }"#, as: "cast.json")
    func plan(_ options: String..., natural: String? = nil) throws -> ProgramResult {
      let words = ["plan", "s.fountain", "--cast", "cast.json", "-o", "out"] + options
      var environment = ["GUION2AUDIO_CONFIG": folder.path(of: "config.json")]
      environment["GUION2AUDIO_NATURAL"] = natural
      return try Program.run(
        Guion2audio.path, words, in: folder.path, environment: environment)
    }
    let before = try run(
      "s.fountain", "--cast", "cast.json", "-o", "out", in: folder, natural: "/nonexistent")
    try #require(before.status == 0, "\(before.errors)")
    let same = try plan("-v", natural: "/nonexistent").output
    #expect(!same.contains("voice in the folder"))
    let other = try plan("-v").output
    let table = try #require(other.components(separatedBy: "voice in the folder").last)
    #expect(table.contains("(narrator)"))
    #expect(table.contains("hibari://heart"))
    #expect(!table.contains("ANN "))
    #expect(try !plan().output.contains("voice in the folder"))
    let json = try plan("--json").output
    #expect(json.contains("\"formerVoice\": \"espeak://"))
  }

  @Test func `natural voices are listed first, with words about the speaker`() throws {
    let folder = try newcomer()
    let lines = try run("voices", "--language", "en-US", in: folder).output.lines
    #expect(lines.first?.hasPrefix("hibari://heart ") == true)
    #expect(lines.contains { $0.contains("heart+linnet") && $0.contains("woman, low, calm") })
    let first = try #require(lines.firstIndex { $0.hasPrefix("espeak://") })
    #expect(lines[first...].dropLast().allSatisfy { $0.hasPrefix("espeak://") })
    #expect(lines.last?.contains("list them with --provider espeak") == true)
    let json = try run("voices", "--language", "en-US", "--json", in: folder).output
    #expect(json.contains(#""words": "old man, medium, hoarse""#))
    #expect(json.contains(#""age": "child""#))
  }

  @Test func `a short name finds a natural voice, and a book stores its URI`() throws {
    let folder = try newcomer()
    for (name, voice) in [("a.wav", "hibari://heart+raven?pitch=1"), ("b.wav", "raven?pitch=1")] {
      let result = try run("say", "Hello.", "--voice", voice, "-o", name, in: folder)
      #expect(result.status == 0, "\(result.errors)")
    }
    let sounds = ["a.wav", "b.wav"].map {
      FileManager.default.contents(atPath: folder.path(of: $0))
    }
    #expect(sounds[0] != nil && sounds[0] == sounds[1])
    let wrong = try run("say", "Hello.", "--voice", "ravne", "-o", "c.wav", in: folder)
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("did you mean raven?"))
    try folder.write(
      #"{ "narrator": "wren", "characters": { "ANN": { "voice": "owl" } }, "default": "dove" }"#,
      as: "cast.json")
    let book = try run(
      "s.fountain", "--cast", "cast.json", "-o", "out", "--format", "wav", in: folder)
    #expect(book.status == 0, "\(book.errors)")
    let roles = try cast(folder)
    #expect(roles[""] == "hibari://heart+wren" && roles["ANN"] == "hibari://heart+owl")
    #expect(Set(roles.values).isSubset(of: ["wren", "owl", "dove"].map { "hibari://heart+\($0)" }))
  }

  @Test func `any number of jobs gives the same bytes`() throws {
    let folder = try newcomer()
    for jobs in ["1", "3"] {
      let result = try run("s.fountain", "-o", jobs, "--jobs", jobs, "--format", "flac", in: folder)
      try #require(result.status == 0, "\(result.errors)")
    }
    #expect(try folder.contents(of: "1") == folder.contents(of: "3"))
  }

  @Test func `a requested voice is used, for all roles`() throws {
    let folder = try newcomer()
    let result = try run("s.fountain", "-o", "out", "--voice", "espeak://en-us", in: folder)
    try #require(result.status == 0, "\(result.errors)")
    #expect(try cast(folder).values.allSatisfy { $0.hasPrefix("espeak://") })
  }

  @Test func `a book in another language uses espeak, without a message`() throws {
    let folder = try newcomer("Title: Zwei\nLanguage: de-DE\n\nINT. FLUR - TAG\n\nEs ist dunkel.\n")
    let result = try run("s.fountain", "-o", "out", "--language", "de-DE", in: folder)
    try #require(result.status == 0, "\(result.errors)")
    #expect(try cast(folder)[""]?.hasPrefix("espeak://de") == true)
    #expect(!result.errors.contains("natural"))
  }

  @Test func `without the files espeak reads, with a note`() throws {
    let folder = try newcomer()
    let result = try run(
      "s.fountain", "-o", "out", "--strict", in: folder, natural: "/nonexistent")
    try #require(result.status == 0, "\(result.errors)")
    #expect(try cast(folder)[""]?.hasPrefix("espeak://") == true)
    let notes = result.errors.lines.filter { $0.contains("[no-natural-voice]") }
    #expect(notes.count == 1)
    #expect(
      notes.first?.contains("note: the natural voice cannot be used, so espeak-ng reads this book")
        == true)
    let quiet = try run("s.fountain", "-o", "q", "-q", in: folder, natural: "/nonexistent")
    #expect(!quiet.errors.contains("no-natural-voice"))
  }

  /// Returns a copy of the natural voice's folder in which `change` has changed the model.
  private func copy(
    in folder: TemporaryFolder, _ change: (inout Data) -> Void
  ) throws -> String {
    let files = FileManager.default
    let real = Guion2audio.path + "/../../../natural"
    let natural = ProcessInfo.processInfo.environment["GUION2AUDIO_NATURAL"] ?? real
    let copy = folder.path(of: "natural")
    try files.createDirectory(atPath: copy, withIntermediateDirectories: true)
    let source = URL(filePath: natural).standardizedFileURL.path
    for name in try files.contentsOfDirectory(atPath: source) where name != "heart.onnx" {
      try files.createSymbolicLink(
        atPath: copy + "/" + name, withDestinationPath: source + "/" + name)
    }
    var model = try Data(contentsOf: URL(filePath: source + "/heart.onnx"))
    change(&model)
    try model.write(to: URL(filePath: copy + "/heart.onnx"))
    return copy
  }

  @Test(arguments: ["empty", "cut", "changed"])
  func `a damaged natural voice is a warning that strict stops`(_ kind: String) throws {
    let folder = try newcomer()
    let natural = try copy(in: folder) { model in
      switch kind {
      case "empty": model = Data()
      case "cut": model = model.prefix(model.count / 2)
      default: model[model.count / 3] ^= 1
      }
    }
    let strict = try run("s.fountain", "-o", "out", "--strict", in: folder, natural: natural)
    #expect(strict.status == 65)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "out/manifest.json")))
    #expect(try run("check", "s.fountain", "--strict", in: folder, natural: natural).status == 1)
    let result = try run("s.fountain", "-o", "out", in: folder, natural: natural)
    #expect(result.status == 0)
    let warnings = result.errors.lines.filter { $0.contains("[damaged-voice]") }
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("warning: ") == true)
    #expect(warnings.first?.contains("natural/heart.onnx") == true)
    #expect(
      try run("providers", in: folder, natural: natural).output.contains("natural/heart.onnx"))
    let verified = try run("verify", "out", in: folder, natural: natural)
    #expect(verified.status == 1)
    #expect(verified.output.lines.count == 1)
    #expect(verified.output.contains("out/manifest.json: warning: the natural voice is damaged: "))
    #expect(verified.output.contains("natural/heart.onnx"))
    #expect(verified.output.contains("[damaged-voice]"))
    let missing = try run("verify", "out", in: folder, natural: "/nonexistent")
    #expect(missing.status == 0)
  }

  @Test func `a cast that names a natural voice needs its files`() throws {
    let folder = try newcomer()
    try folder.write(#"{ "narrator": "hibari://heart" }"#, as: "cast.json")
    let result = try run(
      "s.fountain", "--cast", "cast.json", "-o", "out", in: folder, natural: "/nonexistent")
    #expect(result.status == 69)
    #expect(result.errors.contains("natural voice is not installed"))
    #expect(!folder.exists("out"))
  }

  @Test func `a known voice with a missing file is reported with file and folder`() throws {
    let folder = try newcomer()
    try folder.write(
      #"{ "narrator": "hibari://emma", "characters": { "ANN": "hibari://heart" } }"#,
      as: "cast.json")
    let environment = [
      "GUION2AUDIO_CONFIG": folder.path(of: "config.json"),
      "XDG_DATA_HOME": folder.path(of: "data"),
    ]
    let voices = folder.path(of: "data/guion2audio/voices")
    for words in [
      ["s.fountain", "--cast", "cast.json", "-o", "out"],
      ["check", "s.fountain", "--cast", "cast.json"],
      ["say", "Hello.", "--voice", "hibari://emma", "-o", "a.wav"],
    ] {
      let result = try Program.run(
        Guion2audio.path, words, in: folder.path, environment: environment)
      // `check` prints its findings on standard output.
      let said = result.output + result.errors
      #expect(result.status == 69, "\(words) \(said)")
      let lines = said.lines.filter {
        $0.contains("the voice emma is not installed; save https://")
      }
      #expect(lines.count == 1, "\(words) \(said)")
      #expect(said.contains("/bf_emma.int8.onnx in \(voices)"), "\(words) \(said)")
      #expect(!said.contains("did you mean"), "\(words) \(said)")
    }
    #expect(!folder.exists("out") && !folder.exists("a.wav"))
  }

  @Test func `formant is a setting of the voice, within its limits`() throws {
    let folder = try newcomer()
    let good = try run(
      "say", "Hello.", "--voice", "hibari://heart?formant=0.9", "-o", "a.wav", in: folder)
    #expect(good.status == 0, "\(good.errors)")
    let bad = try run(
      "say", "Hello.", "--voice", "hibari://heart?formant=2", "-o", "b.wav", in: folder)
    #expect(bad.status == 65)
    #expect(bad.errors.contains("formant must be a number from 0.8 to 1.1"))
  }

  @Test func `say uses a natural voice, and a whisper is other audio`() throws {
    let folder = try newcomer()
    for (name, voice) in [("a.wav", "hibari://heart"), ("w.wav", "hibari://heart+whisper")] {
      let result = try run("say", "Who is there?", "--voice", voice, "-o", name, in: folder)
      #expect(result.status == 0, "\(result.errors)")
    }
    let usual = try run("say", "Who is there?", "-o", "c.wav", in: folder)
    #expect(usual.status == 0, "\(usual.errors)")
    let data = try ["a.wav", "w.wav", "c.wav"].map {
      try Data(contentsOf: URL(filePath: folder.path(of: $0)))
    }
    #expect(data[0] == data[2])
    #expect(data[0] != data[1])
  }

  @Test func `say names a text that has no sound`() throws {
    let folder = try newcomer()
    let result = try run("say", "...", "--voice", "hibari://heart", "-o", "a.wav", in: folder)
    #expect(result.status == 65)
    #expect(
      result.errors == "guion2audio: the voice has no sound for \"...\"; write words to speak\n")
    #expect(!folder.exists("a.wav"))
  }
}
