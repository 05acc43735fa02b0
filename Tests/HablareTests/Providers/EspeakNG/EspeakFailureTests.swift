import Foundation
import Glibc
import Testing

@testable import Hablare

/// Tests of worker processes that die or hang.
struct EspeakFailureTests {
  /// A text for which the engine needs a second.
  private static let long = String(repeating: "Another line of a long speech. ", count: 1000)

  /// Returns a pool whose worker is running and has already spoken with `voice`.
  private static func warmPool(
    slots: Int = 2, limit: WorkerTimeLimit = WorkerTimeLimit()
  ) async throws -> (pool: EspeakWorker, root: Int32, zygote: Int32) {
    let pool = EspeakWorker(workerPath: nil, slots: slots, limit: limit)
    _ = try await say("Hello.", in: pool)
    let root = try #require(await pool.workerPid)
    var zygotes = [Int32]()
    let isQuiet = await WorkerProcesses.eventually {
      zygotes = WorkerProcesses.alive(group: root).filter { $0.parent == root }.map(\.pid)
      return zygotes.count == 1
    }
    #expect(isQuiet)
    return (pool, root, try #require(zygotes.first))
  }

  private static func say(_ text: String, in pool: EspeakWorker) async throws -> Data {
    try await pool.speak(EspeakSpeech.request(text), identifier: "gmw/en-US").data
  }

  /// Returns the speaking process, as soon as there is one in addition to the zygote.
  ///
  /// A separate thread looks for the process, and immediately sends a signal to it or to `target`. A task on
  /// Swift's pool might run only after the speech has ended.
  private static func speaker(
    root: Int32, zygote: Int32, signal: Int32, to target: Int32? = nil
  ) async throws -> Int32 {
    let found = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        for _ in 0..<60_000 {
          let speaker = WorkerProcesses.alive(group: root).first {
            $0.parent == root && $0.pid != zygote
          }
          if let speaker {
            kill(target ?? speaker.pid, signal)
            return continuation.resume(returning: Int32?.some(speaker.pid))
          }
          usleep(500)
        }
        continuation.resume(returning: nil)
      }
    }
    return try #require(found)
  }

  /// Returns the failure of a long line whose process gets a signal, and the audio of another line.
  ///
  /// On a busy machine the long line can end before the signal arrives. Then the line is spoken again, at
  /// most ten times.
  private static func crash(
    _ pool: EspeakWorker, _ root: Int32, _ zygote: Int32, _ signal: Int32
  ) async throws -> (failure: VoiceProviderError?, other: Data) {
    var attempts = 0
    while true {
      async let outcome = Result.of { try await say(long, in: pool) }
      _ = try await speaker(root: root, zygote: zygote, signal: signal)
      let other = try await say("Hello.", in: pool)
      let failure = await outcome.failure
      attempts += 1
      if failure != nil || attempts == 10 { return (failure as? VoiceProviderError, other) }
    }
  }

  @Test(arguments: [(SIGSEGV, "signal 11"), (SIGKILL, "signal 9"), (SIGABRT, "signal 6")])
  func `a crash costs only its own line`(signal: Int32, reason: String) async throws {
    let (pool, root, zygote) = try await Self.warmPool()
    let (failure, other) = try await Self.crash(pool, root, zygote, signal)
    guard case .engineCrashed(let message) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(message.contains(reason))
    #expect(try await Self.say("Hello.", in: pool) == other)
    #expect(await pool.workerPid == root)
    await pool.shutdown()
  }

  @Test func `a hanging process is ended after the time limit`() async throws {
    let limit = WorkerTimeLimit(base: 2, perHundred: 0)
    let (pool, root, zygote) = try await Self.warmPool(limit: limit)
    async let outcome = Result.of { try await Self.say(Self.long, in: pool) }
    let speaker = try await Self.speaker(root: root, zygote: zygote, signal: SIGSTOP)
    #expect(await outcome.failure as? VoiceProviderError == .timedOut(seconds: 2))
    #expect(!WorkerProcesses.alive(group: root).contains { $0.pid == speaker })
    _ = try await Self.say("Hello.", in: pool)
    await pool.shutdown()
  }

  @Test func `a dead zygote is replaced and its speakers continue`() async throws {
    let (pool, root, zygote) = try await Self.warmPool()
    let expected = try await Self.say("Hello.", in: pool)
    async let long = Self.say(Self.long, in: pool)
    _ = try await Self.speaker(root: root, zygote: zygote, signal: SIGKILL, to: zygote)
    _ = await WorkerProcesses.eventually {
      !WorkerProcesses.alive(group: root).contains { $0.pid == zygote }
    }
    #expect(try await Self.say("Hello.", in: pool) == expected)
    #expect(try await long.count > 5_000_000)
    await pool.shutdown()
  }

  @Test func `another worker speaks the lines of a killed one`() async throws {
    let (pool, root, zygote) = try await Self.warmPool()
    let expected = try await Self.say(Self.long, in: pool)
    async let first = Self.say(Self.long, in: pool)
    async let second = Self.say(Self.long, in: pool)
    _ = try await Self.speaker(root: root, zygote: zygote, signal: SIGKILL, to: root)
    #expect(try await [first, second] == [expected, expected])
    let next = try #require(await pool.workerPid)
    #expect(next != root)
    #expect(await WorkerProcesses.areGone(group: root))
    await pool.shutdown()
  }

  @Test func `a line whose workers all die fails`() async throws {
    let (pool, root, zygote) = try await Self.warmPool()
    async let outcome = Result.of { try await Self.say(Self.long, in: pool) }
    _ = try await Self.speaker(root: root, zygote: zygote, signal: SIGKILL, to: root)
    var next: Int32?
    let isReplaced = await WorkerProcesses.eventually {
      next = await pool.workerPid
      return next != nil && next != root
    }
    #expect(isReplaced)
    kill(try #require(next), SIGKILL)
    #expect(
      await outcome.failure as? VoiceProviderError
        == .engineCrashed(reason: "the worker process ended"))
    await pool.shutdown()
  }

  @Test func `a voice that the engine does not have is an error, not another voice`() async throws {
    let pool = EspeakWorker(workerPath: nil, slots: 1)
    for identifier in ["nosuch", "mb/mb-de2", "", String(repeating: "x", count: 500)] {
      let outcome = await Result.of {
        try await pool.speak(EspeakSpeech.request("Hello."), identifier: identifier)
      }
      #expect(outcome.failure as? VoiceProviderError == .voiceNotFound(nearest: []))
    }
    _ = try await Self.say("Hello.", in: pool)
    await pool.shutdown()
  }

  @Test func `waiting for a slot and speaking can both be cancelled`() async throws {
    let (pool, root, zygote) = try await Self.warmPool(slots: 1)
    let speaking = Task { try await Self.say(Self.long, in: pool) }
    _ = try await Self.speaker(root: root, zygote: zygote, signal: SIGSTOP)
    let waiting = Task { try await Self.say("Hello.", in: pool) }
    waiting.cancel()
    #expect(await waiting.result.failure is CancellationError)
    speaking.cancel()
    #expect(await speaking.result.failure is CancellationError)
    _ = try await Self.say("Hello.", in: pool)
    await pool.shutdown()
  }
}

extension Result where Failure == any Error {
  /// Returns the result of a call.
  static func of(_ body: () async throws -> Success) async -> Self where Success: Sendable {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
