import Audio
import Foundation
import Hablare
import Testing

@testable import Audiobook

/// Tests of the form in which clips are cached.
struct CompactSoundTests {
  private static func output(_ data: Data, rate: Int? = 22_050) -> VoiceEngineOutput {
    VoiceEngineOutput(
      audioData: data, audioFormat: .pcm16, sampleRate: rate, channels: 1,
      wordTimings: [WordTiming(location: 0, length: 3, sample: 40)], metadata: ["engine": "x"])
  }

  @Test func `raw samples become FLAC with the same samples`() throws {
    let samples = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 % 7 * ($0 % 2)) })
    let plain = Self.output(samples)
    let compact = plain.compact
    #expect(compact.audioFormat == .flac && compact.mimeType == "audio/flac")
    #expect(compact.audioData.count < samples.count / 2)
    #expect(compact.wordTimings == plain.wordTimings && compact.metadata == plain.metadata)
    let (before, after) = (try plain.pcm(), try compact.pcm())
    #expect(before.samples == after.samples && before.sampleRate == after.sampleRate)
  }

  @Test func `other audio stays unchanged`() {
    let wav = VoiceEngineOutput(audioData: Data([1, 2, 3, 4]), audioFormat: .wav)
    #expect(wav.compact.audioData == wav.audioData && wav.compact.audioFormat == .wav)
    // These clips stay uncompressed: compression does not make them smaller, or their sample rate is unknown.
    for plain in [
      Self.output(Data()), Self.output(Data([1, 2])), Self.output(Data(count: 9), rate: nil),
    ] {
      #expect(plain.compact.audioFormat == .pcm16)
    }
  }
}
