import Basics

/// Brings a chapter to its loudness target with one gain for the whole chapter.
/// If the gain would raise peaks too high, a limiter is used as well.
package struct Mastering: Sendable {
  package let target: LoudnessTarget
  /// The gain in dB for chapters that are too short or too quiet to have a meaningful loudness.
  package let shortGain: Double

  /// The minimum length in seconds of a chapter whose loudness is measured.
  /// A shorter chapter has only a few words.
  /// Meters use the same length for the "short-term" loudness (EBU Tech 3341).
  package static let shortest = 3.0
  /// The maximum number of times that the limiter runs, each time with another gain.
  private static let rounds = 3

  /// The assumed increase of the level in dB for each dB of gain before the limiter.
  /// This value is used until the increase has been measured.
  private static let firstSlope = 0.7
  /// The lowest useful increase of the level, in dB for each dB of gain.
  /// Below this increase, more gain degrades the audio more than it raises the level.
  private static let leastSlope = 0.3

  /// The largest loss in the limiter, in LU, for which the loudness is computed and not measured again.
  /// The loudness is computed from the signal power before and after the limiter. Up to this loss, the computed
  /// loudness is exact to 0.02 LU (measured with speech).
  private static let tellingLoss = 0.5

  /// Creates the mastering for a target.
  /// `shortGain` is the gain in dB for chapters without a loudness.
  package init(target: LoudnessTarget, shortGain: Double = 0) {
    self.target = target
    self.shortGain = shortGain
  }

  /// The result for a chapter.
  package struct Report: Sendable, Equatable {
    /// The gain in dB.
    package let gain: Double
    package let isLimited: Bool
    /// The levels of the result.
    /// If the limiter was active, the levels are measured. There is one exception: after a small loss in the limiter,
    /// the loudness is computed from the change in signal power.
    /// If the limiter was not active, the levels are computed from the gain. In this case, rounding changes each sample
    /// by at most half a step of 16 bits.
    package let result: LoudnessMeasurement
  }

  /// Passes the chapter's final samples to `handOut`, in blocks of any size, and returns the report.
  /// `spill` must contain exactly the measured samples. If the measurement has no true peak, the limiter runs for every
  /// chapter that is not digital silence.
  package func run(
    _ spill: borrowing SpillFile, measured: LoudnessMeasurement,
    _ handOut: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) -> Report {
    precondition(
      spill.count == measured.frames * measured.channels,
      "the measurement and the file must have the same number of samples")
    let gain = startingGain(for: measured)
    guard needsLimiter(measured, gain: gain) else {
      try play(spill, gain: gain, handOut)
      return Report(gain: gain, isLimited: false, result: measured.played(gain: gain))
    }
    let (best, result) = try bestLimited(spill, measured: measured, from: gain)
    try best.sound.forEachBlock(handOut)
    return Report(gain: best.gain, isLimited: true, result: result)
  }

  /// Returns the gain in dB with which mastering starts, without regard to the loss in the limiter.
  func startingGain(for sound: LoudnessMeasurement) -> Double {
    if sound.isDigitalSilence { return 0 }
    guard sound.duration >= Self.shortest else { return shortGain }
    return target.gain(for: sound) ?? shortGain
  }

  private func needsLimiter(_ sound: LoudnessMeasurement, gain: Double) -> Bool {
    if sound.isDigitalSilence { return false }
    return (sound.truePeak ?? .infinity) + gain > target.limit
  }

  /// A chapter after the limiter, with its measurement.
  private final class Limited {
    let gain: Double
    private(set) var sound: SpillFile
    private var meter: LoudnessMeter

    init(gain: Double, sound: consuming SpillFile, changing measured: LoudnessMeasurement) {
      self.gain = gain
      self.sound = sound
      meter = LoudnessMeter(changing: measured)
    }

    /// Returns the measurement of the result.
    /// If the limiter has lowered the loudness much, the loudness computed from the change in signal power is not
    /// precise enough. In this case, the whole result is measured.
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

  /// Tries gains until the limited audio is as loud as the target, and returns the result that came closest.
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
    guard let best else { preconditionFailure("no round returned a result") }
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

/// Samples that are needed twice and do not fit into memory, stored in a file without a name.
/// The file's disk space is freed when the value is destroyed or the process is killed. The value needs memory for one
/// block only, whatever the length.
package struct SpillFile: ~Copyable, Sendable {
  /// The number of samples (of all channels together) written so far.
  package private(set) var count = 0

  private let folder: String
  private let file: FileDescriptor
  /// Samples that are not in the file yet.
  private var pending: [Int16] = []

  /// The number of samples transferred to and from the file at a time: 64 KiB.
  /// The number is even, so that blocks of two channels are whole frames.
  private static let blockSamples = 32_768

  /// Creates an empty file in a folder.
  package init(in folder: String) throws(AudioError) {
    do {
      self.init(try FileDescriptor(unnamedIn: folder), in: folder)
    } catch {
      switch AudioError.writing(folder, error) {
      case .noSpace(let path, let reason): throw .noSpace(path: path, reason: reason)
      default: throw .cannotOpen(path: folder, reason: error.reason)
      }
    }
  }

  /// Uses the file of a descriptor that is open for reading and writing.
  /// `folder` replaces the path in errors.
  init(_ file: consuming FileDescriptor, in folder: String) {
    self.folder = folder
    self.file = file
    pending.reserveCapacity(Self.blockSamples)
  }

  /// Returns another empty file in the same folder.
  func another() throws(AudioError) -> SpillFile { try SpillFile(in: folder) }

  package mutating func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    var rest = samples
    while !rest.isEmpty {
      let part = rest.prefix(Self.blockSamples - pending.count)
      pending.append(contentsOf: part)
      count += part.count
      rest = UnsafeBufferPointer(rebasing: rest[part.count...])
      if pending.count == Self.blockSamples { try writePending() }
    }
  }

  package mutating func write(_ samples: [Int16]) throws(AudioError) {
    try samples.withUnsafeBufferPointer { samples throws(AudioError) in try write(samples) }
  }

  private mutating func writePending() throws(AudioError) {
    do {
      try pending.withUnsafeBufferPointer { samples throws(SystemError) in
        try file.write(UnsafeRawBufferPointer(samples))
      }
    } catch {
      throw .writing(folder, error)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Passes all samples to `handOut`, in order and in blocks.
  /// Afterwards, more samples can be written, and the call can be repeated.
  func forEachBlock(
    _ handOut: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) {
    let written = count - pending.count
    var block = [Int16](repeating: 0, count: min(written, Self.blockSamples))
    var place = 0
    while place < written {
      let wanted = min(block.count, written - place)
      try read(wanted, at: place, into: &block)
      try block.withUnsafeBufferPointer { block throws(AudioError) in
        try handOut(UnsafeBufferPointer(rebasing: block[..<wanted]))
      }
      place += wanted
    }
    guard !pending.isEmpty else { return }
    try pending.withUnsafeBufferPointer { pending throws(AudioError) in try handOut(pending) }
  }

  private func read(
    _ wanted: Int, at place: Int, into block: inout [Int16]
  ) throws(AudioError) {
    let size = MemoryLayout<Int16>.stride
    let found: Int
    do {
      found = try block.withUnsafeMutableBufferPointer { samples throws(SystemError) in
        let part = UnsafeMutableBufferPointer(rebasing: samples[..<wanted])
        return try file.read(into: UnsafeMutableRawBufferPointer(part), at: place * size)
      }
    } catch {
      throw .cannotRead(path: folder, reason: error.reason)
    }
    guard found == wanted * size else {
      throw .cannotRead(
        path: folder,
        reason: "another program has shortened the temporary audio file; build again")
    }
  }
}
