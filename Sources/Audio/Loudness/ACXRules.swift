/// What ACX asks of every file of an audiobook (ACX Audio Submission Requirements, as the vendors that
/// follow them quote them).
public enum ACXRules {
  /// The plain RMS over the whole file, in dBFS.
  public static let rms = -23.0 ... -18.0
  /// What LAME takes off at a constant rate, in dB.
  ///
  /// At 192 kbit/s it multiplies all samples by 0.97 (measured, 3.100): the shop hears that much less.
  static let encoderLoss = 0.3
  /// The highest peak, in dBFS.
  public static let peak = -3.0
  /// The highest RMS of the quietest half second, in dBFS.
  public static let noiseFloor = -60.0
  /// The silence before the first word, in seconds.
  public static let head = 0.5...1.0
  /// The silence behind the last word, in seconds.
  public static let tail = 1.0...5.0
  /// The sample rate of every file, in hertz.
  public static let sampleRate = 44_100
  /// The least bit rate of MP3 in kbit/s, which is to be constant.
  public static let bitrate = 192
  /// The longest file, in seconds: 120 minutes.
  public static let longest = 7200.0

  /// The figures of a chapter that the rules are about.
  public struct Chapter: Sendable, Equatable {
    /// The RMS in dBFS.
    public var rms: Double
    /// The peak: the true one in dBTP where it is known, which is the stricter, else in dBFS.
    public var peak: Double
    /// The RMS of the quietest half second, in dBFS; −∞ for digital silence; `nil` where the chapter
    /// is too short to have one.
    public var noiseFloor: Double?
    /// The silence before the first sound, in seconds.
    public var head: Double
    /// The silence behind the last sound, in seconds.
    public var tail: Double
    /// The length, in seconds.
    public var duration: Double

    /// Makes a chapter of known figures.
    public init(
      rms: Double, peak: Double, noiseFloor: Double?, head: Double, tail: Double,
      duration: Double
    ) {
      self.rms = rms
      self.peak = peak
      self.noiseFloor = noiseFloor
      self.head = head
      self.tail = tail
      self.duration = duration
    }

    /// The figures that a meter found.
    public init(_ sound: LoudnessMeasurement) {
      self.init(
        rms: sound.rms, peak: sound.truePeak ?? sound.samplePeak, noiseFloor: sound.noiseFloor,
        head: sound.head, tail: sound.tail, duration: sound.duration)
    }
  }

  /// The rules that a chapter breaks, a sentence each; none where it keeps them all.
  ///
  /// Figures are compared as they are told: levels to a tenth of a dB, times to a hundredth of a
  /// second.
  public static func violations(of chapter: Chapter) -> [String] {
    var broken: [String] = []
    func level(_ value: Double) -> String { value.isFinite ? "\(tenths(value))" : "-∞" }
    if tenths(chapter.rms - encoderLoss) < rms.lowerBound {
      broken.append(
        "RMS is \(level(chapter.rms - encoderLoss)) dBFS once it is MP3: too quiet, it must be -23 to "
          + "-18 dBFS")
    } else if tenths(chapter.rms) > rms.upperBound {
      broken.append("RMS is \(level(chapter.rms)) dBFS: too loud, it must be -23 to -18 dBFS")
    }
    if tenths(chapter.peak) > peak {
      broken.append("the peak is \(level(chapter.peak)) dBFS: it must be -3 dBFS or less")
    }
    if let floor = chapter.noiseFloor, tenths(floor) > noiseFloor {
      broken.append("the noise floor is \(level(floor)) dBFS: it must be -60 dBFS or less")
    }
    if !head.contains(hundredths(chapter.head)) {
      broken.append("silence at the head is \(hundredths(chapter.head)) s: it must be 0.5 to 1 s")
    }
    if !tail.contains(hundredths(chapter.tail)) {
      broken.append("silence at the tail is \(hundredths(chapter.tail)) s: it must be 1 to 5 s")
    }
    if hundredths(chapter.duration) > longest {
      broken.append(
        "the length is \(hundredths(chapter.duration / 60)) minutes: it must be 120 or less")
    }
    return broken
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
  private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
