import Basics
import Glibc

/// The right to render a clip, which one process has at a time, so that a line is paid for once.
///
/// Each key has one byte of a file in the cache's folder, and the lock is on that byte. The kernel
/// releases it whenever and however the process ends, so that nothing needs to be cleaned up.
enum ClipLock {
  /// Runs `body` while no other process renders the clip of this key in the same folder.
  ///
  /// If the folder cannot be written or its file system has no locks, `body` runs without waiting. A
  /// cancelled task stops waiting with `CancellationError`.
  static func hold<Value: Sendable>(
    _ key: ClipKey, in folder: ClipFolder, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let lock = await BlockingWork.run { open(in: folder) }
    defer { lock?.release() }
    if let lock { try await take(place(of: key), of: lock) }
    return try await body()
  }

  /// Returns the offset of the byte for a key: 56 bits of its hash, which fit into a file offset.
  ///
  /// Requests with and without word timings share the byte, because one clip satisfies both.
  static func place(of key: ClipKey) -> Int { Int(key.words.prefix(14), radix: 16) ?? 0 }

  /// The name of the lock file, which stays empty.
  static let name = ".lock"

  /// The interval between attempts to take a lock; short compared to rendering a clip.
  private static let pause = Duration.milliseconds(50)
  /// The longest wait for another process: several requests with all their retries.
  ///
  /// A process that the user has stopped must not stop all others for good.
  private static let longest = Duration.seconds(300)

  private static func open(in folder: ClipFolder) -> FileLock? {
    // On the first run the folder does not exist yet, and all processes begin with the same line.
    try? PrivateFiles.makeFolder(folder.path)
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
    let path = "\(folder.path)/\(name)"
    guard let file = try? FileDescriptor(path, flags: flags, mode: 0o600) else { return nil }
    return FileLock(file)
  }

  /// Polls instead of blocking, because blocking could not be cancelled.
  private static func take(_ place: Int, of lock: FileLock) async throws {
    let clock = ContinuousClock()
    let end = clock.now + longest
    // If the file system has no locks, there is nothing to wait for.
    while await BlockingWork.run({ (try? lock.take(byte: place)) == false }) {
      guard clock.now < end else { return }
      try await clock.sleep(for: pause)
    }
  }
}
