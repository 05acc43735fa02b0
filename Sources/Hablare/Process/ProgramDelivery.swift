import Glibc

/// The tempo to request from a local program, and the changes to the program's audio.
///
/// Together, this tempo and these changes give the wanted tempo, pitch and gain.
///
/// Few programs can change the pitch. However, audio that is played faster by a factor has a pitch
/// that is higher by the same factor. Therefore, for a higher pitch, the voice is asked to speak
/// slower by this factor, and a higher sample rate is declared for the samples. The higher sample
/// rate also shifts the formants. The formants of a human voice do not shift with the pitch. A
/// shift of two semitones, as in a shout, is acceptable, but a shift of an octave sounds like a
/// cartoon.
struct ProgramDelivery: Sendable, Equatable {
  /// The tempo to request from the program, as a multiple of the voice's normal tempo.
  var tempo: Double
  /// The factor by which to multiply the sample rate.
  var pitch: Double
  /// The factor by which to multiply each sample.
  var gain: Double

  /// Computes the values.
  ///
  /// Throws `invalidRequest` for values that are out of range or not finite.
  init(_ options: VoiceOptions) throws(VoiceProviderError) {
    guard options.rate.isFinite, (0.1...10).contains(options.rate) else {
      throw .invalidRequest("the rate \(options.rate) is not between 0.1 and 10")
    }
    guard options.pitch.isFinite, abs(options.pitch) <= 24 else {
      throw .invalidRequest("the pitch \(options.pitch) is not between -24 and 24 semitones")
    }
    guard options.gain.isFinite, abs(options.gain) <= 60 else {
      throw .invalidRequest("the gain \(options.gain) is not between -60 and 60 dB")
    }
    pitch = options.pitch == 0 ? 1 : pow(2, options.pitch / 12)
    tempo = options.rate / pitch
    gain = options.gain == 0 ? 1 : pow(10, options.gain / 20)
  }

  /// Whether the program's audio must be changed.
  var changesSound: Bool { pitch != 1 || gain != 1 }
}
