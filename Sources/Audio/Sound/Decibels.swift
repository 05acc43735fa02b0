import Glibc

/// Conversions between decibels and amplitudes of 16-bit samples.
enum Decibels {
  /// The magnitude of a 16-bit sample at full scale (0 dBFS): 2¹⁵.
  static let fullScale = 32_768.0

  /// Returns the amplitude ratio of a level difference in dB.
  static func ratio(_ decibels: Double) -> Double {
    // 0 dB is common and must be exactly 1, whatever the C library's power function returns.
    decibels == 0 ? 1 : pow(10, decibels / 20)
  }

  /// Returns the sample magnitude of a level in dBFS, not rounded.
  static func amplitude(_ decibels: Double) -> Double { ratio(decibels) * fullScale }

  /// Returns the level of a sample magnitude in dBFS; −∞ for 0.
  static func level(_ amplitude: Double) -> Double { 20 * log10(amplitude / fullScale) }
}
