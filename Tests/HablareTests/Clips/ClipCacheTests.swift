import Foundation
import Testing
import TestSupport

@testable import Hablare

struct ClipCacheTests {
  private static func cache(_ folder: TemporaryFolder, limit: Int = 1 << 30) -> ClipCache {
    ClipCache(folder: folder.path(of: "clips"), limit: limit)
  }

  private static func path(_ key: ClipKey, in folder: TemporaryFolder) -> String {
    ClipFolder(path: folder.path(of: "clips")).file(key.name)
  }

  /// Sets the last use of a clip to this many hours ago.
  private static func age(_ key: ClipKey, hours: Int, in folder: TemporaryFolder) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3_600 * Double(hours))],
      ofItemAtPath: path(key, in: folder))
  }

  @Test func `a clip is requested once and then cached with all its properties`() async throws {
    let folder = try TemporaryFolder()
    let made = try await Self.cache(folder).clip(for: ClipSamples.key()) { ClipSamples.output() }
    let cache = Self.cache(folder)
    let kept = try await cache.clip(for: ClipSamples.key()) { throw CancellationError() }
    #expect(kept.audioData == made.audioData)
    #expect(kept.audioData.startIndex == 0)
    #expect(kept.audioFormat == .pcm16)
    #expect(kept.fileExtension == "pcm")
    #expect(kept.mimeType == "audio/L16")
    #expect(kept.sampleRate == 8_000)
    #expect(kept.channels == 1)
    #expect(kept.wordTimings == made.wordTimings)
    #expect(kept.metadata == made.metadata)
    #expect(await cache.lookup(ClipSamples.key("other")) == nil)
    #expect(await cache.contains(ClipSamples.key()))
    #expect(await !cache.contains(ClipSamples.key("other")))
    #expect(cache.notices.isEmpty)
  }

  @Test func `a clip with word timings answers a request without`() async throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache(folder)
    await cache.store(ClipSamples.output(), for: ClipSamples.key(wantsWordTimings: true))
    #expect(await cache.lookup(ClipSamples.key()) != nil)
    await cache.clear()
    await cache.store(ClipSamples.output(), for: ClipSamples.key())
    #expect(await cache.lookup(ClipSamples.key(wantsWordTimings: true)) != nil)
  }

  @Test(arguments: [true, false])
  func `a damaged clip of the other form is removed when a new one is stored`(timed: Bool)
    async throws
  {
    let folder = try TemporaryFolder()
    let damaged = ClipSamples.key(wantsWordTimings: !timed)
    await Self.cache(folder).store(ClipSamples.output(), for: damaged)
    try Data("no clip".utf8).write(to: URL(filePath: Self.path(damaged, in: folder)))
    let cache = Self.cache(folder)
    let key = ClipSamples.key(wantsWordTimings: timed)
    _ = try await cache.clip(for: key) { ClipSamples.output("new") }
    #expect(cache.notices.count == 1)
    let next = Self.cache(folder)
    for key in [key, damaged] {
      #expect(await next.lookup(key)?.audioData == ClipSamples.audio("new"))
    }
    #expect(next.notices.isEmpty)
    #expect(await next.info().count == 1)
  }

  @Test func `clips without audio are cached too`() async throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache(folder)
    let empty = VoiceEngineOutput(audioData: Data(), audioFormat: .mp3)
    await cache.store(empty, for: ClipSamples.key())
    #expect(await cache.lookup(ClipSamples.key())?.audioData == Data())
  }

  @Test(arguments: [0, 7, 43, 60, 400, -1])
  func `a clip with a changed byte is reported and replaced by a good one`(place: Int) async throws
  {
    let folder = try TemporaryFolder()
    let cache = Self.cache(folder)
    let key = ClipSamples.key()
    await cache.store(ClipSamples.output(), for: key)
    let path = Self.path(key, in: folder)
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[place < 0 ? bytes.count - 1 : place] ^= 4
    try bytes.write(to: URL(filePath: path))
    #expect(await cache.lookup(key) == nil)
    #expect(cache.notices == [.audioDamaged(file: path)])
    _ = try await cache.clip(for: key) { ClipSamples.output() }
    #expect(await cache.lookup(key)?.audioData == ClipSamples.audio())
  }

  @Test(arguments: [0, 5, 30, 44, 100])
  func `a truncated clip is not used`(length: Int) async throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache(folder)
    await cache.store(ClipSamples.output(), for: ClipSamples.key())
    truncate(Self.path(ClipSamples.key(), in: folder), length)
    #expect(await cache.lookup(ClipSamples.key()) == nil)
  }

  @Test func `a clip with another clip's name is not used`() async throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache(folder)
    let (one, other) = (ClipSamples.key("1"), ClipSamples.key("2"))
    for key in [one, other] { await cache.store(ClipSamples.output(), for: key) }
    let path = Self.path(other, in: folder)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: Self.path(one, in: folder), toPath: path)
    #expect(await cache.lookup(other) == nil)
    #expect(await cache.lookup(one) != nil)
  }

  @Test func `only the user can read the clips`() async throws {
    let folder = try TemporaryFolder()
    await Self.cache(folder).store(ClipSamples.output(), for: ClipSamples.key())
    let path = Self.path(ClipSamples.key(), in: folder)
    let rights = [(path, 0o600), ((path as NSString).deletingLastPathComponent, 0o700)]
    for (path, expected) in rights {
      let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(found as? Int == expected)
    }
  }

  @Test func `the least recently used clips are removed first`() async throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache(folder)
    let keys = (0..<4).map { ClipSamples.key("\($0)") }
    for (index, key) in keys.enumerated() {
      await cache.store(ClipSamples.output("\(index)", bytes: 10_000), for: key)
      try Self.age(key, hours: 10 + index, in: folder)
    }
    // The second oldest clip is used now, so it counts as new.
    #expect(await cache.lookup(keys[2]) != nil)
    let info = await cache.info()
    #expect(info.count == 4)
    #expect(info.bytes > 40_000)
    await cache.prune(to: 25_000)
    var left: [Bool] = []
    for key in keys { left.append(await cache.contains(key)) }
    #expect(left == [true, false, true, false])
    await cache.clear()
    #expect(await cache.info().count == 0)
  }

  private static func has(_ keys: [ClipKey], _ cache: ClipCache) async -> [Bool] {
    var found: [Bool] = []
    for key in keys { found.append(await cache.contains(key)) }
    return found
  }

  @Test func `free clips are removed before any paid one, and paid ones are reported`() async throws
  {
    let folder = try TemporaryFolder()
    let before = Self.cache(folder)
    let origins = [
      ClipOrigin(providerId: "paid", characters: 120),
      ClipOrigin(providerId: "free", characters: 0),
      nil, ClipOrigin(providerId: "free", characters: 0),
      ClipOrigin(providerId: "paid", characters: 80),
    ]
    let keys = origins.indices.map { ClipSamples.key("\($0)") }
    for (index, origin) in origins.enumerated() {
      await before.store(ClipSamples.output("x", bytes: 10_000), for: keys[index], from: origin)
      // The paid clips are the oldest.
      try Self.age(keys[index], hours: origin?.characters == 0 ? 5 : 50 - index, in: folder)
    }
    let holdings = await before.info().holdings
    #expect(holdings.map(\.providerId) == ["free", "paid", nil])
    #expect(holdings.map(\.count) == [2, 2, 1])
    #expect(holdings.map(\.characters) == [0, 200, 0])
    // Room for a new clip and three of the five. The free ones are removed, and the oldest paid one.
    let full = ClipCache(folder: folder.path(of: "clips"), limit: 35_000)
    await full.store(ClipSamples.output("new", bytes: 10_000), for: ClipSamples.key("new"))
    #expect(await Self.has(keys, full) == [false, false, true, false, true])
    guard case .paidClipsRemoved(let removed, 35_000)? = full.notices.first else {
      Issue.record("\(full.notices)")
      return
    }
    #expect(removed.map(\.providerId) == ["paid"])
    #expect(removed.map(\.characters) == [120])
  }

  @Test func `free clips of this hour are removed before old paid ones`() async throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache(folder, limit: 25_000)
    let paid = ClipSamples.key("paid")
    let free = (0..<3).map { ClipSamples.key("free \($0)") }
    await cache.store(
      ClipSamples.output("p", bytes: 10_000), for: paid,
      from: ClipOrigin(providerId: "paid", characters: 120))
    try Self.age(paid, hours: 500, in: folder)
    for key in free {
      await cache.store(
        ClipSamples.output("f", bytes: 10_000), for: key,
        from: ClipOrigin(providerId: "free", characters: 0))
    }
    #expect(await cache.contains(paid))
    #expect(await Self.has(free, cache).contains(false))
    #expect(cache.notices.isEmpty)
  }

  /// Clips of earlier versions do not contain their origin.
  ///
  /// Their audio is still used.
  @Test func `a clip's origin is not part of its key`() async throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache(folder)
    let key = ClipSamples.key()
    await cache.store(ClipSamples.output(), for: key)
    #expect(await cache.lookup(key)?.audioData == ClipSamples.output().audioData)
    await cache.store(
      ClipSamples.output(), for: key, from: ClipOrigin(providerId: "p", characters: 1))
    #expect(await cache.lookup(key)?.audioData == ClipSamples.output().audioData)
    #expect(await cache.info().count == 1)
  }

  @Test func `a clip that cannot be stored is used again in this run`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("in the way", as: "clips")
    let cache = Self.cache(folder)
    let key = ClipSamples.key()
    #expect(await !cache.store(ClipSamples.output(), for: key))
    #expect(await cache.lookup(key)?.audioData == ClipSamples.output().audioData)
    #expect(await cache.unstoredClips == 1)
    await cache.forget(key)
    #expect(await cache.lookup(key) == nil)
  }

  @Test func `a cache for one run leaves no files`() async throws {
    let cache = ClipCache.forOneRun()
    let key = ClipSamples.key()
    #expect(await cache.store(ClipSamples.output(), for: key))
    let folder = await cache.info().folder
    #expect(FileManager.default.fileExists(atPath: folder))
    await cache.endRun()
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `a use is recorded if the last record is old`() async throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache(folder)
    let key = ClipSamples.key()
    await cache.store(ClipSamples.output(), for: key)
    for (hours, isNoted) in [(0, false), (2, true)] {
      try Self.age(key, hours: hours, in: folder)
      let used = { await BlockingWork.run { ClipFolder(path: folder.path(of: "clips")).entries() } }
      let before = await used().map(\.used)
      _ = await cache.lookup(key)
      #expect((await used().map(\.used) != before) == isNoted)
    }
  }

  @Test func `a full cache makes room, and keeps the clips in use`() async throws {
    let folder = try TemporaryFolder()
    let before = Self.cache(folder)
    for index in 0..<10 {
      let key = ClipSamples.key("old \(index)")
      await before.store(ClipSamples.output("\(index)", bytes: 10_000), for: key)
      try Self.age(key, hours: 5, in: folder)
    }
    let cache = Self.cache(folder, limit: 50_000)
    for index in 0..<8 {
      await cache.store(
        ClipSamples.output("\(index)", bytes: 10_000), for: ClipSamples.key("new \(index)"))
    }
    // The ten older clips were removed. The eight clips of this run exceed the limit, but are needed.
    #expect(await cache.info().count == 8)
    for index in 0..<8 { #expect(await cache.contains(ClipSamples.key("new \(index)"))) }
  }

  @Test func `if no clip can be stored, the work goes on with one notice`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", as: "clips")
    let cache = Self.cache(folder)
    for text in ["1", "2", "3"] {
      let output = try await cache.clip(for: ClipSamples.key(text)) { ClipSamples.output(text) }
      #expect(output.audioData == ClipSamples.audio(text))
    }
    #expect(await cache.unstoredClips == 3)
    #expect(cache.notices.count == 1)
    guard case .clipsNotCached(folder.path(of: "clips"), _)? = cache.notices.first else {
      Issue.record("\(cache.notices)")
      return
    }
    #expect(await cache.info().count == 0)
  }
}
