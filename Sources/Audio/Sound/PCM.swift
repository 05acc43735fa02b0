import Glibc

/// A mono clip of 16-bit samples, as engines return it.
public struct PCM: Sendable, Equatable {
  /// The samples, −32,768…32,767.
  public var samples: [Int16]
  /// Samples per second, in hertz.
  public var sampleRate: Int

  /// Creates a clip.
  public init(samples: [Int16], sampleRate: Int) {
    self.samples = samples
    self.sampleRate = sampleRate
  }

  /// The largest magnitude of a sample, 0…32,768; 0 in an empty clip.
  package var peak: Int {
    // Vector instructions can compute the running minimum and maximum. A running magnitude could be 32,768, which does
    // not fit into 16 bits.
    var low: Int16 = 0
    var high: Int16 = 0
    for sample in samples {
      low = min(low, sample)
      high = max(high, sample)
    }
    return max(-Int(low), Int(high))
  }
}

extension PCM {
  /// Returns a decoded value as a 16-bit sample, rounded and clipped; the value 1 is 0 dBFS.
  /// A value that is not a number, from a damaged file, becomes silence.
  package static func sample(_ value: Float) -> Int16 {
    let rounded = (value * 32_768).rounded(.toNearestOrEven)
    guard !rounded.isNaN else { return 0 }
    return Int16(min(max(rounded, -32_768), 32_767))
  }

  /// The number of times that three or more samples in a row are at full scale, which is heard as distortion.
  package var clippings: Int {
    var (count, run) = (0, 0)
    for sample in samples {
      run = sample >= 32_766 || sample <= -32_767 ? run + 1 : 0
      if run == 3 { count += 1 }
    }
    return count
  }

  /// The distance in decibels between the speech and the softest parts, in blocks of 20 ms; nil if the clip is shorter
  /// than a second, because it may have no pauses.
  package var distanceOfNoise: Double? {
    let size = sampleRate / 50
    guard size > 0, samples.count >= size * 50 else { return nil }
    var powers: [Double] = []
    var sum = 0.0
    for (index, sample) in samples.enumerated() {
      sum += Double(sample) * Double(sample)
      guard index % size == size - 1 else { continue }
      powers.append(max(1, sum / Double(size)))
      sum = 0
    }
    powers.sort()
    let (soft, loud) = (powers[powers.count / 20], powers[powers.count * 3 / 4])
    return Decibels.level(loud.squareRoot()) - Decibels.level(soft.squareRoot())
  }
}

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

/// Times in captions and in the chapters of books.
/// Different formats have different characters before the milliseconds.
package enum Timecode {
  /// Returns a time such as `01:02:03.456`.
  /// Hours have two digits, or more if needed.
  package static func text(_ milliseconds: Int, point: Character) -> String {
    let seconds = milliseconds / 1000
    return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
      + padded(seconds % 60, 2) + String(point) + padded(milliseconds % 1000, 3)
  }

  /// Returns the number of milliseconds in a text such as `01:02:03.456`, or nil if the text is not a time.
  package static func milliseconds(_ text: some StringProtocol) -> Int? {
    let parts = text.split { ":.,".contains($0) }.map { Int($0) }
    guard parts.count == 4, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      let rest = parts[3]
    else { return nil }
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + rest
  }

  /// Returns a number as text, with leading zeros if it has fewer than `digits` digits.
  static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
