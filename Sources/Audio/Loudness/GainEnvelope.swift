/// The gain of a limiter over time: lowered before each peak, held for a pitch period, and raised again slowly.
/// The input is the highest allowed gain of each frame. The output is the gain of the frame that is `delay` frames
/// earlier. This gain never exceeds the allowed gain of any frame within the reach of the interpolator.
/// Gains are whole multiples of 2⁻³⁰, so that running sums do not drift and do not depend on where they started.
struct GainEnvelope: Sendable {
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
