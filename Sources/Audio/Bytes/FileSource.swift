import Basics
import Glibc

/// A finished sound file whose bytes are read, for its tags or as a part of a book.
struct FileSource: ~Copyable {
  let path: String
  let length: Int64
  let descriptor: FileDescriptor

  /// The number of bytes copied at a time.
  /// Larger blocks are not faster (measured).
  static let blockSize = 256 * 1024

  init(path: String) throws(AudioError) {
    self.path = path
    do throws(SystemError) {
      let descriptor = try FileDescriptor(path, creating: false)
      length = try descriptor.length()
      self.descriptor = descriptor
    } catch {
      throw .cannotOpen(path: path, reason: error.reason)
    }
  }

  /// Moves back to the beginning.
  func rewind() throws(AudioError) { try seek(0) }

  /// Returns the bytes of a range, which must be within the file.
  func bytes(at offset: Int64, count: Int) throws(AudioError) -> [UInt8] {
    guard offset + Int64(count) <= length else { throw malformed("it ends too early") }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    try seek(offset)
    while filled < count {
      let got = try bytes.withUnsafeMutableBufferPointer { buffer throws(AudioError) in
        try read(
          into: UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: buffer[filled...])))
      }
      guard got > 0 else { throw malformed("it ends too early") }
      filled += got
    }
    return bytes
  }

  /// Passes the bytes of a range, which must be within the file, block by block.
  func forEachBlock(
    in range: Range<Int64>, _ body: (UnsafeRawBufferPointer) throws(AudioError) -> Void
  ) throws(AudioError) {
    guard range.upperBound <= length else { throw malformed("it ends too early") }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockSize, alignment: 16)
    defer { buffer.deallocate() }
    var rest = range.count
    try seek(range.lowerBound)
    while rest > 0 {
      let block = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest))
      let count = try read(into: block)
      guard count > 0 else { throw malformed("it ends too early") }
      try body(UnsafeRawBufferPointer(rebasing: block.prefix(count)))
      rest -= count
    }
  }

  /// Reads the bytes after the previous read, and returns their number.
  /// Returns 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
    do {
      return try descriptor.read(into: buffer)
    } catch {
      throw .cannotRead(path: path, reason: error.reason)
    }
  }

  private func seek(_ offset: Int64) throws(AudioError) {
    do {
      try descriptor.seek(offset)
    } catch {
      throw .cannotRead(path: path, reason: error.reason)
    }
  }

  func malformed(_ reason: String) -> AudioError { .malformed(path: path, reason: reason) }
}
