/// How a limiter's gain moves: down in time for each peak, held for a pitch period, up again slowly.
///
/// It is given for each frame the highest gain that the frame bears, and gives the gain of the frame
/// `delay` frames before, which never lies above what any frame within the reach of the interpolator
/// bears. Gains are counted in whole units of 2⁻³⁰, so that running sums neither drift
/// nor depend on how often they were begun anew.
struct GainEnvelope: Sendable {
  /// The gain that changes nothing.
  static let one = 1 << 30

  /// How many frames the gains lag behind what they are computed of.
  let delay: Int

  /// How long the gain takes to come down to a peak, in seconds.
  ///
  /// That is short enough for the ear, which hears little so shortly before a louder sound, and long
  /// enough not to click.
  private static let attack = 0.005
  /// How long the gain is held, in seconds: the pitch period of a voice of 70 Hz.
  ///
  /// A gain that followed the single vibrations of a voice would be a distortion.
  private static let hold = 0.014
  /// The time constant of the way back, in seconds, within the usual 50 to 200 ms.
  ///
  /// After 0.2 s, a syllable, less than a tenth of a reduction is left.
  private static let release = 0.080
  /// What is left of a reduction when it is given up: 2⁻¹¹ is 0.004 dB.
  private static let remainder = one >> 11

  private let windowFrames: Int
  /// The share of a reduction that goes with each frame, in units of 2⁻³⁰.
  private let releaseShare: Int
  /// What frames in the window bear, where it is less than all: each one below those that follow.
  private var minima: [(frame: Int, gain: Int)] = []
  /// The first of `minima` that is still in the window.
  private var firstMinimum = 0
  private var frame = 0
  private var released = one
  /// How many frames the gain was not reduced before smoothing.
  private var restingFrames: Int
  private var smoothing: [RunningSum]
  /// What the last sum is when nothing is reduced.
  private let total: Double

  init(sampleRate: Int) {
    let smoothed = max(2, Int(Self.attack * Double(sampleRate)))
    let lengths = [smoothed / 2, smoothed - smoothed / 2]
    // The peak's whole surroundings in the interpolator get no more than the peak bears.
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

  /// Whether the gain is 1, and stays there while the frames to come bear all.
  var isResting: Bool { restingFrames >= delay && firstMinimum == minima.count }

  /// Goes past frames that bear all, while the gain rests.
  mutating func skip(_ frames: Int) { frame += frames }

  /// Takes what the next frames bear, and replaces `gains` by those of the frames `delay` before them.
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

  /// Keeps the window's minimum in front: whatever is not below a later frame can never be it again.
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
}

/// The sum of the last so many values.
private struct RunningSum: Sendable {
  private var last: [Int]
  private var place = 0
  private var sum: Int

  init(length: Int, value: Int) {
    last = Array(repeating: value, count: length)
    sum = value * length
  }

  /// Replaces each value by the sum of those up to it.
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
