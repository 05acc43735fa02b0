import Basics
import Glibc

/// The key of a clip: a hash of everything that the audio depends on, namely the provider, its
/// version and the request.
/// The position of a line in the script is not part of the key. Therefore an edit elsewhere does
/// not change the key.
package struct ClipKey: Hashable, Sendable {
  /// The hash, as 64 hexadecimal digits.
  package let name: String
  /// The number of digits of a name.
  static let nameLength = 64
  /// The names of the two clips that can satisfy the request, in the order of the lookup: first the
  /// clip without word timings, then the clip with word timings.
  /// Every request can use either clip, so that no line is paid for twice. The order is the same
  /// for all requests, so that requests with and without word timings get the same audio.
  package let forms: [String]
  /// The name of the clip without word timings, even if the request wants word timings.
  let words: String

  /// Creates the key of a request to a provider of a given version.
  /// The texts before and after a line are part of the key if the request contains them. A request
  /// contains them only if the provider uses them.
  package init(providerId: String, providerVersion: String, request: VoiceEngineRequest) {
    func name(wordTimings: Bool) -> String {
      var hasher = FieldHasher("hablare clip 1")
      hasher.add(providerId)
      hasher.add(providerVersion)
      hasher.add(request.voiceId)
      hasher.add(request.languageCode)
      // The options include the voice model.
      hasher.add(request.options)
      hasher.add(request.isPhonemes)
      hasher.add(request.previousText)
      hasher.add(request.nextText)
      hasher.add(wordTimings)
      hasher.add(request.text)
      for stress in request.stresses { hasher.add(stress.key) }
      if request.take > 0 { hasher.add("take \(request.take)") }
      return hasher.finish()
    }
    let timed = name(wordTimings: true)
    let untimed = name(wordTimings: false)
    self.name = request.wantsWordTimings ? timed : untimed
    (words, forms) = (untimed, [untimed, timed])
  }
}

/// The right to render a clip.
/// Only one process has this right at a time, so that a line is paid for once.
/// The lock of a key is on one byte of a file in the cache's folder. The kernel releases the lock
/// when the process ends for any reason, so that no cleaning up is needed.
enum ClipLock {
  /// Runs `body` while no other process renders the clip of this key in the same folder.
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
  /// Requests with and without word timings share the byte, because they share their clips.
  static func place(of key: ClipKey) -> Int { Int(key.words.prefix(14), radix: 16) ?? 0 }

  /// The name of the lock file, which stays empty.
  static let name = ".lock"

  /// The interval between attempts to take a lock.
  /// It is short compared with rendering a clip.
  private static let pause = Duration.milliseconds(50)
  /// The maximum time to wait for another process.
  /// It is enough for several requests with all their retries.
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

/// The provider of a clip, and the price paid for the clip.
package struct ClipOrigin: Hashable, Sendable {
  /// The provider that rendered the clip.
  package var providerId: String
  /// The characters that the provider charged; 0 if the clip was free.
  package var characters: Int

  package init(providerId: String, characters: Int) {
    (self.providerId, self.characters) = (providerId, characters)
  }
}

/// The clips of one provider in a cache.
public struct ClipHolding: Hashable, Sendable {
  /// The provider; nil for clips written by versions that did not record the provider.
  public var providerId: String?
  /// The number of clips.
  public var count = 0
  /// The total size of the clips, in bytes.
  public var bytes = 0
  /// The number of characters charged for the clips, as far as recorded.
  public var characters = 0

  mutating func add(bytes: Int, characters: Int) {
    count += 1
    self.bytes += bytes
    self.characters += characters
  }
}

/// The contents and size of a clip cache.
public struct ClipCacheInfo: Hashable, Sendable {
  /// The cache folder.
  public var folder: String
  /// The number of clips.
  public var count: Int
  /// The total size of the clips, in bytes.
  public var bytes: Int
  /// The clips by provider, sorted by the provider's id; clips without a known provider come last.
  public var holdings: [ClipHolding]
  /// The size in bytes above which the least recently used clips are removed.
  public var limit: Int
}
