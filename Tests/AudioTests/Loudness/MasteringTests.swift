import Audio
import Foundation
import Testing

@Suite("Mastering")
struct MasteringTests {
  struct Mastered {
    var samples: [Int16]
    var report: Mastering.Report
  }

  static func master(
    _ samples: [Int16], to target: LoudnessTarget, shortGain: Double = 0, rate: Int = 22_050,
    channels: Int = 1, truePeak: Bool = true
  ) throws -> Mastered {
    let folder = try TemporaryFolder()
    var spill = try SpillFile(in: folder.path)
    try spill.write(samples)
    let measured = try LoudnessMeter.measure(
      samples, sampleRate: rate, channels: channels, truePeak: truePeak)
    var output: [Int16] = []
    let report = try Mastering(target: target, shortGain: shortGain).run(spill, measured: measured)
    {
      output.append(contentsOf: $0)
    }
    return Mastered(samples: output, report: report)
  }

  /// Checks that libebur128 finds the reported values.
  ///
  /// If the limiter did little, the report is computed, not measured.
  static func check(_ mastered: Mastered, rate: Int = 22_050, channels: Int = 1) throws {
    let found = Libebur128(mastered.samples, sampleRate: rate, channels: channels)
    let result = mastered.report.result
    #expect(abs(try #require(result.integrated) - found.integrated) < 0.03)
    #expect(abs(try #require(result.truePeak) - found.truePeak) < 0.02)
    #expect(abs(result.samplePeak - found.samplePeak) < 0.02)
  }

  static let speech = Result {
    Signal.silence(16_538)
      + (try Signal.speech("How vexingly quick daft zebras jump!").samples)
      + Signal.silence(44_100)
  }

  @Test(arguments: [LoudnessPreset.podcast, .ebu, .mono(-40), .mono(-16)], [1, 2])
  func speechReachesItsTarget(preset: LoudnessPreset, channels: Int) throws {
    let speech = try Self.speech.get()
    let samples = channels == 2 ? Signal.dual(speech) : speech
    let target = try #require(preset.target(channels: channels))
    let mastered = try Self.master(samples, to: target, channels: channels)
    let result = mastered.report.result
    #expect(mastered.samples.count == samples.count)
    #expect(try #require(result.truePeak) <= target.limit + 0.1)
    #expect(abs(try #require(result.integrated) - target.integrated) <= 0.5)
    try Self.check(mastered, channels: channels)
  }

  /// With long pauses, the loudness target would leave the RMS below the range that ACX accepts.
  @Test(arguments: [0, 2])
  func acxChaptersFollowTheRules(pause: Int) throws {
    let target = try #require(LoudnessPreset.acx.target(channels: 1))
    let speech = try Self.speech.get()
    let samples = speech[..<60_000] + Signal.silence(pause * 22_050) + speech[60_000...]
    let mastered = try Self.master(Array(samples), to: target)
    #expect(ACXRules.violations(of: .init(mastered.report.result)) == [])
    try Self.check(mastered)
  }

