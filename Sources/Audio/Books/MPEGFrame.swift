/// The header of a frame of MPEG layer III (ISO 11172-3, 2.4.1.3; ISO 13818-3, 2.4.2.3): four bytes.
struct MPEGFrame: Equatable {
  /// Bytes of a header.
  static let headerLength = 4

  /// Samples per second, in hertz.
  let sampleRate: Int
  /// 1 or 2.
  let channels: Int
  /// The whole frame in bytes.
  let length: Int
  /// Whether it is of MPEG-1, and not of the lower rates of MPEG-2 and -2.5.
  let isMPEG1: Bool
  /// Whether a checksum of two bytes follows the header.
  private let hasChecksum: Bool

  /// Samples of each channel in a frame.
  var samples: Int { isMPEG1 ? 1152 : 576 }

  /// Bytes between the header and the main data, the checksum among them.
  var sideLength: Int {
    let side = isMPEG1 ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17)
    return side + (hasChecksum ? 2 : 0)
  }

  /// Reads a header; nil where there is none.
  init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes.prefix(Self.headerLength)).map(Int.init)
    guard bytes.count == Self.headerLength, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else {
      return nil
    }
    let (version, layer) = (bytes[1] >> 3 & 3, bytes[1] >> 1 & 3)
    let (bitrateIndex, rateIndex) = (bytes[2] >> 4, bytes[2] >> 2 & 3)
    // Reserved or of another layer; without a bit rate (0) the length is not known.
    guard version != 1, layer == 1, rateIndex < 3, 1...14 ~= bitrateIndex else { return nil }
    isMPEG1 = version == 3
    let bitrate = (isMPEG1 ? Self.bitratesOfMPEG1 : Self.bitratesOfMPEG2)[bitrateIndex - 1]
    sampleRate = [44_100, 48_000, 32_000][rateIndex] >> (isMPEG1 ? 0 : version == 2 ? 1 : 2)
    channels = bytes[3] >> 6 == 3 ? 1 : 2
    hasChecksum = bytes[1] & 1 == 0
    length = (isMPEG1 ? 144_000 : 72_000) * bitrate / sampleRate + (bytes[2] >> 1 & 1)
  }

  /// Whether its main data begin in the frame itself, and not in the ones before (`main_data_begin` of
  /// ISO 11172-3, 2.4.2.7: nine bits behind the header; eight in the lower rates).
  func standsAlone(_ frame: some Collection<UInt8>) -> Bool {
    let side = Array(frame.dropFirst(Self.headerLength + (hasChecksum ? 2 : 0)).prefix(2))
    guard side.count == 2 else { return false }
    return side[0] == 0 && (!isMPEG1 || side[1] & 0x80 == 0)
  }

  /// kbit/s by the index in the header, from 1 (ISO 11172-3, 2.4.2.3, and ISO 13818-3, 2.4.2.3).
  private static let bitratesOfMPEG1 = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]
  private static let bitratesOfMPEG2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}
