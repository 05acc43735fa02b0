/// The header of an MPEG layer III frame, which is its first four bytes (ISO/IEC 11172-3, 2.4.1.3 and
/// 2.4.2.3; 13818-3, 2.4.2.3, for the lower rates).
package struct MPEGFrame: Sendable, Equatable {
  /// The length of a header in bytes.
  package static let headerLength = 4

  /// The length of the whole frame in bytes.
  package let length: Int
  /// The sample rate of each channel, in hertz.
  package let sampleRate: Int
  /// The number of channels, 1 or 2.
  package let channels: Int
  /// Whether the frame is MPEG-1.
  /// MPEG-2 and MPEG-2.5 have lower rates.
  package let isMPEG1: Bool
  /// Whether a checksum of two bytes follows the header.
  package let hasChecksum: Bool

  /// The number of samples of each channel in a frame.
  package var samples: Int { isMPEG1 ? 1152 : 576 }

  /// Kilobits per second by the index in the header: for MPEG-1, then for MPEG-2 and MPEG-2.5.
  private static let bitrates1 = [
    0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]
  private static let bitrates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

  /// Reads the header at the beginning of `bytes`; nil if there is none.
  package init?(_ bytes: some Collection<UInt8>) {
    let start = bytes.prefix(Self.headerLength)
    let header = start.reduce(0) { $0 << 8 | Int($1) }
    guard start.count == Self.headerLength, header >> 21 == 0x7FF else { return nil }
    let (version, layer) = (header >> 19 & 3, header >> 17 & 3)
    let (bitrate, rate) = (header >> 12 & 15, header >> 10 & 3)
    // Version 1 is reserved. Layer value 1 means layer III. Rate 3 is reserved. With bit rate 0 the
    // length is unknown, and bit rate 15 is forbidden.
    guard version != 1, layer == 1, rate != 3, 1...14 ~= bitrate else { return nil }
    isMPEG1 = version == 3
    hasChecksum = header >> 16 & 1 == 0
    sampleRate = [44_100, 48_000, 32_000][rate] >> (isMPEG1 ? 0 : version == 2 ? 1 : 2)
    channels = header >> 6 & 3 == 3 ? 1 : 2
    let kilobits = (isMPEG1 ? Self.bitrates1 : Self.bitrates2)[bitrate]
    length = (isMPEG1 ? 144_000 : 72_000) * kilobits / sampleRate + (header >> 9 & 1)
  }

  /// Whether two frames can belong to the same stream.
  package func fits(_ other: MPEGFrame) -> Bool {
    sampleRate == other.sampleRate && channels == other.channels
  }
}
