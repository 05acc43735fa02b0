/// Measures the loudness and the levels of a sound that comes in blocks.
///
/// Memory: 576 kB for an hour of sound, at any rate.
public struct LoudnessMeter: ~Copyable, Sendable {
  /// Samples per second, in hertz.
  public let sampleRate: Int
  /// How many channels the samples are interleaved of: 1 or 2.
  public let channels: Int
  /// How many frames (samples of every channel) were added so far.
  public private(set) var frames = 0

  /// Nil where what was measured before is taken for the weights.
  private var weighting: KWeighting?
  private let original: LoudnessMeasurement?
  /// The frames of a step of 100 ms.
  private let step: Int
  private var truePeak: TruePeakMeter?
  private var gated = GatedLoudness()
  /// The largest magnitude of a sample, 0…32,768.
  private var peak = 0
  private var power = WindowedPower()
  private var framesInStep = 0
  /// The frames from the first to behind the last that is not silence.
  private var sounding: Range<Int>?

  /// The least magnitude that is not silence.
  private static let audible = Int(Decibels.amplitude(PCM.silenceThreshold).rounded(.up))

  /// Makes a meter; true peak costs little more, but it is not for nothing.
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

  /// Makes a meter for a sound that was measured, with its level changed here and there: its loudness
  /// follows from the powers before and after, at a fifth of the cost.
  init(changing original: LoudnessMeasurement) {
    (sampleRate, channels) = (original.sampleRate, original.channels)
    weighting = nil
    self.original = original
    step = KWeighting.step(sampleRate: original.sampleRate)
    truePeak = TruePeakMeter(channels: original.channels)
  }

  /// Adds interleaved samples, whole frames of them.
  public mutating func add(_ samples: UnsafeBufferPointer<Int16>) {
    precondition(samples.count % channels == 0, "samples come in whole frames")
    var rest = samples
    while !rest.isEmpty {
      let count = min(rest.count, (step - framesInStep) * channels)
      addWithinStep(UnsafeBufferPointer(rebasing: rest[..<count]))
      rest = UnsafeBufferPointer(rebasing: rest[count...])
    }
  }

  /// Adds interleaved samples, whole frames of them.
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

  /// What is known of the sound so far.
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
