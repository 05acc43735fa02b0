import Basics

/// The frame before the sound of an MP3 file, which tells how long it is, where to look for a time, and how many
/// samples at both ends are the encoder's own.
///
/// By "Xing VBR header" (Xing Technology's SDK) and "MP3 Info Tag revision 1" (gabriel.mp3-tech.org), as LAME
/// writes them: an empty frame with this in place of main data.
struct LAMEHeader {
  /// The header's frame.
  let frame: MPEGFrame
  /// Frames of sound.
  var frames: Int
  /// Samples before the sound that the encoder has added.
  let delay: Int
  /// Samples behind the sound that the encoder has added.
  var padding: Int
  /// The bytes of the frame as the encoder wrote them.
  private let original: [UInt8]

  /// What stands in the frame, in bytes behind the name: flags of what is there, frames, bytes, a table of 100
  /// places and a quality; LAME's own part follows.
  private static let lamePlace = 4 + 4 + 4 + 4 + 100 + 4
  private static let lameLength = 36
  private static let allFields: [UInt8] = [0, 0, 0, 15]

  private var place: Int { MPEGFrame.headerLength + frame.sideLength }

  /// Reads the first frame of a file; nil where it is none of LAME's headers.
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

  /// Whether a book can be joined from sounds with both headers: the same kind of sound and of bit rate, and the
  /// same samples before it.
  func fits(_ other: LAMEHeader) -> Bool {
    let kind = place..<place + 4
    return frame.fits(other.frame) && frame.isMPEG1 == other.frame.isMPEG1 && place == other.place
      && delay == other.delay
      && original[kind] == other.original[kind]
  }

  /// Samples of sound.
  var samples: Int { frames * frame.samples - delay - padding }

  /// The frame for a whole book: `places` are 100 places in the file in bytes, of equal distance in time,
  /// `bytes` the length of the file from this frame on, and `checksum` that of all the other frames.
  ///
  /// The name of the encoder and its settings stay. What it measured of the first chapter alone (the peak, and
  /// gains from it) goes. Above 4 GB there are neither length nor places.
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
    // Version, method and lowpass; peak and two gains; flags and rate.
    fields += original[lame..<lame + 11] + [UInt8](repeating: 0, count: 8)
    fields += original[lame + 19..<lame + 21]
    fields += [
      UInt8(delay >> 4 & 0xFF), UInt8((delay & 15) << 4 | padding >> 8 & 15), UInt8(padding & 0xFF),
    ]
    // Noise shaping and the like; gain; preset.
    fields += original[lame + 24..<lame + 28]
    fields += ByteOrder.big(UInt32(clamping: length)) + ByteOrder.big(checksum)
    var frame = original[..<place] + fields
    frame += ByteOrder.big(Checksum.lame(frame))
    frame += [UInt8](repeating: 0, count: max(0, original.count - frame.count))
    return Array(frame)
  }
}
