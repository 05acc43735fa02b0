/// A recording that is being built from clips and silence.
///
/// Clips follow one another or overlap in lanes. The recording is written as it grows. With two channels, every clip
/// has a pan position between left and right. Lengths and times are counted in samples per channel.
///
/// The memory needed depends on the current clips, not on the length of the recording. On one channel, a clip with a
/// gain of 0 dB keeps its exact samples if its peak does not exceed the ceiling (see `peakCeiling(lanes:)`).
public struct Timeline: ~Copyable {
  /// Samples per second, in hertz.
  public let sampleRate: Int
  /// The number of samples per channel written so far.
  ///
  /// While lanes are open, it is the position of the lane that is furthest behind.
  public internal(set) var position = 0

  var output: Master
  var lanes: LaneMixer?
  private var scaled: [Int16] = []

  /// Starts a recording that is written to a master.
  public init(output: consuming Master) {
    sampleRate = output.sampleRate
    self.output = output
  }

  /// Starts a recording that is written to one file.
  public init(writer: consuming SoundFileWriter) { self.init(output: Master(writer)) }

  /// Returns the highest allowed sample magnitude of a clip that plays alone or in one of several lanes.
  ///
  /// This ceiling is −0.3 dBFS for one lane. Each of several lanes gets an equal part of that magnitude, so that their
  /// sum does not exceed −0.3 dBFS. If the gain of a clip would raise its peak above the ceiling, the whole clip is
  /// scaled down.
  public static func peakCeiling(lanes: Int = 1) -> Int { PeakRule.ceiling(lanes: lanes) }

  /// Adds a number of samples of silence.
  public mutating func appendSilence(_ samples: Int) throws(AudioError) {
    precondition(lanes == nil, "end the open lanes first")
    try output.writeSilence(samples)
    position += max(0, samples)
  }

  /// Adds a clip with a gain in dB and, with two channels, at a pan position from −1 (left) to 1 (right).
  ///
  /// Returns the range of samples that the clip occupies in the recording.
  @discardableResult
  public mutating func append(
    _ clip: PCM, gain: Double = 0, pan: Double = 0
  ) throws(AudioError) -> Range<Int> {
    precondition(lanes == nil, "end the open lanes first")
    try check(clip)
    let factors = PeakRule.factors(
      peak: clip.peak, gain: gain, pan: pan, channels: output.channels, lanes: 1)
    if factors == [1] {
      try output.write(clip.samples)
    } else {
      clip.samples.withUnsafeBufferPointer { samples in
        Scaling.scale(samples, by: factors, into: &scaled)
      }
      try output.write(scaled)
    }
    let range = position..<position + clip.samples.count
    position = range.upperBound
    return range
  }

  func check(_ clip: PCM) throws(AudioError) {
    guard clip.sampleRate == sampleRate else {
      throw .sampleRateMismatch(expected: sampleRate, found: clip.sampleRate)
    }
  }

  /// Ends the recording and closes its files.
  ///
  /// If there is a loudness target, the audio is first brought to this target.
  public consuming func finish() throws(AudioError) -> Master.Finished {
    precondition(lanes == nil, "end the open lanes first")
    return try output.finish()
  }
}
