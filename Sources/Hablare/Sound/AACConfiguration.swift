/// What the decoder of AAC is told in an MPEG-4 file: the box around the sound need not say how many
/// channels there are, and often says two (ISO/IEC 14496-14, 5.6).
struct AACConfiguration {
  /// The channels; nil if the sound itself tells them.
  let channels: Int?

  /// Reads the content of an `esds` box: descriptors in one another (ISO/IEC 14496-1, 7.2.6).
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = DescriptorReader(rest: bytes.dropFirst(4))
    guard reader.enter(tag: 3) else { return nil }
    reader.skip(2)
    guard let flags = reader.byte() else { return nil }
    // What the stream depends on, where else it is, and which clock it follows.
    if flags & 0x80 != 0 { reader.skip(2) }
    if flags & 0x40 != 0 { reader.skip(reader.byte() ?? 0) }
    if flags & 0x20 != 0 { reader.skip(2) }
    guard reader.enter(tag: 4) else { return nil }
    // The kind of stream, its buffer and its bit rates.
    reader.skip(13)
    guard reader.enter(tag: 5), let number = Self.channels(reader.rest) else { return nil }
    channels = number > 0 ? number : nil
  }

  /// The channels of an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1), 0 if the sound itself tells
  /// them; nil if it is cut short.
  private static func channels(_ bytes: ArraySlice<UInt8>) -> Int? {
    var bits = BitReader(bytes: bytes)
    guard let kind = bits.read(5) else { return nil }
    // Kinds above 30 have six more bits.
    if kind == 31 { _ = bits.read(6) }
    // A rate that is none of the usual ones stands behind its index.
    if bits.read(4) == 15 { _ = bits.read(24) }
    guard let number = bits.read(4) else { return nil }
    switch number {
    // Parametric stereo makes two of one.
    case 1 where kind == 29: return 2
    case 7: return 8
    default: return number
    }
  }
}

/// Reads descriptors: a tag, a length and what it is about.
private struct DescriptorReader {
  var rest: ArraySlice<UInt8>

  mutating func byte() -> Int? { rest.popFirst().map { Int($0) } }

  mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

  /// Goes into a descriptor; false if another one is here.
  ///
  /// Its end does not matter: what is looked for comes first in it.
  mutating func enter(tag: Int) -> Bool {
    guard byte() == tag else { return false }
    // Seven bits of length in each byte but the last.
    for _ in 0..<4 {
      guard let part = byte() else { return false }
      if part & 0x80 == 0 { return true }
    }
    return false
  }
}

/// Reads bits, the highest of a byte first.
private struct BitReader {
  let bytes: ArraySlice<UInt8>
  private var place = 0

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The next bits as a number; nil behind the end.
  mutating func read(_ count: Int) -> Int? {
    guard place + count <= bytes.count * 8 else { return nil }
    var value = 0
    for bit in place..<place + count {
      let byte = bytes[bytes.startIndex + bit / 8]
      value = value << 1 | Int(byte >> (7 - bit % 8) & 1)
    }
    place += count
    return value
  }
}
