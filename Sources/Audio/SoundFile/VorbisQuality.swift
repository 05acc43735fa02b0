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
