extension SoundFormat {
  /// What a reader finds in a complete file of this format into which sound of this description was
  /// written.
  ///
  /// The same frames at the same rate, but for Opus: it counts in samples of 48 kHz (RFC 7845,
  /// section 4), of which the encoder takes as many as are begun, and libsndfile decodes to the rate
  /// of its five that is next above the original and gives the frames that are whole there.
  public func decoded(_ written: SoundFileInfo) -> SoundFileInfo {
    guard self == .opus, written.sampleRate > 0 else { return written }
    let rate = Self.opusSampleRates.first { $0 >= written.sampleRate } ?? 48_000
    let granule = (written.frames * 48_000 + written.sampleRate - 1) / written.sampleRate
    return SoundFileInfo(
      frames: granule * rate / 48_000, sampleRate: rate, channels: written.channels)
  }

  /// The rates that Opus decodes to, in hertz (RFC 6716, section 2).
  private static let opusSampleRates = [8000, 12_000, 16_000, 24_000, 48_000]
}
