import Testing

@testable import Audio

@Suite("Silences inside a sound") struct InnerSilenceTests {
  /// Returns a sound of parts, each with a length in samples and an amplitude, at 1,000 Hz.
  private func sound(_ parts: [(count: Int, level: Int16)]) -> PCM {
    PCM(
      samples: parts.flatMap { part in
        (0..<part.count).map { $0.isMultiple(of: 2) ? part.level : -part.level }
      }, sampleRate: 1000)
  }

  @Test func `silences are found inside and not at the ends`() {
    let pcm = sound([(50, 0), (100, 9000), (80, 20), (100, 9000), (30, 0), (100, 9000), (200, 0)])
    #expect(pcm.innerSilences(ofAtLeast: 0.06) == [150..<230])
    #expect(pcm.innerSilences(ofAtLeast: 0.02) == [150..<230, 330..<360])
    #expect(PCM(samples: [], sampleRate: 1000).innerSilences(ofAtLeast: 0.02) == [])
    #expect(sound([(100, 0)]).innerSilences(ofAtLeast: 0.02) == [])
  }

  @Test func `noise far below loud speech is silence, soft speech is not`() {
    #expect(
      sound([(300, 30_000), (90, 150), (300, 30_000)]).innerSilences(ofAtLeast: 0.06).count == 1)
    #expect(sound([(300, 3000), (90, 150), (300, 3000)]).innerSilences(ofAtLeast: 0.06).isEmpty)
  }

  @Test func `a silence is cut in its middle`() {
    let pcm = sound([(100, 9000), (80, 20), (100, 9000)])
    let cut = ResizedSound(pcm, [ResizedSilence(100..<180, length: 50)])
    #expect(cut.pcm.samples.count == 250)
    #expect(cut.pcm.samples[..<100] == pcm.samples[..<100])
    #expect(cut.pcm.samples[150...] == pcm.samples[180...])
    // Samples near the cut fade.
    #expect(abs(cut.pcm.samples[124]) == 0 && abs(cut.pcm.samples[125]) == 0)
    #expect([50, 100, 120, 179, 180, 279].map(cut.place) == [50, 100, 100, 149, 150, 249])
  }

  @Test func `a silence is filled with digital silence`() {
    let pcm = sound([(100, 9000), (40, 20), (100, 9000), (30, 20), (10, 9000)])
    let filled = ResizedSound(
      pcm, [ResizedSilence(100..<140, length: 90), ResizedSilence(240..<270, length: 20)])
    #expect(filled.pcm.samples.count == 320)
    #expect(filled.pcm.samples[120..<170].allSatisfy { $0 == 0 })
    #expect(filled.pcm.samples[190..<290] == pcm.samples[140..<240])
    #expect([0, 139, 140, 239, 270].map(filled.place) == [0, 189, 190, 289, 310])
  }
}
