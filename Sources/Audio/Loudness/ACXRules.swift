/// ACX's requirements for every file of an audiobook (ACX Audio Submission Requirements, as quoted by vendors that
/// follow them).
package enum ACXRules {
  /// The allowed plain RMS over the whole file, in dBFS.
  package static let rms = -23.0 ... -18.0
  /// The level that LAME removes at a constant bit rate, in dB.
  /// At 192 kbit/s, LAME 3.100 multiplies all samples by 0.97 (measured), so the shop measures a level that is lower by
  /// this amount.
  static let encoderLoss = 0.3
  /// The highest allowed peak, in dBFS.
  package static let peak = -3.0
  /// The highest allowed RMS of the quietest half second, in dBFS.
  package static let noiseFloor = -60.0
  /// The allowed silence before the first word, in seconds.
  package static let head = 0.5...1.0
  /// The allowed silence after the last word, in seconds.
  package static let tail = 1.0...5.0
  /// The required sample rate, in hertz.
  package static let sampleRate = 44_100
  /// The lowest allowed bit rate of MP3 in kbit/s.
  /// The bit rate must be constant.
  package static let bitrate = 192
  /// The maximum length of a file, in seconds: 120 minutes.
  package static let longest = 7200.0

  /// The measurements of one chapter, as far as the rules need them.
  package struct Chapter: Sendable, Equatable {
    /// The RMS in dBFS.
    package var rms: Double
    /// The peak: the stricter true peak in dBTP if it is known, or else the sample peak in dBFS.
    package var peak: Double
    /// The RMS of the quietest half second, in dBFS; −∞ for digital silence; nil if the chapter is shorter than half a
    /// second.
    package var noiseFloor: Double?
    /// The silence before the audible part, in seconds.
    package var head: Double
    /// The silence after the audible part, in seconds.
    package var tail: Double
    /// The length, in seconds.
    package var duration: Double

    package init(
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

    package init(_ sound: LoudnessMeasurement) {
      self.init(
        rms: sound.rms, peak: sound.truePeak ?? sound.samplePeak, noiseFloor: sound.noiseFloor,
        head: sound.head, tail: sound.tail, duration: sound.duration)
    }
  }

  /// Returns the rules that a chapter breaks, one sentence each; empty if the chapter breaks no rule.
  /// Before a comparison, values are rounded as they are displayed: levels to a tenth of a dB, times to a hundredth of
  /// a second.
  package static func violations(of chapter: Chapter) -> [String] {
    var broken: [String] = []
    func level(_ value: Double) -> String { value.isFinite ? "\(tenths(value))" : "-∞" }
    if tenths(chapter.rms - encoderLoss) < rms.lowerBound {
      broken.append(
        "the RMS after MP3 encoding is \(level(chapter.rms - encoderLoss)) dBFS, but must be -23 to "
          + "-18 dBFS")
    } else if tenths(chapter.rms) > rms.upperBound {
      broken.append("the RMS is \(level(chapter.rms)) dBFS, but must be -23 to -18 dBFS")
    }
    if tenths(chapter.peak) > peak {
      broken.append("the peak is \(level(chapter.peak)) dBFS, but must be -3 dBFS or less")
    }
    if let floor = chapter.noiseFloor, tenths(floor) > noiseFloor {
      broken.append("the noise floor is \(level(floor)) dBFS, but must be -60 dBFS or less")
    }
    if !head.contains(hundredths(chapter.head)) {
      broken.append(
        "the silence at the start is \(hundredths(chapter.head)) s, but must be 0.5 to 1 s (the pause "
          + "chapterStart)")
    }
    if !tail.contains(hundredths(chapter.tail)) {
      broken.append(
        "the silence at the end is \(hundredths(chapter.tail)) s, but must be 1 to 5 s (the pause "
          + "chapterEnd)")
    }
    if hundredths(chapter.duration) > longest {
      broken.append(
        "the length is \(hundredths(chapter.duration / 60)) minutes, but must be 120 or less")
    }
    return broken
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
  private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
