/// A recording in the making: clips and silences one after the other, or in lanes that sound
/// together, counted in samples and written as they come.
///
/// Memory is bounded by the clips at hand, not by the recording. Clips keep their samples exactly
/// where gain is 0 dB and their peak is below the ceiling (see `peakCeiling(lanes:)`).
public struct Timeline: ~Copyable, Sendable {
  /// Samples per second, in hertz.
  public let sampleRate: Int
  /// How many samples are written so far; inside lanes, up to the one that is furthest behind.
  public internal(set) var position = 0

  var writer: SoundFileWriter
  var lanes: LaneMixer?
  private var scaled: [Int16] = []

  /// Starts a recording that goes to the writer, which must be one of a single channel.
  public init(writer: consuming SoundFileWriter) {
    precondition(writer.channels == 1, "a timeline mixes to one channel")
    sampleRate = writer.sampleRate
    self.writer = writer
  }

  /// The highest magnitude of a sample of a clip that sounds alone, or as one of several lanes.
  ///
  /// It is −0.3 dBFS for one clip, and an equal share of that for each of several, so that their
  /// sum stays below it too. A clip that its gain would lift beyond is scaled down as a whole.
  public static func peakCeiling(lanes: Int = 1) -> Int { PeakRule.ceiling(lanes: lanes) }

  /// Adds silence of a number of samples.
  public mutating func appendSilence(_ samples: Int) throws(AudioError) {
    precondition(lanes == nil, "end the lanes first")
    try writer.writeSilence(samples)
    position += max(0, samples)
  }

  /// Adds a clip with a gain in dB and gives the samples of the recording that it takes up.
  @discardableResult
  public mutating func append(_ clip: PCM, gain: Double = 0) throws(AudioError) -> Range<Int> {
    precondition(lanes == nil, "end the lanes first")
    try check(clip)
    let factor = PeakRule.scale(peak: clip.peak, gain: gain, lanes: 1)
    if factor == 1 {
      try writer.write(clip.samples)
    } else {
      clip.samples.withUnsafeBufferPointer { samples in
        Scaling.scale(samples, by: Float(factor), into: &scaled)
      }
      try writer.write(scaled)
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

  /// Ends the recording and closes its file; gives its length in samples.
  public consuming func finish() throws(AudioError) -> Int {
    precondition(lanes == nil, "end the lanes first")
    return try writer.finish()
  }
}
