import CEbur128
import Glibc

/// Measures the loudness and the levels of audio that arrives in blocks.
///
/// The meter needs 576 kB of memory per hour of audio, at any sample rate.
public struct LoudnessMeter: ~Copyable, Sendable {
  /// Samples per second, in hertz.
  public let sampleRate: Int
  /// The number of channels in the interleaved samples: 1 or 2.
  public let channels: Int
  /// The number of frames (samples of every channel) added so far.
  public private(set) var frames = 0

  /// The K-weighting, or nil if the loudness is computed from an earlier measurement.
  private var weighting: KWeighting?
  private let original: LoudnessMeasurement?
  /// The number of frames in a step of 100 ms.
  private let step: Int
  private var truePeak: TruePeakMeter?
  private var gated = GatedLoudness()
  /// The largest magnitude of a sample, 0…32,768.
  private var peak = 0
  private var power = WindowedPower()
  private var framesInStep = 0
  /// The range from the first to the last frame that is not silent.
  private var sounding: Range<Int>?

  /// The lowest magnitude that is not silence.
  private static let audible = Int(Decibels.amplitude(PCM.silenceThreshold).rounded(.up))

  /// Creates a meter.
  ///
  /// Measuring the true peak takes a little more time.
  public init(sampleRate: Int, channels: Int, measuresTruePeak: Bool) throws(AudioError) {
    guard (1...2).contains(channels) else {
      throw .cannotMeasure(sampleRate: sampleRate, channels: channels)
    }
    weighting = try KWeighting(sampleRate: sampleRate, channels: channels)
    original = nil
    step = KWeighting.step(sampleRate: sampleRate)
    truePeak = measuresTruePeak ? TruePeakMeter(channels: channels) : nil
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// Creates a meter for audio that was measured before and whose level has changed in places.
  /// The loudness is computed from the powers before and after the change, at a fifth of the cost of a full
  /// measurement.
  init(changing original: LoudnessMeasurement) {
    (sampleRate, channels) = (original.sampleRate, original.channels)
    weighting = nil
    self.original = original
    step = KWeighting.step(sampleRate: original.sampleRate)
    truePeak = TruePeakMeter(channels: original.channels)
  }

  /// Adds interleaved samples, in whole frames.
  public mutating func add(_ samples: UnsafeBufferPointer<Int16>) {
    precondition(samples.count % channels == 0, "the samples must be whole frames")
    var rest = samples
    while !rest.isEmpty {
      let count = min(rest.count, (step - framesInStep) * channels)
      addWithinStep(UnsafeBufferPointer(rebasing: rest[..<count]))
      rest = UnsafeBufferPointer(rebasing: rest[count...])
    }
  }

  /// Adds interleaved samples, in whole frames.
  public mutating func add(_ samples: [Int16]) {
    samples.withUnsafeBufferPointer { add($0) }
  }

  private mutating func addWithinStep(_ samples: UnsafeBufferPointer<Int16>) {
    guard let start = samples.baseAddress else { return }
    let count = samples.count / channels
    weighting?.add(start, frames: count)
    truePeak?.add(samples)
    power.add(samples)
    let magnitude = samples.peak
    peak = max(peak, magnitude)
    if magnitude >= Self.audible { noteSound(samples) }
    frames += count
    framesInStep += count
    guard framesInStep == step else { return }
    framesInStep = 0
    power.endStep()
    if let block = weighting?.endStep() { gated.append(block) }
  }

  private mutating func noteSound(_ samples: UnsafeBufferPointer<Int16>) {
    guard let last = samples.lastIndex(where: { abs(Int($0)) >= Self.audible }) else { return }
    let end = frames + last / channels + 1
    if let sounding {
      self.sounding = sounding.lowerBound..<end
    } else if let first = samples.firstIndex(where: { abs(Int($0)) >= Self.audible }) {
      sounding = frames + first / channels..<end
    }
  }

  /// Returns the measurement of the audio so far.
  public func measurement() -> LoudnessMeasurement {
    let gated = original.map { $0.gated.scaled($0.stepPowers, power.steps) } ?? gated
    return LoudnessMeasurement(
      frames: frames, sampleRate: sampleRate, channels: channels,
      samplePeak: Decibels.level(Double(peak)),
      truePeak: truePeak.map { Decibels.level($0.peak()) },
      rms: Decibels.level(power.rms),
      noiseFloor: power.quietestRMS.map(Decibels.level),
      head: seconds(sounding?.lowerBound ?? frames),
      tail: seconds(frames - (sounding?.upperBound ?? 0)),
      gated: gated, stepPowers: power.steps, integrated: gated.integrated)
  }

  private func seconds(_ frames: Int) -> Double { Double(frames) / Double(sampleRate) }

  /// The RMS of audio, and of its quietest window of five steps.
  struct WindowedPower: Sendable {
    /// The number of steps in a window: five steps of 100 ms are 0.5 s.
    /// Audiobook checkers use windows of this length or longer.
    private static let stepsPerWindow = 5

    private var sum = Sum()
    private var step = Sum()
    /// The last steps, at most one window.
    private var window: [Sum] = []
    private var quietest: Double?
    /// The sum of the squared samples in each whole step.
    private(set) var steps: [Double] = []

    private struct Sum {
      var squares: UInt64 = 0
      var count = 0

      var rms: Double { count > 0 ? (Double(squares) / Double(count)).squareRoot() : 0 }

      static func += (sum: inout Sum, other: Sum) {
        sum.squares += other.squares
        sum.count += other.count
      }
    }

    mutating func add(_ samples: UnsafeBufferPointer<Int16>) {
      let part = Sum(squares: samples.sumOfSquares, count: samples.count)
      sum += part
      step += part
    }

    mutating func endStep() {
      if window.count == Self.stepsPerWindow { window.removeFirst() }
      window.append(step)
      steps.append(Double(step.squares))
      step = Sum()
      guard window.count == Self.stepsPerWindow else { return }
      var total = Sum()
      for step in window { total += step }
      quietest = min(quietest ?? .infinity, total.rms)
    }

    /// The root mean square of all samples.
    var rms: Double { sum.rms }

    /// The lowest root mean square of a complete window, or nil if no window is complete.
    var quietestRMS: Double? { quietest }
  }
}

extension PCM {
  /// Returns the loudness of a mono clip in LUFS, or nil if it is silent.
  package func loudness() throws(AudioError) -> Double? {
    var meter = try LoudnessMeter(sampleRate: sampleRate, channels: 1, measuresTruePeak: false)
    // A line can be shorter than a block of the meter.
    repeat { meter.add(samples) } while !samples.isEmpty && meter.frames < sampleRate
    return meter.measurement().integrated
  }
}

/// Measures the true peak of audio that arrives in blocks, exactly as if every point were computed.
/// The meter computes only blocks that could contain a higher peak than the highest so far. Speech has few such blocks.
/// libebur128 needs eight times as long for the true peak as for the loudness. This meter needs a small part of that
/// time.
package struct TruePeakMeter: Sendable {
  /// The highest magnitude so far; 32,768 is 0 dBFS.
  private var highest: Float = 0

  private let channels: Int
  private var scanner: TruePeakScanner
  /// Frames that were not scanned yet, preceded by frames that affect them.
  private var pending: [Int16]

  private static let windowFrames =
    TruePeakScanner.framesBefore + TruePeakScanner.blockFrames + TruePeakScanner.framesBehind

  package init(channels: Int) {
    self.channels = channels
    scanner = TruePeakScanner(channels: channels)
    pending = [Int16](repeating: 0, count: TruePeakScanner.framesBefore * channels)
  }

  package mutating func add(_ samples: UnsafeBufferPointer<Int16>) {
    pending.append(contentsOf: samples)
    var frame = 0
    pending.withUnsafeBufferPointer { pending in
      guard let start = pending.baseAddress else { return }
      while (frame + Self.windowFrames) * channels <= pending.count {
        scan(start + frame * channels)
        frame += TruePeakScanner.blockFrames
      }
    }
    pending.removeFirst(frame * channels)
  }

  private mutating func scan(_ frames: UnsafePointer<Int16>) {
    guard scanner.scan(frames, above: highest) else { return }
    for magnitude in scanner.magnitudes { highest = max(highest, magnitude) }
  }

  /// Returns the highest magnitude, including the interpolator's output after the last sample; 32,768 is 0 dBFS.
  package func peak() -> Double {
    var copy = self
    let silence = [Int16](repeating: 0, count: 2 * Self.windowFrames * channels)
    silence.withUnsafeBufferPointer { copy.add($0) }
    return Double(copy.highest)
  }
}

/// The integrated loudness, computed from the powers of blocks (ITU-R BS.1770-4, annex 1).
struct GatedLoudness: Sendable, Equatable {
  /// Blocks below this loudness, in LUFS, never count (BS.1770-4, annex 1).
  static let absoluteGate = -70.0
  /// Blocks below this loudness, in LU relative to the mean, do not count.
  /// The mean is over all blocks above the absolute gate (BS.1770-4, annex 1).
  static let relativeGate = -10.0

