import Foundation
import TestSupport
import Testing

@testable import Hablare

struct PiperVoiceProviderTests {
  private let piper: FakePiper

  init() throws { piper = try FakePiper() }

  private static func request(
    _ text: String, voice: String = "en_US-one-low", options: VoiceOptions = VoiceOptions()
  ) -> VoiceEngineRequest {
    VoiceEngineRequest(text: text, voiceId: voice, languageCode: "en", options: options)
  }

  // MARK: Voices

  @Test func `voices are found in folders, with their speakers`() async throws {
    let provider = piper.provider()
    let voices = try await provider.fetchVoices(languageCode: "")
    #expect(
      voices.map(\.id) == [
        "en_GB-many-medium/anna", "en_GB-many-medium/bert", "en_GB-many-medium/3", "en_US-one-low",
      ])
    #expect(voices.map(\.language) == ["en-GB-x-rp", "en-GB-x-rp", "en-GB-x-rp", "en-US"])
    #expect(
      voices.last?.name == "one" && voices.last?.quality == "low" && voices.last?.gender == nil)
    #expect(voices.last?.labels == ["dataset": "one", "sampleRate": "22050"])
    #expect(try await provider.fetchVoices(languageCode: "en-US").map(\.id) == ["en_US-one-low"])
    #expect(try await provider.fetchVoices(languageCode: "de").isEmpty)
    #expect(provider.nativeSampleRate == 22_050)
    try piper.voice("voices/de", #""language": {"code": "de"}"#, rate: 16_000)
    #expect(try await provider.fetchVoices(languageCode: "de").map(\.id) == ["de"])
    #expect(provider.nativeSampleRate == nil)
  }

  @Test(arguments: [
    ("en_US-one-low", nil), ("en_GB-many-medium", 2), ("en_GB-many-medium/anna", 0),
    ("en_GB-many-medium/1", 1), ("en_GB-many-medium/3", 2),
  ])
  func `a voice id names a model and a speaker`(id: String, speaker: Int?) throws {
    let catalog = PiperVoiceCatalog(places: [piper.scripts.folder.path(of: "voices")])
    #expect(try catalog.resolve(id).speaker == speaker)
  }

  @Test func `files that are not a voice are reported`() async throws {
    let folder = piper.scripts.folder
    try folder.write("{}", as: "voices/empty.onnx.json")
    try folder.write("", as: "voices/empty.onnx")
    try folder.write("", as: "voices/alone.onnx")
    let catalog = PiperVoiceCatalog(places: [folder.path(of: "voices"), "/nowhere", "relative"])
    let cases = [
      ("en_US-one-lo", "did you mean en_US-one-low?"),
      ("en_GB-many-medium/ana", "many-medium/anna?"),
      ("en_US-one-low/x", "did you mean en_US-one-low?"),
      ("empty", "not the description of a Piper voice"),
      ("alone", "alone.onnx.json, which every voice needs"),
    ]
    for (id, message) in cases {
      let error = await Result.of { try catalog.resolve(id) }.failure
      #expect(Failure.message(error).contains(message), "\(Failure.message(error))")
    }
    let error = await Result.of { try PiperVoiceCatalog(places: ["/nowhere"]).resolve("x") }.failure
    #expect(Failure.message(error).contains("/nowhere does not exist"))
  }

  // MARK: Speaking

  @Test func `there is one process for each voice, speaker and tempo, for many lines`() async throws
  {
    let provider = piper.provider()
    for text in ["one", "two\nlines", "log much"] {
      let output = try await provider.generate(request: Self.request(text))
      #expect(output.audioData.count == 2000 * text.utf8.count)
      #expect(output.audioFormat == .pcm16 && output.sampleRate == 22_050)
    }
    let many = "en_GB-many-medium/bert"
    _ = try await provider.generate(request: Self.request("x", voice: many))
    let slow = try await provider.generate(
      request: Self.request("x", voice: many, options: .init(rate: 0.8)))
    // The voice's own scale is 2, divided by 0.8.
    #expect(slow.audioData.count == 5000)
    let started = piper.started
    #expect(started.count == 3)
    #expect(started[0].contains("--no-normalize --noise-scale 0 --noise-w 0"))
    #expect(!started[0].contains("--speaker") && !started[0].contains("--length-scale"))
    #expect(started[1].contains("--speaker 1") && !started[1].contains("--length-scale"))
    #expect(started[2].contains("--length-scale 2.5"))
    await provider.shutdown()
    for line in started {
      let pid = try #require(line.split(separator: " ").first.flatMap { Int32($0) })
      #expect(await WorkerProcesses.areGone(group: pid))
    }
  }

  @Test func `voices can be left random`() async throws {
    let provider = piper.provider { $0.isReproducible = false }
    _ = try await provider.generate(request: Self.request("x"))
    #expect(!piper.started[0].contains("--noise"))
    await provider.shutdown()
  }

  @Test func `pitch plays slower speech faster`() async throws {
    let provider = piper.provider()
    let output = try await provider.generate(
      request: Self.request("ten bytes.", options: .init(pitch: 12)))
    #expect(output.sampleRate == 44_100)
    #expect(output.audioData.count == 40_000)
    await provider.shutdown()
  }

  @Test func `text without words is silence, without a request to Piper`() async throws {
    let provider = piper.provider()
    for text in ["—", "...", "!!!", "\u{200B}", "* * *"] {
      let output = try await provider.generate(request: Self.request(text))
      #expect(output.audioData.isEmpty && output.sampleRate == 22_050)
    }
    #expect(piper.started.isEmpty)
    let error = await Result.of { try await provider.generate(request: Self.request(" \n ")) }
      .failure
    #expect(error as? VoiceProviderError == .invalidRequest("the text is blank"))
  }

  @Test(arguments: [
    ("a [[b]] c", false, "a [ [b]] c"), ("[[[x", false, "[ [ [x"), ("a [[b]] c", true, "a [[b]] c"),
    ("a\r\nb\u{2029}c\td", false, "a  b c d"), ("[1] [2]", false, "[1] [2]"),
  ])
  func `brackets are phonemes only if the request says so`(
    text: String, isPhonemes: Bool, line: String
  ) {
    #expect(PiperText.line(text, isPhonemes: isPhonemes) == line)
  }

  // MARK: Failures

  @Test(arguments: [
    ("raise", "ValueError: # channels not specified"), ("kill", "signal 9"),
    ("cut", "a WAV file with 6 bytes of audio instead of"), ("gone", "No such file"),
    ("elsewhere", "outside its output folder"),
  ])
  func `a crash costs only its own line`(text: String, reason: String) async throws {
    let provider = piper.provider()
    _ = try await provider.generate(request: Self.request("before"))
    let error = await Result.of { try await provider.generate(request: Self.request(text)) }.failure
    #expect(Failure.message(error).contains(reason), "\(Failure.message(error))")
    #expect(try await provider.generate(request: Self.request("x")).audioData.count == 2000)
    #expect(piper.started.count == 2)
    await provider.shutdown()
  }

  @Test func `a line that hangs is cancelled`() async throws {
    let provider = piper.provider { $0.timeout = 2 }
    let error = await Result.of { try await provider.generate(request: Self.request("hang")) }
      .failure
    #expect(error as? VoiceProviderError == .timedOut(seconds: 2))
    await provider.shutdown()
  }

  @Test func `another program with the same name is recognized`() async throws {
    let mouse = try piper.scripts.shell(
      "echo 'Usage: piper [OPTION…] Configure gaming devices'", as: "mouse")
    let old = try piper.scripts.shell("echo '   --length_scale   NUM  phoneme length'", as: "old")
    let broken = try piper.scripts.shell("echo 'no module named piper' >&2; exit 1", as: "broken")
    let cases = [
      (mouse, "tool for mice"), (old, "C++ version of Piper"), (broken, "no module named piper"),
      ("no-such-piper", "no-such-piper is not installed"),
    ]
    for (path, message) in cases {
      let provider = piper.provider { $0.program = [path] }
      #expect(await provider.isConfigured() == false)
      let error = await Result.of { try await provider.generate(request: Self.request("Hello")) }
        .failure
      #expect(Failure.message(error).contains(message), "\(Failure.message(error))")
    }
    #expect(await piper.provider().isConfigured())
    #expect(await piper.provider { $0.program = ["python3", piper.path] }.isConfigured())
    #expect(await piper.provider { $0.voices = [] }.isConfigured() == false)
  }

  @Test func `the version depends on program, settings and voices`() async throws {
    let provider = piper.provider()
    let (all, one) = (
      try await provider.version(), try await provider.version(voiceId: "en_US-one-low")
    )
    #expect(try await piper.provider().version() == all)
    #expect(try await piper.provider { $0.isReproducible = false }.version() != all)
    try piper.voice("voices/new", #""language": {"code": "de"}"#)
    #expect(try await piper.provider().version() != all)
    #expect(try await piper.provider().version(voiceId: "en_US-one-low") == one)
    try piper.voice("voices/en/deep/en_US-one-low", #""language": {"code": "en_GB"}"#)
    #expect(try await piper.provider().version(voiceId: "en_US-one-low") != one)
  }
}
