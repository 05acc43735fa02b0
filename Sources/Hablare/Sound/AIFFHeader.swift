/// What the `COMM` chunk of an AIFF file says (Apple, Audio Interchange File Format 1.3, and AIFF-C).
struct AIFFHeader {
  var channels = 0
  /// Frames, or packets of frames where the samples are compressed.
  var packets = 0
  var bits = 0
  /// Frames per second; 0 where it is no number of use.
  var rate = 0
  /// How the samples are encoded, in four characters; nil for plain samples of AIFF.
  private var encoding: String?
  var hasSound = false
  /// Whether the bytes end before the sound does.
  private var isCutOff = false

  /// Bytes of sound that say no less than this are as many as there are: the program could not know.
  private static let unknownSize = 0x7FFF_0000

  init?<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) where Bytes.Index == Int {
    guard bytes.has("FORM"), bytes.has("AIFF", at: 8) || bytes.has("AIFC", at: 8) else {
      return nil
    }
    var place = 12
    while let size = bytes.big(4, at: place + 4) {
      if bytes.has("COMM", at: place) { readCommon(bytes, at: place + 8, size: size) }
      if bytes.has("SSND", at: place), bytes.count > place + 16 {
        hasSound = true
        isCutOff = size < Self.unknownSize && size > bytes.count - place - 8
      }
      place += 8 + size + size % 2
    }
    if channels == 0 { return nil }
  }

  private mutating func readCommon<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, at place: Int, size: Int
  ) where Bytes.Index == Int {
    guard let channels = bytes.big(2, at: place), let packets = bytes.big(4, at: place + 2),
      let bits = bytes.big(2, at: place + 6), let exponent = bytes.big(2, at: place + 8),
      let mantissa = bytes.big(4, at: place + 10)
    else { return }
    (self.channels, self.packets, self.bits) = (channels, packets, bits)
    // An 80-bit number; its upper 32 bits of mantissa have all that a rate has.
    rate = (16_383...16_414).contains(exponent) ? mantissa >> (16_414 - exponent) : 0
    // Behind the rate, and in AIFF-C only.
    guard bytes.has("AIFC", at: 8), size >= 22, bytes.big(4, at: place + 18) != nil else { return }
    encoding = String(decoding: bytes.dropFirst(place + 18).prefix(4), as: UTF8.self)
  }

  var isUsable: Bool {
    hasSound && !isCutOff && packets > 0 && (1...64).contains(bits)
      && SoundCheck.rates.contains(rate) && SoundCheck.channels.contains(channels)
  }

  /// The number of frames; nil if the encoding is not known.
  var frames: Int? {
    switch encoding?.lowercased() {
    // A sample by itself: integers of either byte order, floating point, and the telephone's two.
    case nil, "none", "twos", "sowt", "raw ", "in24", "in32", "42ni", "23ni", "fl32", "fl64",
      "ulaw", "alaw":
      packets
    // QuickTime's ADPCM has 64 samples of a channel in a packet, MACE six.
    case "ima4": packets * 64
    case "mac3", "mac6": packets * 6
    default: nil
    }
  }
}