  @Test func quietAudioIsOnlyMultiplied() throws {
    let samples = Signal.babble(count: 88_200, peak: 9000).samples
    let mastered = try Self.master(samples, to: LoudnessTarget(integrated: -24, ceiling: -1))
    #expect(!mastered.report.isLimited)
    #expect(mastered.report.gain != 0)
    let factor = pow(10, mastered.report.gain / 20)
    #expect(
      mastered.samples == samples.map { Int16((Double($0) * factor).rounded(.toNearestOrEven)) })
    #expect(abs(try #require(mastered.report.result.integrated) - -24) < 0.001)
    try Self.check(mastered)
  }

  /// Audio whose peaks carry half of its loudness.
  ///
  /// After limiting, the first gain falls short of the target.
  static let peaky: [Int16] = (0..<12).flatMap { _ in
    Signal.sine(500, seconds: 0.03, rate: 22_050, amplitude: 16_000).samples
      + Signal.sine(500, seconds: 0.27, rate: 22_050, amplitude: 5000).samples
  }

  @Test func gainMakesUpForTheLimiter() throws {
    let target = LoudnessTarget(integrated: -10, ceiling: -1)
    let mastered = try Self.master(Self.peaky, to: target)
    let first = try TruePeakLimiter.limit(
      Self.peaky, ceiling: target.limit,
      gain: -10 - #require(LoudnessMeter.measure(Self.peaky).integrated))
    #expect(Libebur128(first, sampleRate: 22_050).integrated < -10.5)
    #expect(mastered.report.isLimited)
    #expect(abs(try #require(mastered.report.result.integrated) - -10) <= 0.5)
    #expect(try #require(mastered.report.result.truePeak) <= -1.4)
    try Self.check(mastered)
  }

  @Test func anUnreachableTargetIsApproached() throws {
    let clicks: [Int16] = (0..<70_000).map { $0 % 5000 == 0 ? .max : Int16($0 % 3) }
    let mastered = try Self.master(clicks, to: LoudnessTarget(integrated: -6, ceiling: -1))
    #expect(try #require(mastered.report.result.truePeak) <= -1.4)
    try Self.check(mastered)
  }

  @Test(arguments: [-6.0, 0, 3, 30])
  func shortChaptersGetTheGivenGain(gain: Double) throws {
    let samples = Signal.babble(count: 66_149).samples
    let target = LoudnessTarget(integrated: -40, ceiling: -1)
    let mastered = try Self.master(samples, to: target, shortGain: gain)
    #expect(mastered.report.gain == gain)
    #expect(try #require(mastered.report.result.truePeak) <= -1.4)
    try Self.check(mastered)
    let longEnough = try Self.master(samples + [0], to: target, shortGain: gain)
    #expect(longEnough.report.gain < -10)
  }

  @Test func audioBelowTheGateGetsTheGivenGain() throws {
    let faint = (0..<100_000).map { Int16($0 / 8 % 2) }
    let mastered = try Self.master(
      faint, to: LoudnessTarget(integrated: -20, ceiling: -1), shortGain: 12)
    #expect(mastered.report.gain == 12)
    #expect(mastered.samples == faint.map { $0 * 4 })
  }

  @Test(arguments: [0, 1000, 100_000])
  func digitalSilenceStaysSilent(count: Int) throws {
    let mastered = try Self.master(
      Signal.silence(count), to: LoudnessTarget(integrated: -20, ceiling: -1), shortGain: 6)
    #expect(mastered.report.gain == 0)
    #expect(!mastered.report.isLimited)
    #expect(mastered.samples == Signal.silence(count))
  }

  @Test func aMeasurementWithoutTruePeakChangesNothing() throws {
    let target = LoudnessTarget(integrated: -24, ceiling: -1)
    let samples = Signal.babble(count: 88_200, peak: 9000).samples
    let with = try Self.master(samples, to: target)
    let without = try Self.master(samples, to: target, truePeak: false)
    #expect(without.samples == with.samples)
    #expect(without.report.result.truePeak != nil)
  }

  @Test func twoRunsAgree() throws {
    let target = LoudnessTarget(integrated: -12, ceiling: -1)
    #expect(
      try Self.master(Self.peaky, to: target).samples
        == Self.master(Self.peaky, to: target).samples)
  }

  @Test func anErrorOfTheReceiverEndsTheRun() throws {
    let folder = try TemporaryFolder()
    var spill = try SpillFile(in: folder.path)
    try spill.write(Self.peaky)
    let measured = try LoudnessMeter.measure(Self.peaky)
    let full = AudioError.noSpace(path: "a.mp3", reason: "No space left on device")
    for loudness in [-30.0, -10] {
      let mastering = Mastering(target: LoudnessTarget(integrated: loudness, ceiling: -1))
      do throws(AudioError) {
        _ = try mastering.run(spill, measured: measured) { _ throws(AudioError) in throw full }
        Issue.record("no error was thrown")
      } catch {
        #expect(error == full)
      }
    }
  }
}
