/// What a meter found of a sound: levels, as figures that do not depend on how it was cut up.
public struct LoudnessMeasurement: Sendable, Equatable {
  /// How many frames (samples of every channel) there are.
  public let frames: Int
  /// Samples per second, in hertz.
  public let sampleRate: Int
  /// How many channels there are.
  public let channels: Int
  /// The level of the highest sample, in dBFS; −∞ for digital silence.
  public internal(set) var samplePeak: Double
  /// The level of the highest point of the wave between the samples too, in dBTP (ITU-R BS.1770-4,
  /// annex 2); `nil` where it was not measured.
  public internal(set) var truePeak: Double?
  /// The root mean square of all samples of all channels, in dBFS.
  ///
  /// A square wave of full scale has 0 dBFS, a sine −3.01. Pauses count, which loudness leaves out.
  public internal(set) var rms: Double
  /// The RMS of the quietest 0.5 s, in dBFS, −∞ where these are digital silence; `nil` of shorter
  /// sound.
  ///
  /// The window moves in steps of 0.1 s.
  public internal(set) var noiseFloor: Double?
  /// The seconds before the first sample of −50 dBFS or more; all of them where there is none.
  public let head: Double
  /// The seconds behind the last sample of −50 dBFS or more; all of them where there is none.
  public let tail: Double
  var gated: GatedLoudness
  /// The sum of the squares of each whole step of 100 ms.
  var stepPowers: [Double]
  /// How loud the sound is to listeners, in LUFS, as an ordinary meter reads it (ITU-R BS.1770-4);
  /// `nil` where nothing passes its gates: silence, or less than 0.4 s of sound.
  ///
  /// One channel is measured as one: two channels of the same sound have 3.01 LU more.
  public internal(set) var integrated: Double?

  /// The length in seconds.
  public var duration: Double { Double(frames) / Double(sampleRate) }

  /// Whether every sample is 0.
  public var isDigitalSilence: Bool { samplePeak == -.infinity }

  /// What a meter would find of the same sound with a gain in dB.
  ///
  /// Rounding to 16 bits is left aside, and head and tail stay as they were measured.
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
