import Glibc

/// What a local program is asked for, and what is done to its sound, so that both come to the
/// tempo, pitch and level wanted.
///
/// Few programs can change pitch, but sound that is played faster by a factor has a pitch that is
/// higher by it. So a voice is asked to speak slower by the factor, and its samples are declared to
/// follow each other faster. The formants move along, as they do not in a throat: two semitones, a
/// shout's, pass; an octave is a cartoon's.
struct ProgramDelivery: Sendable, Equatable {
  /// The tempo to ask the program for, as a multiple of the voice's own.
  var tempo: Double
  /// The factor of the sample rate.
  var pitch: Double
  /// The factor of every sample.
  var gain: Double

  /// Throws `invalidRequest` for values that are no numbers or out of all proportion.
  init(_ options: VoiceOptions) throws(VoiceProviderError) {
    guard options.rate.isFinite, (0.1...10).contains(options.rate) else {
      throw .invalidRequest("a rate of \(options.rate)")
    }
    guard options.pitch.isFinite, abs(options.pitch) <= 24 else {
      throw .invalidRequest("a pitch of \(options.pitch) semitones")
    }
    guard options.gain.isFinite, abs(options.gain) <= 60 else {
      throw .invalidRequest("a gain of \(options.gain) dB")
    }
    pitch = options.pitch == 0 ? 1 : pow(2, options.pitch / 12)
    tempo = options.rate / pitch
    gain = options.gain == 0 ? 1 : pow(10, options.gain / 20)
  }

  /// Whether the sound is to be changed after the program has given it.
  var changesSound: Bool { pitch != 1 || gain != 1 }
}