  /// The K-weighted power of every block.
  /// A block is 400 ms long, and a new block begins every 100 ms.
  /// The powers need 288 kB per hour of audio.
  /// Digital silence has zero power and stays below the gate at any gain.
  private var blocks: [Double] = []
  /// The factor by which the gain changes the powers.
  private var shift = 1.0

  mutating func append(_ power: Double) { blocks.append(power) }

  /// Returns the loudness of the same audio after the powers of its steps of 100 ms have changed from `old` to `new`.
  /// A slow change of level multiplies weighted and unweighted power by the same factor. For changes by the limiter,
  /// the result is within 0.02 LU of the real loudness (measured, `MasteringTests`).
  func scaled(_ old: [Double], _ new: [Double]) -> GatedLoudness {
    var result = self
    for block in blocks.indices {
      let steps = block..<min(block + KWeighting.stepsPerBlock, old.count, new.count)
      let before = steps.reduce(0) { $0 + old[$1] }
      if before > 0 { result.blocks[block] *= steps.reduce(0) { $0 + new[$1] } / before }
    }
    return result
  }

  /// Returns the loudness of the same audio with a gain in dB.
  /// The loudness does not change by exactly the gain, because the absolute gate stays the same.
  func played(gain: Double) -> GatedLoudness {
    var result = self
    result.shift *= pow(10, gain / 10)
    return result
  }

