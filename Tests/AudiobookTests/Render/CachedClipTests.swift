import Audiobook
import Foundation
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

/// Tests of cached clips of paid voices, which later builds use again.
@Suite struct CachedClipTests {
  private let cast = #"{ "narrator": "tone://tenor", "default": "tone://alto" }"#

  @Test func `cached clips are not requested again`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    func build(_ script: String, into name: String) async throws -> [String] {
      let provider = ToneVoiceProvider()
      try await ToneBook(script, cast: cast, provider: provider) { $0.cache = cache }
        .render(into: folder.path(of: name))
      return provider.requests.map(\.text)
    }
    // The announcement of each of the two names is the same in every scene, and is spoken once.
    let first = try await build(ToneBook.threeScenes, into: "one")
    #expect(first.count == 11)
    #expect(Set(first).count == first.count)
    #expect(try await build(ToneBook.threeScenes, into: "two") == [])
    let edited = ToneBook.threeScenes.replacing("Three.", with: "Thirty.")
    #expect(try await build(edited, into: "three") == ["Thirty."])
    #expect(
      try FolderState.contents(folder.path(of: "one"))
        == FolderState.contents(folder.path(of: "two")))
  }

  /// The audio of a line can depend on its neighbours, so an edit costs up to three calls.
  @Test func `with context an edit requests the line and its neighbours again`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let script = "INT. HALL - DAY\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.\n"
    func build(_ script: String) async throws -> [VoiceEngineRequest] {
      let provider = HookedVoiceProvider(usesContext: true)
      try await ToneBook(script, cast: cast, provider: provider) { $0.cache = cache }
        .render(into: folder.path(of: "out"))
      return provider.tone.requests
    }
    let first = try await build(script).first { $0.text == "Two." }
    #expect(first?.previousText == "One.")
    #expect(first?.nextText == "Three.")
    let again = try await build(script.replacing("Three.", with: "Thirty."))
    #expect(Set(again.map(\.text)) == ["Two.", "Thirty.", "Four."])
  }

  @Test func `the cost is known before a build`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let provider = HookedVoiceProvider(isPaid: true)
    let book = ToneBook(ToneBook.threeScenes, cast: cast, provider: provider) { $0.cache = cache }
    let plan = try await book.plan()
    let directory = VoiceDirectory([provider])
    func paid(_ chapters: [ChapterPlan], _ cache: ClipCache?) async -> [PaidWork] {
      var bill = PaidBill()
      await bill.add(chapters, of: plan, directory: directory, cache: cache)
      return bill.work
    }
    let before = await paid(plan.chapters, cache)
    let texts = Set(plan.chapters.flatMap { $0.read.texts })
    let entry = try #require(before.first)
    #expect(before.count == 1)
    #expect(entry.providerId == "tone")
    #expect(entry.characters == texts.reduce(0) { $0 + $1.count })
    #expect((entry.lines, entry.cachedLines) == (texts.count, 0))
    try await book.render(into: folder.path(of: "out"))
    let after = try #require(await paid(plan.chapters, cache).first)
    #expect((after.characters, after.lines) == (0, 0))
    #expect((after.cachedCharacters, after.cachedLines) == (entry.characters, entry.lines))
    let one = await paid(Array(plan.chapters.prefix(1)), nil)
    #expect(one.first.map { $0.characters < entry.characters } == true)
  }

  /// A clip without audio must not be found again by every later build.
  @Test func `a cached clip that cannot be decoded is requested again`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let provider = ToneVoiceProvider()
    let book = ToneBook("INT. HALL - DAY\n\nOne.\n", cast: cast, provider: provider) {
      $0.cache = cache
    }
    let plan = try await book.plan()
    for passage in plan.chapters[0].read.passages {
      for span in passage.items.flatMap(\.spans) {
        let key = ClipKey(providerId: "tone", providerVersion: "1", request: span.request)
        await cache.store(
          VoiceEngineOutput(audioData: Data("no sound".utf8), audioFormat: .flac), for: key)
        #expect(await cache.contains(key))
      }
    }
    let outcome = try await book.render(into: folder.path(of: "out"))
    #expect(outcome.failures.isEmpty)
    #expect(Set(provider.requests.map(\.text)) == Set(plan.chapters[0].read.texts))
  }

  /// Requests in flight when a chapter fails are paid for, so their clips are cached for the next run.
  @Test func `clips in flight when a chapter fails are cached`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let (sent, answered) = (Door(), Door())
    // A sent request cannot be cancelled.
    let provider = HookedVoiceProvider { request in
      if request.text == "One." {
        await sent.pass()
        throw VoiceProviderError.invalidRequest("no")
      }
      guard request.text == "Two." else { return }
      await sent.open()
      await answered.pass()
    }
    let book = ToneBook("One.\n\nTwo.\n", cast: cast, provider: provider) { $0.cache = cache }
    let task = Task { try await book.render(into: folder.path(of: "out")) }
    await sent.pass()
    await answered.open()
    #expect(try await task.value.failures.count == 1)
    let again = ToneVoiceProvider()
    try await ToneBook("One.\n\nTwo.\n", cast: cast, provider: again) { $0.cache = cache }
      .render(into: folder.path(of: "out"))
    #expect(again.requests.map(\.text) == ["One."])
  }
}
