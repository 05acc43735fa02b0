import Basics
import Glibc

/// The lock of the process that opens, creates or sets aside a database.
///
/// The lock ends with the process.
enum OpeningLock {
  /// The maximum time to wait for other processes, in seconds.
  ///
  /// Opening takes only milliseconds.
  static let limit = 60
  private static let pause: UInt32 = 5_000

  /// Runs `body` while no other process holds the lock of the database at `path`.
  static func hold<Value>(
    for path: String, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let lock = try PrivateFiles.attempt("\(path)-lock") { () throws(SystemError) in
      FileLock(try FileDescriptor("\(path)-lock", flags: O_RDWR | O_CREAT, mode: 0o600))
    }
    defer { lock.release() }
    // The lock is polled, so that a stopped process (SIGSTOP) does not block all other processes
    // forever.
    var waited: UInt32 = 0
    // If the file system has no locks, `body` runs without a lock. On such a file system, SQLite's
    // own locks do not work either.
    while (try? lock.take(.exclusive)) == false {
      guard waited < UInt32(limit) * 1_000_000 else {
        throw .busy(file: path, seconds: limit)
      }
      usleep(pause)
      waited += pause
    }
    return try body()
  }
}
