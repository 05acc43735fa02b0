/// The ADTS header of an AAC frame (ISO 14496-3, 1.A.2.2): AAC-LC, without a checksum.
struct ADTSHeader: Equatable {
  /// The length of the header in bytes.
  static let length = 7
  /// The sample rates of AAC in hertz, by their index (ISO 14496-3, table 1.18).
  static let sampleRates = SoundFormat.aacSampleRates

  /// Samples per second, in hertz.
  let sampleRate: Int
  /// The number of channels, 1 or 2.
  let channels: Int

  init?(sampleRate: Int, channels: Int) {
    guard Self.sampleRates.contains(sampleRate), (1...2).contains(channels) else { return nil }
    (self.sampleRate, self.channels) = (sampleRate, channels)
  }

  /// Returns the header of a frame with this number of bytes.
  func bytes(frameBytes: Int) -> [UInt8] {
    let index = Self.sampleRates.firstIndex(of: sampleRate) ?? 0
    let length = Self.length + frameBytes
    // The fields are: sync word, MPEG-4, no checksum; profile LC; buffer fullness of a variable bit rate; one frame.
    return [
      0xFF, 0xF1, UInt8(1 << 6 | index << 2 | channels >> 2),
      UInt8((channels & 3) << 6 | length >> 11), UInt8(length >> 3 & 0xFF),
      UInt8((length & 7) << 5 | 0x1F), 0xFC,
    ]
  }

  /// Returns the header at the start of the bytes, and the number of bytes that follow it in the frame.
  /// Returns nil for any header that this module does not write.
  static func read(_ bytes: some Collection<UInt8>) -> (header: ADTSHeader, frameBytes: Int)? {
    let bytes = Array(bytes.prefix(length)).map(Int.init)
    guard bytes.count == length, bytes[0] == 0xFF, bytes[1] == 0xF1, bytes[2] >> 6 == 1 else {
      return nil
    }
    let index = bytes[2] >> 2 & 0xF
    let channels = (bytes[2] & 1) << 2 | bytes[3] >> 6
    let frame = (bytes[3] & 3) << 11 | bytes[4] << 3 | bytes[5] >> 5
    guard sampleRates.indices.contains(index), frame >= length,
      let header = ADTSHeader(sampleRate: sampleRates[index], channels: channels)
    else { return nil }
    return (header, frame - length)
  }
}
