/// The decoder configuration of AAC in an MPEG-4 file.
///
/// The number of channels is read from this configuration. The box around the configuration need
/// not state the actual number and often states two (ISO/IEC 14496-14, 5.6).
struct AACConfiguration {
  /// The number of channels; nil if only the audio itself states the number.
  let channels: Int?

  /// Reads the content of an `esds` box, which consists of nested descriptors (ISO/IEC 14496-1, 7.2.6).
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = DescriptorReader(rest: bytes.dropFirst(4))
    guard reader.enter(tag: 3) else { return nil }
    reader.skip(2)
    guard let flags = reader.byte() else { return nil }
    // Skips the optional fields: the id of another stream, a URL, and the id of a clock.
    if flags & 0x80 != 0 { reader.skip(2) }
    if flags & 0x40 != 0 { reader.skip(reader.byte() ?? 0) }
    if flags & 0x20 != 0 { reader.skip(2) }
    guard reader.enter(tag: 4) else { return nil }
    // Skips the stream type, the buffer size and the bit rates.
    reader.skip(13)
    guard reader.enter(tag: 5), let number = Self.channels(reader.rest) else { return nil }
    channels = number > 0 ? number : nil
  }

  /// Returns the number of channels in an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1).
  ///
  /// 0 if only the audio itself states the number; nil if the configuration is cut short.
  private static func channels(_ bytes: ArraySlice<UInt8>) -> Int? {
    var bits = BitReader(bytes: bytes)
    guard let kind = bits.read(5) else { return nil }
    // Type 31 means that six more bits contain the object type.
    if kind == 31 { _ = bits.read(6) }
    // Index 15 means that the sample rate itself follows, in 24 bits.
    if bits.read(4) == 15 { _ = bits.read(24) }
    guard let number = bits.read(4) else { return nil }
    switch number {
    // Parametric stereo turns one channel into two.
    case 1 where kind == 29: return 2
    case 7: return 8
    default: return number
    }
  }
}

/// Reads descriptors, each with a tag, a length and a content.
private struct DescriptorReader {
  var rest: ArraySlice<UInt8>

  mutating func byte() -> Int? { rest.popFirst().map { Int($0) } }

  mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

  /// Enters a descriptor; returns false if the next descriptor has another tag.
  ///
  /// The length is ignored: the wanted data is at the start of the descriptor's content.
  mutating func enter(tag: Int) -> Bool {
    guard byte() == tag else { return false }
    // Each length byte holds seven bits. The top bit is set in every length byte but the last.
    for _ in 0..<4 {
      guard let part = byte() else { return false }
      if part & 0x80 == 0 { return true }
    }
    return false
  }
}

/// Reads bits, the highest bit of each byte first.
private struct BitReader {
  let bytes: ArraySlice<UInt8>
  private var place = 0

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Returns the next bits as a number; nil after the end.
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
