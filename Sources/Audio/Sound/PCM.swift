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
  package var peak: Int { samples.withUnsafeBufferPointer(\.peak) }

  /// A block of silence. Its length is even, so that blocks of two channels are whole frames.
  private static let silence = [Int16](repeating: 0, count: 8192)

  /// Gives a number of samples of silence in blocks.
  static func forEachSilence(
    of samples: Int, _ body: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) {
    var samples = samples
    while samples > 0 {
      let count = min(samples, silence.count)
      try silence.withUnsafeBufferPointer { silence throws(AudioError) in
        try body(UnsafeBufferPointer(rebasing: silence.prefix(count)))
      }
      samples -= count
    }
  }
}

extension UnsafeBufferPointer<Int16> {
  /// The largest magnitude of a sample, 0…32,768.
  var peak: Int {
    // Vector instructions can compute the running minimum and maximum. A running magnitude could be 32,768, which does
    // not fit into 16 bits.
    var low: Int16 = 0
    var high: Int16 = 0
    for sample in self {
      low = Swift.min(low, sample)
      high = Swift.max(high, sample)
    }
    return Swift.max(-Int(low), Int(high))
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

/// A format of sound files that can be written.
public enum SoundFormat: String, Sendable, CaseIterable {
  /// 16-bit PCM in RIFF/WAVE, or in RF64 (EBU Tech 3306) above 4 GB.
  case wav
  /// Free Lossless Audio Codec, 16 bits.
  case flac
  /// MPEG-1, -2 or -2.5 layer III.
  case mp3
  /// Vorbis in Ogg.
  case ogg
  /// Opus in Ogg (RFC 7845).
  case opus
  /// AAC-LC in ADTS frames, for a stretch of a book. `M4BFile` joins the stretches.
  case aac
  /// FLAC with silence up to the end of the last block, for a stretch of a book. `FLACBook` joins the stretches.
  case flacBlocks

  /// The formats of independent files, without the formats of stretches.
  public static let allCases: [SoundFormat] = [.wav, .flac, .mp3, .ogg, .opus]

  /// The file name's extension, without the dot.
  public var fileExtension: String { self == .flacBlocks ? Self.flac.rawValue : rawValue }

  /// The media type, such as `audio/flac`.
  public var mimeType: String {
    switch self {
    case .wav: "audio/wav"
    case .flac, .flacBlocks: "audio/flac"  // RFC 9639
    case .mp3: "audio/mpeg"  // RFC 3003
    case .ogg, .opus: "audio/ogg"  // RFC 5334, RFC 7845
    case .aac: "audio/aac"  // IANA, 2017
    }
  }

  /// Whether decoding returns exactly the samples that were written.
  package var isLossless: Bool { [.wav, .flac, .flacBlocks].contains(self) }

  /// The sample rates of MP3 in hertz: the rates of MPEG-1, -2 and -2.5 layer III.
  static let mp3SampleRates = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]

  /// The sample rates of AAC in hertz, by their index (ISO 14496-3, table 1.18).
  static let aacSampleRates = [
    96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
  ]

  /// The supported sample rates in hertz, or nil if the format supports every rate within `sampleRateLimits`.
  private var sampleRates: [Int]? {
    switch self {
    case .mp3: Self.mp3SampleRates
    case .aac: Self.aacSampleRates
    default: nil
    }
  }

  /// The range of supported sample rates in hertz, for formats that support every rate in a range.
  private var sampleRateLimits: ClosedRange<Int> {
    switch self {
    case .mp3, .aac: 7350...96_000
    case .wav: 1...768_000  // the container has no limit; four times 192 kHz is beyond any use
    case .flac, .flacBlocks: 1...655_350  // RFC 9639, section 9.1.2, and libsndfile's own check
    case .ogg: 8000...192_000  // libvorbis has modes from 8 kHz up (measured)
    case .opus: 8000...192_000  // libopusenc resamples all rates to 48 kHz
    }
  }

  /// Returns whether the format supports a sample rate, in hertz.
  package func supports(sampleRate: Int) -> Bool {
    self.sampleRate(nearest: sampleRate) == sampleRate
  }

  /// Returns the supported sample rate that is nearest to a rate, in hertz.
  ///
  /// If two rates are equally near, the result is the higher rate, because the higher rate loses nothing.
  public func sampleRate(nearest rate: Int) -> Int {
    guard let sampleRates else {
      return min(max(rate, sampleRateLimits.lowerBound), sampleRateLimits.upperBound)
    }
    let nearest = sampleRates.min { first, second in
      (abs(first - rate), -first) < (abs(second - rate), -second)
    }
    return nearest ?? rate
  }
}

/// Loops over samples, written so that the compiler turns them into vector instructions.
enum Scaling {
  /// 1.5 · 2²³, the number that rounds floats by addition.
  /// Floats of this size have a step of one. So adding this number to a float rounds the float to the nearest whole
  /// number (ties to even). The whole number is then in the low bits of the sum.
  /// The x86-64 baseline has no rounding instructions, so `rounded()` would be a function call for every sample.
  private static let rounder: Float = 12_582_912

