/// A sound file that is being written.
/// The file is complete only after `finish()`. If the writer is destroyed earlier, a partial file remains. The caller
/// must remove this file.
/// The file has no tags (`TagPass` adds them). The same samples always produce the same file, with one exception: the
/// serial number of Ogg Vorbis. `TagPass` makes this number constant.
package struct SoundFileWriter: ~Copyable, Sendable {
  package let path: String
  package let format: SoundFormat
  /// Samples per second, in hertz.
  package let sampleRate: Int
  /// The number of channels in the interleaved samples: 1 or 2.
  package let channels: Int
  /// The number of frames (samples of every channel) written so far.
  package private(set) var frames = 0

  /// The number of frames in each block for the encoder.
  /// All encoders get blocks of this size, because libvorbis's output depends on the sizes of the blocks (measured).
  /// libsndfile's own tools also use 4,096.
  static let blockFrames = 4096

  private let encoder: BlockEncoder
  /// Samples that do not fill a block yet.
  private var pending: [Int16] = []

  private var blockSamples: Int { Self.blockFrames * channels }

  /// Creates the file, or empties an existing file.
  package init(
    creating path: String, format: SoundFormat, sampleRate: Int, channels: Int = 1,
    encoding: EncodingOptions = .init()
  ) throws(AudioError) {
    precondition((1...2).contains(channels), "a sound file must have one or two channels")
    guard format.supports(sampleRate: sampleRate) else {
      throw .unsupportedSampleRate(format: format, sampleRate: sampleRate)
    }
    encoder = try BlockEncoder(
      creating: path, format: format, sampleRate: sampleRate, channels: channels,
      encoding: encoding)
    self.path = path
    self.format = format
    self.sampleRate = sampleRate
    self.channels = channels
    pending.reserveCapacity(blockSamples)
  }

  /// Adds interleaved samples, in whole frames.
  package mutating func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    precondition(samples.count % channels == 0, "the samples must be whole frames")
    frames += samples.count / channels
    var rest = samples[...]
    if !pending.isEmpty {
      let missing = rest.prefix(blockSamples - pending.count)
      pending.append(contentsOf: missing)
      rest = rest.dropFirst(missing.count)
      guard pending.count == blockSamples else { return }
      try writePending()
    }
    while rest.count >= blockSamples {
      try encoder.write(UnsafeBufferPointer(rebasing: rest.prefix(blockSamples)))
      rest = rest.dropFirst(blockSamples)
    }
    pending.append(contentsOf: rest)
  }

  /// Adds interleaved samples, in whole frames.
  package mutating func write(_ samples: [Int16]) throws(AudioError) {
    try samples.withUnsafeBufferPointer { samples throws(AudioError) in try write(samples) }
  }

  /// Adds interleaved samples with more than 16 bits; 1 is full scale. Only WAV and FLAC keep them.
  mutating func write(fine samples: [Float]) throws(AudioError) {
    precondition(pending.isEmpty, "a file has either 16 bits or more")
    frames += samples.count / channels
    try samples.withUnsafeBufferPointer { samples throws(AudioError) in
      try encoder.write(fine: samples)
    }
  }

  /// Adds a number of frames of silence.
  package mutating func writeSilence(_ frames: Int) throws(AudioError) {
    try PCM.forEachSilence(of: frames * channels) { block throws(AudioError) in try write(block) }
  }

  private mutating func writePending() throws(AudioError) {
    try pending.withUnsafeBufferPointer { block throws(AudioError) in try encoder.write(block) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Completes and closes the file and returns its length in frames.
  /// After closing, this function opens the file again and checks its length, because the libraries do not report all
  /// losses. If no frame was written, throws `empty` and leaves a file that is not a sound file.
  package consuming func finish() throws(AudioError) -> Int {
    guard frames > 0 else { throw .empty(path: path) }
    if format == .flacBlocks, frames % Self.blockFrames > 0 {
      let missing = Self.blockFrames - frames % Self.blockFrames
      pending += repeatElement(0, count: missing * channels)
    }
    if !pending.isEmpty { try writePending() }
    let written = SoundFileInfo(frames: frames, sampleRate: sampleRate, channels: channels)
    let (path, format) = (path, format)
    let expected = format.decoded(written).frames
    try encoder.close()
    let found = try Self.length(of: path, format)
    // Stretches of a book can have more frames than were written.
    guard expected...expected + format.maximumPadding ~= found else {
      throw .cannotWrite(path: path, reason: "it has \(found) frames instead of \(expected)")
    }
    return written.frames
  }

  private static func length(of path: String, _ format: SoundFormat) throws(AudioError) -> Int {
    format == .aac
      ? try AACStretch.length(ofFile: path) : try SoundFileReader(path: path).info.frames
  }

  /// An encoder for any of the formats.
  /// Its input arrives in blocks of `SoundFileWriter.blockFrames` frames. The last block can be shorter.
  enum BlockEncoder: ~Copyable, Sendable {
    case sndfile(SndfileEncoder)
    case opus(OpusEncoder)
    case aac(AACEncoder)

    init(
      creating path: String, format: SoundFormat, sampleRate: Int, channels: Int,
      encoding: EncodingOptions
    ) throws(AudioError) {
      switch format {
      case .opus:
        self = .opus(
          try OpusEncoder(
            creating: path, sampleRate: sampleRate, channels: channels, encoding: encoding))
      case .aac:
        self = .aac(
          try AACEncoder(
            creating: path, sampleRate: sampleRate, channels: channels, encoding: encoding))
      case .wav, .flac, .flacBlocks, .mp3, .ogg:
        self = .sndfile(
          try SndfileEncoder(
            creating: path, format: format, sampleRate: sampleRate, channels: channels,
            encoding: encoding))
      }
    }

    func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
      switch self {
      case .sndfile(let encoder): try encoder.write(samples)
      case .opus(let encoder): try encoder.write(samples)
      case .aac(let encoder): try encoder.write(samples)
      }
    }

    func write(fine samples: UnsafeBufferPointer<Float>) throws(AudioError) {
      switch self {
      case .sndfile(let encoder): try encoder.write(samples)
      default: preconditionFailure("only WAV and FLAC have more than 16 bits")
      }
    }

    /// Encodes the pending samples and closes the file.
    consuming func close() throws(AudioError) {
      switch consume self {
      case .sndfile(let encoder): try encoder.close()
      case .opus(let encoder): try encoder.close()
      case .aac(let encoder): try encoder.close()
      }
    }
  }
}

extension SoundFormat {
  /// The maximum number of samples of padding, per channel, at the end of a complete file.
  var maximumPadding: Int {
    switch self {
    // A stretch of AAC is filled up to a whole block, and ends with a silent block.
    case .aac: 2 * AACEncoder.blockFrames
    case .flacBlocks: SoundFileWriter.blockFrames - 1
    case .wav, .flac, .mp3, .ogg, .opus: 0
    }
  }
}

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
