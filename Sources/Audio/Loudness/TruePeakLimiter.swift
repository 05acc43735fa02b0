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
    guard Float(SampleStatistics.peak(all)) * overshoot > threshold else { return false }
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
