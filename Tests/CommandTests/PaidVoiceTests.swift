import Foundation
import TestSupport
import Testing

/// Tests of rendering with a fake paid service that follows the real one's documentation, and fails on
/// request.
@Suite struct PaidVoiceTests {
  private static let script = """
    INT. HALL - DAY

    ANN
    One for the road.

    BEN
    Two of a kind.

    """

  private func stage(
    settings: String = "", fallback: String = "", voice: String = "ann-voice"
  ) throws -> PaidStage {
    let stage = try PaidStage(settings: settings)
    try stage.folder.write(Self.script, as: "script.fountain")
    try stage.folder.write(
      """
      { "narrator": "espeak://en-us",
        "characters": { "ANN": "elevenlabs://\(FakeElevenLabsAccount.aria)",
                        "BEN": "elevenlabs://\(FakeElevenLabsAccount.bruno)" }\(fallback) }
      """, as: "cast.json")
    return stage
  }

  private func render(_ stage: PaidStage, _ more: String...) throws -> ProgramResult {
    try Program.run(
      Guion2audio.path, ["script.fountain", "-o", "out", "--format", "wav"] + more,
      in: stage.folder.path, environment: stage.environment)
  }

  @Test func `a line is paid for once`() throws {
    let stage = try stage()
    let first = try render(stage)
    #expect(first.status == 0, "\(first.errors)")
    #expect(stage.service.speechRequests.count == 2)
    #expect(first.errors.contains("requests"))
    let again = try render(stage, "--force")
    #expect(again.status == 0, "\(again.errors)")
    #expect(stage.service.speechRequests.count == 2)
    try stage.folder.write(
      Self.script.replacing("Two of", with: "Three of"), as: "script.fountain")
    #expect(try render(stage).status == 0)
    #expect(stage.service.speechRequests.count == 3)
    #expect(try stage.run("cache").output.hasPrefix("3 clips"))
    #expect(try stage.run("cache", "clear").output.hasPrefix("0 clips"))
    #expect(try render(stage, "--force").status == 0)
    #expect(stage.service.speechRequests.count == 5)
  }

  /// The voices of an account are requested once a day.
  @Test func `the list of voices is cached`() throws {
    let stage = try stage()
    #expect(try render(stage).status == 0)
    let lists = stage.service.calls.count { $0 == "GET /v2/voices" }
    #expect(lists > 0)
    #expect(try render(stage, "--force").status == 0)
    #expect(stage.service.calls.count { $0 == "GET /v2/voices" } == lists)
  }

  @Test func `speech of say is not cached, but the list of voices is`() throws {
    let stage = try PaidStage()
    let voice = "elevenlabs://\(FakeElevenLabsAccount.aria)"
    for count in 1...2 {
      let result = try stage.run("say", "Hello.", "--voice", voice, "-o", "hello.wav")
      #expect(result.status == 0, "\(result.errors)")
      #expect(stage.service.speechRequests.count == count)
    }
    #expect(stage.service.calls.count { $0 == "GET /v2/voices" } == 1)
    #expect(try stage.run("cache").output.hasPrefix("0 clips"))
    let kept = try FileManager.default.subpathsOfDirectory(atPath: stage.folder.path(of: "cache"))
    #expect(!kept.contains { $0.contains("clips") }, "\(kept)")
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var answer: LoopbackAnswer
    var status: Int32
    /// The number of requests for the first line: three if it is retried.
    var attempts: Int
    var testDescription: String { name }
  }

