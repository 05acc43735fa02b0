import Audio
import Foundation
import Testing

@Suite struct StereoTests {
  /// Records into a FLAC file with two channels and returns what another program finds in each channel.
  private func record(
    _ body: (inout Timeline) throws -> Void
  ) throws -> (left: [Int16], right: [Int16]) {
    let folder = try TemporaryFolder()
    let path = folder.path("recording.flac")
    var timeline = Timeline(
      output: try Master(
        files: [(path, .flac)], sampleRate: 22_050, channels: 2))
    try body(&timeline)
    let frames = try timeline.finish().frames
    let samples = try Tool.decode(path)
    #expect(samples.count == 2 * frames)
    return (
      stride(from: 0, to: samples.count, by: 2).map { samples[$0] },
      stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
    )
  }

  private func level(_ samples: [Int16], _ clip: PCM) -> Double {
    20 * log10(max(Signal.rms(samples), 1e-9) / Signal.rms(clip.samples))
  }

  @Test(arguments: [1, 2]) func `a room tone lies under everything`(channels: Int) throws {
    let folder = try TemporaryFolder()
    func samples(_ name: String, blocks: [Int]) throws -> [Int16] {
      let path = folder.path(name)
      var timeline = Timeline(
        output: try Master(
          files: [(path, .flac)], sampleRate: 44_100, channels: channels, roomTone: -68))
      for block in blocks { try timeline.appendSilence(block) }
      _ = try timeline.finish()
      return try Tool.decode(path)
    }
    let whole = try samples("a.flac", blocks: [100_000])
    #expect(whole.count == 100_000 * channels)
    #expect(try samples("b.flac", blocks: [1, 99, 20_000, 79_900]) == whole)
    for channel in 0..<channels {
      let own = stride(from: channel, to: whole.count, by: channels).map { whole[$0] }
      #expect(abs(20 * log10(Signal.rms(own) / 32_768) + 68) < 0.7)
      #expect((own.map { abs(Int($0)) }.max() ?? 0) < 66)
    }
    if channels == 2 {
      let pairs = stride(from: 0, to: whole.count, by: 2)
      let both = pairs.map { Int16((Int(whole[$0]) + Int(whole[$0 + 1])) / 2) }
      // Independent noises lose 3 dB in their mean, equal ones none.
      #expect(Signal.rms(both) < 0.8 * Signal.rms(whole))
    }
  }

  @Test func `a voice is heard at its pan position, equally loud everywhere`() throws {
    let clip = Signal.babble(count: 20_000)
    for pan in [-1, -0.5, -0.1, 0, 0.3, 1.0] {
      let (left, right) = try record { try $0.append(clip, pan: pan) }
      let (low, high) = (level(left, clip), level(right, clip))
      let power = pow(10, low / 10) + pow(10, high / 10)
      #expect(abs(10 * log10(power)) < 0.02, "\(pan)")
      switch pan {
      case -1: #expect(right.allSatisfy { $0 == 0 } && left == clip.samples)
      case 1: #expect(left.allSatisfy { $0 == 0 } && right == clip.samples)
      case 0: #expect(left == right && abs(low + 3.01) < 0.02)
      default: #expect((low > high) == (pan < 0))
      }
    }
    // Simultaneous speeches are panned by 0.5: the ratio of the levels is the tangent of 22.5 degrees.
    let (left, right) = try record { try $0.append(clip, pan: -0.5) }
    #expect(abs(level(left, clip) - level(right, clip) - 7.66) < 0.02)
  }

  @Test func `a peak at the ceiling keeps its pan position`() throws {
    let clip = Signal.babble(count: 20_000, peak: 30_000)
    let (left, right) = try record { try $0.append(clip, gain: 20, pan: -0.5) }
    #expect(left.map { abs(Int($0)) }.max() ?? 0 <= Timeline.peakCeiling())
    #expect(abs(20 * log10(Signal.rms(left) / Signal.rms(right)) - 7.66) < 0.02)
  }

  @Test func `each lane has its own side, and positions count frames`() throws {
    let (one, two) = (Signal.babble(count: 9000), Signal.babble(count: 4000, seed: 2))
    let (left, right) = try record { timeline in
      try timeline.appendSilence(100)
      timeline.beginLanes(2)
      try timeline.append(one, pan: -1, toLane: 0)
      #expect(timeline.position(ofLane: 0) == 9100)
      try timeline.appendSilence(50, toLane: 1)
      try timeline.append(two, pan: 1, toLane: 1)
      try timeline.endLanes()
      #expect(timeline.position == 9100)
      try timeline.append(two, pan: 1)
    }
    let silence = { [Int16](repeating: 0, count: $0) }
    #expect(left == silence(100) + one.samples + silence(4000))
    #expect(right == silence(150) + two.samples + silence(4950) + two.samples)
  }

  @Test func `one channel ignores pan positions`() throws {
    let folder = try TemporaryFolder()
    let clip = Signal.babble(count: 5000)
    var timeline = Timeline(
      writer: try SoundFileWriter(
        creating: folder.path("mono.wav"), format: .wav, sampleRate: 22_050))
    try timeline.append(clip, pan: 0.7)
    _ = try timeline.finish()
    #expect(try Tool.decode(folder.path("mono.wav")) == clip.samples)
  }
}
