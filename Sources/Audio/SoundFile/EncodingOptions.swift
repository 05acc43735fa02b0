/// The options of compressed formats.
/// Lossless formats ignore the bit rate.
package struct EncodingOptions: Sendable, Equatable {
  /// The requested bit rate in kbit/s for all channels together, or nil for the codec's default.
  /// The defaults are a variable rate with `-V 4` for MP3, quality 0.4 for Vorbis, libopus's own choice for Opus and
  /// 64 kbit/s per channel for AAC.
  package var bitrate: Int?
  /// The bits of a sample in WAV and FLAC: 16 or 24.
  package var bits = 16
  /// The place of the first sample in a production, for the `bext` chunk of a WAV file; nil for no such chunk.
  package var timeReference: Int?

  package init(bitrate: Int? = nil, bits: Int = 16) {
    (self.bitrate, self.bits) = (bitrate, bits)
  }

  /// Returns the bit rate, in kbit/s, that a format uses for the requested bit rate.
  /// Returns nil if no bit rate is requested, and for lossless formats, which have no bit rate.
  /// Callers can warn users if the two rates differ.
  package func effectiveBitrate(for format: SoundFormat, sampleRate: Int, channels: Int = 1) -> Int?
  {
    guard let bitrate else { return nil }
    switch format {
    case .wav, .flac, .flacBlocks: return nil
    case .mp3: return MP3Settings(bitrate: bitrate, sampleRate: sampleRate).bitrate
    case .ogg:
      let quality = VorbisQuality(bitrate: bitrate, sampleRate: sampleRate, channels: channels)
      return quality.bitrate
    case .opus: return OpusEncoder.bitrates(channels: channels).nearest(to: bitrate)
    case .aac: return AACCodec.bitrates(channels: channels).nearest(to: bitrate)
    }
  }
}

extension ClosedRange<Int> {
  func nearest(to value: Int) -> Int { Swift.min(Swift.max(value, lowerBound), upperBound) }
}

/// libsndfile's settings for a requested MP3 bit rate.
struct MP3Settings: Equatable {
  /// The nearest legal bit rate, in kbit/s.
  let bitrate: Int
  /// libsndfile's compression level for the bit rate, 0…1.
  let compressionLevel: Double
  /// Whether the bit rate is only an average.
  /// LAME's Info header contains the exact length and the encoder's delay. At a constant bit rate, the header must fit
  /// into a frame of that bit rate. If the frame is too small, the header is left out. Without the header, a player
  /// adds about 50 ms of silence and shows a wrong length. At an average bit rate, the header gets a larger frame.
  let isAverage: Bool

  init(bitrate wanted: Int, sampleRate: Int) {
    let tier = Tier(sampleRate: sampleRate)
    let nearest = tier.legal.min { abs($0 - wanted) < abs($1 - wanted) } ?? tier.highest
    bitrate = nearest
    compressionLevel = Double(tier.highest - nearest) / Double(tier.highest - tier.lowest)
    isAverage = nearest * 1000 * tier.frameFactor / sampleRate < Self.headerFrame
  }

  /// The smallest frame, in bytes, that is assumed to have space for LAME's Info header.
  /// Measured with LAME 3.100: the header is missing in frames of 157 bytes (48 kbit/s at 22,050 and 44,100 Hz) and 168
  /// bytes (56 kbit/s at 24,000 Hz). Frames of 183 bytes (56 kbit/s at 22,050 and 44,100 Hz) and 192 bytes (64 kbit/s
  /// at 24,000 Hz) contain the header.
  private static let headerFrame = 180

  /// The bit rates, in kbit/s, of MPEG-1, -2 or -2.5 layer III.
  /// The bit rates are from the table of `bitrate_index` in ISO 11172-3 and 13818-3. libsndfile maps its compression
  /// level to the range of these rates.
  private struct Tier {
    let legal: [Int]
    /// An eighth of the number of samples in a frame.
    /// The bytes in a frame are this number times the bit rate (bit/s), divided by the sample rate (Hz).
    let frameFactor: Int
    var lowest: Int { legal.first ?? 0 }
    var highest: Int { legal.last ?? 0 }

    init(sampleRate: Int) {
      switch sampleRate {
      case 32_000...:
        legal = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        frameFactor = 144
      case 16_000..<32_000:
        legal = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        frameFactor = 72
      default:
        legal = [8, 16, 24, 32, 40, 48, 56, 64]
        frameFactor = 72
      }
    }
  }
}

/// The Vorbis quality for a bit rate.
/// A Vorbis encoder is controlled by a quality, not by a bit rate. libvorbis has tables of nominal bit rates for the
/// qualities 0, 0.1, …, 1, and interpolates between these qualities.
struct VorbisQuality: Equatable {
  /// The default quality of libsndfile and libvorbis, 0…1.
  static let standard = 0.4

  /// The quality, 0…1.
  let quality: Double
  /// The nominal bit rate of the quality, in kbit/s.
  let bitrate: Int

  init(bitrate wanted: Int, sampleRate: Int, channels: Int) {
    let steps = Self.nominal(sampleRate: sampleRate, channels: channels)
    let target = Double((steps[0]...steps[10]).nearest(to: wanted))
    let upper = steps.indices.dropFirst().first { Double(steps[$0]) >= target } ?? 10
    let (low, high) = (Double(steps[upper - 1]), Double(steps[upper]))
    quality = (Double(upper - 1) + (target - low) / (high - low)) / 10
    bitrate = Int(target)
  }

  /// Returns the nominal bit rates in kbit/s for the qualities 0, 0.1, …, 1, as libvorbis 1.3.7 writes them into file
  /// headers (measured).
  /// Above 50 kHz libvorbis has no nominal bit rates, so this function returns the bit rates for 44.1 kHz.
  private static func nominal(sampleRate: Int, channels: Int) -> [Int] {
    switch (sampleRate, channels) {
    case (..<9000, 1): [14, 17, 20, 22, 25, 28, 31, 34, 36, 39, 42]
    case (..<9000, _): [18, 23, 27, 32, 36, 41, 46, 50, 55, 59, 64]
    case (..<15_000, 1): [20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50]
    case (..<15_000, _): [26, 32, 38, 45, 51, 57, 63, 69, 76, 82, 88]
    case (..<19_000, 1): [24, 32, 40, 48, 56, 64, 71, 78, 86, 93, 100]
    case (..<19_000, _): [35, 45, 56, 67, 77, 88, 105, 122, 138, 155, 172]
    case (..<26_000, 1): [24, 30, 35, 40, 45, 50, 58, 66, 74, 82, 90]
    case (..<26_000, _): [37, 45, 56, 67, 77, 88, 105, 122, 138, 155, 172]
    case (..<40_000, 1): [42, 52, 64, 72, 78, 86, 92, 110, 120, 140, 190]
    case (..<40_000, _): [56, 70, 90, 112, 120, 150, 180, 200, 230, 300, 380]
    case (_, 1): [48, 60, 70, 80, 86, 96, 110, 120, 140, 160, 240]
    case (_, _): [64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 500]
    }
  }
}
