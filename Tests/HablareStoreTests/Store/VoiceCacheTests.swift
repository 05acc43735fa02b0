import Foundation
import Hablare
import Synchronization
import Testing

@testable import HablareStore

struct VoiceCacheTests {
  private static func voice(_ id: String, of provider: String = "p") -> Voice {
    Voice(
      id: id, name: "Voice \(id)", providerId: provider, language: "en-GB", locality: "GB",
      gender: "female", quality: "high", category: "premade", labels: ["age": "old"],
      description: "calm", previewURL: URL(string: "https://example.org/\(id).mp3"))
  }

  private static let day = Date(timeIntervalSinceReferenceDate: 800_000_000.25)

  @Test func `a list is read back completely and in order`() async throws {
    let store = try GenerationStore.inMemory()
    let voices = ["c", "a", "b"].map { Self.voice($0) }
    try await store.replaceVoices(voices, provider: "p", language: "en", at: Self.day)
    let cached = try await store.cachedVoices(provider: "p", language: "en")
    #expect(cached.map(\.voice) == voices)
    let first = try #require(cached.first)
    #expect(first.id == "p:en:c")
    #expect(first.voiceName == "Voice c")
    #expect(first.isAvailable)
    #expect(first.cachedAt == Self.day)
    #expect(first.lastValidatedAt == Self.day)
    #expect(try await store.cachedVoices(provider: "p", language: "en-GB").isEmpty)
  }

  @Test func `a list can be stored under any provider name`() async throws {
    let store = try GenerationStore.inMemory()
    let names = [
      "", "p", "P", "p#0123456789abcdef", "p\u{0}q", "p'; DROP TABLE voices; --", "é", "e\u{301}",
      "\n", "%", String(repeating: "x", count: 10_000),
    ]
    for (index, name) in names.enumerated() {
      try await store.replaceVoices([Self.voice("\(index)")], provider: name, language: "en")
    }
    for (index, name) in names.enumerated() {
      let cached = try await store.cachedVoices(provider: name, language: "en")
      #expect(cached.map(\.voiceId) == ["\(index)"])
    }
  }

  @Test func `a removed voice stays as unavailable, and others keep their first date`()
    async throws
  {
    let store = try GenerationStore.inMemory()
    try await store.replaceVoices(
      ["a", "b"].map { Self.voice($0) }, provider: "p", language: "en", at: Self.day)
    try await store.replaceVoices(
      ["c", "b"].map { Self.voice($0) }, provider: "p", language: "en", at: Self.day + 100)
    let cached = try await store.cachedVoices(provider: "p", language: "en")
    #expect(cached.map(\.voiceId) == ["c", "b", "a"])
    #expect(cached.map(\.isAvailable) == [true, true, false])
    #expect(cached.map(\.cachedAt) == [Self.day + 100, Self.day, Self.day])
    #expect(cached.map(\.lastValidatedAt) == [Self.day + 100, Self.day + 100, Self.day])
    let list = try #require(try await store.cachedList(of: "p", language: "en"))
    #expect(list.voices.map(\.id) == ["c", "b"])
    #expect(list.fetchedAt == Self.day + 100)
    // The voice returns with its earlier properties.
    try await store.replaceVoices(
      [Self.voice("a")], provider: "p", language: "en", at: Self.day + 200)
    let again = try await store.cachedVoices(provider: "p", language: "en")
    #expect(again.map(\.voiceId) == ["a", "c", "b"])
    #expect(again.map(\.isAvailable) == [true, false, false])
    #expect(again.first?.cachedAt == Self.day)
  }

  @Test func `an empty list is stored as a list`() async throws {
    let store = try GenerationStore.inMemory()
    #expect(try await store.cachedList(of: "p", language: "en") == nil)
    try await store.replaceVoices([], provider: "p", language: "en", at: Self.day)
    let list = try #require(try await store.cachedList(of: "p", language: "en"))
    #expect(list.voices.isEmpty)
    #expect(list.fetchedAt == Self.day)
    #expect(!list.isStale(now: Self.day + 86_400))
    #expect(list.isStale(now: Self.day + 86_401))
    #expect(list.isStale(now: Self.day - 1))
    #expect(try await store.clearVoices(provider: "p") == 0)
    #expect(try await store.cachedList(of: "p", language: "en") == nil)
  }

  @Test(arguments: [
    ("en" as String?, 2, 3), (nil, 3, 2), ("fr", 0, 5),
  ])
  func `one language or all lists of one provider can be cleared`(
    language: String?, cleared: Int, left: Int
  ) async throws {
    let store = try GenerationStore.inMemory()
    for (provider, language, ids) in [
      ("p", "en", ["a", "b"]), ("p", "de", ["a"]), ("q", "en", ["a", "b"]),
    ] {
      try await store.replaceVoices(
        ids.map { Self.voice($0, of: provider) }, provider: provider, language: language)
    }
    #expect(try await store.clearVoices(provider: "p", language: language) == cleared)
    var count = 0
    for (provider, language) in [("p", "en"), ("p", "de"), ("q", "en")] {
      count += try await store.cachedVoices(provider: provider, language: language).count
    }
    #expect(count == left)
  }

  @Test(arguments: [
    (0.0, false), (86_400, false), (86_400.5, true), (-5, true), (1e9, true),
  ])
  func `a list is outdated after a day, and if its date is in the future`(
    age: Double, isStale: Bool
  ) {
    let model = VoiceCacheModel(
      voice: Self.voice("a"), cacheLanguageCode: "en", cachedAt: Self.day)
    #expect(model.isStale(now: Self.day + age) == isStale)
  }

  /// A provider whose list can change.
  private final class Listing: VoiceProvider {
    let calls = Mutex(0)
    var providerId: String { "tone" }
    var displayName: String { "Tone" }
    var requiresAPIKey: Bool { false }
    var mimeType: String { "audio/L16" }
    var defaultVoiceId: String? { nil }
    func isConfigured() async -> Bool { true }
    func fetchVoices(languageCode: String) async throws -> [Voice] {
      calls.withLock { $0 += 1 }
      return ["b", "c"].map { Voice(id: $0, name: $0, providerId: "tone", language: languageCode) }
    }
    func generateAudio(
      text: String, voiceId: String, languageCode: String, options: VoiceOptions
    ) async throws -> Data { Data() }
    func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 0 }
    func isVoiceAvailable(voiceId: String) async -> Bool { true }
  }

  @Test func `voices that are no longer listed are left out, but stay in the store`() async throws {
    let (provider, store) = (Listing(), try GenerationStore.inMemory())
    let service = GenerationService(
      registry: VoiceProviderRegistry(descriptors: [.init(provider)]), store: store)
    let old = ["a", "b"].map { Voice(id: $0, name: $0, providerId: "tone", language: "en") }
    try await store.replaceVoices(
      old, provider: "tone", language: "en", at: Date(timeIntervalSinceNow: -90_000))
    #expect(!(await service.hasValidCache(for: "tone", languageCode: "en")))
    for _ in 0..<2 {
      let voices = try await service.fetchVoices(from: "tone", languageCode: "en")
      #expect(voices.map(\.id) == ["b", "c"])
    }
    // The removed voice does not make the new list outdated.
    #expect(provider.calls.withLock { $0 } == 1)
    let kept = try await store.cachedVoices(provider: "tone", language: "en")
    #expect(kept.filter { !$0.isAvailable }.map(\.voiceId) == ["a"])
    try await service.clearVoiceCache(for: "tone")
    #expect(try await store.cachedVoices(provider: "tone", language: "en").isEmpty)
  }
}
