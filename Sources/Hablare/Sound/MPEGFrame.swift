/// The header of a frame of MPEG layer III, its first four bytes (ISO/IEC 11172-3, 2.4.2.3; 13818-3
/// for the lower rates).
struct MPEGFrame: Sendable, Equatable {
  /// Bytes of the frame, these included.
  let length: Int
  /// Frames per second, of each channel.
  let sampleRate: Int
  let channels: Int
  /// Samples of each channel.
  let samples: Int

  /// Kilobits a second by index, of version 1, and of versions 2 and 2.5.
  private static let bitrates1 = [
    0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]
  private static let bitrates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

  /// Reads the header at the beginning of some bytes; nil where none is.
  init?<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) where Bytes.Index == Int {
    guard let header = bytes.big(4, at: 0), header >> 21 == 0x7FF else { return nil }
    let (version, layer) = (header >> 19 & 3, header >> 17 & 3)
    let (bitrate, rate) = (header >> 12 & 15, header >> 10 & 3)
    // Version 1 is reserved, layer 1 is the third; rate 3 and bit rates 0 and 15 are not for use here.
    guard version != 1, layer == 1, rate != 3, bitrate != 0, bitrate != 15 else { return nil }
    let divisor = version == 3 ? 1 : version == 2 ? 2 : 4
    sampleRate = [44_100, 48_000, 32_000][rate] / divisor
    channels = header >> 6 & 3 == 3 ? 1 : 2
    samples = version == 3 ? 1152 : 576
    let kilobits = version == 3 ? Self.bitrates1[bitrate] : Self.bitrates2[bitrate]
    length = samples / 8 * kilobits * 1000 / sampleRate + (header >> 9 & 1)
  }

  /// Whether both can be frames of one stream.
  func fits(_ other: MPEGFrame) -> Bool {
    sampleRate == other.sampleRate && channels == other.channels
  }

  /// Whether the frame that begins some bytes holds no sound but notes on the stream: Xing's and
  /// LAME's stand behind the side information, of which there are 9 to 32 bytes, Fraunhofer's at 36.
  static func isInformation(_ bytes: ArraySlice<UInt8>) -> Bool {
    (13..<40).contains { place in
      bytes.has("Xing", at: place) || bytes.has("Info", at: place) || bytes.has("VBRI", at: place)
    }
  }
}
