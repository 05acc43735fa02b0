import Audio

/// How loud a chapter is in its files, as the manifest tells it: to tenths, as far as two meters agree.
struct ChapterLoudness: Codable, Equatable, Sendable {
  /// LUFS (ITU-R BS.1770-4); nil where nothing is loud enough to have a loudness.
  var integrated: Double?
  /// dBTP; nil of digital silence.
  var truePeak: Double?

  /// What a meter found.
  init(_ sound: LoudnessMeasurement) {
    func tenths(_ value: Double) -> Double? {
      value.isFinite ? (value * 10).rounded() / 10 : nil
    }
    integrated = sound.integrated.flatMap(tenths)
    truePeak = sound.truePeak.flatMap(tenths)
  }
}
