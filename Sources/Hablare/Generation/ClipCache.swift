import Basics
public import FoundationEssentials

/// A cache of speech clips by content, so that the same speech need not be paid for again.
///
/// Several processes can use one folder at once. A problem with the folder never makes the caller's
/// work fail: clips are kept for the run, and the problem is reported once.
public actor ClipCache {
  /// The default limit of a cache's size: 2 GiB.
  public static let defaultLimit = 2 << 30

  private let folder: ClipFolder
  /// The temporary folder of a cache for one run; nil for other caches.
  private let ownFolder: PrivateFolder?
  private let limit: Int
  /// Whether the clips are removed when the run ends.
  nonisolated let isForOneRun: Bool
  private let reported: StoreNotices
  private let flights = SingleFlight<String, VoiceEngineOutput>()
  private var size: ClipCacheSize
  /// Clips that were forgotten although their files could not be removed.
  private var forgotten: Set<String> = []
  /// Clips of this process that could not be stored.
  private var unstored = UnstoredClips()
  /// Clips that this process was asked to renew and has renewed.
  private var renewed: Set<String> = []

  /// Creates a cache in a folder, which need not exist.
  ///
  /// - Parameters:
  ///   - folder: the folder's path.
  ///   - limit: the maximum size in bytes. Above it, the least recently used clips are removed;
  ///     paid clips are removed last, with a notice.
  ///   - onNotice: receives the facts that the user needs to know, on any thread. `notices` also
  ///     contains these facts.
  public init(
    folder: String, limit: Int = ClipCache.defaultLimit,
    onNotice: (@Sendable (StoreNotice) -> Void)? = nil
  ) {
    self.init(
      folder: folder, owning: nil, limit: limit, reported: StoreNotices(report: onNotice))
  }

  /// Creates a cache for this run only, in a temporary folder that is removed together with the
  /// cache.
  ///
  /// `limit` is the maximum size in bytes; by default there is no limit. `onNotice` works as in
  /// `init(folder:limit:onNotice:)`.
  package static func forOneRun(
    limit: Int = .max, onNotice: (@Sendable (StoreNotice) -> Void)? = nil
  ) -> ClipCache {
    // If no folder can be created, storing a clip fails, and `unstored` keeps the clip for the run.
    let own = try? PrivateFolder()
    return ClipCache(
      folder: own?.path ?? "/dev/null", owning: own, isForOneRun: true, limit: limit,
      reported: StoreNotices(report: onNotice))
  }

  /// Creates the cache of this user, which the `guion2audio` command and apps can share.
  ///
  /// The clips are in the folder `clips` of `userFolder(environment:)`. `limit` and `onNotice` work as
  /// in `init(folder:limit:onNotice:)`.
  public static func ofUser(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    limit: Int = ClipCache.defaultLimit, onNotice: (@Sendable (StoreNotice) -> Void)? = nil
  ) -> ClipCache {
    ClipCache(
      folder: userFolder(environment: environment) + "/clips", limit: limit, onNotice: onNotice)
  }

  /// Returns the folder of all cached data of a user, including clips.
  /// The folder is `$GUION2AUDIO_CACHE` if it is set. Otherwise it is `guion2audio` in the user's
  /// cache folder, which is `$XDG_CACHE_HOME`, or `~/.cache` if `$XDG_CACHE_HOME` is not set.
  package static func userFolder(environment: [String: String]) -> String {
    if let folder = environment["GUION2AUDIO_CACHE"], !folder.isEmpty { return folder }
    return XDGFolders(environment: environment).cache + "/guion2audio"
  }

  private init(
    folder: String, owning own: PrivateFolder?, isForOneRun: Bool = false, limit: Int,
    reported: StoreNotices
  ) {
    self.folder = ClipFolder(path: folder)
    ownFolder = own
    self.isForOneRun = isForOneRun
    self.limit = limit
    self.reported = reported
    size = ClipCacheSize(limit: limit)
  }

  /// The notices for the user, in the order of their occurrence.
  public nonisolated var notices: [StoreNotice] { reported.all }

  /// The number of clips of this process that could not be stored.
  var unstoredClips: Int { unstored.count }

  /// Removes the folder of a cache that was created for one run; does nothing for other caches.
  package func endRun() async {
    guard let ownFolder else { return }
    await settle()
    await BlockingWork.run { ownFolder.remove() }
  }

  /// Returns the cached clip of a key.
  /// If no clip is cached, calls `make`, stores its output as the clip, and returns the output.
  /// A clip without word timings is returned even if the request wants word timings, because a new
  /// clip would have to be paid for.
  /// Concurrent calls for one clip share one call of `make`. If several processes need the same
  /// clip, one process renders it and the others wait, for at most five minutes. A cancelled caller
  /// returns at once. The work is cancelled only when all its callers have left. If the work
  /// finishes anyway, its clip is stored. `origin` is recorded with a new clip.
  /// If `renewing` is true, a cached clip is reused only if this cache has already renewed the
  /// clip. Any other cached clip is replaced with a new clip. If `make` throws, the cached clip
  /// stays.
  /// A line can have two cached clips, one with and one without word timings. The new clip replaces
  /// both clips, because either may be damaged or from an old take.
  package func clip(
    for key: ClipKey, from origin: ClipOrigin? = nil, renewing: Bool = false,
    make: @escaping @Sendable () async throws -> VoiceEngineOutput
  ) async throws -> VoiceEngineOutput {
    try await flights.value(for: key.words) {
      if let cached = await self.usable(key, renewing: renewing) { return cached }
      return try await ClipLock.hold(key, in: self.folder) {
        // Another process may have rendered the clip in the meantime.
        if let cached = await self.usable(key, renewing: renewing) { return cached }
        let output = try await make()
        let isCached = await self.store(output, for: key, from: origin)
        if isCached { await self.forget(key.forms.filter { $0 != key.name }) }
        if renewing { await self.noteRenewal(of: key) }
        return output
      }
    }
  }

  private func usable(_ key: ClipKey, renewing: Bool) async -> VoiceEngineOutput? {
    renewing && !renewed.contains(key.words) ? nil : await lookup(key)
  }

  private func noteRenewal(of key: ClipKey) { renewed.insert(key.words) }

  /// Ends the renewals of the clips in `keys`.
  /// Before this call, a clip that is already renewed is reused, so that an interrupted renewal is
  /// not paid for twice.
  /// After this call, a request to renew one of the clips again requests a new clip.
  package func endRenewals(of keys: Set<ClipKey>) {
    for key in keys { renewed.remove(key.words) }
  }

  /// Returns the number of callers that wait for a clip; for tests.
  func callers(of key: ClipKey) async -> Int { await flights.callers(of: key.words) }

  /// Waits until every clip in progress is rendered and stored, even if all its callers have left.
  package func settle() async { await flights.settle() }

  /// Returns the cached clip of a key; nil if there is no undamaged clip.
  package func lookup(_ key: ClipKey) async -> VoiceEngineOutput? {
    let (folder, reported) = (folder, reported)
    if let output = unstored.first(of: key.forms) { return output }
    let names = key.forms.filter { !forgotten.contains($0) }
    return await BlockingWork.run { Self.read(names, in: folder, reported: reported) }
  }

  /// Returns whether a clip of a key exists, without reading it.
  package func contains(_ key: ClipKey) async -> Bool {
    let folder = folder
    let names = key.forms.filter { !forgotten.contains($0) }
    return await BlockingWork.run { names.contains { folder.contains($0) } }
  }

  /// Removes the clips that satisfy a request.
  /// Call this, for example, if the audio of a clip cannot be decoded. The next call of `clip` renders
  /// a new clip. This cache stops returning the removed clips, even if their files cannot be removed.
  package func forget(_ key: ClipKey) async { await forget(key.forms) }

  private func forget(_ names: [String]) async {
    let folder = folder
    unstored.remove(names)
    forgotten.formUnion(
      await BlockingWork.run {
        names.filter { name in
          do {
            try folder.remove(name)
            return false
          } catch {
            return true
          }
        }
      })
  }

  /// Stores a clip on disk.
  /// If the clip cannot be stored, adds a notice and returns false.
  /// This cache also returns clips that could not be stored, so that they are not paid for twice.
  @discardableResult
  package func store(
    _ output: VoiceEngineOutput, for key: ClipKey, from origin: ClipOrigin? = nil
  ) async -> Bool {
    let (folder, reported) = (folder, reported)
    let written = await BlockingWork.run {
      Self.write(output, key, from: origin, in: folder, reported: reported)
    }
    guard let written else {
      unstored.add(output, as: key.name)
      return false
    }
    forgotten.remove(key.name)
    if size.needsCounting(after: written) {
      let limit = limit
      // Clips that were used in the last two hours are spared, because a running build may need
      // them. (The recorded time of use can be an hour too early.) Therefore a single build can
      // exceed the limit for that time.
      let pruning = await BlockingWork.run {
        folder.prune(to: limit, sparing: 2 * ClipFolder.exactness)
      }
      size.counted(pruning.left)
      if !pruning.paid.isEmpty {
        reported.add(.paidClipsRemoved(Self.sorted(pruning.paid), limit: limit))
      }
    }
    return true
  }

  /// Returns the contents and size of the cache.
  public func info() async -> ClipCacheInfo {
    let (folder, limit) = (folder, limit)
    return await BlockingWork.run {
      let entries = folder.entries()
      var holdings: [String?: ClipHolding] = [:]
      for entry in entries {
        let origin = ClipFolder.label(of: entry.path)?.origin
        holdings[origin?.providerId, default: ClipHolding(providerId: origin?.providerId)]
          .add(bytes: entry.bytes, characters: origin?.characters ?? 0)
      }
      return ClipCacheInfo(
        folder: folder.path, count: entries.count, bytes: entries.reduce(0) { $0 + $1.bytes },
        holdings: Self.sorted(holdings), limit: limit)
    }
  }

  private static func sorted(_ holdings: [String?: ClipHolding]) -> [ClipHolding] {
    let named = holdings.values.filter { $0.providerId != nil }
    return named.sorted { $0.providerId ?? "" < $1.providerId ?? "" }
      + [holdings[nil]].compactMap(\.self)
  }

  /// Removes the least recently used clips until the size of the cache is at most `bytes`.
  ///
  /// Free clips are removed before paid clips.
  ///
  /// A running build is not affected by the removal of a clip that it has already read. If a build
  /// needs any other removed clip, the build renders the clip again.
  public func prune(to bytes: Int) async {
    let folder = folder
    size.counted(await BlockingWork.run { folder.prune(to: bytes, sparing: 0).left })
  }

  /// Removes all clips.
  public func clear() async { await prune(to: 0) }

  // MARK: Files

  private static func read(
    _ names: [String], in folder: ClipFolder, reported: StoreNotices
  ) -> VoiceEngineOutput? {
    for name in names {
      do throws(FileError) {
        guard let data = try folder.read(name) else { continue }
        if let output = ClipFile.output(in: data, key: name) {
          folder.touch(name)
          return output
        }
        // The damaged file stays until the new clip replaces it.
        reported.add(.audioDamaged(file: folder.file(name)))
      } catch {
        reported.add(
          error.isSystem
            ? .clipsNotRead(folder: folder.path, reason: error.clipReason)
            : .audioDamaged(file: error.path))
      }
    }
    return nil
  }

  /// Writes a clip and returns the size of its file; nil if writing failed.
  private static func write(
    _ output: VoiceEngineOutput, _ key: ClipKey, from origin: ClipOrigin?,
    in folder: ClipFolder, reported: StoreNotices
  ) -> Int? {
    do throws(FileError) {
      return try folder.write(
        ClipFile.pieces(of: output, key: key.name, from: origin), as: key.name)
    } catch {
      reported.add(.clipsNotCached(folder: folder.path, reason: error.clipReason))
      return nil
    }
  }

  /// Decides when a cache must measure its size.
  /// Measuring the size after every clip would be slow, because the whole folder must be read.
  private struct ClipCacheSize {
    private let limit: Int
    private var known: Int?
    private var added = 0

    init(limit: Int) { self.limit = limit }

    /// Returns whether the size must be measured after `bytes` were added.
    /// The size is measured after the first clip, and when it may exceed the limit. The size is also
    /// measured whenever the clips added since the last measurement exceed a sixteenth of the limit,
    /// because other processes add clips too.
    mutating func needsCounting(after bytes: Int) -> Bool {
      added += bytes
      guard let known else { return true }
      return added > limit / 16 || (known <= limit && known + added > limit)
    }

    mutating func counted(_ bytes: Int) {
      known = bytes
      added = 0
    }
  }

  /// The clips of a run that its cache could not store.
  /// They are kept so that the run does not pay for them twice.
  /// The clips are in a temporary folder. A clip that cannot be written to this folder is in memory.
  /// All these clips are removed at the end of the run.
  struct UnstoredClips {
    private var folder: PrivateFolder?
    private var filed: Set<String> = []
    private var inMemory: [String: VoiceEngineOutput] = [:]

    var count: Int { filed.count + inMemory.count }

    /// Keeps a clip for the rest of the run.
    mutating func add(_ output: VoiceEngineOutput, as name: String) {
      if folder == nil { folder = try? PrivateFolder() }
      guard let folder,
        let pieces = try? ClipFile.pieces(of: output, key: name, from: nil),
        (try? ClipFolder(path: folder.path).write(pieces, as: name)) != nil
      else {
        inMemory[name] = output
        return
      }
      filed.insert(name)
    }

    /// Returns the clip for the first of these names that has a clip; nil if no name has a clip.
    func first(of names: [String]) -> VoiceEngineOutput? {
      for name in names {
        if let output = inMemory[name] { return output }
        guard let folder, filed.contains(name) else { continue }
        let data = try? ClipFolder(path: folder.path).read(name)
        if let output = data.flatMap({ ClipFile.output(in: $0, key: name) }) { return output }
      }
      return nil
    }

    /// Removes clips, for example because their audio is unusable.
    mutating func remove(_ names: [String]) {
      for name in names {
        inMemory[name] = nil
        filed.remove(name)
      }
    }
  }
}

extension FileError {
  /// The reason without the file's name, so that one problem with many clips is reported only once.
  fileprivate var clipReason: String {
    isFullDisk
      ? "the disk is full"
      : exceedsLimit ? "a clip is longer than \(ClipFile.largest) bytes" : reason
  }
}