  /// The integrated loudness in LUFS, or nil if no block passes the gate.
  var integrated: Double? {
    guard let all = mean(from: Self.power(Self.absoluteGate)) else { return nil }
    let relative = all * pow(10, Self.relativeGate / 10)
    return mean(from: max(relative, Self.power(Self.absoluteGate))).map(Self.loudness)
  }

  /// Returns the mean power of the blocks at or above a gate, or nil if there are no such blocks.
  private func mean(from gate: Double) -> Double? {
    var (sum, count) = (0.0, 0)
    for block in blocks where block * shift >= gate {
      sum += block * shift
      count += 1
    }
    return count > 0 ? sum / Double(count) : nil
  }

  /// The offset of the scale in LU.
  /// The offset cancels the gain of the K-weighting at 997 Hz (BS.1770-4, annex 1).
  private static let offset = -0.691

  static func power(_ loudness: Double) -> Double { pow(10, (loudness - offset) / 10) }

  static func loudness(_ power: Double) -> Double { offset + 10 * log10(power) }
}

/// Computes the K-weighted power of audio in the overlapping blocks of ITU-R BS.1770-4.
/// This type is the sole owner of an `ebur128_state`. libebur128 only filters. `GatedLoudness` decides which blocks
/// count, because the library forgets the blocks and could not compute the loudness at another gain.
/// `@unchecked Sendable`: no other object uses the state, and the library has no global state.
struct KWeighting: ~Copyable, @unchecked Sendable {
  /// The number of frames from one block to the next, 100 ms.
  /// A block is 400 ms long and overlaps the next block by 75 % (BS.1770-4, annex 1).
  let step: Int

  private let state: UnsafeMutablePointer<ebur128_state>
  static let stepsPerBlock = 4
  private var steps = 0
  /// The powers of the last four steps, which together are one block.
  private var recent = [Double](repeating: 0, count: stepsPerBlock)
  /// Whether the number of frames in a step is exactly the number that the library uses for 100 ms.
  private let endsAtStep: Bool

  init(sampleRate: Int, channels: Int) throws(AudioError) {
    guard sampleRate > 0, channels > 0,
      let state = ebur128_init(
        UInt32(channels), UInt(sampleRate), Int32(EBUR128_MODE_M.rawValue))
    else { throw .cannotMeasure(sampleRate: sampleRate, channels: channels) }
    self.state = state
    step = Self.step(sampleRate: sampleRate)
    endsAtStep = sampleRate % 10 == 0
  }

  /// Returns the number of frames in a step.
  /// The number is rounded as in libebur128, so that this type and the library use the same blocks.
  static func step(sampleRate: Int) -> Int { (sampleRate + 5) / 10 }

