import Basics
import Glibc

/// The right to make a clip, which one process has at a time, so that a line is paid for once.
///
/// One byte of a file in the cache's folder stands for a key. The kernel lets go of it when the
/// process ends, however it ends, so that there is nothing to clean up.
enum ClipLock {
  /// Does `body` while no other process makes the clip of this key in the same folder.
  ///
  /// Where the folder cannot be written or its file system has no locks, there is nothing to wait
  /// for. A cancelled task stops waiting with `CancellationError`.
  static func hold<Value: Sendable>(
    _ key: ClipKey, in folder: ClipFolder, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let lock = await BlockingWork.run { open(in: folder) }
    defer { lock?.release() }
    if let lock { try await take(place(of: key), of: lock) }
    return try await body()
  }

  /// The byte that stands for a key: 56 bits of its hash, which a file's offset has room for.
  ///
  /// Requests with and without the places of words share it, because one clip answers both.
  static func place(of key: ClipKey) -> Int { Int(key.words.prefix(14), radix: 16) ?? 0 }

  /// The file's name; it stays empty.
  static let name = ".lock"

  /// How often a lock that another has is asked for again: short beside the making of a clip.
  private static let pause = Duration.milliseconds(50)
  /// How long others may take: several requests with all their repetitions.
  ///
  /// A process that the user has stopped must not stop all others for good.
  private static let longest = Duration.seconds(300)

  private static func open(in folder: ClipFolder) -> FileLock? {
    // On the first run there is no folder yet, and all processes begin with the same line.
    try? PrivateFiles.makeFolder(folder.path)
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
    let path = "\(folder.path)/\(name)"
    guard let file = try? FileDescriptor(path, flags: flags, mode: 0o600) else { return nil }
    return FileLock(file)
  }

  /// Asks again and again instead of waiting, which could not be cancelled.
  private static func take(_ place: Int, of lock: FileLock) async throws {
    let clock = ContinuousClock()
    let end = clock.now + longest
    // Where there are no locks there is nothing to wait for.
    while await BlockingWork.run({ (try? lock.take(byte: place)) == false }) {
      guard clock.now < end else { return }
      try await clock.sleep(for: pause)
    }
  }
}
