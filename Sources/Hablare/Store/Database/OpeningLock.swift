import Basics
import Glibc

/// Held by the one process that opens, makes or sets aside a database; gone with the process.
enum OpeningLock {
  /// How long others may take, in seconds: opening takes milliseconds.
  static let limit = 60
  private static let pause: UInt32 = 5_000

  /// Does `body` while nobody else does so for the database at `path`.
  static func hold<Value>(
    for path: String, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let lock = try PrivateFiles.attempt("\(path)-lock") { () throws(SystemError) in
      FileLock(try FileDescriptor("\(path)-lock", flags: O_RDWR | O_CREAT, mode: 0o600))
    }
    defer { lock.release() }
    // Asks again and again instead of waiting: a stopped process must not stop all others.
    var waited: UInt32 = 0
    // File systems without locks: SQLite's own are not there either.
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