  /// Returns a sample times a factor, rounded.
  /// The product must fit into 16 bits.
  @inline(__always)
  private static func scaled(_ sample: Int16, by factor: Float) -> Int16 {
    Int16(truncatingIfNeeded: (Float(sample) * factor + rounder).bitPattern)
  }

  /// Replaces `output` by one or two interleaved channels.
  /// Each channel is `input` times the channel's factor.
  /// The products must fit into 16 bits.
  static func scale(
    _ input: UnsafeBufferPointer<Int16>, by factors: [Float], into output: inout [Int16]
  ) {
    let count = input.count * factors.count
    if output.count != count { output = [Int16](repeating: 0, count: count) }
    output.withUnsafeMutableBufferPointer { output in
      if factors.count == 2 {
        let (left, right) = (factors[0], factors[1])
        for index in 0..<input.count {
          output[2 * index] = scaled(input[index], by: left)
          output[2 * index + 1] = scaled(input[index], by: right)
        }
      } else {
        let factor = factors[0]
        for index in 0..<min(input.count, output.count) {
          output[index] = scaled(input[index], by: factor)
        }
      }
    }
  }

  /// Adds `input`, multiplied by the channel's factor, to each of the one or two interleaved channels of `output`.
  /// `input` and `output` hold the same number of frames, and the sums must fit into 16 bits.
  static func add(
    _ input: UnsafeBufferPointer<Int16>, by factors: [Float],
    to output: UnsafeMutableBufferPointer<Int16>
  ) {
    if factors.count == 2 {
      let (left, right) = (factors[0], factors[1])
      for index in 0..<min(input.count, output.count / 2) {
        output[2 * index] &+= scaled(input[index], by: left)
        output[2 * index + 1] &+= scaled(input[index], by: right)
      }
    } else {
      let factor = factors[0]
      for index in 0..<min(input.count, output.count) {
        output[index] &+= scaled(input[index], by: factor)
      }
    }
  }

  /// Adds `input` to `output`, which has the same length.
  /// The sums must fit into 16 bits.
  static func add(
    _ input: UnsafeBufferPointer<Int16>, to output: UnsafeMutableBufferPointer<Int16>
  ) {
    for index in 0..<min(input.count, output.count) { output[index] &+= input[index] }
  }

  /// Replaces `output` by the samples of `input` as floats: 32,768 becomes 1.
  /// Both buffers have the same length.
  static func toFloat(
    _ input: UnsafeBufferPointer<Int16>, into output: UnsafeMutableBufferPointer<Float>
  ) {
    for index in 0..<min(input.count, output.count) {
      output[index] = Float(input[index]) * (1 / 32_768)
    }
  }

  /// 1.5 · 2⁵², the number that rounds doubles by addition.
  /// It works in the same way as `rounder`.
  private static let doubleRounder: Double = 6_755_399_441_055_744

  @inline(__always)
  private static func exactlyScaled(_ sample: Int16, by factor: Double) -> Int16 {
    Int16(truncatingIfNeeded: (Double(sample) * factor + doubleRounder).bitPattern)
  }

  /// Replaces `output` by `input` times a factor, rounded to the nearest whole number (ties to even).
  /// The products must fit into 16 bits.
  static func scale(
    _ input: UnsafeBufferPointer<Int16>, exactlyBy factor: Double, into output: inout [Int16]
  ) {
    if output.count != input.count {
      output = [Int16](repeating: 0, count: input.count)
    }
    output.withUnsafeMutableBufferPointer { output in
      for index in 0..<min(input.count, output.count) {
        output[index] = exactlyScaled(input[index], by: factor)
      }
    }
  }

  /// Replaces `output` by interleaved `input`, multiplied by one factor for all frames and by a second factor for each
  /// frame.
  /// The products are rounded as in `scale(_:exactlyBy:into:)`.
  static func scale(
    _ input: UnsafeBufferPointer<Int16>, exactlyBy factor: Double, andBy factors: [Double],
    channels: Int, into output: inout [Int16]
  ) {
    precondition(factors.count * channels == input.count, "there must be one factor for each frame")
    if output.count != input.count {
      output = [Int16](repeating: 0, count: input.count)
    }
    output.withUnsafeMutableBufferPointer { output in
      for channel in 0..<channels {
        for frame in 0..<factors.count {
          let index = frame * channels + channel
          output[index] = exactlyScaled(input[index], by: factor * factors[frame])
        }
      }
    }
  }
}
