import Foundation
import Testing

@testable import Hablare

/// Tests of the audio of the voice heart, and of the effect of settings.
@Suite(.enabled(if: NeuralSamples.isInstalled, NeuralSamples.reason))
struct HibariSpeechTests {
  private static let line = NeuralRequest(
    model: NeuralSamples.heart, ids: NeuralSamples.sentences[1])

  /// Speaks the line with changed settings.
  private static func speak(_ change: (inout NeuralRequest) -> Void) async throws -> NeuralSpeech {
    let engine = NeuralEngine(slots: 1)
    var line = line
    change(&line)
    let speech = try await engine.speak(line)
    await engine.shutdown()
    return speech
  }

  @Test func `durations match the audio`() async throws {
    let speech = try await Self.speak { _ in }
    #expect(speech.sampleRate == 24_000)
    #expect(speech.durations.count == Self.line.ids.count)
    #expect(speech.durations.reduce(0, +) == speech.sampleCount)
    #expect(speech.data.count == 2 * speech.sampleCount)
    // The opening pad is cut. The part that remains begins quietly.
    #expect(speech.durations[0] == 1800)
    let samples = NeuralSamples.samples(speech)
    #expect(samples[..<300].allSatisfy { abs(Int($0)) < 100 })
    #expect(EspeakSpeech.level(samples) > 1000)
  }

  @Test func `the prefix comes before the samples`() async throws {
    let engine = NeuralEngine(slots: 1)
    let speech = try await engine.speak(Self.line) { WAVHeader.bytes(samples: $0, sampleRate: $1) }
    #expect(speech.data.count == 44 + 2 * speech.sampleCount)
    await engine.shutdown()
  }

  @Test(arguments: [(1.25, 3.86), (0.75, -4.98)])
  func `pitch changes the fundamental but not the length`(ratio: Double, semitones: Double)
    async throws
  {
    let plain = try await Self.speak { _ in }
    let moved = try await Self.speak { $0.pitch = ratio }
    #expect(moved.durations == plain.durations)
    let step = EspeakSpeech.semitones(
      from: NeuralSamples.samples(plain), to: NeuralSamples.samples(moved))
    #expect(abs(step - semitones) < 0.4)
  }

  @Test func `speed shortens and gain scales`() async throws {
    let plain = try await Self.speak { _ in }
    let fast = try await Self.speak { $0.speed = 1.6 }
    let ratio = Double(plain.sampleCount - 1800) / Double(fast.sampleCount - 1800)
    #expect(ratio > 1.3 && ratio < 1.9)
    let quiet = NeuralSamples.samples(try await Self.speak { $0.gain = 0.25 })
    let pairs = zip(NeuralSamples.samples(plain), quiet)
    #expect(pairs.allSatisfy { abs(Double($0) / 4 - Double($1)) <= 1 })
  }

  @Test func `formants change the spectrum but not the pitch`() async throws {
    let plain = NeuralSamples.samples(try await Self.speak { _ in })
    let large = NeuralSamples.samples(try await Self.speak { $0.formant = 0.8 })
    let differences = zip(plain, large).map { Int16(clamping: Int($0) - Int($1)) }
    #expect(EspeakSpeech.level(differences) > 0.3 * EspeakSpeech.level(plain))
    #expect(abs(EspeakSpeech.semitones(from: plain, to: large)) < 0.4)
  }

  @Test func `a stressed word is longer, higher and louder, and others stay`() async throws {
    let plain = try await Self.speak { _ in }
    // The ids from 4 to 13 are one word.
    let word = 4..<14
    let owners = Self.line.ids.indices.map { word.contains($0) ? 0 : nil as Int? }
    let line = NeuralLine(
      ids: Self.line.ids, owners: owners, words: [5..<9], endsSentence: true)
    let prosody = PhonemeProsody.stressing([VoiceStress(6..<7)], in: line)
    #expect(PhonemeProsody.stressing([VoiceStress(9..<12)], in: line).isEmpty)
    let stressed = try await Self.speak { $0.prosody = prosody }
    func samples(_ speech: NeuralSpeech, _ ids: Range<Int>) -> Int {
      speech.durations[ids].reduce(0, +)
    }
    #expect(Double(samples(stressed, word)) > 1.15 * Double(samples(plain, word)))
    #expect(stressed.durations[..<4] == plain.durations[..<4])
    func part(_ speech: NeuralSpeech) -> [Int16] {
      let start = samples(speech, 0..<word.lowerBound)
      return Array(NeuralSamples.samples(speech)[start..<start + samples(speech, word)])
    }
    let step = EspeakSpeech.semitones(from: part(plain), to: part(stressed))
    #expect(step > 1.5 && step < 4)
    #expect(EspeakSpeech.level(part(stressed)) > 1.02 * EspeakSpeech.level(part(plain)))
  }

  @Test(arguments: [(0.3, 0.1...0.6), (1.5, 1.2...1.8)])
  func `the range of the melody changes`(range: Double, share: ClosedRange<Double>) async throws {
    // The middle half of the tones, without the mistakes of the pitch finder.
    func spread(_ speech: NeuralSpeech) -> Double {
      let tones = EspeakSpeech.fundamentals(NeuralSamples.samples(speech), sampleRate: 24_000)
        .compactMap { $0 }.filter { $0 > 80 && $0 < 400 }.map { 12 * log2($0) }.sorted()
      return tones[tones.count * 3 / 4] - tones[tones.count / 4]
    }
    let plain = spread(try await Self.speak { _ in })
    let changed = spread(try await Self.speak { $0.range = range })
    #expect(share.contains(changed / plain), "\(changed) \(plain)")
  }

  @Test func `a whisper has no fundamental`() async throws {
    let plain = EspeakSpeech.fundamentals(
      NeuralSamples.samples(try await Self.speak { _ in }), sampleRate: 24_000)
    let whisper = EspeakSpeech.fundamentals(
      NeuralSamples.samples(
        try await Self.speak {
          $0.isWhispered = true; $0.gain = 4
        }), sampleRate: 24_000)
    // Noise in a low formant is slightly periodic too.
    let voiced = plain.count { ($0 ?? 0) > 0 }
    #expect(voiced > 30)
    #expect(whisper.count { ($0 ?? 0) > 0 } < 2 * voiced / 3)
    #expect(whisper.contains { $0 == 0 })
  }
}
