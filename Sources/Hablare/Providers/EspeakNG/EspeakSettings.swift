import Glibc

/// Tempo, pitch and level in espeak's own numbers.
struct EspeakSettings: Hashable {
  /// Tempo in words a minute; espeak's default is 175 and its range 80 to 450 (speak_lib.h).
  var wordsPerMinute = 175
  /// The pitch of the voice's lowest tone, 0 to 99; its own is 50.
  var pitch = 50
  /// How far the pitch moves above it, 0 to 99; the voice's own is 50.
  var range = 50
  /// Factor of every sample, in 65,536ths.
  var gain = 65536

  init() {}

  /// The nearest that espeak can do; values that are no numbers change nothing.
  init(options: VoiceOptions) {
    wordsPerMinute = Self.clamp(175 * options.rate, to: 80...450, otherwise: 175)
    gain = Self.clamp(65536 * pow(10, options.gain / 20), to: 0...(1 << 24), otherwise: 65536)
    // Pitch moves only the lowest tone, so half of the step would be lost; the range has to follow.
    // It is linear at 50 to the voice's own, but espeak lowers the lowest tone as the range grows
    // (SetPitch2), by 0.23 to 0.36 of it for an octave, which is made up for here. The table of
    // pitches (pitch_adjust_tab) is 64·2^(p/50) with 128 as one.
    //
    // Measured by autocorrelation on eight voices and variants: within 0.4 semitones up to 6 (but
    // for the most melodious, such as Annie, which moves a quarter less); the ends are at about
    // −8 and +10, where the tables end.
    let factor = pow(2, options.pitch / 12)
    let lowest = max(factor + 0.3 * (factor - 1), 0.01)
    pitch = Self.clamp(50 * log2(2 * lowest), to: 0...99, otherwise: 50)
    range = Self.clamp(50 * factor, to: 0...99, otherwise: 50)
  }

  /// The settings as the worker's request has them.
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