  static let faults: [Fault] = [
    Fault(
      name: "401 bad key", answer: FakeElevenLabs.refusal(401, "invalid_api_key"), status: 77,
      attempts: 1),
    Fault(
      name: "401 quota", answer: FakeElevenLabs.refusal(401, "quota_exceeded"), status: 77,
      attempts: 1),
    Fault(
      name: "402", answer: FakeElevenLabs.refusal(402, "paid_plan_required"), status: 77,
      attempts: 1),
    Fault(
      name: "422", answer: .json(#"{"detail":[{"type":"x","msg":"no"}]}"#, status: 422), status: 1,
      attempts: 1),
    Fault(name: "429", answer: .status(429), status: 69, attempts: 3),
    Fault(name: "500", answer: .status(500), status: 69, attempts: 3),
    Fault(name: "503", answer: .status(503), status: 69, attempts: 3),
    Fault(name: "HTML", answer: .html, status: 69, attempts: 3),
  ]

  /// The narrator's lines are free.
  ///
  /// No chapter is finished, and no incomplete file is left.
  @Test(arguments: faults)
  func `a fault ends with its exit code`(fault: Fault) throws {
    let stage = try stage()
    stage.service.answerAllSpeech(with: fault.answer)
    let result = try render(stage, "-j", "1")
    #expect(result.status == fault.status, "\(result.errors)")
    #expect(result.errors.contains("[chapter-failed]"), "\(result.errors)")
    #expect(!result.errors.contains(FakeElevenLabs.key))
    let perVoice = Dictionary(grouping: stage.service.speechRequests, by: \.path).mapValues(\.count)
    #expect(perVoice.values.allSatisfy { $0 <= fault.attempts })
    #expect(perVoice.values.max() == fault.attempts)
    let left = try FileManager.default.contentsOfDirectory(atPath: stage.folder.path(of: "out"))
    #expect(!left.contains { $0.hasSuffix(".wav") })
  }

  @Test func `clips from before a fault are not paid for again`() throws {
    let stage = try stage(settings: #", "concurrency": 1"#)
    stage.service.answerSpeech(
      with: .bytes(
        FakeElevenLabs.samples(
          of: "One for the road.", perCharacter: FakeElevenLabs.plausibleSamplesPerCharacter),
        type: "audio/pcm"),
      FakeElevenLabs.refusal(401, "quota_exceeded"))
    #expect(try render(stage, "-j", "1").status == 77)
    #expect(stage.service.speechRequests.count == 2)
    let second = try render(stage, "-j", "1")
    #expect(second.status == 0, "\(second.errors)")
    #expect(stage.service.speechRequests.count == 3)
  }

  @Test func `if the service is down, the fallback speaks and the next run tries again`() throws {
    let stage = try stage(fallback: #", "fallback": { "elevenlabs": "espeak://en-us+f3" }"#)
    stage.service.answerAllSpeech(with: .status(503))
    let result = try render(stage)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("[fallback-voice]"), "\(result.errors)")
    #expect(result.errors.contains("1 with a fallback voice"), "\(result.errors)")
    let manifest = try String(
      contentsOfFile: stage.folder.path(of: "out/manifest.json"), encoding: .utf8)
    #expect(manifest.contains(#""degraded": true"#))
    #expect(manifest.contains(#""voice": "espeak://en-us+f3""#))
    let sound = stage.service.speechRequests.count
    let again = try render(stage)
    #expect(stage.service.speechRequests.count > sound)
    #expect(again.errors.contains("0 reused"), "\(again.errors)")
  }

  @Test func `for an unreachable service the exit code is 69, or that of the fallback`() throws {
    let stage = try stage()
    stage.service.server.stop()
    let result = try render(stage)
    #expect(result.status == 69, "\(result.errors)")
    #expect(result.errors.contains("cast.json:2:"), "\(result.errors)")
    let covered = try self.stage(
      fallback: #", "fallback": { "elevenlabs": "espeak://en-us+f3" }"#)
    covered.service.server.stop()
    let spoken = try render(covered)
    #expect(spoken.status == 0, "\(spoken.errors)")
    #expect(spoken.errors.contains("1 with a fallback voice"), "\(spoken.errors)")
  }

  @Test func `unknown voices and settings are errors with their position`() throws {
    let stage = try stage()
    try stage.folder.write(
      """
      { "characters": {
          "ANN": { "voice": "elevenlabs://nobody" },
          "BEN": { "voice": "elevenlabs://\(FakeElevenLabsAccount.bruno)", "stability": 7 },
          "EVE": "elevenlabs://\(FakeElevenLabsAccount.bruno)?stabilty=0.5",
          "DAN": { "voice": "espeak://en-us", "stability": 0.5 },
          "FAY": "elevenlabs://\(FakeElevenLabsAccount.bruno)?pitch=3" } }
      """, as: "cast.json")
    let result = try render(stage)
    #expect(result.status == 65, "\(result.errors)")
    let lines = result.errors.split(separator: "\n").filter { $0.contains("error:") }
    #expect(lines.count == 5, "\(result.errors)")
    #expect(result.errors.contains("stability"))
    #expect(stage.service.speechRequests.isEmpty)
  }

  @Test func `an account with too few credits is reported before the first request`() throws {
    let stage = try stage()
    let account = FakeElevenLabsAccount.poor
    let poor = try PaidStage(account)
    for name in ["script.fountain", "cast.json"] {
      try poor.folder.write(
        String(contentsOfFile: stage.folder.path(of: name), encoding: .utf8), as: name)
    }
    let strict = try render(poor, "--strict")
    #expect(strict.status == 77, "\(strict.errors)")
    #expect(strict.errors.contains("the run needs 31 characters"), "\(strict.errors)")
    #expect(poor.service.speechRequests.isEmpty)
  }
}
