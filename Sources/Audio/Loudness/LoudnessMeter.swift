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
  ///
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
    let magnitude = SampleStatistics.peak(samples)
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
}
