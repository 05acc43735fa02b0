/// The levels of audio as measured by a meter.
///
/// The levels do not depend on how the audio was divided into blocks.
public struct LoudnessMeasurement: Sendable, Equatable {
  /// The number of frames (samples of every channel).
  public let frames: Int
  /// Samples per second, in hertz.
  public let sampleRate: Int
  /// The number of channels.
  public let channels: Int
  /// The level of the highest sample, in dBFS; −∞ for digital silence.
  public internal(set) var samplePeak: Double
  /// The level of the highest point of the wave, including points between samples, in dBTP.
  ///
  /// It is nil if the true peak was not measured.
  ///
  /// The definition is in ITU-R BS.1770-4, annex 2.
  public internal(set) var truePeak: Double?
  /// The root mean square of all samples of all channels, in dBFS.
  ///
  /// A square wave with a peak of 0 dBFS has an RMS of 0 dBFS. A sine wave with the same peak has an RMS of −3.01 dBFS.
  /// Unlike the loudness, the RMS includes pauses.
  public internal(set) var rms: Double
  /// The RMS of the quietest 0.5 s, in dBFS.
  ///
  /// It is −∞ for digital silence, and nil if the audio is shorter than 0.5 s.
  ///
  /// The window moves in steps of 0.1 s.
  public internal(set) var noiseFloor: Double?
  /// The time in seconds before the first sample of −50 dBFS or more; the whole length if there is no such sample.
  public let head: Double
  /// The time in seconds after the last sample of −50 dBFS or more; the whole length if there is no such sample.
  public let tail: Double
  var gated: GatedLoudness
  /// The sum of the squared samples in each whole step of 100 ms.
  var stepPowers: [Double]
  /// The loudness for listeners, in LUFS, as an ordinary meter displays it (ITU-R BS.1770-4).
  ///
  /// It is nil if no block passes the gates, as in silence or in less than 0.4 s of audio. Two channels with the same
  /// audio are 3.01 LU louder than one of them.
  public internal(set) var integrated: Double?

  /// The length in seconds.
  public var duration: Double { Double(frames) / Double(sampleRate) }

  /// Whether every sample is 0.
  package var isDigitalSilence: Bool { samplePeak == -.infinity }

  /// Returns the measurement of the same audio with a gain in dB.
  ///
  /// Rounding to 16 bits is ignored, and head and tail stay as they were measured.
  public func played(gain: Double) -> LoudnessMeasurement {
    var result = self
    result.samplePeak += gain
    result.truePeak = truePeak.map { $0 + gain }
    result.rms += gain
    result.noiseFloor = noiseFloor.map { $0 + gain }
    result.gated = gated.played(gain: gain)
    result.integrated = result.gated.integrated
    return result
  }
}

/// Sums and extremes of samples, in loops that the compiler turns into vector instructions.
enum SampleStatistics {
  static func sumOfSquares(_ samples: UnsafeBufferPointer<Int16>) -> UInt64 {
    var sum: UInt64 = 0
    for sample in samples {
      let value = Int32(sample)
      sum &+= UInt64(UInt32(truncatingIfNeeded: value &* value))
    }
    return sum
  }

  /// Returns the largest magnitude, 0…32,768.
  static func peak(_ samples: UnsafeBufferPointer<Int16>) -> Int {
    var low: Int16 = 0
    var high: Int16 = 0
    for sample in samples {
      low = min(low, sample)
      high = max(high, sample)
    }
    return max(-Int(low), Int(high))
  }
}
