/// A recording in the making: clips and silences one after the other, or in lanes that sound
/// together, counted in samples and written as they come.
///
/// With two channels every clip has its place between them; positions count frames, that is samples of
/// each channel.
///
/// Memory is bounded by the clips at hand, not by the recording. Clips keep their samples exactly
/// where gain is 0 dB and their peak is below the ceiling (see `peakCeiling(lanes:)`).
public struct Timeline: ~Copyable {
  /// Samples per second, in hertz.
  public let sampleRate: Int
  /// How many samples are written so far; inside lanes, up to the one that is furthest behind.
  public internal(set) var position = 0

  var output: Master
  var lanes: LaneMixer?
  private var scaled: [Int16] = []

  /// Starts a recording that goes to a master.
  public init(output: consuming Master) {
    sampleRate = output.sampleRate
    self.output = output
  }

  /// Starts a recording that goes to one file.
  public init(writer: consuming SoundFileWriter) { self.init(output: Master(writer)) }

  /// The highest magnitude of a sample of a clip that sounds alone, or as one of several lanes.
  ///
  /// It is −0.3 dBFS for one clip, and an equal share of that for each of several, so that their
  /// sum stays below it too. A clip that its gain would lift beyond is scaled down as a whole.
  public static func peakCeiling(lanes: Int = 1) -> Int { PeakRule.ceiling(lanes: lanes) }

  /// Adds silence of a number of samples.
  public mutating func appendSilence(_ samples: Int) throws(AudioError) {
    precondition(lanes == nil, "end the lanes first")
    try output.writeSilence(samples)
    position += max(0, samples)
  }

  /// Adds a clip with a gain in dB, and with two channels at a place from −1 (left) to 1 (right), and
  /// gives the samples of the recording that it takes up.
  @discardableResult
  public mutating func append(
    _ clip: PCM, gain: Double = 0, pan: Double = 0
  ) throws(AudioError) -> Range<Int> {
    precondition(lanes == nil, "end the lanes first")
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
    precondition(lanes == nil, "end the lanes first")
    return try output.finish()
  }
}
