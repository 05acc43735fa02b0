import Basics
import Glibc

/// A lock held by the one process that opens, creates or sets aside a database; it ends with the
/// process.
enum OpeningLock {
  /// The longest wait for other processes, in seconds; opening takes milliseconds.
  static let limit = 60
  private static let pause: UInt32 = 5_000

  /// Runs `body` while no other process does so for the database at `path`.
  static func hold<Value>(
    for path: String, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let lock = try PrivateFiles.attempt("\(path)-lock") { () throws(SystemError) in
      FileLock(try FileDescriptor("\(path)-lock", flags: O_RDWR | O_CREAT, mode: 0o600))
    }
    defer { lock.release() }
    // Polls instead of blocking, so that a stopped process does not stop all others.
    var waited: UInt32 = 0
    // On a file system without locks, SQLite's own locks do not work either.
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