  deinit {
    var state: UnsafeMutablePointer<ebur128_state>? = state
    ebur128_destroy(&state)
  }

  /// Adds interleaved samples, which must not cross the end of a step.
  func add(_ samples: UnsafePointer<Int16>, frames: Int) {
    // This call fails only if there is no memory for the library's list of blocks. This mode does not use that list.
    ebur128_add_frames_short(state, samples, frames)
  }

  /// Returns the power of the block that ends with this step, or nil if no block is complete yet.
  /// The power 1 is 0 dB.
  mutating func endStep() -> Double? {
    steps += 1
    guard endsAtStep else { return steps < Self.stepsPerBlock ? nil : momentary() }
    // The power of a block is the mean of the powers of its four steps. So each sample is squared once, not four times.
    recent[steps % Self.stepsPerBlock] = power(of: 100)
    guard steps >= Self.stepsPerBlock else { return nil }
    return recent.reduce(0, +) / Double(Self.stepsPerBlock)
  }

  private func momentary() -> Double {
    var loudness = 0.0
    ebur128_loudness_momentary(state, &loudness)
    return GatedLoudness.power(loudness)
  }

  /// Returns the power of the last `window` milliseconds.
  private func power(of window: UInt) -> Double {
    var loudness = 0.0
    ebur128_loudness_window(state, window, &loudness)
    return GatedLoudness.power(loudness)
  }
}

/// The levels of audio as measured by a meter.
///
/// The levels do not depend on how the audio was divided into blocks.
public struct LoudnessMeasurement: Sendable, Equatable {
  /// The number of frames (samples of every channel).
  public let frames: Int
  /// Samples per second, in hertz.
  public let sampleRate: Int
  /// The number of channels.
  public let channels: Int
  /// The level of the highest sample, in dBFS; −∞ for digital silence.
  public internal(set) var samplePeak: Double
  /// The level of the highest point of the wave, including points between samples, in dBTP.
  ///
  /// It is nil if the true peak was not measured.
  ///
  /// The definition is in ITU-R BS.1770-4, annex 2.
  public internal(set) var truePeak: Double?
  /// The root mean square of all samples of all channels, in dBFS.
  ///
  /// A square wave with a peak of 0 dBFS has an RMS of 0 dBFS. A sine wave with the same peak has an RMS of −3.01 dBFS.
  /// Unlike the loudness, the RMS includes pauses.
  public internal(set) var rms: Double
  /// The RMS of the quietest 0.5 s, in dBFS.
  ///
  /// It is −∞ for digital silence, and nil if the audio is shorter than 0.5 s.
  ///
  /// The window moves in steps of 0.1 s.
  public internal(set) var noiseFloor: Double?
  /// The time in seconds before the first sample of −50 dBFS or more; the whole length if there is no such sample.
  public let head: Double
  /// The time in seconds after the last sample of −50 dBFS or more; the whole length if there is no such sample.
  public let tail: Double
  var gated: GatedLoudness
  /// The sum of the squared samples in each whole step of 100 ms.
  var stepPowers: [Double]
  /// The loudness for listeners, in LUFS, as an ordinary meter displays it (ITU-R BS.1770-4).
  ///
  /// It is nil if no block passes the gates, as in silence or in less than 0.4 s of audio. Two channels with the same
  /// audio are 3.01 LU louder than one of them.
  public internal(set) var integrated: Double?

  /// The length in seconds.
  public var duration: Double { Double(frames) / Double(sampleRate) }

  /// Whether every sample is 0.
  package var isDigitalSilence: Bool { samplePeak == -.infinity }

  /// Returns the measurement of the same audio with a gain in dB.
  ///
  /// Rounding to 16 bits is ignored, and head and tail stay as they were measured.
  public func played(gain: Double) -> LoudnessMeasurement {
    var result = self
    result.samplePeak += gain
    result.truePeak = truePeak.map { $0 + gain }
    result.rms += gain
    result.noiseFloor = noiseFloor.map { $0 + gain }
    result.gated = gated.played(gain: gain)
    result.integrated = result.gated.integrated
    return result
  }
}

extension UnsafeBufferPointer<Int16> {
  /// The sum of the squares, in a loop that the compiler turns into vector instructions.
  fileprivate var sumOfSquares: UInt64 {
    var sum: UInt64 = 0
    for sample in self {
      let value = Int32(sample)
      sum &+= UInt64(UInt32(truncatingIfNeeded: value &* value))
    }
    return sum
  }
}
