import Foundation
import TestSupport
import Testing

@testable import Hablare

struct CommandVoiceProviderTests {
  private static func provider(
    _ command: [String], change: (inout CommandConfiguration) -> Void = { _ in }
  ) -> CommandVoiceProvider {
    var configuration = CommandConfiguration(command: command)
    configuration.timeout = 60
    configuration.maximumBytes = 4 << 20
    change(&configuration)
    return CommandVoiceProvider(id: "prog", configuration: configuration)
  }

  private static func request(
    _ text: String = "Hello.", voice: String = "default", options: VoiceOptions = VoiceOptions()
  ) -> VoiceEngineRequest {
    VoiceEngineRequest(text: text, voiceId: voice, languageCode: "en", options: options)
  }

  /// Returns a shell command that writes a WAV file with these bytes of audio to standard output, at 8,000
  /// Hz.
  private static func wav(_ sound: String) -> String {
    "printf 'RIFF\\000\\000\\000\\000WAVEfmt \\020\\000\\000\\000\\001\\000\\001\\000\\100\\037\\000\\000"
      + "\\200\\076\\000\\000\\002\\000\\020\\000data\\377\\377\\377\\377\(sound)'"
  }

  // MARK: Output of programs

  @Test(arguments: [
    (wav("\\001\\000\\002\\000"), 2), ("cat > in; \(wav("\\001\\000"))", 1),
    ("\(wav("\\001\\000\\002\\000")) > {output}.x; mv {output}.x {output}; echo log", 2),
  ])
  func `a WAV file is read from standard output or from a file`(script: String, samples: Int)
    async throws
  {
    let provider = Self.provider(["sh", "-c", script])
    let output = try await provider.generate(request: Self.request())
    #expect(output.audioFormat == .pcm16)
    #expect(output.sampleRate == 8000)
    #expect(output.audioData.count == samples * 2)
    let file = try await provider.generateAudio(
      text: "Hello.", voiceId: "default", languageCode: "en")
    #expect(try WAVFile(file).samples.count == samples * 2)
  }

  @Test func `raw samples get the configured rate`() async throws {
    let provider = Self.provider(["cat"]) {
      $0.output = .raw
      $0.sampleRate = 11_025
    }
    #expect(provider.nativeSampleRate == 11_025)
    // The samples are the text and its line end.
    let output = try await provider.generate(request: Self.request("abc"))
    #expect(output.audioFormat == .pcm16 && output.sampleRate == 11_025)
    #expect(output.audioData == Data("abc\n".utf8))
    let stereo = Self.provider(["cat"]) {
      $0.output = .raw
      $0.sampleRate = 11_025
      $0.channels = 2
    }
    let wav = try await stereo.generate(request: Self.request("abc"))
    #expect(wav.audioFormat == .wav && wav.channels == 2)
    #expect(try WAVFile(wav.audioData).channels == 2)
  }

  @Test func `pitch plays slower speech faster, and gain is applied`() async throws {
    let provider = Self.provider(["sh", "-c", "echo {rate} >&2; \(Self.wav("\\000\\001"))"])
    let options = VoiceOptions(rate: 1, pitch: 12, gain: 6)
    let output = try await provider.generate(request: Self.request(options: options))
    #expect(output.sampleRate == 16_000)
    #expect(EspeakSpeech.samples(output) == [511])
  }

