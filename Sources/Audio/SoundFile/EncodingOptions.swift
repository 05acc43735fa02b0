/// The options of compressed formats.
/// Lossless formats ignore the options.
package struct EncodingOptions: Sendable, Equatable {
  /// The requested bit rate in kbit/s for all channels together, or nil for the codec's default.
  /// The defaults are a variable rate with `-V 4` for MP3, quality 0.4 for Vorbis, libopus's own choice for Opus and
  /// 64 kbit/s per channel for AAC.
  package var bitrate: Int?

  package init(bitrate: Int? = nil) {
    self.bitrate = bitrate
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
