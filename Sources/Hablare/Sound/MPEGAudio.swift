import Basics

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
    guard let first = MPEGFrame(rest), first.length <= rest.count else { return nil }
    (sampleRate, channels, samples) = (first.sampleRate, first.channels, 0)
    if MPEGFrame.isInformation(rest) { rest = rest.dropFirst(first.length) }
    frames = rest
    while !rest.isEmpty {
      guard let frame = MPEGFrame(rest), frame.fits(first), frame.length <= rest.count else {
        return nil
      }
      samples += frame.samples
      rest = rest.dropFirst(frame.length)
    }
    if samples == 0 { return nil }
  }

  /// Whether bytes begin as such a stream does, however they go on.
  static func isBeginning(of bytes: [UInt8]) -> Bool {
    bytes.has("ID3") || MPEGFrame(bytes) != nil
  }

  /// Whether bytes are cut off: the last frame of the stream is longer than what is left.
  ///
  /// Other bytes behind the frames may be a tag.
  static func endsWithinFrame(_ bytes: [UInt8]) -> Bool {
    var rest = withoutTags(bytes)
    guard let first = MPEGFrame(rest) else { return false }
    while let frame = MPEGFrame(rest), frame.fits(first) {
      if frame.length > rest.count { return true }
      rest = rest.dropFirst(frame.length)
    }
    return false
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
  static func withoutTags(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    if rest.count >= 10, rest.has("ID3") {
      let header = Array(rest.prefix(10))
      let size = header[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      let footer = header[5] & 0x10 != 0 ? 10 : 0
      rest = rest.dropFirst(10 + size + footer)
    }
    if rest.count >= 128, rest.suffix(128).starts(with: "TAG".utf8) { rest = rest.dropLast(128) }
    return rest
  }
}

extension MPEGFrame {
  /// Whether the frame that begins some bytes holds no sound but notes on the stream: Xing's and
  /// LAME's stand behind the side information, of which there are 9 to 32 bytes, Fraunhofer's at 36.
  static func isInformation(_ bytes: ArraySlice<UInt8>) -> Bool {
    (13..<40).contains { place in
      bytes.has("Xing", at: place) || bytes.has("Info", at: place) || bytes.has("VBRI", at: place)
    }
  }
}
