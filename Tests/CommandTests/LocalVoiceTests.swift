import Foundation
import TestSupport
import Testing

/// Tests of programs and servers on this machine that a user's configuration describes.
@Suite struct LocalVoiceTests {
  private func stage(providers: String, cast: String) throws -> PaidStage {
    let stage = try PaidStage()
    try stage.folder.write(#"{ "providers": { \#(providers) } }"#, as: "config.json")
    try stage.folder.write(cast, as: "cast.json")
    try stage.folder.write(
      "INT. HALL - DAY\n\nIt rains.\n\nANN\n(quickly)\nHurry up, will you?\n", as: "a.fountain")
    return stage
  }

  private func render(_ stage: PaidStage) throws -> ProgramResult {
    try stage.run("a.fountain", "-o", "out", "--format", "wav")
  }

  private func manifest(_ stage: PaidStage) throws -> String {
    try String(contentsOfFile: stage.folder.path(of: "out/manifest.json"), encoding: .utf8)
  }

  /// An entry as in Documentation/providers.md, "Any other program".
  private static let flite = """
    "flite": { "type": "command", "command": ["flite", "-voice", "{voice}", "-o", "{output}"],
               "input": "stdin", "output": "wav" }
    """

  @Test func `flite speaks a role`() throws {
    let stage = try stage(
      providers: Self.flite, cast: #"{ "characters": { "ANN": "flite://slt" } }"#)
    let result = try render(stage)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try manifest(stage).contains(#""voice": "flite://slt""#))
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: stage.folder.path(of: "out"))
        .first { $0.hasSuffix(".wav") })
    let seconds = try Program.run("soxi", ["-D", stage.folder.path(of: "out/" + name)]).output
    #expect(Double(seconds.trimmingCharacters(in: .whitespacesAndNewlines)).map { $0 > 2 } == true)
    // The clips are cached, so another run does not need the program.
    #expect(try stage.run("cache").output.hasPrefix("1 clip,"))
  }

  /// A cast can be part of a foreign project.
  ///
  /// It can name a voice, but must not pass an option or a file.
  @Test(arguments: ["-help", "/etc/passwd", "../x", "a b", "x;y"])
  func `a cast passes only a name to a program`(voice: String) throws {
    let encoded = voice.replacing(" ", with: "%20")
    let stage = try stage(
      providers: Self.flite, cast: #"{ "characters": { "ANN": "flite://\#(encoded)" } }"#)
    let result = try render(stage)
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.errors.contains("cast.json:1:"), "\(result.errors)")
  }

  @Test func `a missing program is named`() throws {
    let stage = try stage(
      providers: Self.flite.replacing(#"["flite""#, with: #"["no-such-program""#),
      cast: #"{ "characters": { "ANN": "flite://slt" } }"#)
    let result = try render(stage)
    #expect(result.status == 69, "\(result.errors)")
    #expect(result.errors.contains("no-such-program"), "\(result.errors)")
    try stage.folder.write(
      #"{ "characters": { "ANN": "flite://slt" }, "fallback": { "flite": "espeak://en-us" } }"#,
      as: "cast.json")
    let covered = try render(stage)
    #expect(covered.status == 0, "\(covered.errors)")
    #expect(covered.errors.contains("1 with a fallback voice"), "\(covered.errors)")
  }

  @Test func `a fallback for an unknown provider is an error`() throws {
    let stage = try stage(
      providers: "", cast: #"{ "fallback": { "elevnlabs": "espeak://en-us" } }"#)
    let result = try render(stage)
    #expect(result.status == 65)
    #expect(result.errors.contains("cast.json:1:17:"), "\(result.errors)")
    #expect(result.errors.contains("did you mean elevenlabs?"), "\(result.errors)")
  }

  /// The voices of the user's own server are listed, cast and spoken without a key.
  @Test func `the user's own server speaks`() throws {
    let server = try FakeSpeechServer(.kokoro)
    let stage = try stage(
      providers: #""kokoro": { "type": "openai", "baseURL": "\#(server.address)" }"#,
      cast: #"{ "characters": { "ANN": "kokoro://af_bella" } }"#)
    let voices = try stage.run("voices", "--provider", "kokoro")
    #expect(voices.output.contains("kokoro://af_bella"), "\(voices.errors)")
    let result = try render(stage)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try manifest(stage).contains(#""voice": "kokoro://af_bella""#))
  }
}
