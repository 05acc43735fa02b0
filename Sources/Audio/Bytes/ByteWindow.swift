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
