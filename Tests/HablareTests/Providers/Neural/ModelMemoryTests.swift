import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests of more voices than fit into memory.
///
/// The tests build the voices.
@Suite(.enabled(if: NeuralSamples.isInstalled, NeuralSamples.reason), .timeLimit(.minutes(2)))
struct ModelMemoryTests {
  private static let voices = (0..<8).map { "voice\($0)" }
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (number, id) in Self.voices.enumerated() {
      var voice = TinyPiperVoice(id)
      voice.unitsPerSign = 2 + number
      try voice.install(in: folder.path)
    }
  }

  /// Returns the audio of the voices within a memory limit, and the number of the worker's processes
  /// afterwards.
  private func spoken(within bytes: Int) async throws -> (sounds: [Data], processes: Int) {
    let parts = NeuralParts(
      speller: EspeakNGVoiceEngine(slots: 1), slots: 2, memory: VoiceMemory(bytes: bytes))
    let places = PiperPlaces(installed: VoiceFolders(own: folder.path))
    let provider = NeuralVoiceProvider(
      PiperFamily(places: places, parts: parts, advice: .library), parts: parts)
    let lines = (0..<5).flatMap { line in Self.voices.map { (voice: $0, text: "Line \(line).") } }
    let sounds = try await withThrowingTaskGroup(of: (Int, Data).self) { group in
      for (number, line) in lines.enumerated() {
        group.addTask {
          let request = VoiceEngineRequest(
            text: line.text, voiceId: line.voice, languageCode: "en-US")
          return (number, try await provider.generate(request: request).audioData)
        }
      }
      return try await group.reduce(into: [Data](repeating: Data(), count: lines.count)) {
        $0[$1.0] = $1.1
      }
    }
    let worker = try #require(await parts.engine.workerPid)
    let children = try String(
      contentsOfFile: "/proc/\(worker)/task/\(worker)/children", encoding: .utf8)
    await provider.shutdown()
    return (sounds, children.split(separator: " ").count)
  }

  @Test func `voices that do not fit replace others, and sound the same`() async throws {
    let free = try await spoken(within: 8 << 30)
    #expect(free.processes >= Self.voices.count)
    #expect(Set(free.sounds).count == free.sounds.count)
    // With the first limit even one voice is too large. With the second, some voices fit, but not all.
    for (room, most) in [(1, 4), (70 << 20, free.processes - 1)] {
      let tight = try await spoken(within: VoiceMemory.reserve + room)
      #expect(tight.processes <= most, "\(room)")
      #expect(tight.sounds == free.sounds)
    }
  }

  @Test func `a quarter of the machine's memory is the limit`() {
    #expect(VoiceMemory.machine > 1 << 28)
    #expect(VoiceMemory().bytes == VoiceMemory.machine / 4)
    #expect(VoiceMemory(bytes: 0).forModels == 1)
  }
}
