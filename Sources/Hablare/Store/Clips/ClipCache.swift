import Basics
public import FoundationEssentials

/// A cache of speech clips by content, so that the same speech need not be paid for again.
///
/// Several processes can use one folder at once. A problem with the folder never fails the caller's
/// work: the cache stops using the folder and reports it once.
public actor ClipCache {
  /// 2 GiB.
  public static let defaultLimit = 2 << 30

  private let folder: ClipFolder
  /// The temporary folder of a cache that lasts only as long as this object.
  private let ownFolder: PrivateFolder?
  private let limit: Int
  /// Whether the clips are removed when the run ends.
  public nonisolated let isForOneRun: Bool
  private let reported: StoreNotices
  private let flights = SingleFlight<String, VoiceEngineOutput>()
  private var size: ClipCacheSize
  /// Clips that were forgotten although their files could not be removed.
  private var forgotten: Set<String> = []
  /// Clips of this process that could not be stored.
  private var unstored = UnstoredClips()
  /// Clips that this process was asked to renew, and has renewed.
  private var renewed: Set<String> = []

  /// Creates a cache in a folder, which need not exist.
  ///
  /// - Parameters:
  ///   - folder: the folder's path.
  ///   - limit: the size in bytes above which clips are removed, the least recently used first; paid
  ///     clips are removed last, with a notice.
  ///   - onNotice: receives what the user needs to know, on any thread; `notices` also contains it.
  public init(
    folder: String, limit: Int = ClipCache.defaultLimit,
    onNotice: (@Sendable (StoreNotice) -> Void)? = nil
  ) {
    self.init(
      folder: folder, owning: nil, limit: limit, reported: StoreNotices(report: onNotice))
  }

  /// Creates a cache for this run only, in a temporary folder that is removed with the cache.
  ///
  /// `limit` is the size in bytes above which clips are removed; by default all clips stay. `onNotice`
  /// works as in `init(folder:limit:onNotice:)`.
  public static func forOneRun(
    limit: Int = .max, onNotice: (@Sendable (StoreNotice) -> Void)? = nil
  ) -> ClipCache {
    // If no folder can be created, the clips stay in memory, as they do if a folder cannot be written.
    let own = try? PrivateFolder()
    return ClipCache(
      folder: own?.path ?? "/dev/null", owning: own, isForOneRun: true, limit: limit,
      reported: StoreNotices(report: onNotice))
  }

  /// Creates the cache of this user, which the command `guion2audio` and apps can share.
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
  ///
  /// It is `$GUION2AUDIO_CACHE`, else `guion2audio` in the user's cache folder (`$XDG_CACHE_HOME`, else
  /// `~/.cache`).
  public static func userFolder(environment: [String: String]) -> String {
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
  public var unstoredClips: Int { unstored.count }

  /// Removes the folder of a cache that was created for one run; does nothing for other caches.
  public func endRun() async {
    guard let ownFolder else { return }
    await settle()
    await BlockingWork.run { ownFolder.remove() }
  }

  /// Returns the cached clip of a key, or the output of `make`, which is on disk before it is returned.
  ///
  /// A clip without word timings also satisfies a request that wants them: the clip exists, and a new
  /// one would have to be paid for.
  ///
  /// Concurrent calls for one clip share one call of `make`. Among several processes one renders the
  /// clip while the others wait for it, for at most five minutes. A cancelled caller returns at once.
  /// The work is cancelled only when all its callers have left; if it finishes anyway, its clip is
  /// stored. `origin` is recorded with a new clip.
  ///
  /// With `renewing`, a cached clip counts only if this cache has renewed it before. The new clip
  /// replaces the cached clip when it is finished: if `make` throws, the cached clip stays. It replaces
  /// both forms, with and without word timings, because the other form is damaged or from an old take.
  public func clip(
    for key: ClipKey, from origin: ClipOrigin? = nil, renewing: Bool = false,
    make: @escaping @Sendable () async throws -> VoiceEngineOutput
  ) async throws -> VoiceEngineOutput {
    try await flights.value(for: key.words) {
      if let cached = await self.usable(key, renewing: renewing) { return cached }
      return try await ClipLock.hold(key, in: self.folder) {
        // Another process may have rendered it in the meantime.
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

  /// Ends renewals: the next request to renew one of these clips requests a new one.
  ///
  /// Until then a renewed clip is reused, so that an interrupted renewal is not paid for twice.
  package func endRenewals(of keys: Set<ClipKey>) {
    for key in keys { renewed.remove(key.words) }
  }

  /// Returns the number of callers that wait for a clip; for tests.
  func callers(of key: ClipKey) async -> Int { await flights.callers(of: key.words) }

  /// Waits until every clip in progress is rendered and stored, even if all its callers have left.
  public func settle() async { await flights.settle() }

  /// Returns the cached clip of a key; nil if there is no undamaged clip.
  public func lookup(_ key: ClipKey) async -> VoiceEngineOutput? {
    let (folder, reported) = (folder, reported)
    if let output = unstored.first(of: key.forms) { return output }
    let names = key.forms.filter { !forgotten.contains($0) }
    return await BlockingWork.run { Self.read(names, in: folder, reported: reported) }
  }

  /// Returns whether a clip of a key exists, without reading it.
  public func contains(_ key: ClipKey) async -> Bool {
    let folder = folder
    let names = key.forms.filter { !forgotten.contains($0) }
    return await BlockingWork.run { names.contains { folder.contains($0) } }
  }

  /// Removes the clips that satisfy a request, for example because their audio cannot be decoded.
  ///
  /// The next call of `clip` renders a new clip. If the files cannot be removed, this cache still no
  /// longer returns them.
  public func forget(_ key: ClipKey) async { await forget(key.forms) }

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

  /// Stores a clip and returns true if it is on disk, or false after a notice if it could not be
  /// stored.
  ///
  /// This cache still returns a clip that could not be stored, so that it is not paid for twice.
  @discardableResult
  public func store(
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
      // Builds still need their clips of the last two hours, because a use is recorded to the hour. A
      // single build larger than the limit keeps all its clips for that time.
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

  /// Removes the least recently used clips until the rest fits into this many bytes, free clips before
  /// paid ones.
  ///
  /// Audio that a build has already read is not affected; audio that it reads later is rendered again.
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
      do throws(StoreError) {
        guard let data = try folder.read(name) else { continue }
        if let output = ClipFile.output(in: data, key: name) {
          folder.touch(name)
          return output
        }
        // The damaged file stays until the new clip replaces it.
        reported.add(.audioDamaged(file: folder.file(name)))
      } catch .damagedAudio(let file) {
        reported.add(.audioDamaged(file: file))
      } catch {
        reported.add(.clipsNotRead(folder: folder.path, reason: error.reason))
      }
    }
    return nil
  }

  /// Returns the size of the written file; nil if writing failed.
  private static func write(
    _ output: VoiceEngineOutput, _ key: ClipKey, from origin: ClipOrigin?,
    in folder: ClipFolder, reported: StoreNotices
  ) -> Int? {
    do throws(StoreError) {
      return try folder.write(
        ClipFile.pieces(of: output, key: key.name, from: origin), as: key.name)
    } catch {
      reported.add(.clipsNotCached(folder: folder.path, reason: error.reason))
      return nil
    }
  }
}

extension StoreError {
  /// The reason without the file, which differs for each clip.
  fileprivate var reason: String {
    switch self {
    case .unusable(_, let reason), .damaged(_, let reason): reason
    case .diskFull: "the disk is full"
    default: description
    }
  }
}

/// Decides when a cache must measure its size, because walking through the folder for every clip would
/// be slow.
private struct ClipCacheSize {
  private let limit: Int
  private var known: Int?
  private var added = 0

  init(limit: Int) { self.limit = limit }

  /// Returns whether the size must be measured now.
  ///
  /// It must be at the first clip, when the limit may be exceeded, and at the latest after a sixteenth
  /// of the limit, because other processes add clips too.
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
