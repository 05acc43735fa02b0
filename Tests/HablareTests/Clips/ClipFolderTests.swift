import Foundation
import Testing
import TestSupport

@testable import Hablare

/// Tests of a clip cache in a folder that also contains foreign files.
struct ClipFolderTests {
  private static func cache(_ folder: TemporaryFolder) -> ClipCache {
    ClipCache(folder: folder.path(of: "clips"))
  }

  private static func path(_ key: ClipKey, in folder: TemporaryFolder) -> String {
    ClipFolder(path: folder.path(of: "clips")).file(key.name)
  }

  private static func make(_ path: String, _ text: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
    let old = Date(timeIntervalSinceNow: -10 * 86_400)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
  }

  @Test func `only clips are counted and removed`() async throws {
    let folder = try TemporaryFolder()
    let clips = folder.path(of: "clips")
    let cache = Self.cache(folder)
    await cache.store(ClipSamples.output(), for: ClipSamples.key())
    let rest = String(repeating: "0", count: 62)
    let others = [
      "\(clips)/01/wedding.mp4", "\(clips)/ab/film.mkv", "\(clips)/ab/.hidden.tmp",
      "\(clips)/ab/ab\(rest).bak", "\(clips)/ab/cd\(rest)", "\(clips)/ab/AB\(rest)",
      "\(clips)/AB/AB\(rest)", "\(clips)/xy/xy\(rest)", "\(clips)/notes",
    ]
    for other in others { try Self.make(other, "HABCLIP1 or not") }
    // A link leads to a user's folder outside of the cache. A file in the folder has the name of a clip.
    let elsewhere = folder.path(of: "elsewhere")
    try Self.make("\(elsewhere)/ef\(rest)", "HABCLIP1")
    symlink(elsewhere, "\(clips)/ef")
    symlink("\(elsewhere)/ef\(rest)", "\(clips)/ab/ab\(rest)")
    #expect(await cache.info().count == 1)
    await cache.prune(to: 1)
    await cache.clear()
    #expect(await cache.info().count == 0)
    #expect(await !cache.contains(ClipSamples.key()))
    for other in others + ["\(elsewhere)/ef\(rest)", "\(clips)/ab/ab\(rest)"] {
      #expect(FileManager.default.fileExists(atPath: other), "\(other)")
    }
  }

  @Test func `a file with a clip's name but another beginning is left`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "clips/ab/ab" + String(repeating: "0", count: 62))
    try Self.make(path, "a film")
    await Self.cache(folder).clear()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a film")
  }

  @Test func `temporary files of a killed process are removed a day later`() async throws {
    let folder = try TemporaryFolder()
    let shelf = folder.path(of: "clips/ab")
    try Self.make("\(shelf)/.\(UUID().uuidString).tmp", "HABCLIP1")
    try Self.make("\(shelf)/.mine.tmp", "")
    #expect(await Self.cache(folder).info().count == 0)
    #expect(try folder.names(in: "clips/ab") == [".mine.tmp"])
  }

  @Test(arguments: ["pipe", "folder", "link", "1 TB"])
  func `anything else at the path of a clip is reported, and the clip is stored`(what: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let cache = Self.cache(folder)
    let key = ClipSamples.key()
    await cache.store(ClipSamples.output(), for: key)
    let path = Self.path(key, in: folder)
    try HostileFile.replace(path, by: what)
    #expect(await !cache.contains(key))
    for _ in 0..<2 {
      let clip = try await cache.clip(for: key) { ClipSamples.output() }
      #expect(clip.audioData == ClipSamples.audio())
    }
    #expect(cache.notices.first == .audioDamaged(file: path))
    // A folder is never removed. Anything else is replaced.
    #expect(cache.notices.count == (what == "folder" ? 2 : 1))
    #expect(await cache.contains(key) == (what != "folder"))
  }

  @Test func `a forgotten clip is requested again, even if its file stays`() async throws {
    let folder = try TemporaryFolder()
    let cache = Self.cache(folder)
    let (plain, timed) = (ClipSamples.key(), ClipSamples.key(wantsWordTimings: true))
    await cache.store(ClipSamples.output("bad"), for: timed)
    await cache.forget(plain)
    #expect(await cache.lookup(plain) == nil)
    #expect(await cache.lookup(timed) == nil)
    #expect(await cache.info().count == 0)
    let made = try await cache.clip(for: plain) { ClipSamples.output("good") }
    #expect(made.audioData == ClipSamples.audio("good"))
    #expect(await cache.lookup(plain)?.audioData == made.audioData)
    // A path that cannot be removed, here a folder, is no longer used either.
    let path = Self.path(timed, in: folder)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    await cache.forget(timed)
    #expect(await cache.lookup(timed) == nil)
    #expect(cache.notices.isEmpty)
  }

  @Test func `waiting for another caller's clip can be cancelled`() async throws {
    let folder = try TemporaryFolder()
    let clips = ClipFolder(path: folder.path(of: "clips"))
    let key = ClipSamples.key()
    try await ClipLock.hold(key, in: clips) {
      let task = Task { try await ClipLock.hold(key, in: clips) { true } }
      // Another key has another lock.
      let isOtherFree = try await ClipLock.hold(ClipSamples.key("other"), in: clips) { true }
      #expect(isOtherFree)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    let isFree = try await ClipLock.hold(key, in: clips) { true }
    #expect(isFree)
  }

  @Test func `a pipe at the path of the lock blocks no caller`() async throws {
    let folder = try TemporaryFolder()
    let clips = folder.path(of: "clips")
    try FileManager.default.createDirectory(atPath: clips, withIntermediateDirectories: true)
    mkfifo("\(clips)/\(ClipLock.name)", 0o600)
    let cache = Self.cache(folder)
    let clip = try await cache.clip(for: ClipSamples.key()) { ClipSamples.output() }
    #expect(clip.audioData == ClipSamples.audio())
    #expect(cache.notices.isEmpty)
  }
}
