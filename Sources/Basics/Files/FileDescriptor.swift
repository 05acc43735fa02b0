package import FoundationEssentials
package import Glibc

/// The owner of an open file.
/// Interrupted calls are repeated. Programs that this process starts do not inherit the file.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The number of the descriptor, for libraries that read the file.
  /// Only this value may close the descriptor.
  package let number: Int32

  /// Opens a file with the flags of open(2).
  /// A new file gets `mode`, reduced by the user's umask.
  package init(
    _ path: UnsafePointer<CChar>, flags: Int32, mode: mode_t = 0o666
  ) throws(SystemError) {
    var number: Int32
    repeat {
      number = open(path, flags | O_CLOEXEC, mode)
    } while number < 0 && errno == EINTR
    guard number >= 0 else { throw .last }
    self.number = number
  }

  /// Takes over an open descriptor.
  init(owning number: Int32) { self.number = number }

  /// Opens a file only if it is a regular file.
  /// By default, a link is an error. A pipe is an error at once, without waiting for a writer.
  /// If `isOnlyName` is true, a file with a second hard link is an error as well.
  package init(
    regular path: UnsafePointer<CChar>, flags: Int32 = O_RDONLY, followingLinks: Bool = false,
    isOnlyName: Bool = false
  ) throws(FileError) {
    do {
      self = try Self.regular(path, flags, followingLinks, isOnlyName)
    } catch {
      throw FileError(String(cString: path), error)
    }
  }

  private static func regular(
    _ path: UnsafePointer<CChar>, _ flags: Int32, _ followingLinks: Bool, _ isOnlyName: Bool
  ) throws(FileError.Cause) -> FileDescriptor {
    // Without O_NONBLOCK, opening a pipe would wait for a writer. Without O_NOCTTY, a terminal would become
    // the controlling terminal of the process.
    let careful = O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
    let file: FileDescriptor
    do {
      file = try FileDescriptor(path, flags: flags | careful)
    } catch {
      switch error.code {
      case ELOOP: throw .notAFile(followingLinks ? .loop : .link)
      case ENXIO: throw .notAFile(.unopened)
      default: throw .system(error)
      }
    }
    guard let status = try? file.status() else { throw .system(.last) }
    guard status.isFile else {
      throw .notAFile(status.isFolder ? .folder : status.kind == S_IFIFO ? .pipe : .device)
    }
    if isOnlyName, status.links > 1 { throw .notAFile(.shared) }
    return file
  }

  /// Opens a file for reading, or creates an empty one for reading and writing.
  package init(_ path: String, creating: Bool) throws(SystemError) {
    try self.init(path, flags: creating ? O_RDWR | O_CREAT | O_TRUNC : O_RDONLY)
  }

  /// Opens an existing file for reading and writing.
  package init(changing path: String) throws(SystemError) {
    try self.init(path, flags: O_RDWR)
  }

  /// Creates a nameless file in a folder, for reading and writing.
  /// The file disappears when the descriptor is closed.
  package init(unnamedIn folder: String) throws(SystemError) {
    do {
      try self.init(folder, flags: O_RDWR | Self.unnamed)
    } catch {
      // The errors that Linux reports if the file system has no nameless files, or if Linux is too old for
      // them (open(2)).
      guard [EOPNOTSUPP, EISDIR, EINVAL].contains(error.code) else { throw error }
      try self.init(brieflyNamedIn: folder)
    }
  }

  /// Linux's `O_TMPFILE`, a macro that Swift cannot import (fcntl.h, `__O_TMPFILE`).
  private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Creates a file in a folder and removes its name immediately.
  /// `mkstemp` is not used because a process that starts at the same moment would inherit the file and keep
  /// its disk space.
  package init(brieflyNamedIn folder: String) throws(SystemError) {
    while true {
      let path = "\(folder)/.spill-\(UInt64.random(in: 0 ... .max))"
      do {
        try self.init(path, flags: O_RDWR | O_CREAT | O_EXCL)
      } catch {
        guard error.code == EEXIST else { throw error }
        continue
      }
      unlink(path)
      return
    }
  }

  deinit { _ = Glibc.close(number) }

  /// Closes the file.
  /// Some file systems report a full disk only here.
  package consuming func close() throws(SystemError) {
    let number = number
    discard self
    // After EINTR, Linux has closed the descriptor anyway (close(2)).
    guard Glibc.close(number) == 0 || errno == EINTR else { throw .last }
  }

  /// Moves to a position and returns it, in bytes from the beginning.
  @discardableResult
  package func seek(_ offset: Int64, from whence: Int32 = SEEK_SET) throws(SystemError) -> Int64 {
    let place = Int64(lseek(number, Int(offset), whence))
    guard place >= 0 else { throw .last }
    return place
  }

  /// Sets the length of the file in bytes.
  package func truncate(to length: Int64) throws(SystemError) {
    try repeating { Int(ftruncate(number, Int(length))) }
  }

  /// Waits until all bytes are on disk.
  package func sync() throws(SystemError) { try repeating { Int(fsync(number)) } }

  /// Returns the file system's information about the file.
  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try repeating { Int(fstat(number, &status)) }
    return FileStatus(status)
  }

  /// Returns the length in bytes.
  package func length() throws(SystemError) -> Int64 { try Int64(status().size) }

  /// Whether two descriptors belong to the same file, even under different names.
  package func isSameFile(as other: borrowing FileDescriptor) throws(SystemError) -> Bool {
    try status().identity == other.status().identity
  }

  /// Repeats a call while a signal interrupts it.
  @discardableResult
  func repeating(_ call: () -> Int) throws(SystemError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { throw .last }
    }
  }
}

