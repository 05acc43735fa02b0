/// The settings of libsndfile for a constant MP3 bit rate.
struct MP3Settings: Equatable {
  /// The nearest legal bit rate, in kbit/s.
  let bitrate: Int
  /// libsndfile's compression level for the bit rate, 0…1.
  let compressionLevel: Double
  /// Whether the bit rate is only an average.
  ///
  /// LAME's Info header holds the exact length and the encoder's delay. It is one frame of the file's bit rate and
  /// does not fit into a small frame. Without it, a player adds about 50 ms of silence and shows a wrong length. With
  /// an average bit rate, the header gets a larger frame.
  let isAverage: Bool

  init(bitrate wanted: Int, sampleRate: Int) {
    let tier = Tier(sampleRate: sampleRate)
    let nearest = tier.legal.min { abs($0 - wanted) < abs($1 - wanted) } ?? tier.highest
    bitrate = nearest
    compressionLevel = Double(tier.highest - nearest) / Double(tier.highest - tier.lowest)
    isAverage = nearest * 1000 * tier.frameFactor / sampleRate < Self.headerFrame
  }

  /// The smallest frame, in bytes, that is assumed to hold LAME's Info header.
  ///
  /// Measured with LAME 3.100: absent in frames of 157 (22,050 Hz at 48 kbit/s, 44,100 at 48) and 168 (24,000 at 56),
  /// present in 183 (22,050 and 44,100 at 56) and 192 (24,000 at 64).
  private static let headerFrame = 180

  /// The bit rates of one of the three versions.
  ///
  /// They are from ISO 11172-3 and 13818-3, table of `bitrate_index`. libsndfile maps its level to
  /// this range.
  private struct Tier {
    let legal: [Int]
    /// A frame has this number × bit rate (bit/s) / sample rate (Hz) bytes.
    ///
    /// The number is an eighth of the samples in a frame.
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
