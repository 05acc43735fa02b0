import Basics

/// The frame before the audio of an MP3 file.
///
/// It contains the length of the audio, positions for seeking, and the number of samples that the encoder added at both
/// ends. LAME writes this header in place of the frame's main data. Sources: "Xing VBR header" (Xing Technology's SDK)
/// and "MP3 Info Tag revision 1" (gabriel.mp3-tech.org).
struct LAMEHeader {
  /// The MPEG frame that holds this header.
  let frame: MPEGFrame
  /// The number of audio frames.
  var frames: Int
  /// The number of samples that the encoder added before the audio.
  let delay: Int
  /// The number of samples that the encoder added after the audio.
  var padding: Int
  /// The bytes of the frame as the encoder wrote them.
  private let original: [UInt8]

  /// The position of LAME's part, in bytes from the start of the name `Xing` or `Info`.
  ///
  /// LAME's part follows the name, flags for the existing fields, the numbers of frames and bytes, a table of 100
  /// positions, and a quality.
  private static let lamePlace = 4 + 4 + 4 + 4 + 100 + 4
  private static let lameLength = 36
  private static let allFields: [UInt8] = [0, 0, 0, 15]

  private var place: Int { MPEGFrame.headerLength + frame.sideLength }

  /// Reads the first frame of a file.
  ///
  /// Returns nil if the frame is not a LAME header.
  init?(_ bytes: [UInt8]) {
    guard let frame = MPEGFrame(bytes), bytes.count == frame.length else { return nil }
    let place = MPEGFrame.headerLength + frame.sideLength
    guard frame.length >= place + Self.lamePlace + Self.lameLength else { return nil }
    let name = bytes[place..<place + 4]
    guard name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8),
      Array(bytes[place + 4..<place + 8]) == Self.allFields
    else { return nil }
    let gaps = bytes[(place + Self.lamePlace + 21)...].prefix(3).map(Int.init)
    (self.frame, original) = (frame, bytes)
    frames = bytes[(place + 8)...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
    delay = gaps[0] << 4 | gaps[1] >> 4
    padding = (gaps[1] & 15) << 8 | gaps[2]
  }

  /// Returns whether stretches with these two headers can be joined: the headers must have the same audio format, the
  /// same kind of bit rate and the same number of samples before the audio.
  func fits(_ other: LAMEHeader) -> Bool {
    let kind = place..<place + 4
    return frame.fits(other.frame) && frame.isMPEG1 == other.frame.isMPEG1 && place == other.place
      && delay == other.delay
      && original[kind] == other.original[kind]
  }

  /// The number of samples of audio.
  var samples: Int { frames * frame.samples - delay - padding }

  /// Returns the frame for a whole book.
  ///
  /// `places` are 100 positions at equal distances in time, in bytes from the start of this frame. `bytes` is the
  /// length of the file from this frame on. `checksum` is the checksum of all other frames.
  ///
  /// The name and the settings of the encoder stay. Values that were measured only on the first chapter (the peak, and
  /// gains derived from it) are removed. If the file is larger than 4 GB, its length and the positions are left out.
  func bytes(places: [Int64], bytes length: Int64, checksum: UInt16) -> [UInt8] {
    let lame = place + Self.lamePlace
    var fields = Array(original[place..<place + 4])
    let isShort = length <= Int64(UInt32.max)
    fields += isShort ? Self.allFields : [0, 0, 0, 9]
    fields += ByteOrder.big(UInt32(clamping: frames))
    if isShort {
      fields += ByteOrder.big(UInt32(clamping: length))
      fields += places.map { UInt8(clamping: $0 * 256 / max(1, length)) }
    }
    fields += original[lame - 4..<lame]
    // Version, method and lowpass stay. The peak and two gains become zero. Flags and bit rate stay.
    fields += original[lame..<lame + 11] + [UInt8](repeating: 0, count: 8)
    fields += original[lame + 19..<lame + 21]
    fields += [
      UInt8(delay >> 4 & 0xFF), UInt8((delay & 15) << 4 | padding >> 8 & 15), UInt8(padding & 0xFF),
    ]
    // Noise shaping and similar settings, the MP3 gain and the preset stay.
    fields += original[lame + 24..<lame + 28]
    fields += ByteOrder.big(UInt32(clamping: length)) + ByteOrder.big(checksum)
    var frame = original[..<place] + fields
    frame += ByteOrder.big(Checksum.lame(frame))
    frame += [UInt8](repeating: 0, count: max(0, original.count - frame.count))
    return Array(frame)
  }
}
