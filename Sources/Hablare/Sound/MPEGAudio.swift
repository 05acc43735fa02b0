import Basics

/// The frames of an MPEG layer III stream, without the stream's tags and information frame (ISO/IEC
/// 11172-3, 13818-3).
struct MPEGAudio: Sendable, Equatable {
  /// The frames that contain audio.
  private(set) var frames: ArraySlice<UInt8>
  /// The sample rate, in hertz.
  private(set) var sampleRate: Int
  private(set) var channels: Int
  /// The number of samples of each channel in the frames.
  private(set) var samples: Int

  /// Finds the frames; nil if the bytes are not an MPEG layer III stream or end within a frame.
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

  /// Returns whether the first bytes are those of an MPEG layer III stream.
  static func isBeginning(of bytes: [UInt8]) -> Bool {
    bytes.has("ID3") || MPEGFrame(bytes) != nil
  }

  /// Returns whether the bytes end within a frame, so that the stream was cut off.
  /// Bytes that are not a frame do not matter, because they may be a tag.
  static func endsWithinFrame(_ bytes: [UInt8]) -> Bool {
    var rest = withoutTags(bytes)
    guard let first = MPEGFrame(rest) else { return false }
    while let frame = MPEGFrame(rest), frame.fits(first) {
      if frame.length > rest.count { return true }
      rest = rest.dropFirst(frame.length)
    }
    return false
  }

  /// Returns several streams joined to one; nil if their sample rates or numbers of channels
  /// differ.
  /// The frames are joined unchanged, because the first frame of a stream refers to no earlier
  /// bytes. The encoder's delay in each stream adds a pause of about 50 ms between the streams.
  /// Removing the delay would need decoding, which this module does not do.
  static func joined(_ parts: [MPEGAudio]) -> MPEGAudio? {
    guard var whole = parts.first,
      parts.allSatisfy({ ($0.sampleRate, $0.channels) == (whole.sampleRate, whole.channels) })
    else { return nil }
    whole.frames = ArraySlice(parts.flatMap(\.frames))
    whole.samples = parts.reduce(0) { $0 + $1.samples }
    return whole
  }

  /// Returns the bytes without an ID3v2 tag at the start and an ID3v1 tag at the end.
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
  /// Returns whether the first frame contains information about the stream instead of audio.
  /// The marks `Xing` and `Info` follow the header of 4 bytes and the side information of 9 to 32
  /// bytes. The mark `VBRI` (Fraunhofer) is at byte 36.
  static func isInformation(_ bytes: ArraySlice<UInt8>) -> Bool {
    (13..<40).contains { place in
      bytes.has("Xing", at: place) || bytes.has("Info", at: place) || bytes.has("VBRI", at: place)
    }
  }
}
