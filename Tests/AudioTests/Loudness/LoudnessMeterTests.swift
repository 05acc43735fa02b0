import Audio
import Foundation
import TestSupport
import Testing

@Suite("Loudness meter")
struct LoudnessMeterTests {
  struct Sound: Sendable, CustomTestStringConvertible {
    let name: String
    let samples: [Int16]
    let rate: Int
    let channels: Int
    var testDescription: String { name }
  }

  static let babble = Signal.babble(count: 66_150).samples

  static let sounds = [
    Sound(name: "babble", samples: babble, rate: 22_050, channels: 1),
    Sound(name: "dual mono", samples: Signal.dual(babble), rate: 22_050, channels: 2),
    Sound(
      name: "babble and long pauses",
      samples: Signal.silence(30_000) + babble + Signal.babble(count: 44_100, peak: 90).samples,
      rate: 22_050, channels: 1),
    Sound(
      name: "tone of 997 Hz", samples: Signal.sine(997, seconds: 3, rate: 48_000).samples,
      rate: 48_000, channels: 1),
    Sound(
      name: "between samples", samples: Signal.betweenSamples(count: 48_000, amplitude: 23_000),
      rate: 16_000, channels: 1),
    Sound(
      name: "clicks", samples: Signal.clicks(count: 40_000, rate: 44_100), rate: 44_100,
      channels: 1),
    Sound(
      name: "noise in one channel",
      samples: Signal.noise(count: 60_000, peak: 32_767)
        .flatMap { [0, $0] }, rate: 24_000, channels: 2),
    Sound(
      name: "odd rate", samples: Signal.babble(count: 30_000, rate: 11_025).samples, rate: 11_025,
      channels: 1),
  ]

  @Test(arguments: sounds)
  func agreesWithLibebur128(_ sound: Sound) throws {
    let ours = try LoudnessMeter.measure(
      sound.samples, sampleRate: sound.rate, channels: sound.channels)
    let theirs = Libebur128(sound.samples, sampleRate: sound.rate, channels: sound.channels)
    #expect(abs(try #require(ours.integrated) - theirs.integrated) < 1e-6)
    #expect(abs(ours.samplePeak - theirs.samplePeak) < 1e-6)
    #expect(abs(try #require(ours.truePeak) - theirs.truePeak) < 1e-4)
  }

