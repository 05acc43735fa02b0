import Audiobook
import Hablare
import HablareTesting
import Synchronization
import TestSupport
import Testing

/// Tests of a provider that goes down, and of the cast's fallback voice.
@Suite struct FallbackTests {
  private static let cast = """
    { "narrator": "spare://tenor", "default": "tone://alto",
      "fallback": { "tone": "spare://bass?gain=-3" } }
    """

  /// The outages of a build.
  private final class Outages: Sendable {
    private let list = Mutex<[Outage]>([])
    var all: [Outage] { list.withLock { $0 } }
    func add(_ event: RenderEvent) {
      if case .outage(let outage) = event { list.withLock { $0.append(outage) } }
    }
  }

  private func book(
    _ provider: any VoiceProvider, spare: ToneVoiceProvider, cast: String = Self.cast,
    cache: ClipCache? = nil
  ) -> ToneBook {
    ToneBook(ToneBook.threeScenes, cast: cast, provider: provider) {
      $0.others = [spare]
      $0.cache = cache
      $0.options.jobs = 1
    }
  }

  @Test(arguments: [
    VoiceProviderError.networkError("no route"), .rateLimited(retryAfter: 300), .quotaExceeded,
    .engineUnavailable("gone"),
  ])
  func `the fallback speaks the remaining lines and the chapters record it`(
    error: VoiceProviderError
  )
    async throws
  {
    let folder = try TemporaryFolder()
    let (spare, outages) = (ToneVoiceProvider(providerId: "spare"), Outages())
    let provider = HookedVoiceProvider { _ in throw error }
    let outcome = try await book(provider, spare: spare).render(
      into: folder.path, onEvent: outages.add)
    #expect(outcome.failures.isEmpty)
    #expect(outcome.degraded == [1, 2, 3])
    #expect(outages.all.map(\.providerId) == ["tone"])
    #expect(outages.all.map(\.voice.description) == ["spare://bass?gain=-3"])
    #expect(outages.all.map(\.reason) == [error.description])
    let manifest = try Manifest(in: folder.path)
    #expect(manifest.chapters.map(\.degraded) == [true, true, true])
    let voices = Dictionary(
      grouping: manifest.chapters.flatMap(\.items), by: \.voice
    ).mapValues { $0.map(\.text) }
    #expect(voices["spare://bass?gain=-3"] == ["One.", "Two.", "Three.", "Four.", "Five.", "Six."])
    #expect(voices["tone://alto"] == nil)
    #expect(spare.requests.filter { $0.voiceId == "bass" }.count == 6)
  }

  /// Once the line's own voice is available again, the next build equals an undisturbed one.
  @Test func `the next build tries the real voice again`() async throws {
    let (folder, clean) = (try TemporaryFolder(), try TemporaryFolder())
    let spare = ToneVoiceProvider(providerId: "spare")
    let down = HookedVoiceProvider { _ in throw VoiceProviderError.networkError("no route") }
    try await book(down, spare: spare).render(into: folder.path)
    let outcome = try await book(ToneVoiceProvider(), spare: spare).render(into: folder.path)
    #expect(outcome.reused == 0)
    #expect(outcome.degraded.isEmpty)
    try await book(ToneVoiceProvider(), spare: spare).render(into: clean.path)
    #expect(try FolderState.contents(folder.path) == FolderState.contents(clean.path))
  }

  /// A failure of a single line is not an outage.
  ///
  /// Another voice within a role would be a wrong voice.
  @Test func `a line that fails on its own is not spoken by another voice`() async throws {
    let folder = try TemporaryFolder()
    let spare = ToneVoiceProvider(providerId: "spare")
    let outcome = try await book(ToneVoiceProvider(failing: ["Three."]), spare: spare)
      .render(into: folder.path)
    #expect(outcome.failures.map(\.chapter) == [2])
    #expect(outcome.degraded.isEmpty)
  }

  @Test func `without a fallback the chapter fails`() async throws {
    let folder = try TemporaryFolder()
    let spare = ToneVoiceProvider(providerId: "spare")
    let provider = HookedVoiceProvider { request in
      if request.text == "Three." { throw VoiceProviderError.networkError("no route") }
    }
    let cast = #"{ "narrator": "spare://tenor", "default": "tone://alto" }"#
    var build = book(provider, spare: spare, cast: cast)
    build.options.keepGoing = true
    let outcome = try await build.render(into: folder.path)
    #expect(outcome.failures.map(\.chapter) == [2])
    #expect(outcome.completed == 2)
    guard case .line(_, .unavailable, _) = outcome.failures[0].error else {
      Issue.record("\(outcome.failures[0].error)")
      return
    }
  }

  /// Clips that were paid for are used even if their provider is down.
  @Test func `cached clips are used before the fallback`() async throws {
    let folder = try TemporaryFolder()
    let spare = ToneVoiceProvider(providerId: "spare")
    let cache = ClipCache(folder: folder.path(of: "clips"))
    var first = book(ToneVoiceProvider(), spare: spare, cache: cache)
    first.options.only = ChapterSelection("1-2")
    try await first.render(into: folder.path(of: "one"))
    let down = HookedVoiceProvider { _ in throw VoiceProviderError.networkError("no route") }
    let outcome = try await book(down, spare: spare, cache: cache).render(
      into: folder.path(of: "two"))
    #expect(outcome.degraded == [3])
    let spoken = spare.requests.filter { $0.voiceId == "bass" }.map(\.text)
    #expect(Set(spoken) == ["Five.", "Six."])
  }

  /// When a provider goes down, the lines that wait for it do not have to fail one by one.
  @Test func `the fallback also takes over lines in flight`() async throws {
    let folder = try TemporaryFolder()
    let spare = ToneVoiceProvider(providerId: "spare")
    let provider = HookedVoiceProvider { request in
      if request.text == "Six." { throw VoiceProviderError.networkError("no route") }
      try await Task.sleep(for: .seconds(3600))
    }
    let outcome = try await book(provider, spare: spare).render(into: folder.path)
    #expect(outcome.degraded == [1, 2, 3])
    #expect(outcome.failures.isEmpty)
  }

  @Test func `a failing fallback is named in the error`() async throws {
    let folder = try TemporaryFolder()
    let spare = ToneVoiceProvider(providerId: "spare", failing: ["One."])
    let down = HookedVoiceProvider { _ in throw VoiceProviderError.networkError("no route") }
    let outcome = try await book(down, spare: spare).render(into: folder.path)
    #expect(outcome.failures.contains { $0.error.description.hasPrefix("spare: ") })
  }
}
