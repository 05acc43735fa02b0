import CEbur128

/// The K-weighted power of a sound in the overlapping blocks that ITU-R BS.1770-4 measures it in.
///
/// The one owner of an `ebur128_state`. libebur128 filters; which of the blocks count is
/// `GatedLoudness`'s to say, because the library forgets them, and with them what the loudness would
/// be at another gain.
///
/// `@unchecked Sendable`: nothing else has the state, and the library keeps none besides.
struct KWeighting: ~Copyable, @unchecked Sendable {
  /// The frames from the beginning of one block to the beginning of the next, 100 ms: a block is
  /// 400 ms long and overlaps the next by 75 % (BS.1770-4, annex 1).
  let step: Int

  private let state: UnsafeMutablePointer<ebur128_state>
  /// The steps of a block.
  static let stepsPerBlock = 4
  private var steps = 0
  /// The powers of the last steps.
  private var recent = [Double](repeating: 0, count: stepsPerBlock)
  /// Whether a step is a whole number of frames, as the library counts the last 100 ms.
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

  /// As libebur128 rounds it, so that both mean the same blocks.
  static func step(sampleRate: Int) -> Int { (sampleRate + 5) / 10 }

  deinit {
    var state: UnsafeMutablePointer<ebur128_state>? = state
    ebur128_destroy(&state)
  }

  /// Adds interleaved samples, which must not reach beyond the end of a step.
  func add(_ samples: UnsafePointer<Int16>, frames: Int) {
    // It fails only for want of memory for its own list of blocks, which this mode does without.
    ebur128_add_frames_short(state, samples, frames)
  }

  /// The power of the block that ends with this step, 1 being 0 dB; none before the first is whole.
  mutating func endStep() -> Double? {
    steps += 1
    guard endsAtStep else { return steps < Self.stepsPerBlock ? nil : momentary() }
    // A block's power is the mean of its steps': each sample is squared once, and not four times.
    recent[steps % Self.stepsPerBlock] = power(of: 100)
    guard steps >= Self.stepsPerBlock else { return nil }
    return recent.reduce(0, +) / Double(Self.stepsPerBlock)
  }

  private func momentary() -> Double {
    var loudness = 0.0
    ebur128_loudness_momentary(state, &loudness)
    return GatedLoudness.power(loudness)
  }

  /// The power of the last milliseconds.
  private func power(of window: UInt) -> Double {
    var loudness = 0.0
    ebur128_loudness_window(state, window, &loudness)
    return GatedLoudness.power(loudness)
  }
}
