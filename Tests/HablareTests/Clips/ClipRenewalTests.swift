import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Hablare

/// Counts calls from any number of tasks.
private final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock(\.self) }
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

/// Tests of replacing cached clips by new ones.
@Suite struct ClipRenewalTests {
  private func request(timed: Bool = false) -> VoiceEngineRequest {
    var request = VoiceEngineRequest(text: "Hello.", voiceId: "v", languageCode: "en")
    request.wantsWordTimings = timed
    return request
  }

  private func key(timed: Bool = false) -> ClipKey {
    ClipKey(providerId: "p", providerVersion: "1", request: request(timed: timed))
  }

  private func output(_ byte: UInt8) -> VoiceEngineOutput {
    VoiceEngineOutput(
      audioData: Data([byte, byte]), audioFormat: .pcm16, sampleRate: 8000, channels: 1)
  }

  @Test func `a cached clip is replaced once in a run`() async throws {
    let folder = try TemporaryFolder()
    let first = ClipCache(folder: folder.path)
    await first.store(output(1), for: key())
    let calls = Counter()
    func renew(in cache: ClipCache) async throws -> UInt8? {
      try await cache.clip(for: key(), renewing: true) {
        self.output(UInt8(10 + calls.next()))
      }.audioData.first
    }
    let cache = ClipCache(folder: folder.path)
    #expect(try await renew(in: cache) == 11)
    #expect(try await renew(in: cache) == 11)
    #expect(await ClipCache(folder: folder.path).lookup(key())?.audioData.first == 11)
    #expect(await cache.info().count == 1)
    // Another run replaces the clip again.
    #expect(try await renew(in: ClipCache(folder: folder.path)) == 12)
  }

  @Test func `all simultaneous callers get the same new clip`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path)
    await cache.store(output(1), for: key())
    let calls = Counter()
    let got = try await withThrowingTaskGroup(of: UInt8?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await cache.clip(for: self.key(), renewing: true) {
            self.output(UInt8(1 + calls.next()))
          }.audioData.first
        }
      }
      return try await group.reduce(into: Set<UInt8?>()) { $0.insert($1) }
    }
    #expect(got == [2])
    #expect(calls.value == 1)
  }

  @Test func `a cached clip stays if no new one can be generated`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path)
    await cache.store(output(1), for: key())
    let key = key()
    await #expect(throws: VoiceProviderError.quotaExceeded) {
      try await cache.clip(for: key, renewing: true) { throw VoiceProviderError.quotaExceeded }
    }
    #expect(await cache.lookup(key)?.audioData.first == 1)
    #expect(await ClipCache(folder: folder.path).lookup(key)?.audioData.first == 1)
  }

  /// A clip of one form also answers requests for the other form, so the old take must not come back in that
  /// form.
  @Test(arguments: [true, false])
  func `the other form of an old take is removed`(timed: Bool) async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path)
    await cache.store(output(1), for: key(timed: true))
    await cache.store(output(1), for: key(timed: false))
    _ = try await cache.clip(for: key(timed: timed), renewing: true) { self.output(2) }
    for other in [ClipCache(folder: folder.path), cache] {
      #expect(await other.lookup(key(timed: timed))?.audioData.first == 2)
      #expect(await other.lookup(key(timed: !timed))?.audioData.first == 2)
      #expect(await other.info().count == 1)
    }
  }

  @Test func `a clip is replaced once, whatever its form`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path)
    await cache.store(output(1), for: key())
    let calls = Counter()
    for timed in [true, false, true] {
      let clip = try await cache.clip(for: key(timed: timed), renewing: true) {
        self.output(UInt8(1 + calls.next()))
      }
      #expect(clip.audioData.first == 2)
    }
    #expect(calls.value == 1)
  }
}
