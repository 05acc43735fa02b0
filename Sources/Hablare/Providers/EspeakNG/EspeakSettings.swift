import Glibc

/// Tempo, pitch and gain in espeak's own units.
struct EspeakSettings: Hashable {
  /// The tempo in words a minute.
  ///
  /// The default is 175, and espeak accepts 80 to 450 (speak_lib.h).
  var wordsPerMinute = 175
  /// The pitch of the voice's lowest tone, 0 to 99.
  ///
  /// The voice's own value is 50.
  var pitch = 50
  /// The pitch range above the lowest tone, 0 to 99.
  ///
  /// The voice's own value is 50.
  var range = 50
  /// The factor for each sample, in units of 1/65,536.
  var gain = 65536

  init() {}

  /// Converts options to the nearest values that espeak supports.
  ///
  /// Values that are not finite are ignored.
  init(options: VoiceOptions) {
    wordsPerMinute = Self.clamp(175 * options.rate, to: 80...450, otherwise: 175)
    gain = Self.clamp(65536 * pow(10, options.gain / 20), to: 0...(1 << 24), otherwise: 65536)
    // espeak's pitch moves only the lowest tone. If the range did not move too, half of a pitch
    // step would be lost. The range is a linear factor, and 50 is the voice's own range. When the
    // range grows, espeak lowers the lowest tone (SetPitch2): for an octave, by 0.23 to 0.36 of the
    // tone's frequency. The formula for `lowest` compensates for this change. espeak's pitch table
    // (pitch_adjust_tab) is 64·2^(p/50), where 128 means a factor of 1.
    //
    // Measured by autocorrelation on eight voices and variants: up to 6 semitones, the error is at
    // most 0.4 semitones. The most melodious voices are an exception: the pitch of Annie moves a
    // quarter less than requested. The limits are about −8 and +10 semitones, at the ends of
    // espeak's tables.
    let factor = pow(2, options.pitch / 12)
    let lowest = max(factor + 0.3 * (factor - 1), 0.01)
    pitch = Self.clamp(50 * log2(2 * lowest), to: 0...99, otherwise: 50)
    range = Self.clamp(50 * factor, to: 0...99, otherwise: 50)
  }

  /// The settings as fields of the worker's request.
  var fields: [Int32] {
    [Int32(wordsPerMinute), Int32(pitch), Int32(range), Int32(gain)]
  }

  private static func clamp(
    _ value: Double, to range: ClosedRange<Int>, otherwise fallback: Int
  ) -> Int {
    guard value.isFinite else { return fallback }
    return Int(
      min(max(value, Double(range.lowerBound)), Double(range.upperBound)).rounded())
  }
}
