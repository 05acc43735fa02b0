/// How compressed formats are encoded.
///
/// Lossless formats take no notice of it.
public struct EncodingOptions: Sendable, Equatable {
  /// The wanted bit rate in kbit/s for all channels together; the codec's default where `nil`:
  /// MP3 variable with `-V 4`, Vorbis quality 0.4, Opus libopus's own choice, AAC 64 a channel.
  public var bitrate: Int?

  /// Makes options.
  public init(bitrate: Int? = nil) {
    self.bitrate = bitrate
  }

  /// The bit rate in kbit/s that a format makes of the wish; `nil` without a wish, and for the
  /// lossless formats, which have no use for one.
  ///
  /// A caller that gets another value than it asked for can say so.
  public func effectiveBitrate(for format: SoundFormat, sampleRate: Int, channels: Int = 1) -> Int?
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
  /// The number of the range that is nearest to a given one.
  func nearest(to value: Int) -> Int { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
