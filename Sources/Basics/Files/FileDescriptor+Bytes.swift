package import FoundationEssentials
import Glibc

extension FileDescriptor {
  /// Reads the available bytes into a buffer, and returns their number.
  ///
  /// Returns 0 at the end of the file.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try repeating { Glibc.read(number, buffer.baseAddress, buffer.count) }
  }

  /// Fills the buffer from a position, in bytes from the beginning of the file.
  ///
  /// Returns the number of bytes read, which is less than the buffer only at the end of the file.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at place: Int
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try repeating { pread(number, rest.baseAddress, rest.count, place + filled) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Returns `count` bytes at a position, or fewer if the file ends earlier.
  package func bytes(_ count: Int, at place: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = try bytes.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
      try read(into: UnsafeMutableRawBufferPointer(buffer), at: place)
    }
    bytes.removeLast(count - got)
    return bytes
  }

  /// Returns all bytes from the current position to the end.
  ///
  /// Throws `exceedsLimit` if there are more than `maximum` bytes.
  ///
  /// The size is checked before a file is read. From a pipe, whose size is not known, at most one byte
  /// beyond the limit is read.
  package func bytes(maximum: Int) throws(FileFault) -> [UInt8] {
    do throws(SystemError) {
      let size = try status().size
      guard size <= maximum else { throw SystemError(EFBIG) }
      // The buffer is one byte larger than the file. So it need not grow for the last read, which finds
      // the end.
      var bytes = [UInt8](repeating: 0, count: max(size + 1, 1 << 12))
      var count = 0
      while true {
        guard count <= maximum else { throw SystemError(EFBIG) }
        // Doubles the buffer. Its new content does not matter; copying bytes is fast even without
        // optimisation.
        if count == bytes.count { bytes += bytes.prefix(maximum - count + 1) }
        let got = try bytes.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
          let room = UnsafeMutableBufferPointer(rebasing: buffer[count...])
          return try read(into: UnsafeMutableRawBufferPointer(room))
        }
        guard got > 0 else { break }
        count += got
      }
      bytes.removeLast(bytes.count - count)
      return bytes
    } catch {
      throw error.code == EFBIG ? .exceedsLimit : .system(error)
    }
  }

  /// Returns the SHA-256 of everything from the current position on, read in blocks.
  package func sha256() throws(SystemError) -> SHA256Digest {
    var hash = SHA256()
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try block.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
        try read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if count == 0 { return hash.finish() }
      block.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// Returns the MD5 of everything from the current position on, as hexadecimal digits; nil if libcrypto
  /// cannot compute it.
  package func md5() throws(SystemError) -> String? {
    guard var hash = MD5() else { return nil }
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try block.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
        try read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if count == 0 { return hash.finish() }
      block.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// Writes all bytes at the current position.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try repeating { Glibc.write(number, rest.baseAddress, rest.count) }
      // A write of no bytes to a regular file means that the disk is full.
      guard count > 0 else { throw SystemError(ENOSPC) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes all bytes at the current position.
  ///
  /// Nothing is copied, so that a secret stays only in its own memory.
  package func write(_ bytes: some ContiguousBytes) throws(SystemError) {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try write(bytes) }
    }.get()
  }
}
