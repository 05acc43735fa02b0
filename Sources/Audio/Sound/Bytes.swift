import Basics
import Glibc

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

/// A window on the bytes of a file.
/// The window contains a few blocks and moves towards the end of the file.
struct ByteWindow: ~Copyable {
  let source: FileSource
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private let block: UnsafeMutableRawBufferPointer

  /// Opens a file.
  init(path: String) throws(AudioError) {
    source = try FileSource(path: path)
    block = .allocate(byteCount: FileSource.blockSize, alignment: 16)
  }

  deinit { block.deallocate() }

  /// Reads until the window holds at least `count` bytes or the file ends.
  /// Returns the number of bytes in the window.
  mutating func fill(_ count: Int) throws(AudioError) -> Int {
    while buffer.count - start < count, !isAtEnd {
      buffer.removeFirst(start)
      start = 0
      let got = try source.read(into: block)
      isAtEnd = got == 0
      buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: block[..<got]))
    }
    return buffer.count - start
  }

  /// Passes the bytes in the window to `body`.
  /// The bytes are valid until the window moves.
  func bytes<Value>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(AudioError) -> Value
  ) throws(AudioError) -> Value {
    try buffer.withUnsafeBufferPointer { bytes throws(AudioError) in
      try body(UnsafeBufferPointer(rebasing: bytes[start...]))
    }
  }

  /// Returns the first bytes of the window, at most `count`.
  func first(_ count: Int) -> [UInt8] { Array(buffer[start...].prefix(count)) }

  /// Moves the window forward by `count` bytes, which must be in the window.
  mutating func skip(_ count: Int) {
    precondition(count <= buffer.count - start, "only bytes in the window can be skipped")
    start += count
  }
}

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

/// The file that an encoder writes to through callbacks.
/// The libraries' own file functions lose errors: libsndfile's MP3 writer counts bytes that were not written, its
/// `sf_close` always succeeds, and libopusenc closes without a result. This class stores the first failure, and every
/// later call fails as well.
final class EncodedFile {
  let path: String
  private let descriptor: FileDescriptor
  /// The error of the first call that failed.
  private(set) var failure: SystemError?

  init(creating path: String) throws(AudioError) {
    self.path = path
    do {
      descriptor = try FileDescriptor(path, creating: true)
    } catch {
      throw .creating(path, error)
    }
  }

  /// Throws the first failure.
  func check() throws(AudioError) {
    if let failure { throw .writing(path, failure) }
  }

  /// Writes all bytes.
  /// Returns false if any byte could not be written.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    attempt { () throws(SystemError) in try descriptor.write(bytes) } != nil
  }

  /// Reads some bytes.
  /// Returns 0 at the end or after a failure.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    attempt { () throws(SystemError) in try descriptor.read(into: buffer) } ?? 0
  }

  /// Moves to a position and returns it, or −1 after a failure.
  func seek(_ offset: Int64, from whence: Int32) -> Int64 {
    attempt { () throws(SystemError) in try descriptor.seek(offset, from: whence) } ?? -1
  }

  /// Returns the length in bytes, or −1 after a failure.
  func length() -> Int64 {
    attempt { () throws(SystemError) in try descriptor.length() } ?? -1
  }

  private func attempt<Value>(_ call: () throws(SystemError) -> Value) -> Value? {
    guard failure == nil else { return nil }
    do {
      return try call()
    } catch {
      failure = error
      return nil
    }
  }
}
