import Glibc

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
