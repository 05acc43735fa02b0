import Foundation
import Testing

@testable import Hablare

/// The path of the real program.
enum RealPiper {
  /// The folder of this package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../..").standardizedFileURL.path.trimmingSlash

  /// The program: the path in `GUION2AUDIO_TEST_PIPER`, or else the one to which the script installs.
  static var path: String? {
    let named = ProcessInfo.processInfo.environment["GUION2AUDIO_TEST_PIPER"]
    return try? ExecutablePath.find(named ?? "\(root)/.build/piper/bin/piper")
  }
}

extension String {
  fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}

/// Tests of the real program with a voice of our own (Fixtures/piper).
@Suite(.enabled(if: RealPiper.path != nil, "needs Piper: run Scripts/install-piper"))
struct RealPiperTests {
  private static func provider(concurrency: Int = 2) throws -> PiperVoiceProvider {
    var configuration = PiperConfiguration()
    configuration.program = [try #require(RealPiper.path)]
    configuration.voices = ["\(RealPiper.root)/Fixtures/piper"]
    configuration.concurrency = concurrency
    return PiperVoiceProvider(configuration: configuration)
  }

  private static func request(_ text: String, rate: Double = 1) -> VoiceEngineRequest {
    VoiceEngineRequest(
      text: text, voiceId: "tiny", languageCode: "en", options: .init(rate: rate))
  }

  @Test func `Piper speaks the same each time, slower and faster`() async throws {
    let provider = try Self.provider()
    #expect(await provider.isConfigured())
    #expect(try await provider.fetchVoices(languageCode: "en").map(\.language) == ["en-US"])
    let text = "Hello world. This is a second sentence!"
    let output = try await provider.generate(request: Self.request(text))
    #expect(output.sampleRate == 22_050)
    // Measured with Piper: 44,032 samples.
    #expect(output.audioData.count == 88_064)
    #expect(try await provider.generate(request: Self.request(text)).audioData == output.audioData)
    let fast = try await provider.generate(request: Self.request(text, rate: 2))
    #expect(fast.audioData.count == 44_032)
    let slow = try await provider.generate(request: Self.request(text, rate: 0.5))
    #expect(slow.audioData.count == 176_128)
    await provider.shutdown()
  }

  @Test func `the level is that of the model`() async throws {
    let provider = try Self.provider()
    let output = try await provider.generate(request: Self.request("Hello."))
    let peak = EspeakSpeech.samples(output).map { abs(Int($0)) }.max() ?? 0
    // The model's amplitude is one half.
    #expect((16_000...16_400).contains(peak))
    await provider.shutdown()
  }

  @Test func `each of many simultaneous lines gets its own audio`() async throws {
    let provider = try Self.provider()
    let counts = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for length in 1...40 {
        group.addTask {
          let text = String(repeating: "ta ", count: length)
          return (length, try await provider.generate(request: Self.request(text)).audioData.count)
        }
      }
      return try await group.reduce(into: [Int: Int]()) { $0[$1.0] = $1.1 }
    }
    #expect((1..<40).allSatisfy { (counts[$0] ?? 0) < counts[$0 + 1] ?? 0 })
    await provider.shutdown()
  }

  @Test func `text without phonemes costs only its own line`() async throws {
    let provider = try Self.provider(concurrency: 1)
    let phonemes = try await provider.generate(
      request: {
        var request = Self.request("[[hɛˈloʊ]]")
        request.isPhonemes = true
        return request
      }())
    #expect(!phonemes.audioData.isEmpty)
    // Piper itself crashes on this text.
    var nothing = Self.request("[[ ]] ½")
    nothing.isPhonemes = true
    _ = await Result.of { try await provider.generate(request: nothing) }.failure
    for text in ["-h", "--output-raw", "Tom & Jerry <b>", "[[x]]", "naïve – “quoted” 你好"] {
      #expect(
        try await !provider.generate(request: Self.request(text)).audioData.isEmpty, "\(text)")
    }
    await provider.shutdown()
  }

  @Test func `the version includes the packages`() async throws {
    let packages = PiperProgram(command: [try #require(RealPiper.path)]).packages()
    #expect(packages.contains { $0.hasPrefix("piper_tts-") })
    #expect(packages.contains { $0.hasPrefix("onnxruntime-") })
    #expect(try await Self.provider().version().count == 64)
  }
}
