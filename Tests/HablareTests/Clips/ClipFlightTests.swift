import Foundation
import Synchronization
import Testing
import TestSupport

@testable import Hablare

/// An engine whose calls wait until the test releases them.
private final class SlowEngine: Sendable {
  private let calls = Mutex(0)
  private let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
  private let (released, release) = AsyncStream.makeStream(of: Void.self)

  var callCount: Int { calls.withLock { $0 } }

  @Sendable func make() async throws -> VoiceEngineOutput {
    calls.withLock { $0 += 1 }
    hasStarted.yield()
    for await _ in released { break }
    try Task.checkCancellation()
    return ClipSamples.output()
  }

  func waitForStart() async { for await _ in started { break } }
  func goOn() { release.yield() }
}

private final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}

struct ClipFlightTests {
  @Test func `concurrent calls for one key call the engine once`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let count = Counter()
    let sounds = try await withThrowingTaskGroup(of: Data.self) { group in
      for index in 0..<200 {
        group.addTask {
          try await cache.clip(for: ClipSamples.key("\(index % 4)")) {
            count.add()
            await Task.yield()
            return ClipSamples.output("\(index % 4)")
          }.audioData
        }
      }
      return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
    }
    #expect(sounds.count == 4)
    #expect(count.value == 4)
  }

  @Test func `cancelling one caller does not affect the others`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let engine = SlowEngine()
    let first = Task { try await cache.clip(for: ClipSamples.key(), make: engine.make) }
    await engine.waitForStart()
    let second = Task { try await cache.clip(for: ClipSamples.key(), make: engine.make) }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    // The second caller gets a clip, whether it has joined the first call by now or starts another one.
    engine.goOn()
    engine.goOn()
    #expect(try await second.value.audioData == ClipSamples.audio())
  }

  @Test func `when all callers are cancelled the engine is too, and the next call starts again`()
    async throws
  {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let engine = SlowEngine()
    let callers = (0..<3).map { _ in
      Task { try await cache.clip(for: ClipSamples.key(), make: engine.make) }
    }
    await engine.waitForStart()
    for caller in callers { caller.cancel() }
    for caller in callers {
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
    let other = try await cache.clip(for: ClipSamples.key()) { ClipSamples.output("b") }
    #expect(other.audioData == ClipSamples.audio("b"))
    engine.goOn()
  }

  @Test func `a call that is already cancelled does nothing`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let engine = SlowEngine()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await cache.clip(for: ClipSamples.key(), make: engine.make)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(engine.callCount == 0)
  }

  @Test func `a failure reaches all waiting callers, and the next call tries again`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<5 {
        group.addTask {
          let clip = try? await cache.clip(for: ClipSamples.key()) {
            throw VoiceProviderError.quotaExceeded
          }
          return clip == nil
        }
      }
      for await hasFailed in group { #expect(hasFailed) }
    }
    let clip = try await cache.clip(for: ClipSamples.key()) { ClipSamples.output() }
    #expect(clip.audioData == ClipSamples.audio())
  }
}
