import Glibc

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