  @Test(arguments: [
    ("true", "no data"), ("echo '<html>'", "not audio"), ("exit 3", "status 3"),
    ("echo bad voice >&2; exit 1", "status 1: bad voice"), ("kill -9 $$", "signal 9"),
    (wav(""), "without audio"), ("cat /dev/zero", "more than 4194304 bytes"),
    ("\(wav("\\001\\000")) | head -c 40", "not enough"), ("touch {output}", "no data"),
    ("mkfifo {output}", "not a file"), ("true {output}", "No such file"),
    ("exec cat /dev/zero > {output}", "more than 268435456 bytes"),
    ("head -c 5000000 /dev/zero > {output}", "more than 4194304 bytes"),
    (
      wav("\\001\\000").replacing("data\\377\\377\\377\\377", with: "data\\100\\000\\000\\000"),
      "instead of 64"
    ),
  ])
  func `output that is not audio is an error that names it`(script: String, reason: String)
    async throws
  {
    let provider = Self.provider(["sh", "-c", script])
    let error = await Result.of { try await provider.generate(request: Self.request()) }.failure
    guard case .engineCrashed(let message)? = error as? VoiceProviderError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains(reason == "not enough" ? "without samples" : reason), "\(message)")
    #expect(message.contains("sh"))
  }

  @Test func `a line that hangs is cancelled, and the next one is spoken`() async throws {
    let provider = Self.provider([
      "sh", "-c", "read line; [ $line = hang ] && sleep 600; \(Self.wav("aa"))",
    ]) {
      $0.timeout = 1
      $0.concurrency = 1
    }
    let error = await Result.of { try await provider.generate(request: Self.request("hang")) }
      .failure
    #expect(error as? VoiceProviderError == .timedOut(seconds: 1))
    _ = try await provider.generate(request: Self.request("on"))
  }

  // MARK: Refusals before the program runs

  @Test func `requests that a program cannot fulfil are refused before it runs`() async throws {
    let scripts = try ScriptFolder()
    let path = try scripts.shell("touch \(scripts.folder.path(of: "ran"))")
    let provider = Self.provider([path, "{voice}"]) {
      $0.voices = [.init(id: "anna"), .init(id: "-o")]
    }
    let cases: [(VoiceEngineRequest, VoiceProviderError)] = [
      (Self.request(" \n", voice: "anna"), .invalidRequest("the text is blank")),
      (Self.request("a\0b", voice: "anna"), .invalidRequest("the text contains a null character")),
      (Self.request(voice: "ana"), .voiceNotFound(nearest: ["anna"])),
      (Self.request(voice: "--output=/etc/x"), .voiceNotFound(nearest: [])),
    ]
    for (request, expected) in cases {
      let error = await Result.of { try await provider.generate(request: request) }.failure
      #expect(error as? VoiceProviderError == expected)
    }
    var tagged = Self.request(voice: "anna")
    tagged.languageCode = "--output=/etc/x"
    var phonemes = Self.request(voice: "anna")
    phonemes.isPhonemes = true
    let others = [
      tagged, phonemes, Self.request(voice: "anna", options: .init(rate: 1.05)),
      Self.request(voice: "anna", options: .init(pitch: 2)),
      Self.request(voice: "anna", options: .init(rate: .nan)),
    ]
    for request in others {
      let error = await Result.of { try await provider.generate(request: request) }.failure
      #expect(error is VoiceProviderError)
    }
    #expect(scripts.text("ran") == nil)
  }

  @Test func `a rate that would be lost is refused with a clear message`() async throws {
    let provider = Self.provider(["flite"])
    let error = await Result.of {
      try await provider.generate(request: Self.request(options: .init(rate: 1.05)))
    }.failure
    #expect(
      Failure.message(error).contains(
        "prog cannot speak at the rate 1.05, because its command has no {rate}"))
  }

  @Test func `a missing program is named in the error`() async throws {
    let provider = Self.provider(["no-such-speaker"])
    #expect(await provider.isConfigured() == false)
    let error = await Result.of { try await provider.generate(request: Self.request()) }.failure
    #expect(Failure.message(error).contains("no-such-speaker is not installed"))
    #expect(await Self.provider(["sh"]).isConfigured())
    #expect(await Self.provider(["sh", "{vioce}"]).isConfigured() == false)
  }

  // MARK: Input of programs

  @Test func `text is a separate argument, whatever it contains`() async throws {
    let text = "It's \"$HOME\" `id` $(id) ; {voice} \\ äöü"
    let provider = Self.provider(["printf", "%s", "{text}"]) {
      $0.input = .argument
      $0.output = .raw
      $0.sampleRate = 8000
    }
    for text in [text, text + "!"] where text.utf8.count % 2 == 0 {
      let output = try await provider.generate(request: Self.request(text))
      #expect(output.audioData == Data(text.utf8))
    }
    let long = String(repeating: "word ", count: 40_000)
    let error = await Result.of { try await provider.generate(request: Self.request(long)) }.failure
    #expect(error as? VoiceProviderError == .textTooLong(limit: 130_815))
  }

  @Test func `a program runs in an empty folder, which is then removed`() async throws {
    let scripts = try ScriptFolder()
    let note = scripts.folder.path(of: "where")
    let provider = Self.provider(["sh", "-c", "{ pwd; ls -A; } > \(note); \(Self.wav("aa"))"])
    _ = try await provider.generate(request: Self.request())
    let lines = try #require(scripts.text("where")).split(separator: "\n")
    #expect(lines.count == 1)
    #expect(!FileManager.default.fileExists(atPath: String(lines[0])))
  }

  // MARK: Voices and version

  @Test func `voices are listed by language`() async throws {
    let provider = Self.provider(["x", "{voice}"]) {
      $0.voices = [
        .init(id: "a", language: "en-GB"), .init(id: "b", language: "en-US", gender: "female"),
        .init(id: "c", language: "de"), .init(id: "d"),
      ]
    }
    let expected = [
      "en": ["a", "b"], "en-GB": ["a"], "en-AU": ["a", "b"], "de-AT": ["c"], "fr": [],
      "": ["a", "b", "c", "d"], "e": [],
    ]
    for (code, ids) in expected {
      #expect(try await provider.fetchVoices(languageCode: code).map(\.id) == ids, "\(code)")
    }
    #expect(provider.defaultVoiceId == "a")
    let any = Self.provider(["x", "{language}"])
    #expect(try await any.fetchVoices(languageCode: "fr").map(\.id) == ["default"])
    #expect(try await Self.provider(["x"]).fetchVoices(languageCode: "fr").isEmpty)
    #expect(await any.isVoiceAvailable(voiceId: "default"))
  }

  @Test func `the version depends on the program and on the files in its command`() async throws {
    let scripts = try ScriptFolder()
    let path = try scripts.shell("true")
    let data = try scripts.folder.write("1", as: "data")
    func version(_ command: [String]) async throws -> String {
      try await Self.provider(command).version()
    }
    let first = try await version([path, data])
    #expect(try await version([path, data]) == first)
    #expect(try await version([path]) != first)
    try scripts.folder.write("2", as: "data")
    let second = try await version([path, data])
    #expect(second != first)
    _ = try scripts.shell("false")
    #expect(try await version([path, data]) != second)
  }

  // MARK: Real programs

  @Test(
    .enabled(if: (try? ExecutablePath.find("flite")) != nil, "needs the program flite"),
    arguments: ["slt", "kal"])
  func `flite speaks`(voice: String) async throws {
    let provider = Self.provider([
      "flite", "--setf", "duration_stretch={1/rate}", "-voice", "{voice}", "-o", "{output}", "-f",
      "/dev/stdin",
    ]) {
      $0.voices = ["slt", "kal"].map { .init(id: $0, language: "en-US") }
    }
    let output = try await provider.generate(request: Self.request("Hello, world.", voice: voice))
    #expect(output.audioFormat == .pcm16)
    #expect(output.sampleRate == (voice == "slt" ? 16_000 : 8000))
    #expect(EspeakSpeech.level(EspeakSpeech.samples(output)) > 300)
    let again = try await provider.generate(request: Self.request("Hello, world.", voice: voice))
    #expect(again.audioData == output.audioData)
    let slow = try await provider.generate(
      request: Self.request("Hello, world.", voice: voice, options: .init(rate: 0.5)))
    #expect(slow.audioData.count > output.audioData.count * 3 / 2)
  }

  @Test(.enabled(if: (try? ExecutablePath.find("espeak-ng")) != nil, "needs the program espeak-ng"))
  func `espeak-ng speaks as a program, by standard output`() async throws {
    let provider = Self.provider(
      ["espeak-ng", "--stdout", "-v", "{language}+{voice}", "-s", "{175*rate}"]
    ) { $0.voices = [.init(id: "f3"), .init(id: "m3")] }
    let outputs = try await withThrowingTaskGroup(of: VoiceEngineOutput.self) { group in
      for index in 0..<8 {
        let request = Self.request("Line \(index).", voice: index % 2 == 0 ? "f3" : "m3")
        group.addTask { try await provider.generate(request: request) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outputs.allSatisfy { $0.sampleRate == 22_050 && $0.audioData.count > 10_000 })
  }
}
