import Glibc

/// A gain, followed by a limiter that keeps the true peak below a ceiling.
/// The limiter looks ahead and lowers both channels together. The output begins with the first sample, not with a
/// delay. The result depends only on the samples, not on the blocks in which the samples arrive. If the gain raises no
/// peak above the ceiling, each sample is multiplied by the gain and rounded to the nearest whole number (ties to
/// even). Digital silence remains digital silence.
package struct TruePeakLimiter: Sendable {
  /// The number of channels in the interleaved samples: 1 or 2.
  package let channels: Int

  /// The number of frames processed at once.
  /// Chunks are counted from the start of the audio, whatever the size of the blocks passed in.
  private static let chunkFrames = 16 * TruePeakScanner.blockFrames

  private let factor: Double
  /// The ceiling as a sample magnitude before the gain.
  private let threshold: Float
  private var scanner: TruePeakScanner
  private var envelope: GainEnvelope
  /// Frames that were not returned yet, preceded by frames that affect them.
  private var pending: [Int16]
  /// The number of frames still to drop from the output: the silence at the start that fills the delay.
  private var surplus: Int
  private var framesIn = 0
  private var framesOut = 0
  private var output: [Int16] = []
  private var gains: [Double] = []
  /// Whether all gains of the chunk are 1.
  private var isUntouched = true
  /// The highest allowed gain of each frame in the chunk.
  private var bearable: [Int]

  /// Creates a limiter for a sample rate in hertz.
  /// The ceiling is in dBTP, at most 0. The gain is in dB.
  package init(sampleRate: Int, channels: Int, ceiling: Double, gain: Double = 0) {
    precondition((1...2).contains(channels), "the limiter needs one or two channels")
    precondition(ceiling <= 0, "the ceiling must be at most 0 dBTP")
    self.channels = channels
    factor = Decibels.ratio(gain)
    // The highest possible sample is 32,767. It is one below 0 dBFS, which is 32,768.
    threshold = Float(min(Decibels.amplitude(ceiling), Double(Int16.max)) / factor)
    scanner = TruePeakScanner(channels: channels)
    envelope = GainEnvelope(sampleRate: sampleRate)
    surplus = envelope.delay
    pending = [Int16](
      repeating: 0, count: (envelope.delay + TruePeakScanner.framesBefore) * channels)
    bearable = Array(repeating: GainEnvelope.one, count: Self.chunkFrames)
  }

  /// The number of frames from which a chunk is computed: the chunk's frames, and frames before and after the chunk.
  private var windowFrames: Int {
    envelope.delay + TruePeakScanner.framesBefore + Self.chunkFrames
      + TruePeakScanner.framesBehind
  }

  /// Adds interleaved samples, in whole frames, and passes the final samples in blocks.
  package mutating func process(
    _ samples: UnsafeBufferPointer<Int16>,
    _ handOut: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) {
    framesIn += samples.count / channels
    try advance(samples) { output, _ throws(AudioError) in try handOut(output) }
  }

  /// Adds interleaved samples as `process` does, and passes, in place of the final samples, their number and the gain of
  /// each of their frames, without the gain of the limiter; none if all gains are 1.
  package mutating func process(
    _ samples: UnsafeBufferPointer<Int16>,
    gains handOut: (Int, UnsafeBufferPointer<Double>) throws(AudioError) -> Void
  ) throws(AudioError) {
    framesIn += samples.count / channels
    try advance(samples) { output, gains throws(AudioError) in try handOut(output.count, gains) }
  }

  /// Passes the remaining samples.
  /// The limiter cannot be used afterwards.
  package mutating func finish(
    _ handOut: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) {
    try finish { output, _ throws(AudioError) in try handOut(output) }
  }

  /// Passes the number and the gains of the remaining samples.
  package mutating func finish(
    gains handOut: (Int, UnsafeBufferPointer<Double>) throws(AudioError) -> Void
  ) throws(AudioError) {
    try finish { output, gains throws(AudioError) in try handOut(output.count, gains) }
  }

  private typealias HandOut =
    (UnsafeBufferPointer<Int16>, UnsafeBufferPointer<Double>) throws(AudioError) -> Void

  private mutating func finish(_ handOut: HandOut) throws(AudioError) {
    let silence = [Int16](repeating: 0, count: Self.chunkFrames * channels)
    while framesOut < framesIn {
      try silence.withUnsafeBufferPointer { silence throws(AudioError) in
        try advance(silence, handOut)
      }
    }
  }

  private mutating func advance(
    _ samples: UnsafeBufferPointer<Int16>, _ handOut: HandOut
  ) throws(AudioError) {
    precondition(samples.count % channels == 0, "the samples must be whole frames")
    var rest = samples
    while !rest.isEmpty {
      let count = min(rest.count, windowFrames * channels - pending.count)
      pending.append(contentsOf: rest[..<count])
      rest = UnsafeBufferPointer(rebasing: rest[count...])
      guard pending.count == windowFrames * channels else { return }
      limitChunk()
      pending.removeFirst(Self.chunkFrames * channels)
      try handOutChunk(handOut)
    }
  }

  private mutating func handOutChunk(_ handOut: HandOut) throws(AudioError) {
    let dropped = min(surplus, Self.chunkFrames)
    surplus -= dropped
    let count = min(Self.chunkFrames - dropped, framesIn - framesOut)
    guard count > 0 else { return }
    framesOut += count
    let frames = dropped..<dropped + count
    try output.withUnsafeBufferPointer { output throws(AudioError) in
      try gains.withUnsafeBufferPointer { gains throws(AudioError) in
        try handOut(
          UnsafeBufferPointer(
            rebasing: output[frames.lowerBound * channels..<frames.upperBound * channels]),
          UnsafeBufferPointer(rebasing: isUntouched ? gains[..<0] : gains[frames]))
      }
    }
  }

  /// Computes the output of the pending chunk.
  private mutating func limitChunk() {
    let bearsAll = !findPeaks()
    isUntouched = bearsAll && envelope.isResting
    if isUntouched {
      envelope.skip(Self.chunkFrames)
    } else {
      envelope.next(bearing: bearable, into: &gains)
    }
    let first = TruePeakScanner.framesBefore * channels
    pending.withUnsafeBufferPointer { pending in
      let chunk = UnsafeBufferPointer(
        rebasing: pending[first..<first + Self.chunkFrames * channels])
      if isUntouched {
        Scaling.scale(chunk, exactlyBy: factor, into: &output)
      } else {
        Scaling.scale(
          chunk, exactlyBy: factor, andBy: gains, channels: channels, into: &output)
      }
    }
  }

  /// Computes the highest allowed gain of each frame, and returns whether any of these gains is below 1.
  private mutating func findPeaks() -> Bool {
    var isAnyAbove = false
    for block in 0..<Self.chunkFrames / TruePeakScanner.blockFrames {
      let first = block * TruePeakScanner.blockFrames
      let frames = first..<first + TruePeakScanner.blockFrames
      let isAbove = pending.withUnsafeBufferPointer { pending in
        guard let start = pending.baseAddress else { return false }
        return scanner.scan(start + (envelope.delay + first) * channels, above: threshold)
      }
      for frame in frames { bearable[frame] = GainEnvelope.one }
      guard isAbove else { continue }
      for (frame, magnitude) in zip(frames, scanner.magnitudes) where magnitude > threshold {
        bearable[frame] = Int(Double(threshold) / Double(magnitude) * Double(GainEnvelope.one))
        isAnyAbove = true
      }
    }
    return isAnyAbove
  }
}

