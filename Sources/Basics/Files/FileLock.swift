import Glibc

/// An advisory lock on an open file: it keeps out processes that ask for the lock too.
///
/// The kernel lets go of the lock when the process ends, however it ends: there is nothing to clean up.
package final class FileLock: Sendable {
  /// How many processes can hold the lock at once.
  package enum Kind: Sendable {
    /// Any number that share it.
    case shared
    /// One.
    case exclusive
  }

  /// The file, which may say who has the lock.
  package let file: FileDescriptor

  /// Makes a lock of a file; it is not taken yet.
  package init(_ file: consuming FileDescriptor) { self.file = file }

  deinit { release() }

  /// Locks the whole file (flock(2)), or returns false if another process has the lock.
  ///
  /// If `waiting`, it waits for the lock. Throws if the file system has no locks.
  package func take(_ kind: Kind, waiting: Bool = false) throws(SystemError) -> Bool {
    let operation = (kind == .shared ? LOCK_SH : LOCK_EX) | (waiting ? 0 : LOCK_NB)
    return try isTaken { flock(file.number, operation) }
  }

  /// Locks one byte of the file exclusively, or returns false if another process has it.
  ///
  /// The byte need not exist.
  ///
  /// It is a lock of the open file rather than of the process, which would lose all when it closes one
  /// of them (fcntl(2), "Open file description locks").
  package func take(byte place: Int) throws(SystemError) -> Bool {
    var range = Glibc.flock()
    (range.l_type, range.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    (range.l_start, range.l_len) = (off_t(place), 1)
    return try isTaken { fcntl(file.number, Self.setLock, &range) }
  }

  /// Lets go of everything, also where a child that was forked a moment ago shares the file until it
  /// executes its program: closing alone would let the child hold it.
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

  /// F_OFD_SETLK (asm-generic/fcntl.h), which Glibc's module leaves out.
  private static let setLock: Int32 = 37
}
