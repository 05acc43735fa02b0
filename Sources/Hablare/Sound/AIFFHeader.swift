/// The contents of the `COMM` chunk of an AIFF file (Apple, Audio Interchange File Format 1.3, and
/// AIFF-C).
struct AIFFHeader {
  var channels = 0
  /// The number of frames, or of packets of frames if the samples are compressed.
  var packets = 0
  var bits = 0
  /// Frames per second; 0 if the number is not usable.
  var rate = 0
  /// The encoding of the samples, as four characters; nil for plain AIFF samples.
  private var encoding: String?
  var hasSound = false
  /// Whether the bytes end before the audio does.
  private var isCutOff = false

  /// The smallest size that means "unknown".
  /// The audio then extends to the end of the bytes.
  /// Programs write such sizes if they do not know the real size.
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
    // The rate is an 80-bit floating-point number. The upper 32 bits of the mantissa are enough.
    rate = (16_383...16_414).contains(exponent) ? mantissa >> (16_414 - exponent) : 0
    // The encoding follows the rate, but only in AIFF-C.
    guard bytes.has("AIFC", at: 8), size >= 22, bytes.big(4, at: place + 18) != nil else { return }
    encoding = String(decoding: bytes.dropFirst(place + 18).prefix(4), as: UTF8.self)
  }

  var isUsable: Bool {
    hasSound && !isCutOff && packets > 0 && (1...64).contains(bits)
      && SoundCheck.rates.contains(rate) && SoundCheck.channels.contains(channels)
  }

  /// The number of frames; nil if the encoding is unknown.
  var frames: Int? {
    switch encoding?.lowercased() {
    // Integers of either byte order, floating point, μ-law and A-law have one sample per packet.
    case nil, "none", "twos", "sowt", "raw ", "in24", "in32", "42ni", "23ni", "fl32", "fl64",
      "ulaw", "alaw":
      packets
    // For each channel, a packet has 64 samples in QuickTime's ADPCM, and six samples in MACE.
    case "ima4": packets * 64
    case "mac3", "mac6": packets * 6
    default: nil
    }
  }
}
