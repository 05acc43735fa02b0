import Audio
import Testing

@Suite("Trimming")
struct TrimTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// The numbers of samples at 22,050 Hz: silence, sound, silence.
    let parts: (before: Int, sound: Int, after: Int)
    let kept: (head: Int, tail: Int)
    var testDescription: String { name }
  }

  // 10 ms are 220.5 samples; the half sample is dropped.
  static let cases = [
    Case(name: "no silence", parts: (0, 500, 0), kept: (0, 0)),
    Case(name: "less than is kept", parts: (100, 500, 219), kept: (100, 219)),
    Case(name: "as much as is kept", parts: (220, 500, 220), kept: (220, 220)),
    Case(name: "one sample more", parts: (221, 500, 221), kept: (220, 220)),
    Case(name: "much more", parts: (30_000, 500, 50_000), kept: (220, 220)),
    Case(name: "one sample of sound", parts: (1000, 1, 1000), kept: (220, 220)),
  ]

  @Test(arguments: cases)
  func endsAreCutToTenMilliseconds(_ example: Case) {
    let (before, sound, after) = example.parts
    // 103 is the largest magnitude below −50 dBFS: 32,768 · 10^(−2.5) is 103.6.
    let samples =
      (0..<before).map { Int16($0 % 2 == 0 ? 103 : -103) }
      + (0..<sound).map { Int16($0 % 2 == 0 ? -104 : 104) }
      + (0..<after).map { Int16($0 % 2 == 0 ? 103 : -103) }
    let clip = PCM(samples: samples, sampleRate: 22_050)
    #expect(clip.soundingRange() == before..<before + sound)

    let trimmed = clip.trimmed()
    #expect(trimmed.head == example.kept.head)
    #expect(trimmed.tail == example.kept.tail)
    let kept = before - example.kept.head..<before + sound + example.kept.tail
    #expect(trimmed.pcm == PCM(samples: Array(samples[kept]), sampleRate: 22_050))
    #expect(clip.samples == samples)
  }

  @Test func silenceBecomesEmpty() {
    for samples in [[], [Int16](repeating: 103, count: 5000)] {
      let trimmed = PCM(samples: samples, sampleRate: 8000).trimmed()
      #expect(trimmed == TrimmedClip(pcm: PCM(samples: [], sampleRate: 8000), head: 0, tail: 0))
    }
  }

  @Test func fullScaleOfEitherSignIsSound() {
    let clip = PCM(samples: [0, .min, 0, .max, 0], sampleRate: 8000)
    #expect(clip.soundingRange(thresholdDBFS: 0) == 1..<2)
    #expect(clip.soundingRange() == 1..<4)
    #expect(clip.trimmed(keeping: 0).pcm.samples == [.min, 0, .max])
    #expect(clip.peak == 32_768)
  }

  @Test func silenceWithinTheSoundStays() {
    let gap = [Int16](repeating: 0, count: 4000)
    let clip = PCM(samples: gap + [5000] + gap + [5000] + gap, sampleRate: 8000)
    #expect(clip.soundingRange() == 4000..<8002)
    #expect(clip.trimmed(keeping: 0.5).pcm == clip)
  }
}
