import Basics
import FoundationEssentials
import Glibc

/// Operations on files that only the user can read.
typealias PrivateFiles = Files<FileError>

/// The files of a clip cache: `xx/NAME`, where `xx` is the first two digits of the name.
/// There is no index, because an index could be damaged and processes would wait for it. A clip is
/// found by its name. It is either complete or missing, and it describes itself. The modification
/// time of its file is its last use. Only listing all clips is slower without an index.
struct ClipFolder: Sendable {
  /// A clip found while listing the folder.
  struct Entry {
    var path: String
    /// The size of the file, in bytes.
    var bytes: Int
    /// The last use, in nanoseconds since 1970.
    var used: Int
  }

  /// The precision of the last use, in seconds.
  /// It is coarse so that reading a clip rarely writes to the disk.
  static let exactness = 3_600

  let path: String

  /// Returns the bytes of a clip's file; nil if the file is missing.
  /// Throws `notAFile` or `exceedsLimit` if the file cannot be a clip.
  func read(_ name: String) throws(FileError) -> Data? {
    try PrivateFiles.contents(of: file(name), limit: ClipFile.largest).map { Data($0) }
  }

  /// Returns whether a file exists that could be a clip.
  func contains(_ name: String) -> Bool {
    guard let status = FileStatus(file(name)) else { return false }
    return status.isFile && status.size <= ClipFile.largest
  }

  /// Removes a clip; a missing clip is not an error.
  func remove(_ name: String) throws(FileError) { try PrivateFiles.remove(file(name)) }

  /// Writes a clip and returns the size of its file.
  /// When this returns, the bytes and the name are on disk.
  func write(_ pieces: [Data], as name: String) throws(FileError) -> Int {
    let size = pieces.reduce(0) { $0 + $1.count }
    guard size <= ClipFile.largest else {
      throw FileError(file(name), .exceedsLimit())
    }
    let folder = folder(name)
    let isNew = FileIdentity(path: folder) == nil
    try PrivateFiles.makeFolder(folder)
    let temporary = try PrivateFiles.writeTemporary(pieces, in: folder)
    do throws(FileError) {
      try PrivateFiles.rename(temporary, to: file(name))
      try PrivateFiles.flush(folder: folder)
      if isNew { try PrivateFiles.flush(folder: path) }
    } catch {
      unlink(temporary)
      throw error
    }
    return size
  }

  /// Records that a clip is used now, if the recorded use is old.
  func touch(_ name: String) {
    guard let status = FileStatus(file(name)),
      status.modified < (time(nil) - Self.exactness) * 1_000_000_000
    else { return }
    // If this fails, the clip keeps its earlier time of use, which is acceptable for a cache.
    utimensat(AT_FDCWD, file(name), nil, AT_SYMLINK_NOFOLLOW)
  }

  /// Returns all clips, in no particular order, and removes files that killed processes left
  /// behind.
  /// The user may have named a folder that contains other files. A file counts as a clip only if it
  /// has the name of a clip and is in the folder for this name.
  func entries() -> [Entry] {
    var found: [Entry] = []
    for shelf in FolderListing.names(in: path) where Self.isHex(shelf, count: 2) {
      let folder = "\(path)/\(shelf)"
      guard FileStatus(folder)?.isFolder == true else { continue }
      PrivateFiles.sweep(folder)
      for name in FolderListing.names(in: folder)
      where name.hasPrefix(shelf) && Self.isHex(name, count: ClipKey.nameLength) {
        let file = "\(folder)/\(name)"
        guard let status = FileStatus(file), status.isFile else { continue }
        found.append(Entry(path: file, bytes: status.size, used: status.modified))
      }
    }
    return found
  }

  /// The result of pruning.
  struct Pruning {
    /// The size of the remaining clips, in bytes.
    var left: Int
    /// The removed clips that were paid for or that have no recorded price, by provider.
    var paid: [String?: ClipHolding] = [:]
  }

  /// Removes the least recently used clips until the size of the rest is at most `bytes`.
  /// Free clips are removed before paid clips.
  /// Clips used within the last `seconds` seconds are spared. There is one exception: a free clip is
  /// not spared if otherwise a paid clip would have to be removed.
  func prune(to bytes: Int, sparing seconds: Int) -> Pruning {
    let entries = entries().sorted { ($0.used, $0.path) < ($1.used, $1.path) }
    var pruning = Pruning(left: entries.reduce(0) { $0 + $1.bytes })
    let latest = (time(nil) - seconds) * 1_000_000_000
    var paid: [(entry: Entry, origin: ClipOrigin?)] = []
    var recent: [Entry] = []
    for entry in entries where pruning.left > bytes {
      let isRecent = seconds > 0 && entry.used >= latest
      // A file is removed only if its content shows that it is a clip. Its name is not enough.
      guard let label = Self.label(of: entry.path) else { continue }
      if label.origin?.characters != 0 {
        if !isRecent { paid.append((entry, label.origin)) }
      } else if isRecent {
        recent.append(entry)
      } else {
        pruning.left -= Self.remove(entry)
      }
    }
    // Speaking a free clip again only takes time. A paid clip costs money.
    if !paid.isEmpty {
      for entry in recent where pruning.left > bytes { pruning.left -= Self.remove(entry) }
    }
    for (entry, origin) in paid where pruning.left > bytes {
      let removed = Self.remove(entry)
      guard removed > 0 else { continue }
      pruning.left -= removed
      pruning.paid[origin?.providerId, default: ClipHolding(providerId: origin?.providerId)]
        .add(bytes: removed, characters: origin?.characters ?? 0)
    }
    return pruning
  }