/// Finds peaks between samples with fourfold oversampling, block by block.
/// The scanner computes only blocks that can contain a peak above a threshold.
/// The interpolator is the one that libebur128 uses for the true peak: a sinc of 49 taps under a Hann window. ITU-R
/// BS.1770-4, annex 2, does not prescribe a filter, and gives a filter of 48 taps as an example. Every fourth point is
/// a sample itself. The other three points after each sample are sums of 12 products.
struct TruePeakScanner: Sendable {
  static let blockFrames = 64
  /// The number of frames before a block that affect the block.
  static let framesBefore = 5
  /// The number of frames after a block that affect the block.
  static let framesBehind = 6

  private static let oversampling = 4
  private static let taps = 49
  private static let tapsPerPhase = 12
  private typealias Lanes = SIMD8<Float>

  /// The magnitudes of the last scanned block: for each frame, the largest magnitude of its samples and of the three
  /// points after each sample.
  private(set) var magnitudes = [Float](repeating: 0, count: blockFrames)

  private let channels: Int
  /// The weights: for each tap, in the order of the samples, one weight for each of the three points.
  private let weights: [Float]
  /// The highest ratio of a point to the largest sample around it.
  /// This is the largest sum of the magnitudes of a point's weights: 1.86, or 5.4 dB.
  private let overshoot: Float
  private var line = [Float](
    repeating: 0, count: blockFrames + framesBefore + framesBehind)

