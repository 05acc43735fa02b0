/// A recording that is being built from clips and silence.
///
/// Clips follow one another or overlap in lanes. The recording is counted in samples and written as it grows. With two
/// channels, every clip has a place between left and right. Positions in time then count frames; a frame is one sample
/// of each channel.
///
/// Memory is bounded by the current clips, not by the length of the recording. A clip keeps its samples exactly if its
/// gain is 0 dB and its peak is below the ceiling (see `peakCeiling(lanes:)`).
public struct Timeline: ~Copyable {
  /// Samples per second, in hertz.
  public let sampleRate: Int
  /// The number of samples written so far; with lanes, up to the lane that is furthest behind.
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

  /// Returns the highest sample magnitude of a clip that plays alone or in one of several lanes.
  ///
  /// This ceiling is −0.3 dBFS for one clip. Each of several clips gets an equal part of it, so that their sum does not
  /// exceed −0.3 dBFS. If the gain of a clip would raise its peak above the ceiling, the whole clip is scaled down.
  public static func peakCeiling(lanes: Int = 1) -> Int { PeakRule.ceiling(lanes: lanes) }

  /// Adds a number of samples of silence.
  public mutating func appendSilence(_ samples: Int) throws(AudioError) {
    precondition(lanes == nil, "end the open lanes first")
    try output.writeSilence(samples)
    position += max(0, samples)
  }

  /// Adds a clip with a gain in dB and, with two channels, at a position from −1 (left) to 1 (right).
  ///
  /// Returns the samples of the recording that the clip occupies.
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

  /// Ends the recording, brings it to its loudness, and closes its files.
  public consuming func finish() throws(AudioError) -> Master.Finished {
    precondition(lanes == nil, "end the open lanes first")
    return try output.finish()
  }
}