  /// Removes a clip and returns the number of bytes that this freed.
  private static func remove(_ entry: Entry) -> Int {
    unlink(entry.path) == 0 || errno == ENOENT ? entry.bytes : 0
  }

  /// The facts about a clip that its own file states.
  struct Label {
    /// The origin of the clip; nil if the origin is not recorded.
    var origin: ClipOrigin?
  }

  /// Returns the label of a file; nil if the file is not a clip.
  static func label(of path: String) -> Label? {
    guard let file = try? FileDescriptor(regular: path),
      let prefix = try? Data(file.bytes(ClipFile.prefixLength, at: 0)),
      prefix.prefix(ClipFile.magic.count) == ClipFile.magic
    else { return nil }
    guard let length = ClipFile.descriptionLength(in: prefix),
      let description = try? Data(file.bytes(length, at: ClipFile.prefixLength))
    else { return Label() }
    return Label(origin: ClipFile.origin(inDescription: description))
  }

  private static func isHex(_ name: String, count: Int) -> Bool {
    name.utf8.count == count
      && name.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  func file(_ name: String) -> String { "\(folder(name))/\(name)" }

  private func folder(_ name: String) -> String { "\(path)/\(name.prefix(2))" }
}

/// A clip as a file: its description and its audio, with a hash of both.
/// The file consists of the 8 bytes `HABCLIP1`, the SHA-256 of all later bytes, the length of the
/// description as a little-endian 32-bit number, the description in JSON, and the audio.
enum ClipFile {
  /// The first bytes of every clip.
  static let magic = Data("HABCLIP1".utf8)
  /// The maximum size of a file, in bytes (256 MiB).
  /// An hour and a half of speech as samples has about this size. Several copies of such a file fit
  /// into memory.
  static let largest = InputLimit.clip.maximum
  private static let headerLength = magic.count + SHA256.byteCount + 4

  /// All data about a clip except its audio.
  private struct Description: Codable {
    var key: String
    /// The provider that rendered the clip; nil for clips of versions that did not record it.
    var provider: String?
    /// The characters charged for the clip: 0 if the clip was free, nil if the number was not
    /// recorded.
    var characters: Int?
    var format: VoiceEngineAudioFormat
    var fileExtension: String
    var mimeType: String
    var sampleRate: Int?
    var channels: Int?
    var wordTimings: [WordTiming]
    var metadata: [String: String]
  }

  /// Returns the bytes of a clip's file in pieces, so that the audio is not copied.
  static func pieces(
    of output: VoiceEngineOutput, key: String, from origin: ClipOrigin?
  ) throws(FileError) -> [Data] {
    let description = Description(
      key: key, provider: origin?.providerId, characters: origin?.characters,
      format: output.audioFormat, fileExtension: output.fileExtension,
      mimeType: output.mimeType, sampleRate: output.sampleRate, channels: output.channels,
      wordTimings: output.wordTimings, metadata: output.metadata)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let text = try? encoder.encode(description) else {
      throw FileError(key, .system(SystemError(EINVAL)))
    }
    let length = withUnsafeBytes(of: UInt32(clamping: text.count).littleEndian) { Data($0) }
    let digest = hash([length, text, output.audioData])
    return [magic, digest, length, text, output.audioData]
  }

  /// Returns the clip in a file's bytes; nil if the bytes differ from the bytes that were written
  /// for this key.
  static func output(in data: Data, key: String) -> VoiceEngineOutput? {
    guard data.count >= headerLength, data.prefix(magic.count) == magic else { return nil }
    let start = data.startIndex
    let hashed = data[(start + magic.count + SHA256.byteCount)...]
    guard data[(start + magic.count)..<hashed.startIndex] == hash([hashed]) else { return nil }
    let length = hashed.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let body = hashed.dropFirst(4)
    guard length <= body.count,
      let description = try? JSONDecoder().decode(
        Description.self, from: Data(body.prefix(length))), description.key == key
    else { return nil }
    return VoiceEngineOutput(
      // The audio is copied, so that its indices begin at 0.
      audioData: Data(body.dropFirst(length)), audioFormat: description.format,
      fileExtension: description.fileExtension, mimeType: description.mimeType,
      sampleRate: description.sampleRate, channels: description.channels,
      wordTimings: description.wordTimings, metadata: description.metadata)
  }

  /// The maximum length of a description, in bytes.
  /// The origin of a clip with a longer description is not read.
  static let longestDescription = 1 << 20

  /// The number of bytes at the start of a file that contain the length of its description.
  static let prefixLength = headerLength

  /// Returns the length of the description in bytes, from the first `prefixLength` bytes of a file.
  /// Nil if `prefix` is not the start of a clip, or if the description is too long.
  static func descriptionLength(in prefix: Data) -> Int? {
    guard prefix.count == headerLength, prefix.prefix(magic.count) == magic else { return nil }
    let length = prefix.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return length <= longestDescription ? length : nil
  }

  /// Returns the origin of a clip from its description; nil if the origin is not recorded.
  /// The hash is not checked.
  static func origin(inDescription bytes: Data) -> ClipOrigin? {
    guard let description = try? JSONDecoder().decode(Description.self, from: bytes),
      let provider = description.provider, let characters = description.characters
    else { return nil }
    return ClipOrigin(providerId: provider, characters: characters)
  }

  private static func hash(_ pieces: [Data]) -> Data {
    var state = SHA256()
    for piece in pieces { piece.withUnsafeBytes { state.update($0) } }
    return Data(state.finish().bytes)
  }
}

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