  /// ffmpeg prints its results in tenths.
  ///
  /// ffmpeg measures the true peak with its own resampler. The points of this resampler differ from ours if
  /// there is noise up to the edge of the band.
  @Test(arguments: sounds.filter { $0.rate >= 22_050 && !$0.name.hasPrefix("noise") })
  func agreesWithFFmpeg(_ sound: Sound) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.wav")
    try SoundFormat.wav.write(
      PCM(samples: sound.samples, sampleRate: sound.rate), to: path, channels: sound.channels)
    let heard = try HeardLoudness(of: path)
    let ours = try LoudnessMeter.measure(
      sound.samples, sampleRate: sound.rate, channels: sound.channels)
    #expect(abs(try #require(ours.integrated) - heard.integrated) <= 0.15)
    #expect(abs(try #require(ours.truePeak) - heard.truePeak) <= 0.35)
  }

  @Test(arguments: [1, 100, 2205, 30_000], [1, 2])
  func blocksDoNotMatter(blockFrames: Int, channels: Int) throws {
    let samples = Array(Self.babble[..<30_000])
    let whole = try LoudnessMeter.measure(samples, channels: channels, blockFrames: 66_150)
    let cut = try LoudnessMeter.measure(samples, channels: channels, blockFrames: blockFrames)
    #expect(cut == whole)
  }

  @Test func monoIsOneChannel() throws {
    let mono = try #require(LoudnessMeter.measure(Self.babble).integrated)
    let stereo = try #require(
      LoudnessMeter.measure(Signal.dual(Self.babble), channels: 2).integrated)
    #expect(abs(stereo - mono - 10 * Signal.log10(2)) < 1e-6)
  }

  @Test(arguments: [0, 1, 10_000, 100_000])
  func silenceHasNoLoudness(count: Int) throws {
    let found = try LoudnessMeter.measure(Signal.silence(count))
    #expect(found.integrated == nil)
    #expect(found.isDigitalSilence)
    #expect(found.samplePeak == -.infinity && found.truePeak == -.infinity)
    #expect(found.rms == -.infinity)
    #expect(found.noiseFloor == (count >= 11_025 ? -.infinity : nil))
    #expect(found.head == Double(count) / 22_050 && found.tail == found.head)
  }

  @Test func soundBelowTheGateHasNoLoudness() throws {
    let found = try LoudnessMeter.measure((0..<100_000).map { Int16($0 / 8 % 2) })
    #expect(found.integrated == nil)
    #expect(!found.isDigitalSilence)
  }

  @Test func shortSoundHasNoLoudness() throws {
    let found = try LoudnessMeter.measure(Array(Self.babble[..<8819]))
    #expect(found.integrated == nil)
    #expect(try LoudnessMeter.measure(Array(Self.babble[..<8820])).integrated != nil)
  }

  @Test func levelsOfKnownSoundsAreRight() throws {
    let square = try LoudnessMeter.measure((0..<44_100).map { $0 / 50 % 2 == 0 ? .min : .max })
    #expect(abs(square.rms) < 0.001)
    #expect(square.samplePeak == 0)
    let sine = try LoudnessMeter.measure(
      Signal.sine(1000, seconds: 2, rate: 22_050, amplitude: 32_767 / 2).samples)
    #expect(abs(sine.rms - -9.031) < 0.002)
    #expect(abs(sine.samplePeak - -6.021) < 0.002)
    let between = try LoudnessMeter.measure(
      Signal.betweenSamples(count: 44_100, amplitude: 23_170))
    #expect(abs(between.samplePeak - -6.021) < 0.002)
    // The sine begins without a fade. So the peak of the signal is higher than the peak of the sine alone.
    #expect(try #require(between.truePeak) >= -3.02)
  }

  @Test func theNoiseFloorIsTheQuietestHalfSecond() throws {
    // A constant value of 10 for 0.5 s, between louder parts, aligned with the meter's steps of 0.1 s.
    func constant(_ value: Int16, _ seconds: Double) -> [Int16] {
      [Int16](repeating: value, count: Int(seconds * 22_050))
    }
    let found = try LoudnessMeter.measure(
      constant(1000, 1) + constant(10, 0.5) + constant(500, 1.4) + constant(0, 0.4)
        + constant(400, 1))
    #expect(abs(try #require(found.noiseFloor) - 20 * Signal.log10(10 / 32_768)) < 1e-9)
  }

  @Test func headAndTailAreSilenceAroundTheSound() throws {
    let sound = [Int16](repeating: 104, count: 22_050)
    let soft = [Int16](repeating: -103, count: 4410)
    let found = try LoudnessMeter.measure(
      Signal.dual(Signal.silence(11_025) + soft + sound + Signal.silence(33_075)), channels: 2)
    #expect(found.head == 0.7)
    #expect(found.tail == 1.5)
    #expect(found.duration == 3.2)
  }

  /// A gain changes the audio, but not the level of the absolute gate.
  ///
  /// The result computed for a gain must equal what the meter finds in the changed audio.
  @Test(arguments: [-30.0, -6.02, 0, 12.04, 20])
  func theEffectOfAGainIsPredicted(gain: Double) throws {
    let quiet = Signal.babble(count: 88_200, seed: 3, peak: 12).samples
    let middling = Signal.babble(count: 22_050, seed: 4, peak: 400).samples
    let loud = Signal.babble(count: 22_050, seed: 5, peak: 3000).samples
    let samples = loud + quiet + middling
    let factor = pow(10, gain / 20)
    let louder = samples.map { Int16((Double($0) * factor).rounded()) }
    let foreseen = try LoudnessMeter.measure(samples).played(gain: gain)
    let found = try LoudnessMeter.measure(louder)
    #expect(abs(try #require(foreseen.integrated) - #require(found.integrated)) < 0.02)
    #expect(abs(foreseen.rms - found.rms) < 0.02)
    #expect(abs(try #require(foreseen.truePeak) - #require(found.truePeak)) < 0.1)
  }

  @Test(arguments: [(0, 1), (-1, 1), (22_050, 0), (22_050, 3), (4_000_000, 1)])
  func impossibleSoundIsAnError(rate: Int, channels: Int) {
    #expect(throws: AudioError.cannotMeasure(sampleRate: rate, channels: channels)) {
      try LoudnessMeter.measure([], sampleRate: rate, channels: channels)
    }
  }
}
