/// Conversions of numbers to bytes and back, for the headers of sound files.
enum ByteOrder {
  /// Returns the bytes of a number, least significant first.
  static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// Returns the bytes of a number, most significant first.
  static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  /// Returns the number that consists of these bytes, least significant first.
  static func little(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
