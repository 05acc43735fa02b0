import FoundationEssentials
import Testing

@testable import Hablare

/// Tests that the audio depends only on the line.
@Suite(.enabled(if: NeuralSamples.isInstalled, NeuralSamples.reason))
struct HibariDeterminismTests {
  private static let lines = NeuralSamples.lines(40)

  /// Returns the audio of each line.
  ///
  /// The lines are spoken in this order, in this many slots, with a new worker after each batch.
  private static func sounds(
    order: [Int], slots: Int, newWorkerEvery batch: Int = .max
  ) async throws -> [Int: Data] {
    let engine = NeuralEngine(slots: slots)
    var sounds = [Int: Data]()
    for start in stride(from: 0, to: order.count, by: min(batch, order.count)) {
      let part = order[start..<min(start + min(batch, order.count), order.count)]
      try await withThrowingTaskGroup(of: (Int, Data).self) { group in
        for index in part {
          group.addTask { (index, try await engine.speak(lines[index]).data) }
        }
        for try await (index, sound) in group { sounds[index] = sound }
      }
      await engine.shutdown()
    }
    return sounds
  }

  @Test func `order, simultaneous lines and earlier lines change nothing`() async throws {
    let all = Array(lines.indices)
    // A single child, which ends after 32 lines.
    let expected = try await Self.sounds(order: all, slots: 1)
    #expect(Set(expected.values).count == all.count)
    #expect(try await Self.sounds(order: all.reversed(), slots: 1, newWorkerEvery: 8) == expected)
    #expect(
      try await Self.sounds(order: all.sorted { $0 * 7 % 40 < $1 * 7 % 40 }, slots: 3) == expected)
    for index in [0, 13, 39] {
      let alone = try await Self.sounds(order: [index], slots: 1)
      #expect(alone[index] == expected[index])
    }
  }

  private var lines: [NeuralRequest] { Self.lines }

  @Test func `a line depends on its phonemes and settings`() async throws {
    let engine = NeuralEngine(slots: 1)
    let line = lines[0]
    let sound = try await engine.speak(line).data
    var others = [NeuralRequest](repeating: line, count: 11)
    others[0].speed = 1.21
    others[1].pitch = 1.01
    others[2].formant = 0.99
    others[3].gain = 0.9
    others[4].isWhispered = true
    others[5].breath = 0.1
    others[6].roughness = 0.01
    others[7].tremor = 0.01
    others[8].tilt = 0.5
    others[9].range = 1.2
    others[10].prosody = line.ids.map { _ in PhonemeProsody(pitch: 1.1) }
    for other in others { #expect(try await engine.speak(other).data != sound) }
    await engine.shutdown()
  }
}
