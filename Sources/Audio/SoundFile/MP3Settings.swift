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
