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
