import Glibc

/// A file that is being written; the one owner of its descriptor.
struct OutputFile: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Makes an empty file, or with `O_APPEND` goes on with one.
  init(creating path: String, flags: Int32 = O_TRUNC) throws(RenderError) {
    self.path = path
    descriptor = try FileSystem.openRecord(path, O_WRONLY | O_CREAT | flags)
  }

  deinit { close(descriptor) }

  /// Writes all of the bytes.
  func write(_ bytes: [UInt8]) throws(RenderError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw FileSystem.failure(path) }
      written += count
    }
  }

  /// Waits until everything is on disk.
  consuming func finish() throws(RenderError) {
    if fsync(descriptor) != 0 { throw FileSystem.failure(path) }
  }
}
