import Audiobook
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

/// Tests that only the right providers get requests for word times, and that no clip is paid for twice.
@Suite struct WordTimingRequestTests {
  /// Builds the three scenes and returns the requests.
  private func build(
    in folder: TemporaryFolder, cache: ClipCache? = nil, captions: [CaptionFormat] = [.vtt],
    supportsWordTimings: Bool = true, _ change: (inout ToneBook) -> Void = { _ in }
  ) async throws -> [VoiceEngineRequest] {
    let provider = HookedVoiceProvider(supportsWordTimings: supportsWordTimings, isPaid: true)
    let book = ToneBook(ToneBook.threeScenes, provider: provider) {
      $0.cache = cache
      $0.options.captions = captions
      change(&$0)
    }
    let outcome = try await book.render(into: folder.path(of: "out"))
    #expect(outcome.failures.isEmpty)
    return provider.tone.requests
  }

  @Test(arguments: [true, false], [[CaptionFormat.vtt], [.srt], []])
  func `only captions request word times, and only from providers that support them`(
    takes: Bool, captions: [CaptionFormat]
  ) async throws {
    let requests = try await build(
      in: try TemporaryFolder(), captions: captions, supportsWordTimings: takes)
    #expect(!requests.isEmpty)
    #expect(Set(requests.map(\.wantsWordTimings)) == [takes && !captions.isEmpty])
  }

  @Test func `the fallback voice gets requests for word times too`() async throws {
    let spare = HookedVoiceProvider(
      tone: ToneVoiceProvider(providerId: "spare"), supportsWordTimings: true)
    let down = HookedVoiceProvider { _ in throw VoiceProviderError.networkError("no route") }
    let book = ToneBook(
      ToneBook.threeScenes,
      cast: #"{"default": "tone://alto", "fallback": {"tone": "spare://bass"}}"#, provider: down
    ) {
      $0.others = [spare]
      $0.options.captions = [.vtt]
    }
    let folder = try TemporaryFolder()
    let outcome = try await book.render(into: folder.path(of: "out"))
    #expect(outcome.failures.isEmpty && outcome.degraded == [1, 2, 3])
    #expect(Set(spare.tone.requests.map(\.wantsWordTimings)) == [true])
  }

  @Test(arguments: [[CaptionFormat.vtt], []])
  func `adding or removing captions later costs nothing`(first: [CaptionFormat]) async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let then: [CaptionFormat] = first.isEmpty ? [.vtt] : []
    #expect(!(try await build(in: folder, cache: cache, captions: first)).isEmpty)
    // The plan predicts what the build does.
    let provider = HookedVoiceProvider(supportsWordTimings: true, isPaid: true)
    let book = ToneBook(ToneBook.threeScenes, provider: provider) { $0.options.captions = then }
    let plan = try await book.plan()
    var bill = PaidBill()
    await bill.add(
      plan.chapters, of: plan, directory: VoiceDirectory([provider]), cache: cache)
    #expect(bill.work.map(\.characters) == [0])
    #expect(bill.work.allSatisfy { $0.cachedLines > 0 })
    // A second cache of the same folder acts as another process.
    let again = ClipCache(folder: folder.path(of: "clips"))
    let requests = try await build(in: folder, cache: again, captions: then) {
      $0.options.force = true
    }
    #expect(requests.isEmpty)
  }
}