  init(channels: Int) {
    self.channels = channels
    let points = (1..<Self.oversampling).map(Self.weights)
    weights = (0..<Self.tapsPerPhase).flatMap { tap in points.map { Float($0[tap]) } }
    let sums = points.map { $0.reduce(0) { $0 + abs($1) } }
    // The ratio is a little higher than the sum, to allow for rounding to `Float`.
    overshoot = Float((sums.max() ?? 1) * 1.000_01)
  }

  /// Returns the weights of the samples around a point between two samples.
  /// `phase` is the position of the point, in quarters of the distance between the two samples.
  private static func weights(phase: Int) -> [Double] {
    (0..<tapsPerPhase).map { tap in
      let place = phase + oversampling * (tapsPerPhase - 1 - tap)
      let distance = Double(place - (taps - 1) / 2) * .pi / Double(oversampling)
      let window = 0.5 * (1 - cos(2 * .pi * Double(place) / Double(taps - 1)))
      return sin(distance) / distance * window
    }
  }

  /// Computes the magnitudes of a block, or returns false if no magnitude can exceed a threshold.
  /// `frames` points to the first of the interleaved frames before the block.
  mutating func scan(_ frames: UnsafePointer<Int16>, above threshold: Float) -> Bool {
    let all = UnsafeBufferPointer(start: frames, count: line.count * channels)
    guard Float(all.peak) * overshoot > threshold else { return false }
    for channel in 0..<channels {
      line.withUnsafeMutableBufferPointer { line in
        var place = channel
        for index in line.indices {
          line[index] = Float(all[place])
          place += channels
        }
      }
      interpolate(isFirst: channel == 0)
    }
    return true
  }

  /// Computes the magnitudes of the channel in `line`.
  /// For the first channel, the results replace all stored magnitudes. For other channels, they replace only lower
  /// magnitudes.
  private mutating func interpolate(isFirst: Bool) {
    line.withUnsafeBytes { line in
      weights.withUnsafeBufferPointer { weights in
        magnitudes.withUnsafeMutableBytes { magnitudes in
          for frame in stride(from: 0, to: Self.blockFrames, by: Lanes.scalarCount) {
            func samples(_ offset: Int) -> Lanes {
              line.loadUnaligned(
                fromByteOffset: (frame + offset) * MemoryLayout<Float>.stride, as: Lanes.self)
            }
            var (first, second, third) = (Lanes.zero, Lanes.zero, Lanes.zero)
            for tap in 0..<Self.tapsPerPhase {
              let samples = samples(tap)
              first += samples * weights[3 * tap]
              second += samples * weights[3 * tap + 1]
              third += samples * weights[3 * tap + 2]
            }
            let place = frame * MemoryLayout<Float>.stride
            var highest = Self.magnitude(samples(Self.framesBefore))
            highest = Self.maximum(highest, Self.magnitude(first))
            highest = Self.maximum(highest, Self.magnitude(second))
            highest = Self.maximum(highest, Self.magnitude(third))
            if !isFirst {
              highest = Self.maximum(
                highest, magnitudes.loadUnaligned(fromByteOffset: place, as: Lanes.self))
            }
            magnitudes.storeBytes(of: highest, toByteOffset: place, as: Lanes.self)
          }
        }
      }
    }
  }

  private static func magnitude(_ lanes: Lanes) -> Lanes {
    lanes.replacing(with: -lanes, where: lanes .< 0)
  }

  private static func maximum(_ first: Lanes, _ second: Lanes) -> Lanes {
    first.replacing(with: second, where: second .> first)
  }
}

/// The gain of a limiter over time: lowered before each peak, held for a pitch period, and raised again slowly.
/// The input is the highest allowed gain of each frame. The output is the gain of the frame that is `delay` frames
/// earlier. This gain never exceeds the allowed gain of any frame within the reach of the interpolator.
/// Gains are whole multiples of 2⁻³⁰, so that running sums do not drift and do not depend on where they started.
private struct GainEnvelope: Sendable {
  /// The gain that leaves samples unchanged.
  static let one = 1 << 30

  /// The number of frames by which the gains lag behind the input.
  let delay: Int

  /// The time for lowering the gain before a peak, in seconds.
  /// The time is short enough that the louder sound that follows hides the change, and long enough to avoid a click.
  private static let attack = 0.005
  /// The time for which the gain is held, in seconds: the pitch period of a voice at 70 Hz.
  /// A gain that follows single vibrations of a voice distorts the voice.
  private static let hold = 0.014
  /// The time constant for raising the gain, in seconds.
  /// Limiters usually have 50 to 200 ms.
  /// After 0.2 s, about the length of a syllable, less than a tenth of a reduction remains.
  private static let release = 0.080
  /// The reduction below which the gain returns to 1: 2⁻¹¹ is 0.004 dB.
  private static let remainder = one >> 11

