extension SoundFormat {
  /// Returns the description of decoded audio in this format, given the description of the written audio.
  /// Only Opus changes the number of frames and the sample rate. Opus counts samples at 48 kHz (RFC 7845, section 4),
  /// and the encoder rounds the number of samples up. libsndfile decodes to the lowest of the five rates of Opus that
  /// is not below the original rate. libsndfile returns only the frames that are whole at that rate.
  package func decoded(_ written: SoundFileInfo) -> SoundFileInfo {
    guard self == .opus, written.sampleRate > 0 else { return written }
    let rate = Self.opusSampleRates.first { $0 >= written.sampleRate } ?? 48_000
    let granule = (written.frames * 48_000 + written.sampleRate - 1) / written.sampleRate
    return SoundFileInfo(
      frames: granule * rate / 48_000, sampleRate: rate, channels: written.channels)
  }

  /// The sample rates that Opus decodes to, in hertz (RFC 6716, section 2).
  private static let opusSampleRates = [8000, 12_000, 16_000, 24_000, 48_000]
}
