import Basics
public import FoundationEssentials

/// Clips of speech by content, so that what was said once need not be paid for again.
///
/// Several processes may use one folder at once. Nothing that goes wrong with the folder fails what
/// it is used for: the cache steps aside, and says so once.
public actor ClipCache {
  /// 2 GiB.
  public static let defaultLimit = 2 << 30

  private let folder: ClipFolder
  /// The folder of a cache that lasts as long as this one.
  private let ownFolder: PrivateFolder?
  private let limit: Int
  /// Whether the clips go with the run.
  public nonisolated let isForOneRun: Bool
  private let told: StoreNotices
  private let flights = SingleFlight<String, VoiceEngineOutput>()
  private var size: ClipCacheSize
  /// Clips that were to be forgotten and whose files could not be removed.
  private var forgotten: Set<String> = []
  /// Clips of this process that could not be kept.
  private var unkept = UnkeptClips()
  /// Clips that this process was asked to make anew, and has made.
  private var renewed: Set<String> = []

  /// Makes a cache in a folder, which need not be there yet.
  ///
  /// - Parameters:
  ///   - folder: the folder's path.
  ///   - limit: the size in bytes above which clips go, those used least recently first; clips that
  ///     were paid for go last, and a notice says so.
  ///   - onNotice: told, on any thread, what the user should know; `notices` has it as well.
  public init(
    folder: String, limit: Int = ClipCache.defaultLimit,
    onNotice: (@Sendable (StoreNotice) -> Void)? = nil
  ) {
    self.init(
      folder: folder, owning: nil, limit: limit, told: StoreNotices(tell: onNotice))
  }

  /// Makes a cache that keeps nothing beyond this run: its temporary folder goes with it.
  ///
  /// `limit` is the size in bytes above which clips go; without one all clips stay. `onNotice` is that of
  /// `init(folder:limit:onNotice:)`.
  public static func forOneRun(
    limit: Int = .max, onNotice: (@Sendable (StoreNotice) -> Void)? = nil
  ) -> ClipCache {
    // Without a folder the clips stay in memory, as where a folder cannot be written.
    let own = try? PrivateFolder()
    return ClipCache(
      folder: own?.path ?? "/dev/null", owning: own, isForOneRun: true, limit: limit,
      told: StoreNotices(tell: onNotice))
  }

  /// Makes the cache of this user, which the command `guion2audio` and apps can share.
  ///
  /// The clips are in the folder `clips` of `userFolder(environment:)`. `limit` and `onNotice` are
  /// those of `init(folder:limit:onNotice:)`.
  public static func ofUser(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    limit: Int = ClipCache.defaultLimit, onNotice: (@Sendable (StoreNotice) -> Void)? = nil
  ) -> ClipCache {
    ClipCache(
      folder: userFolder(environment: environment) + "/clips", limit: limit, onNotice: onNotice)
  }

  /// The folder of everything that is kept for a user, clips included: `$GUION2AUDIO_CACHE`, else
  /// `guion2audio` in the user's cache folder (`$XDG_CACHE_HOME`, else `~/.cache`).
  public static func userFolder(environment: [String: String]) -> String {
    if let folder = environment["GUION2AUDIO_CACHE"], !folder.isEmpty { return folder }
    return XDGFolders(environment: environment).cache + "/guion2audio"
  }

  private init(
    folder: String, owning own: PrivateFolder?, isForOneRun: Bool = false, limit: Int,
    told: StoreNotices
  ) {
    self.folder = ClipFolder(path: folder)
    ownFolder = own
    self.isForOneRun = isForOneRun
    self.limit = limit
    self.told = told
    size = ClipCacheSize(limit: limit)
  }

  /// What the user should know, in the order in which it came up.
  public nonisolated var notices: [StoreNotice] { told.all }

  /// How many clips this process has made that could not be kept.
  public var unkeptClips: Int { unkept.count }

  /// Removes the folder of a cache that was made for one run; other caches stay.
  public func endRun() async {
    guard let ownFolder else { return }
    await settle()
    await BlockingWork.run { ownFolder.remove() }
  }

  /// The clip of a key: the one that is kept, or what `make` makes, which is on disk before it is
  /// given.
  ///
  /// A clip without the places of words answers a request that wants them, too: it is kept, and a new
  /// one would be paid for.
  ///
  /// Calls for one clip at one time share one call of `make`, and of several processes one makes the
  /// clip while the others wait for it, five minutes at most. A cancelled caller leaves at once;
  /// what is under way is cancelled only when all its callers have left, and if it is finished
  /// nonetheless, it is kept. `origin` is noted with a clip that is made.
  ///
  /// With `renewing` a kept clip counts only if this cache has renewed it before. The new clip takes
  /// the place of the kept one when it is made, and not sooner: if `make` throws, the kept clip stays.
  /// It takes the place of both forms, with and without the places of words: the other one is damaged
  /// or of an old take.
  public func clip(
    for key: ClipKey, from origin: ClipOrigin? = nil, renewing: Bool = false,
    make: @escaping @Sendable () async throws -> VoiceEngineOutput
  ) async throws -> VoiceEngineOutput {
    try await flights.value(for: key.words) {
      if let kept = await self.usable(key, renewing: renewing) { return kept }
      return try await ClipLock.hold(key, in: self.folder) {
        // Another process may have made it meanwhile.
        if let kept = await self.usable(key, renewing: renewing) { return kept }
        let output = try await make()
        let isKept = await self.store(output, for: key, from: origin)
        if isKept { await self.forget(key.forms.filter { $0 != key.name }) }
        if renewing { await self.noteRenewal(of: key) }
        return output
      }
    }
  }

  private func usable(_ key: ClipKey, renewing: Bool) async -> VoiceEngineOutput? {
    renewing && !renewed.contains(key.words) ? nil : await lookup(key)
  }

  private func noteRenewal(of key: ClipKey) { renewed.insert(key.words) }

  /// Ends renewals: the next request to renew one of these clips asks for a new one.
  ///
  /// Before that, a clip that was renewed is used again, so that a renewal that was cut short is not
  /// paid for twice.
  package func endRenewals(of keys: Set<ClipKey>) {
    for key in keys { renewed.remove(key.words) }
  }

  /// The number of callers that wait for a clip; for tests.
  func callers(of key: ClipKey) async -> Int { await flights.callers(of: key.words) }

  /// Waits until every clip that is being made is made and kept, also where nobody waits for it any more.
  public func settle() async { await flights.settle() }

  /// The kept clip of a key; nil where there is none that is whole.
  public func lookup(_ key: ClipKey) async -> VoiceEngineOutput? {
    let (folder, told) = (folder, told)
    if let output = unkept.first(of: key.forms) { return output }
    let names = key.forms.filter { !forgotten.contains($0) }
    return await BlockingWork.run { Self.read(names, in: folder, told: told) }
  }

  /// Whether a clip of a key is there, without reading it.
  public func contains(_ key: ClipKey) async -> Bool {
    let folder = folder
    let names = key.forms.filter { !forgotten.contains($0) }
    return await BlockingWork.run { names.contains { folder.contains($0) } }
  }

  /// Removes the clips that answer a request, as one whose sound turns out not to be readable: the
  /// next call of `clip` makes it anew.
  ///
  /// Where the files cannot be removed this cache no longer gives them all the same.
  public func forget(_ key: ClipKey) async { await forget(key.forms) }

  private func forget(_ names: [String]) async {
    let folder = folder
    unkept.remove(names)
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

  /// Keeps a clip; it is on disk when this returns true, and false has been told as a notice.
  ///
  /// A clip that cannot be kept is still given by this cache, so that it is not paid for twice.
  @discardableResult
  public func store(
    _ output: VoiceEngineOutput, for key: ClipKey, from origin: ClipOrigin? = nil
  ) async -> Bool {
    let (folder, told) = (folder, told)
    let written = await BlockingWork.run {
      Self.write(output, key, from: origin, in: folder, told: told)
    }
    guard let written else {
      unkept.add(output, as: key.name)
      return false
    }
    forgotten.remove(key.name)
    if size.needsCounting(after: written) {
      let limit = limit
      // Clips of the last two hours are those of builds that still need them: a use is noted to
      // the hour. A single build larger than the limit is kept whole for as long.
      let pruning = await BlockingWork.run {
        folder.prune(to: limit, sparing: 2 * ClipFolder.exactness)
      }
      size.counted(pruning.left)
      if !pruning.paid.isEmpty {
        told.add(.paidClipsRemoved(Self.sorted(pruning.paid), limit: limit))
      }
    }
    return true
  }

  /// How full the cache is.
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

  /// Removes the clips used least recently until the rest has at most so many bytes; free clips go
  /// before any that was paid for.
  ///
  /// Sounds that a build has read already are its own; what it reads later it makes again.
  public func prune(to bytes: Int) async {
    let folder = folder
    size.counted(await BlockingWork.run { folder.prune(to: bytes, sparing: 0).left })
  }

  /// Removes all clips.
  public func clear() async { await prune(to: 0) }

  // MARK: Files

  private static func read(
    _ names: [String], in folder: ClipFolder, told: StoreNotices
  ) -> VoiceEngineOutput? {
    for name in names {
      do throws(StoreError) {
        guard let data = try folder.read(name) else { continue }
        if let output = ClipFile.output(in: data, key: name) {
          folder.touch(name)
          return output
        }
        // Left where it is: the clip that is made now takes its place.
        told.add(.audioDamaged(file: folder.file(name)))
      } catch .damagedAudio(let file) {
        told.add(.audioDamaged(file: file))
      } catch {
        told.add(.clipsNotRead(folder: folder.path, reason: error.reason))
      }
    }
    return nil
  }

  /// The size of what was written; nil where that failed.
  private static func write(
    _ output: VoiceEngineOutput, _ key: ClipKey, from origin: ClipOrigin?,
    in folder: ClipFolder, told: StoreNotices
  ) -> Int? {
    do throws(StoreError) {
      return try folder.write(
        ClipFile.pieces(of: output, key: key.name, from: origin), as: key.name)
    } catch {
      told.add(.clipsNotKept(folder: folder.path, reason: error.reason))
      return nil
    }
  }
}

extension StoreError {
  /// The reason without the file, which is another for each clip.
  fileprivate var reason: String {
    switch self {
    case .unusable(_, let reason), .damaged(_, let reason): reason
    case .diskFull: "the disk is full"
    default: description
    }
  }
}

/// When a cache must look how full it is: walking through it for every clip would take too long.
private struct ClipCacheSize {
  private let limit: Int
  private var known: Int?
  private var added = 0

  init(limit: Int) { self.limit = limit }

  /// At the first clip, where the limit may be passed, and after a sixteenth of the limit at the
  /// latest, as other processes add clips too.
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
