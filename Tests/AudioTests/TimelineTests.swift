import Audio
import Foundation
import Testing

@Suite("Timeline")
struct TimelineTests {
  /// Records into a WAV file and returns the samples that another program finds in it.
  private func record(
    _ body: (inout Timeline) throws -> Void
  ) throws -> [Int16] {
    let folder = try TemporaryFolder()
    let path = folder.path("recording.wav")
    var timeline = Timeline(
      writer: try SoundFileWriter(creating: path, format: .wav, sampleRate: 22_050))
    try body(&timeline)
    let frames = try timeline.finish().frames
    let samples = try Tool.decode(path)
    #expect(samples.count == frames)
    return samples
  }

  @Test func clipsAndSilencesFollowEachOther() throws {
    let (first, second) = (Signal.babble(count: 10_000), Signal.babble(count: 4096, seed: 2))
    let samples = try record { timeline in
      #expect(timeline.position == 0)
      try timeline.appendSilence(7000)
      #expect(try timeline.append(first) == 7000..<17_000)
      try timeline.appendSilence(1)
      #expect(try timeline.append(second, gain: 0) == 17_001..<21_097)
      #expect(timeline.position == 21_097)
      #expect(timeline.nextLane == nil)
    }
    #expect(
      samples == [Int16](repeating: 0, count: 7000) + first.samples + [0] + second.samples)
  }

  @Test(arguments: [(-6.0, 0.501187), (3.0, 1.412538), (-96.0, 0.0000158489)])
  func gainScalesSamples(gain: Double, ratio: Double) throws {
    let clip = Signal.babble(count: 20_000, peak: 10_000)
    let samples = try record { try $0.append(clip, gain: gain) }
    for (found, original) in zip(samples, clip.samples) {
      #expect(abs(Double(found) - Double(original) * ratio) <= 0.51)
    }
  }

  @Test func peaksStopAtTheCeiling() throws {
    // The ceiling is −0.3 dBFS.
    #expect(Timeline.peakCeiling() == 31_655)
    #expect(Timeline.peakCeiling(lanes: 2) == 15_827)
    let loud = PCM(samples: [0, .min, 16_384, -8192], sampleRate: 22_050)
    let quiet = PCM(samples: [0, 31_655, -31_655, 3], sampleRate: 22_050)
    let samples = try record { timeline in
      try timeline.append(loud)
      try timeline.append(quiet)
      try timeline.append(quiet, gain: 24)
    }
    #expect(samples == [0, -31_655, 15_828, -7914] + quiet.samples + quiet.samples)
  }

  @Test func aClipOfAnotherRateIsRefused() throws {
    let clip = Signal.babble(count: 100, rate: 24_000)
    let mismatch = AudioError.sampleRateMismatch(expected: 22_050, found: 24_000)
    _ = try record { timeline in
      try timeline.appendSilence(1)
      var errors: [AudioError?] = []
      do { try timeline.append(clip) } catch { errors.append(error as? AudioError) }
      timeline.beginLanes(2)
      do { try timeline.append(clip, toLane: 1) } catch { errors.append(error as? AudioError) }
      try timeline.endLanes()
      #expect(errors == [mismatch, mismatch])
    }
  }

  @Test func lanesAreSummedExactly() throws {
    let (left, right) = (
      Signal.babble(count: 9000, peak: 9000), Signal.babble(count: 5000, seed: 3, peak: 9000)
    )
    let samples = try record { timeline in
      try timeline.appendSilence(100)
      timeline.beginLanes(2)
      #expect(timeline.nextLane == 0)
      #expect(try timeline.append(left, toLane: 0) == 100..<9100)
      #expect(timeline.nextLane == 1)
      #expect(timeline.position == 100)
      try timeline.appendSilence(50, toLane: 1)
      #expect(try timeline.append(right, toLane: 1) == 150..<5150)
      #expect(timeline.nextLane == 1)
      #expect(timeline.position(ofLane: 1) == 5150)
      #expect(timeline.position == 5150)
      try timeline.endLane(1)
      #expect(timeline.nextLane == 0)
      #expect(timeline.position == 9100)
      try timeline.endLanes()
      #expect(try timeline.append(right) == 9100..<14_100)
    }
    var expected = [Int16](repeating: 0, count: 100) + left.samples
    for (index, sample) in right.samples.enumerated() { expected[150 + index] += sample }
    #expect(samples == expected + right.samples)
  }

  @Test func lanesOfTheLoudestSoundStayBelowTheCeiling() throws {
    let loud = PCM(samples: [Int16](repeating: .min, count: 3000), sampleRate: 22_050)
    for lanes in 1...5 {
      let samples = try record { timeline in
        timeline.beginLanes(lanes)
        for lane in 0..<lanes { try timeline.append(loud, gain: 12, toLane: lane) }
        try timeline.endLanes()
      }
      let level = lanes * Timeline.peakCeiling(lanes: lanes)
      #expect(samples == [Int16](repeating: Int16(-level), count: 3000))
      #expect(level <= Timeline.peakCeiling())
    }
  }

  /// Compares long lanes of clips and pauses of every length, filled in the order of `nextLane`, with a plain
  /// sum.
  @Test(arguments: 1...6)
  func lanesOfUnequalLengthEqualAPlainSum(seed: Int) throws {
    var random = UInt64(seed)
    func next(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % limit
    }
    let laneCount = 2 + seed % 3
    var expected = [Int](repeating: 0, count: 500_000)
    var end = 0
    let samples = try record { timeline in
      try timeline.appendSilence(77)
      timeline.beginLanes(laneCount)
      var remaining = (0..<laneCount).map { _ in 3 + next(20) }
      while let lane = timeline.nextLane {
        if remaining[lane] == 0 {
          try timeline.endLane(lane)
          continue
        }
        remaining[lane] -= 1
        try timeline.appendSilence(next(3) == 0 ? 0 : next(9000), toLane: lane)
        let clip = Signal.babble(count: next(12_000), seed: random, peak: 6000)
        let range = try timeline.append(clip, toLane: lane)
        for (index, sample) in zip(range, clip.samples) { expected[index] += Int(sample) }
        end = max(end, range.upperBound)
        #expect(timeline.position <= timeline.position(ofLane: timeline.nextLane ?? lane))
      }
      try timeline.endLanes()
      #expect(timeline.position == end)
    }
    #expect(samples.map(Int.init) == Array(expected[..<end]))
  }
}