extension FileDescriptor {
  /// Reads the available bytes into a buffer, and returns their number.
  /// Returns 0 at the end of the file.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try repeating { Glibc.read(number, buffer.baseAddress, buffer.count) }
  }

  /// Fills the buffer from a position, in bytes from the beginning of the file.
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
  /// Throws `exceedsLimit` if there are more than `maximum` bytes.
  /// The size is checked before a file is read. From a pipe, whose size is not known, at most one byte
  /// beyond the limit is read.
  package func bytes(maximum: Int) throws(FileError.Cause) -> [UInt8] {
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
      throw error.code == EFBIG ? .exceedsLimit() : .system(error)
    }
  }

  /// Returns all bytes; an error names the path.
  package func bytes(of path: String, maximum: Int) throws(FileError) -> [UInt8] {
    do {
      return try bytes(maximum: maximum)
    } catch {
      throw FileError(path, error)
    }
  }

  /// Returns the SHA-256 of everything from the current position on, read in blocks.
  package func sha256() throws(SystemError) -> SHA256Digest {
    var hash = SHA256()
    try forEachBlock { hash.update($0) }
    return hash.finish()
  }

  /// Returns the MD5 of everything from the current position on, as hexadecimal digits; nil if libcrypto
  /// cannot compute it.
  package func md5() throws(SystemError) -> String? {
    guard var hash = MD5() else { return nil }
    try forEachBlock { hash.update($0) }
    return hash.finish()
  }

  /// Reads everything from the current position on.
  private func forEachBlock(_ body: (UnsafeRawBufferPointer) -> Void) throws(SystemError) {
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try block.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
        try read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if count == 0 { return }
      block.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
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
  /// Nothing is copied, so that a secret stays only in its own memory.
  package func write(_ bytes: some ContiguousBytes) throws(SystemError) {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try write(bytes) }
    }.get()
  }
}

/// An advisory lock on an open file.
/// The lock excludes only processes that also use it.
/// The kernel releases the lock when the process ends for any reason, so there is nothing to clean up.
package final class FileLock: Sendable {
  /// The number of processes that can hold the lock at the same time.
  package enum Kind: Sendable {
    /// Any number of processes that share the lock.
    case shared
    /// One process at a time.
    case exclusive
  }

  /// The locked file, which may contain the name of the lock's owner.
  package let file: FileDescriptor

  /// Creates a lock for a file without taking it.
  package init(_ file: consuming FileDescriptor) { self.file = file }

  deinit { release() }

  /// Locks the whole file (flock(2)).
  /// Returns false if another process has the lock and `waiting` is false.
  /// If `waiting` is true, waits for the lock. Throws if the file system does not support locks.
  package func take(_ kind: Kind, waiting: Bool = false) throws(SystemError) -> Bool {
    let operation = (kind == .shared ? LOCK_SH : LOCK_EX) | (waiting ? 0 : LOCK_NB)
    return try isTaken { flock(file.number, operation) }
  }

  /// Locks one byte of the file exclusively.
  /// Returns false if another process has the lock.
  /// The byte need not exist. The lock belongs to the open file, not to the process: a process's lock
  /// would be lost as soon as the process closes any descriptor of the file (fcntl(2), "Open file
  /// description locks").
  package func take(byte place: Int) throws(SystemError) -> Bool {
    var range = Glibc.flock()
    (range.l_type, range.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    (range.l_start, range.l_len) = (off_t(place), 1)
    return try isTaken { fcntl(file.number, Self.setLock, &range) }
  }

  /// Releases all locks.
  /// A child process that was just forked shares the file until it executes its program. If the file
  /// were only closed, such a child would still hold the locks.
  package func release() {
    flock(file.number, LOCK_UN)
    var whole = Glibc.flock()
    whole.l_type = Int16(F_UNLCK)
    _ = fcntl(file.number, Self.setLock, &whole)
  }

  private func isTaken(_ call: () -> Int32) throws(SystemError) -> Bool {
    do {
      try file.repeating { Int(call()) }
      return true
    } catch {
      guard [EWOULDBLOCK, EACCES].contains(error.code) else { throw error }
      return false
    }
  }

  /// F_OFD_SETLK (asm-generic/fcntl.h), which Glibc's module does not export.
  private static let setLock: Int32 = 37
}
