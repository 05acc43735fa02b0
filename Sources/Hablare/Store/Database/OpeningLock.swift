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
    let descriptor = open("\(path)-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw PrivateFiles.failure("\(path)-lock") }
    defer { close(descriptor) }
    try take(descriptor, path)
    return try body()
  }

  /// Asks again and again instead of waiting: a stopped process must not stop all others.
  private static func take(_ descriptor: Int32, _ path: String) throws(StoreError) {
    var waited: UInt32 = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // File systems without locks: SQLite's own are not there either.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      guard waited < UInt32(limit) * 1_000_000 else {
        throw .busy(file: path, seconds: limit)
      }
      usleep(pause)
      waited += pause
    }
  }
}
