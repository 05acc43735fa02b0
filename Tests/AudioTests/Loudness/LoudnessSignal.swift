import Audio
import Foundation
import Testing

/// Sounds that are difficult for meters and limiters.
extension Signal {
  static func log10(_ value: Double) -> Double { Foundation.log10(value) }

  /// Returns a sine at a quarter of the sample rate, at 45 degrees: every sample lies 3.01 dB below its peak.
  static func betweenSamples(count: Int, amplitude: Double) -> [Int16] {
    (0..<count).map { index in
      Int16((amplitude * sin(.pi / 2 * Double(index) + .pi / 4)).rounded())
    }
  }

  /// Returns white noise.
  static func noise(count: Int, peak: Int, seed: UInt64 = 7) -> [Int16] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int16(Int(state >> 33) % (2 * peak + 1) - peak)
    }
  }

  static func silence(_ count: Int) -> [Int16] { [Int16](repeating: 0, count: count) }

  /// Returns a quiet tone with single full-scale samples, and with pairs of opposite full-scale samples.
  static func clicks(count: Int, rate: Int) -> [Int16] {
    var samples = sine(300, seconds: Double(count) / Double(rate), rate: rate, amplitude: 1500)
      .samples
    for place in stride(from: 1000, to: samples.count - 2, by: 3777) {
      samples[place] = place % 2 == 0 ? .max : .min
      if place % 3 == 0 { samples[place + 1] = samples[place] < 0 ? .max : .min }
    }
    return samples
  }

  /// Returns silence and full-scale bursts of several frequencies, in turn.
  ///
  /// The bursts begin without a fade.
  static func bursts(rate: Int) -> [Int16] {
    [90.0, 440, 3000, 0.23 * Double(rate), 0.45 * Double(rate)].flatMap { frequency in
      silence(rate / 7)
        + sine(frequency, seconds: 0.05, rate: rate, amplitude: 32_767).samples
    }
  }

  /// Returns speech by espeak-ng, at 22,050 Hz.
  static func speech(_ text: String = pangrams, voice: String = "en-us") throws -> PCM {
    let folder = try TemporaryFolder()
    let path = folder.path("speech.wav")
    let result = try Tool.run("espeak-ng", ["-v", voice, "-w", path, text])
    try #require(result.status == 0, "\(result.errors)")
    return try SoundFileReader(path: path).readAll()
  }

  static let pangrams = """
    The quick brown fox jumps over the lazy dog. Pack my box with five dozen liquor jugs! \
    How vexingly quick daft zebras jump. Sphinx of black quartz, judge my vow.
    """

  /// Returns the same audio in two channels.
  static func dual(_ samples: [Int16]) -> [Int16] { samples.flatMap { [$0, $0] } }
}

extension LoudnessMeter {
  /// Measures samples that arrive in blocks of `blockFrames` frames.
  static func measure(
    _ samples: [Int16], sampleRate: Int = 22_050, channels: Int = 1, truePeak: Bool = true,
    blockFrames: Int = 4096
  ) throws -> LoudnessMeasurement {
    var meter = try LoudnessMeter(
      sampleRate: sampleRate, channels: channels, measuresTruePeak: truePeak)
    for start in stride(from: 0, to: samples.count, by: blockFrames * channels) {
      meter.add(Array(samples[start..<min(samples.count, start + blockFrames * channels)]))
    }
    return meter.measurement()
  }
}

extension TruePeakLimiter {
  /// Limits samples that arrive in blocks of `blockFrames` frames.
  static func limit(
    _ samples: [Int16], sampleRate: Int = 22_050, channels: Int = 1, ceiling: Double,
    gain: Double = 0, blockFrames: Int = 4096
  ) throws -> [Int16] {
    var limiter = TruePeakLimiter(
      sampleRate: sampleRate, channels: channels, ceiling: ceiling, gain: gain)
    var output: [Int16] = []
    for start in stride(from: 0, to: samples.count, by: blockFrames * channels) {
      let block = Array(samples[start..<min(samples.count, start + blockFrames * channels)])
      try block.withUnsafeBufferPointer { block throws(AudioError) in
        try limiter.process(block) { output.append(contentsOf: $0) }
      }
    }
    try limiter.finish { output.append(contentsOf: $0) }
    return output
  }
}
