import CEbur128

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
