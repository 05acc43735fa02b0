/// Cyclic redundancy checks for sound files and pictures.
enum Checksum {
  /// Returns the checksum of LAME's header: x^16 + x^15 + x^2 + 1, least significant bit first.
  static func lame(_ bytes: some Sequence<UInt8>, after start: UInt16 = 0) -> UInt16 {
    lameTable.withUnsafeBufferPointer { table in
      bytes.reduce(start) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }
  }

  /// Returns the checksum of a FLAC frame (RFC 9639, section 9.3): x^16 + x^15 + x^2 + 1, most significant bit first.
  static func frame(_ bytes: some Sequence<UInt8>, after start: UInt16 = 0) -> UInt16 {
    frameTable.withUnsafeBufferPointer { table in
      bytes.reduce(start) { table[Int(UInt8($0 >> 8) ^ $1)] ^ $0 << 8 }
    }
  }

  /// Returns the first position where a FLAC frame can end, or nil if there is no such position.
  /// A frame ends with its own checksum, so the checksum of all bytes up to the end is zero. `isEnd` must also return
  /// true for this position.
  static func end(
    of bytes: UnsafeBufferPointer<UInt8>, where isEnd: (_ place: Int) -> Bool
  ) -> Int? {
    frameTable.withUnsafeBufferPointer { table in
      var checksum: UInt16 = 0
      for place in bytes.indices {
        checksum = table[Int(UInt8(checksum >> 8) ^ bytes[place])] ^ checksum << 8
        if checksum == 0, isEnd(place + 1) { return place + 1 }
      }
      return nil
    }
  }

  /// Returns the checksum of a FLAC frame header (RFC 9639, section 9.1.8): x^8 + x^2 + x + 1, most significant bit
  /// first.
  static func header(_ bytes: some Sequence<UInt8>) -> UInt8 {
    bytes.reduce(0) { headerTable[Int($0 ^ $1)] }
  }

  /// Returns the checksum of a PNG chunk (PNG specification, annex D; polynomial of ISO 3309).
  static func chunk(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    chunkTable.withUnsafeBufferPointer { table in
      ~bytes.reduce(0xFFFF_FFFF) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }
  }

  private static let lameTable: [UInt16] = (0..<256).map { index in
    (0..<8).reduce(UInt16(index)) { value, _ in value & 1 != 0 ? value >> 1 ^ 0xA001 : value >> 1 }
  }

  private static let chunkTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 != 0 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  private static let frameTable: [UInt16] = (0..<256).map { index in
    (0..<8).reduce(UInt16(index) << 8) { value, _ in
      value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1
    }
  }

  private static let headerTable: [UInt8] = (0..<256).map { index in
    (0..<8).reduce(UInt8(index)) { value, _ in value & 0x80 != 0 ? value << 1 ^ 0x07 : value << 1 }
  }
}
