extension EspeakNGVoiceEngine {
  /// The rate of everything espeak-ng speaks, in hertz (libespeak-ng 1.51, measured).
  public static let sampleRate = 22_050
}
