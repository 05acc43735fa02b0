import Glibc

/// An open file that a process can have for itself, as far as others ask for its lock as well.
///
/// The kernel lets go of the lock when the process ends, however it ends: there is nothing to clean up.
package final class FileLock: Sendable {
  /// Whom a lock leaves room for.
  package enum Kind: Sendable {
    /// For others who share it.
    case shared
    /// For nobody.
    case exclusive
  }

  /// The file, which may say who has the lock.
  package let file: FileDescriptor

  /// Makes a lock of a file; it is not taken yet.
  package init(_ file: consuming FileDescriptor) { self.file = file }

  deinit { release() }

  /// Takes the whole file (flock(2)); false where another has it, unless `waiting`.
  ///
  /// Throws where the file system knows no locks.
  package func take(_ kind: Kind, waiting: Bool = false) throws(SystemError) -> Bool {
    let operation = (kind == .shared ? LOCK_SH : LOCK_EX) | (waiting ? 0 : LOCK_NB)
    return try isTaken { flock(file.number, operation) }
  }

  /// Takes one byte of the file, which need not be there, for oneself; false where another has it.
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
