import Basics
import Glibc

/// The right to render a clip.
///
/// Only one process has this right at a time, so that a line is paid for once.
///
/// The lock of a key is on one byte of a file in the cache's folder. The kernel releases the lock
/// when the process ends for any reason, so that no cleaning up is needed.
enum ClipLock {
  /// Runs `body` while no other process renders the clip of this key in the same folder.
  ///
  /// If the folder cannot be written or its file system has no locks, `body` runs without waiting.
  /// If the task is cancelled while it waits, `CancellationError` is thrown.
  static func hold<Value: Sendable>(
    _ key: ClipKey, in folder: ClipFolder, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let lock = await BlockingWork.run { open(in: folder) }
    defer { lock?.release() }
    if let lock { try await take(place(of: key), of: lock) }
    return try await body()
  }

  /// Returns the offset of the byte for a key: the first 56 bits of the hash, which fit into a file
  /// offset.
  ///
  /// Requests with and without word timings share the byte, because they share their clips.
  static func place(of key: ClipKey) -> Int { Int(key.words.prefix(14), radix: 16) ?? 0 }

  /// The name of the lock file, which stays empty.
  static let name = ".lock"

  /// The interval between attempts to take a lock.
  ///
  /// It is short compared with rendering a clip.
  private static let pause = Duration.milliseconds(50)
  /// The maximum time to wait for another process.
  ///
  /// It is enough for several requests with all their retries.
  ///
  /// Without a maximum, a process that the user has stopped (SIGSTOP) would block all others.
  private static let longest = Duration.seconds(300)

  private static func open(in folder: ClipFolder) -> FileLock? {
    // In the first run, the folder does not exist yet. This run needs the lock, too, because all
    // processes begin with the same line.
    try? PrivateFiles.makeFolder(folder.path)
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
    let path = "\(folder.path)/\(name)"
    guard let file = try? FileDescriptor(path, flags: flags, mode: 0o600) else { return nil }
    return FileLock(file)
  }

  /// Waits for the lock by polling.
  ///
  /// A blocking call could not be cancelled.
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
