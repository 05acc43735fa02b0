/// The minimum contents with which files of each format are accepted as audio.
enum SoundBytes {
  /// Bytes without structure.
  static let noise: [UInt8] = (0..<4_000).map { UInt8(truncatingIfNeeded: ($0 * $0 * 31 + 7) >> 3) }
  /// A tag of five bytes before MP3.
  static let id3: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 5, 1, 2, 3, 4, 5]

  /// Returns FLAC: STREAMINFO and the beginning of a frame.
  static func flac(rate: Int = 24_000, block: [UInt8] = [16, 0]) -> [UInt8] {
    let packed = UInt64(rate) << 44 | 15 << 36
    let info =
      block + block + [UInt8](repeating: 0, count: 6)
      + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: packed >> $0) }
      + [UInt8](repeating: 0, count: 16)
    return Array("fLaC".utf8) + [0x80, 0, 0, 34] + info + [0xFF, 0xF8, 0xC9, 0x08]
  }

  /// Returns an Ogg page with one packet.
  static func page(flags: UInt8, position: UInt8, _ packet: [UInt8]) -> [UInt8] {
    Array("OggS".utf8) + [0, flags, position, position] + [UInt8](repeating: 0, count: 18)
      + [1, UInt8(packet.count)] + packet
  }

  static func opus(channels: UInt8 = 1) -> [UInt8] {
    page(
      flags: 2, position: 0, Array("OpusHead".utf8) + [1, channels, 0, 0] + [0, 0, 0, 0, 0, 0, 0])
      + page(flags: 4, position: 9, [1, 2, 3])
  }

  static func vorbis(rate: [UInt8] = [0x80, 0xBB, 0, 0]) -> [UInt8] {
    page(flags: 2, position: 0, [1] + Array("vorbis".utf8) + [0, 0, 0, 0, 1] + rate)
      + page(flags: 4, position: 9, [1, 2, 3])
  }

  /// Returns an AIFF with four frames at 44.1 kHz, in one channel.
  static func aiff(channels: UInt8 = 1) -> [UInt8] {
    Array("FORM".utf8) + [0, 0, 0, 54] + Array("AIFFCOMM".utf8) + [0, 0, 0, 18]
      + [0, channels, 0, 0, 0, 4, 0, 16, 0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
      + Array("SSND".utf8) + [0, 0, 0, 16] + [UInt8](repeating: 0, count: 16)
  }
}
