/// Brings a chapter to its target: one gain for the whole of it, and a limiter where that would lift
/// peaks too high.
public struct Mastering: Sendable {
  /// What the chapter is brought to.
  public let target: LoudnessTarget
  /// The gain in dB for chapters that are too short, or too quiet, to have a loudness of their own.
  public let shortGain: Double

  /// Below this length, in seconds, the loudness is that of a few words: a measure over 3 s is what
  /// meters call short-term (EBU Tech 3341).
  public static let shortest = 3.0
  /// How often the gain is corrected for what the limiter took away.
  private static let rounds = 3

  /// How many dB the sound gains by one more dB into the limiter, until it is known.
  private static let firstSlope = 0.7
  /// Below this, more gain makes the sound worse rather than louder.
  private static let leastSlope = 0.3

  /// Up to this loss in LU by the limiter the powers before and after tell the loudness, to 0.02 LU
  /// (measured with speech).
  private static let tellingLoss = 0.5

  /// Makes a stage for a target; a gain in dB serves for chapters without a loudness.
  public init(target: LoudnessTarget, shortGain: Double = 0) {
    self.target = target
    self.shortGain = shortGain
  }

  /// What was done to a chapter.
  public struct Report: Sendable, Equatable {
    /// The gain in dB.
    public let gain: Double
    /// Whether the limiter was at work.
    public let isLimited: Bool
    /// The result's levels.
    ///
    /// With the limiter they are measured. Without it they are computed: the samples differ from
    /// the gain times those measured by no more than half a step of 16 bits.
    public let result: LoudnessMeasurement
  }

  /// Hands out the chapter's samples as they are to be heard, in blocks of any size.
  ///
  /// The measurement is that of the very samples in the file. Where it has no true peak the limiter
  /// runs in any case.
  public func run(
    _ spill: borrowing SpillFile, measured: LoudnessMeasurement,
    _ handOut: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) -> Report {
    precondition(
      spill.count == measured.frames * measured.channels, "measure the samples that are spilled")
    let gain = startingGain(for: measured)
    guard needsLimiter(measured, gain: gain) else {
      try play(spill, gain: gain, handOut)
      return Report(gain: gain, isLimited: false, result: measured.played(gain: gain))
    }
    let (best, result) = try bestLimited(spill, measured: measured, from: gain)
    try best.sound.forEachBlock(handOut)
    return Report(gain: best.gain, isLimited: true, result: result)
  }

  /// The gain in dB, leaving aside what a limiter takes away.
  func startingGain(for sound: LoudnessMeasurement) -> Double {
    if sound.isDigitalSilence { return 0 }
    guard sound.duration >= Self.shortest else { return shortGain }
    return target.gain(for: sound) ?? shortGain
  }

  private func needsLimiter(_ sound: LoudnessMeasurement, gain: Double) -> Bool {
    if sound.isDigitalSilence { return false }
    return (sound.truePeak ?? .infinity) + gain > target.limit
  }

  /// A chapter on its way through the limiter, and what comes of it.
  private final class Limited {
    let gain: Double
    private(set) var sound: SpillFile
    private var meter: LoudnessMeter

    init(gain: Double, sound: consuming SpillFile, changing measured: LoudnessMeasurement) {
      self.gain = gain
      self.sound = sound
      meter = LoudnessMeter(changing: measured)
    }

    /// What came of it.
    ///
    /// Where the limiter has taken much, how the powers changed tells too little, and all is measured.
    func result(expecting loudness: Double?) throws(AudioError) -> LoudnessMeasurement {
      let found = meter.measurement()
      guard let loudness, let integrated = found.integrated,
        loudness - integrated > Mastering.tellingLoss
      else { return found }
      var meter = try LoudnessMeter(
        sampleRate: found.sampleRate, channels: found.channels, measuresTruePeak: true)
      try sound.forEachBlock { meter.add($0) }
      return meter.measurement()
    }

    func add(_ block: UnsafeBufferPointer<Int16>) throws(AudioError) {
      meter.add(block)
      try sound.write(block)
    }
  }

  /// Tries gains until the limited sound is as loud as the target, and gives the one that came
  /// nearest.
  private func bestLimited(
    _ spill: borrowing SpillFile, measured: LoudnessMeasurement, from start: Double
  ) throws(AudioError) -> (Limited, LoudnessMeasurement) {
    let isAimed = measured.duration >= Self.shortest
    var gain = start
    var best: (Limited, LoudnessMeasurement)?
    var (least, last): (Double, (gain: Double, correction: Double)?) = (.infinity, nil)
    for _ in 0..<Self.rounds {
      let limited = try limited(spill, measured, gain: gain)
      let result = try limited.result(expecting: measured.played(gain: gain).integrated)
      let correction = (isAimed ? target.correction(for: result) : nil) ?? 0
      if abs(correction) < least {
        least = abs(correction)
        best = (limited, result)
      }
      if abs(correction) <= LoudnessTarget.tolerance { break }
      let slope = last.map { ($0.correction - correction) / (gain - $0.gain) } ?? Self.firstSlope
      last = (gain, correction)
      gain += correction / min(max(slope, Self.leastSlope), 1)
    }
    guard let best else { preconditionFailure("the first round is always nearer than none") }
    return best
  }

  private func limited(
    _ spill: borrowing SpillFile, _ measured: LoudnessMeasurement, gain: Double
  ) throws(AudioError) -> Limited {
    var limiter = TruePeakLimiter(
      sampleRate: measured.sampleRate, channels: measured.channels, ceiling: target.limit,
      gain: gain)
    let limited = Limited(gain: gain, sound: try spill.another(), changing: measured)
    try spill.forEachBlock { block throws(AudioError) in
      try limiter.process(block, limited.add)
    }
    try limiter.finish(limited.add)
    return limited
  }

  private func play(
    _ spill: borrowing SpillFile, gain: Double,
    _ handOut: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) {
    var output: [Int16] = []
    let factor = Decibels.ratio(gain)
    try spill.forEachBlock { block throws(AudioError) in
      Scaling.scale(block, exactlyBy: factor, into: &output)
      try output.withUnsafeBufferPointer { output throws(AudioError) in try handOut(output) }
    }
  }
}
