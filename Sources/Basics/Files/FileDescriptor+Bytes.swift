package import FoundationEssentials
import Glibc

extension FileDescriptor {
  /// Reads what is there, at most a buffer full; 0 at the end of the file.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try repeating { Glibc.read(number, buffer.baseAddress, buffer.count) }
  }

  /// Fills the buffer with what is at a place, in bytes from the beginning, and gives how much there
  /// was.
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

  /// So many bytes at a place, or as many as there are.
  package func bytes(_ count: Int, at place: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = try bytes.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
      try read(into: UnsafeMutableRawBufferPointer(buffer), at: place)
    }
    bytes.removeLast(count - got)
    return bytes
  }

  /// All bytes from here to the end; more than `most` are `isTooLong`.
  ///
  /// The size is checked before a file is read. Of a pipe, whose size is not known, at most one byte
  /// beyond the limit is read.
  package func bytes(most: Int) throws(FileFault) -> [UInt8] {
    do throws(SystemError) {
      let size = try status().size
      guard size <= most else { throw SystemError(EFBIG) }
      // One byte more than the size, so that the read that finds the end needs no new buffer.
      var bytes = [UInt8](repeating: 0, count: max(size + 1, 1 << 12))
      var count = 0
      while true {
        guard count <= most else { throw SystemError(EFBIG) }
        // Twice the room; what is in it does not matter, and copying is fast without optimisation too.
        if count == bytes.count { bytes += bytes.prefix(most - count + 1) }
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
      throw error.code == EFBIG ? .isTooLong : .system(error)
    }
  }

  /// The SHA-256 of what comes from here on, read in blocks.
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

  /// The MD5 of what comes from here on, as hexadecimal digits; nil if libcrypto cannot compute it.
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

  /// Writes all bytes at the present place.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try repeating { Glibc.write(number, rest.baseAddress, rest.count) }
      // A regular file takes nothing only where there is no room.
      guard count > 0 else { throw SystemError(ENOSPC) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes all bytes at the present place; nothing is copied, so that a secret is nowhere but in its
  /// own memory.
  package func write(_ bytes: some ContiguousBytes) throws(SystemError) {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try write(bytes) }
    }.get()
  }
}
