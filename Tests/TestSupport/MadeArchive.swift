/// A zip archive built by hand, so that every field can be wrong.
public struct MadeArchive: Sendable {
  /// An entry and its fields.
  public struct Entry: Sendable {
    /// The path in the archive.
    public var name: String
    /// The unpacked bytes.
    public var bytes: [UInt8]
    /// The method: 0 is stored, 8 is deflate.
    public var method: UInt16 = 0
    /// The flags.
    ///
    /// Bit 0 is encryption.
    public var flags: UInt16 = 0x800
    /// The size in the list, if it is wrong.
    public var claimed: UInt32?
    /// The Unix mode, such as 0o120777 for a link.
    public var mode: UInt32 = 0o100644
    /// The CRC, if it is wrong.
    public var crc: UInt32?

    /// Creates an entry with bytes.
    public init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

    /// Creates an entry with text.
    public init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    /// Returns a changed copy of the entry.
    public func with(_ change: (inout Self) -> Void) -> Self {
      var copy = self
      change(&copy)
      return copy
    }
  }

  /// The bytes of the archive.
  public private(set) var bytes: [UInt8] = []

  /// Creates an archive with entries.
  public init(_ entries: [Entry]) {
    var list: [UInt8] = []
    for entry in entries {
      let data = entry.method == 8 ? Self.deflated(entry.bytes) : entry.bytes
      let name = Array(entry.name.utf8)
      var common = Self.little(entry.flags) + Self.little(entry.method) + Self.little(UInt32(0))
      common += Self.little(entry.crc ?? Self.crc(of: entry.bytes))
      common += Self.little(UInt32(data.count))
      common += Self.little(entry.claimed ?? UInt32(entry.bytes.count))
      common += Self.little(UInt16(name.count)) + Self.little(UInt16(0))
      let place = UInt32(bytes.count)
      bytes += Array("PK\u{3}\u{4}".utf8) + Self.little(UInt16(20)) + common + name + data
      list += Array("PK\u{1}\u{2}".utf8) + Self.little(UInt16(0x0314)) + Self.little(UInt16(20))
      list += common + Self.little(UInt16(0)) + Self.little(UInt16(0)) + Self.little(UInt16(0))
      list += Self.little(entry.mode << 16) + Self.little(place) + name
    }
    let start = UInt32(bytes.count)
    let count = Self.little(UInt16(truncatingIfNeeded: entries.count))
    bytes += list + Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0] + count + count
    bytes += Self.little(UInt32(list.count)) + Self.little(start) + [0, 0]
  }

  /// Returns bytes in deflate's format without compression, as a sequence of stored blocks (RFC 1951, 3.2.4).
  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result += [rest.isEmpty ? 1 : 0] + little(count) + little(~count) + block
    } while !rest.isEmpty
    return result
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }

  /// Returns the CRC (APPNOTE 4.4.7).
  private static func crc(of bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
