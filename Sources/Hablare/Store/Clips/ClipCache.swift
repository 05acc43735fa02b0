import FoundationEssentials

/// Clips of speech by content, so that what was said once need not be paid for again.
///
/// Several processes may use one folder at once. Nothing that goes wrong with the folder fails what
/// it is used for: the cache steps aside, and says so once.
public actor ClipCache {
  /// 2 GiB.
  public static let defaultLimit = 2 << 30

  private let folder: ClipFolder
  private let limit: Int
  private let told: StoreNotices
  private let flights = SingleFlight<ClipKey, VoiceEngineOutput>()
  private var size: ClipCacheSize
  /// Clips that were to be forgotten and whose files could not be removed.
  private var forgotten: Set<String> = []

  /// Makes a cache in a folder, which need not be there yet.
  ///
  /// - Parameters:
  ///   - folder: the folder's path.
  ///   - limit: the size in bytes above which the clips used least recently go.
  ///   - onNotice: told, on any thread, what the user should know; `notices` has it as well.
  public init(
    folder: String, limit: Int = ClipCache.defaultLimit,
    onNotice: (@Sendable (StoreNotice) -> Void)? = nil
  ) {
    self.folder = ClipFolder(path: folder)
    self.limit = limit
    told = StoreNotices(tell: onNotice)
    size = ClipCacheSize(limit: limit)
  }

  /// What the user should know, in the order in which it came up.
  public nonisolated var notices: [StoreNotice] { told.all }

  /// How many clips this process has made that could not be kept.
  public private(set) var unkeptClips = 0

  /// The clip of a key: the one that is kept, or what `make` makes, which is on disk before it is
  /// given.
  ///
  /// Calls for one key at one time share one call of `make`, and of several processes one makes the
  /// clip while the others wait for it, five minutes at most. A cancelled caller leaves at once;
  /// what is under way is cancelled only when all its callers have left, and if it is finished
  /// nonetheless, it is kept.
  public func clip(
    for key: ClipKey, make: @escaping @Sendable () async throws -> VoiceEngineOutput
  ) async throws -> VoiceEngineOutput {
    try await flights.value(for: key) {
      if let kept = await self.lookup(key) { return kept }
      return try await ClipLock.hold(key, in: self.folder) {
        // Another process may have made it meanwhile.
        if let kept = await self.lookup(key) { return kept }
        let output = try await make()
        await self.store(output, for: key)
        return output
      }
    }
  }

  /// Waits until every clip that is being made is made and kept, also where nobody waits for it any more.
  public func settle() async { await flights.settle() }

  /// The kept clip of a key; nil where there is none that is whole.
  public func lookup(_ key: ClipKey) async -> VoiceEngineOutput? {
    let (folder, told) = (folder, told)
    let names = key.answers.filter { !forgotten.contains($0) }
    return await BlockingWork.run { Self.read(names, in: folder, told: told) }
  }

  /// Whether a clip of a key is there, without reading it.
  public func contains(_ key: ClipKey) async -> Bool {
    let folder = folder
    let names = key.answers.filter { !forgotten.contains($0) }
    return await BlockingWork.run { names.contains { folder.contains($0) } }
  }

  /// Removes the clips that answer a request, as one whose sound turns out not to be readable: the
  /// next call of `clip` makes it anew.
  ///
  /// Where the files cannot be removed this cache no longer gives them all the same.
  public func forget(_ key: ClipKey) async {
    let folder = folder
    forgotten.formUnion(
      await BlockingWork.run {
        key.answers.filter { name in
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
  @discardableResult
  public func store(_ output: VoiceEngineOutput, for key: ClipKey) async -> Bool {
    let (folder, told) = (folder, told)
    let written = await BlockingWork.run { Self.write(output, key, in: folder, told: told) }
    guard let written else {
      unkeptClips += 1
      return false
    }
    forgotten.remove(key.name)
    if size.needsCounting(after: written) {
      let limit = limit
      // Clips of the last two hours are those of builds that still need them: a use is noted to
      // the hour. A single build larger than the limit is kept whole for as long.
      let left = await BlockingWork.run {
        folder.prune(to: limit, sparing: 2 * ClipFolder.exactness)
      }
      size.counted(left)
    }
    return true
  }

  /// How full the cache is.
  public func info() async -> ClipCacheInfo {
    let (folder, limit) = (folder, limit)
    return await BlockingWork.run {
      let entries = folder.entries()
      return ClipCacheInfo(
        folder: folder.path, count: entries.count, bytes: entries.reduce(0) { $0 + $1.bytes },
        limit: limit)
    }
  }

  /// Removes the clips used least recently until the rest has at most so many bytes.
  ///
  /// Sounds that a build has read already are its own; what it reads later it makes again.
  public func prune(to bytes: Int) async {
    let folder = folder
    size.counted(await BlockingWork.run { folder.prune(to: bytes, sparing: 0) })
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
    _ output: VoiceEngineOutput, _ key: ClipKey, in folder: ClipFolder, told: StoreNotices
  ) -> Int? {
    do throws(StoreError) {
      return try folder.write(ClipFile.pieces(of: output, key: key.name), as: key.name)
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