  private let windowFrames: Int
  /// The fraction of a reduction that is removed with each frame, in units of 2⁻³⁰.
  private let releaseShare: Int
  /// The allowed gains below 1 in the window.
  /// The gains are in ascending order.
  private var minima: [(frame: Int, gain: Int)] = []
  /// The index of the first element of `minima` that is still in the window.
  private var firstMinimum = 0
  private var frame = 0
  private var released = one
  /// The number of frames since the gain, before smoothing, was last below 1.
  private var restingFrames: Int
  private var smoothing: [RunningSum]
  /// The output of the last running sum if the gain is 1.
  private let total: Double

  init(sampleRate: Int) {
    let smoothed = max(2, Int(Self.attack * Double(sampleRate)))
    let lengths = [smoothed / 2, smoothed - smoothed / 2]
    // All frames that the interpolator uses for a peak get at most the gain that the peak allows.
    let margin = TruePeakScanner.framesBefore + TruePeakScanner.framesBehind + 1
    delay = smoothed + margin
    windowFrames = delay + Int(Self.hold * Double(sampleRate)) + 1
    releaseShare = Int(Double(Self.one) / (Self.release * Double(sampleRate)))
    var value = Self.one
    smoothing = lengths.map { length in
      let sum = RunningSum(length: length, value: value)
      value *= length
      return sum
    }
    total = Double(value)
    restingFrames = delay
  }

  /// Whether the gain is 1, and remains 1 as long as the next frames allow a gain of 1.
  var isResting: Bool { restingFrames >= delay && firstMinimum == minima.count }

  /// Skips frames that allow a gain of 1.
  /// Call this function only if `isResting` is true.
  mutating func skip(_ frames: Int) { frame += frames }

  /// Reads the allowed gains of the next frames, and replaces `gains` with the gains of the frames that are `delay`
  /// frames earlier.
  mutating func next(bearing bearable: [Int], into gains: inout [Double]) {
    let count = bearable.count
    if gains.count != count { gains = Array(repeating: 0, count: count) }
    withUnsafeTemporaryAllocation(of: Int.self, capacity: count) { work in
      for index in 0..<count {
        note(bearable[index])
        let lowest = firstMinimum < minima.count ? minima[firstMinimum].gain : Self.one
        released = min(lowest, stepUp())
        restingFrames = released == Self.one ? restingFrames + 1 : 0
        frame += 1
        work[index] = released
      }
      for index in smoothing.indices { smoothing[index].replace(work) }
      gains.withUnsafeMutableBufferPointer { gains in
        for index in 0..<count { gains[index] = Double(work[index]) / total }
      }
    }
  }

  /// Adds the allowed gain of the next frame, so that the element at `firstMinimum` has the lowest gain of the window.
  /// A gain that is not below a later gain can never become the minimum, so it is removed.
  private mutating func note(_ gain: Int) {
    if firstMinimum < minima.count, minima[firstMinimum].frame <= frame - windowFrames {
      firstMinimum += 1
    }
    if firstMinimum == minima.count {
      if gain == Self.one { return }
      minima.removeAll(keepingCapacity: true)
      firstMinimum = 0
    } else if firstMinimum >= windowFrames {
      minima.removeFirst(firstMinimum)
      firstMinimum = 0
    }
    guard gain < Self.one else { return }
    while minima.count > firstMinimum, let last = minima.last, last.gain >= gain {
      minima.removeLast()
    }
    minima.append((frame, gain))
  }

  private func stepUp() -> Int {
    let reduction = Self.one - released
    guard reduction > Self.remainder else { return Self.one }
    return released + (reduction * releaseShare) >> 30
  }

  /// The sum of the last `length` values.
  private struct RunningSum: Sendable {
    private var last: [Int]
    private var place = 0
    private var sum: Int

    init(length: Int, value: Int) {
      last = Array(repeating: value, count: length)
      sum = value * length
    }

    /// Replaces each value with the sum of the last `length` values up to and including this value.
    mutating func replace(_ values: UnsafeMutableBufferPointer<Int>) {
      var (sum, place) = (sum, place)
      last.withUnsafeMutableBufferPointer { last in
        for index in values.indices {
          sum += values[index] - last[place]
          last[place] = values[index]
          values[index] = sum
          place = place + 1 == last.count ? 0 : place + 1
        }
      }
      (self.sum, self.place) = (sum, place)
    }
  }
}
