import Audio
import Foundation

/// Audio with known samples.
enum Signal {
  /// Returns a sine of a frequency in hertz.
  static func sine(
    _ frequency: Double, seconds: Double, rate: Int, amplitude: Double = 8000
  ) -> PCM {
    let count = Int((seconds * Double(rate)).rounded())
    let samples = (0..<count).map { index in
      Int16((amplitude * sin(2 * .pi * frequency * Double(index) / Double(rate))).rounded())
    }
    return PCM(samples: samples, sampleRate: rate)
  }

  /// Returns audio similar to speech: noise and a tone in bursts, never near silence for long.
  ///
  /// The audio is different for each seed.
  static func babble(count: Int, rate: Int = 22_050, seed: UInt64 = 1, peak: Int = 12_000) -> PCM {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    var low = 0.0
    let samples = (0..<count).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = Double(Int32(truncatingIfNeeded: state >> 33)) / Double(1 << 31) * 2 - 1
      low += 0.2 * (noise - low)
      let time = Double(index) / Double(rate)
      let envelope = 0.55 + 0.45 * sin(2 * .pi * 3 * time)
      let tone = sin(2 * .pi * (180 + 40 * sin(2 * .pi * 0.7 * time)) * time)
      return Int16(Double(peak) * envelope * (0.6 * tone + 0.4 * low))
    }
    return PCM(samples: samples, sampleRate: rate)
  }

  /// Returns the root mean square of samples.
  static func rms(_ samples: some Collection<Int16>) -> Double {
    (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count)))
      .squareRoot()
  }
}

extension SoundFormat {
  /// Writes a clip to a new file.
  @discardableResult
  func write(
    _ pcm: PCM, to path: String, channels: Int = 1, encoding: EncodingOptions = .init()
  ) throws(AudioError) -> Int {
    var writer = try SoundFileWriter(
      creating: path, format: self, sampleRate: pcm.sampleRate, channels: channels,
      encoding: encoding)
    try writer.write(pcm.samples)
    return try writer.finish()
  }
}
