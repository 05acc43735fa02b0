/// The frames of an MPEG layer III stream, without the tags and the header frame around them
/// (ISO/IEC 11172-3, 13818-3).
struct MPEGAudio: Sendable, Equatable {
  /// The frames that are sound.
  private(set) var frames: ArraySlice<UInt8>
  /// Frames per second, of each channel.
  private(set) var sampleRate: Int
  private(set) var channels: Int
  /// Samples of each channel that the frames hold.
  private(set) var samples: Int

  /// Finds the frames; nil where the bytes are something else or end within a frame.
  init?(_ bytes: [UInt8]) {
    var rest = Self.withoutTags(bytes)
    guard let first = FrameHeader(rest), first.length <= rest.count else { return nil }
    (sampleRate, channels, samples) = (first.sampleRate, first.channels, 0)
    if first.isInformation(rest) { rest = rest.dropFirst(first.length) }
    frames = rest
    while !rest.isEmpty {
      guard let frame = FrameHeader(rest), frame.sampleRate == sampleRate,
        frame.channels == channels, frame.length <= rest.count
      else { return nil }
      samples += frame.samples
      rest = rest.dropFirst(frame.length)
    }
    if samples == 0 { return nil }
  }

  /// Whether bytes begin as such a stream does, however they go on.
  static func isBeginning(of bytes: [UInt8]) -> Bool {
    bytes.starts(with: "ID3".utf8) || FrameHeader(bytes[...]) != nil
  }

  /// One stream of several, which must have the same rate and number of channels.
  ///
  /// Frames of one stream may follow those of another: the first frame of a stream refers to no
  /// earlier bytes. What the encoders' delay adds is a pause of some 50 ms at a sentence's end; to
  /// take it away would need decoding, which this module does not do.
  static func joined(_ parts: [MPEGAudio]) -> MPEGAudio? {
    guard var whole = parts.first,
      parts.allSatisfy({ ($0.sampleRate, $0.channels) == (whole.sampleRate, whole.channels) })
    else { return nil }
    whole.frames = ArraySlice(parts.flatMap(\.frames))
    whole.samples = parts.reduce(0) { $0 + $1.samples }
    return whole
  }

  /// The bytes without ID3v2 before and ID3v1 behind them.
  private static func withoutTags(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    if rest.count >= 10, rest.starts(with: "ID3".utf8) {
      let header = Array(rest.prefix(10))
      let size = header[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      let footer = header[5] & 0x10 != 0 ? 10 : 0
      rest = rest.dropFirst(10 + size + footer)
    }
    if rest.count >= 128, rest.suffix(128).starts(with: "TAG".utf8) { rest = rest.dropLast(128) }
    return rest
  }
}

/// The first four bytes of a frame of layer III.
private struct FrameHeader {
  /// Bytes of the frame, these included.
  let length: Int
  let sampleRate: Int
  let channels: Int
  /// Samples of each channel.
  let samples: Int
  private let isVersion1: Bool

  init?(_ bytes: ArraySlice<UInt8>) {
    let header = Array(bytes.prefix(4))
    guard header.count == 4, header[0] == 0xFF, header[1] & 0xE0 == 0xE0 else { return nil }
    let (version, layer) = (header[1] >> 3 & 3, header[1] >> 1 & 3)
    let (bitrate, rate) = (Int(header[2] >> 4), Int(header[2] >> 2 & 3))
    // Version 1 is reserved, layer 1 is the third; rate 3 and bit rates 0 and 15 are not for use here.
    guard version != 1, layer == 1, rate != 3, bitrate != 0, bitrate != 15 else { return nil }
    isVersion1 = version == 3
    let divisor = version == 3 ? 1 : version == 2 ? 2 : 4
    sampleRate = [44_100, 48_000, 32_000][rate] / divisor
    samples = isVersion1 ? 1152 : 576
    channels = header[3] >> 6 == 3 ? 1 : 2
    let table = isVersion1 ? Self.bitrates1 : Self.bitrates2
    length = samples / 8 * table[bitrate] * 1000 / sampleRate + Int(header[2] >> 1 & 1)
  }

  /// Whether the frame holds no sound but the stream's length (Xing, Info, VBRI).
  func isInformation(_ bytes: ArraySlice<UInt8>) -> Bool {
    let sideInformation = isVersion1 ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17)
    let xing = bytes.dropFirst(4 + sideInformation).prefix(4)
    return xing.elementsEqual("Xing".utf8) || xing.elementsEqual("Info".utf8)
      || bytes.dropFirst(36).prefix(4).elementsEqual("VBRI".utf8)
  }

  /// Kilobits a second of versions 1, and 2 and 2.5 (ISO/IEC 11172-3, 2.4.2.3; 13818-3, 2.4.2.3).
  private static let bitrates1 = [
    0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]
  private static let bitrates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}
