import Audio
import Foundation
import TestSupport
import Testing

/// Tests of a mix on its way to files with a loudness target.
@Suite struct MasterTests {
  @Test(arguments: [1, 2], [LoudnessPreset.mono(-19), .podcast, .ebu, .mono(-30)])
  func `every file reaches the target`(channels: Int, preset: LoudnessPreset) throws {
    let folder = try TemporaryFolder()
    let target = try #require(preset.target(channels: channels))
    let paths = ["a.wav", "b.flac", "c.opus"].map(folder.path)
    var timeline = Timeline(
      output: try Master(
        files: Array(zip(paths, [.wav, .flac, .opus])), sampleRate: 22_050, channels: channels,
        mastering: (Mastering(target: target), folder.path(""))))
    for (place, voice) in ["en-us", "en-gb+f3"].enumerated() {
      try timeline.appendSilence(10_000)
      try timeline.append(
        try Signal.speech(voice: voice), gain: -6, pan: place == 0 ? -0.5 : 0.5)
    }
    let length = timeline.position
    let finished = try timeline.finish()
    #expect(finished.frames == length)
    let report = try #require(finished.loudness)
    #expect(abs((report.result.integrated ?? 0) - target.integrated) <= 0.5)
    let (wave, flac) = (try Tool.decode(paths[0]), try Tool.decode(paths[1]))
    #expect(wave == flac && wave.count == length * channels)
    for path in paths {
      let found = try HeardLoudness(of: path)
      #expect(abs(found.integrated - target.integrated) <= 0.5, "\(path)")
      #expect(abs(found.integrated - (report.result.integrated ?? 0)) <= 0.2, "\(path)")
      #expect(found.truePeak <= target.ceiling, "\(path)")
    }
    // No spill file is left.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).count == 3)
  }

  @Test func `a folder that cannot hold the spill file is reported`() throws {
    let folder = try TemporaryFolder()
    let target = try #require(LoudnessPreset.mono(-19).target(channels: 1))
    let missing = folder.path("gone")
    do {
      _ = try Master(
        files: [(folder.path("a.wav"), .wav)], sampleRate: 22_050,
        mastering: (Mastering(target: target), missing))
      Issue.record("the spill file was written")
    } catch {
      #expect(error.description.contains(missing))
    }
  }
}
