import Audiobook
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

/// The clips of paid voices, which are kept from build to build.
@Suite struct KeptClipTests {
  private let cast = #"{ "narrator": "tone://tenor", "default": "tone://alto" }"#

  @Test func `what is kept is not spoken again`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    func build(_ script: String, into name: String) async throws -> [String] {
      let provider = ToneVoiceProvider()
      try await ToneBook(script, cast: cast, provider: provider) { $0.cache = cache }
        .render(into: folder.path(of: name))
      return provider.requests.map(\.text)
    }
    // Each of the two names is announced alike in every scene, and spoken once.
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

  /// A line's sound may depend on its neighbours: an edit costs up to three calls.
  @Test func `with context an edit speaks the line and its neighbours again`() async throws {
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

  @Test func `what is to be paid for is known before`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let provider = HookedVoiceProvider(isPaid: true)
    let book = ToneBook(ToneBook.threeScenes, cast: cast, provider: provider) { $0.cache = cache }
    let plan = try await book.plan()
    let directory = VoiceDirectory([provider])
    let before = await PaidWork.needed(for: plan, only: nil, directory: directory, cache: cache)
    let texts = Set(plan.chapters.flatMap { $0.read.texts })
    let entry = try #require(before.first)
    #expect(before.count == 1)
    #expect(entry.providerId == "tone")
    #expect(entry.characters == texts.reduce(0) { $0 + $1.count })
    #expect((entry.lines, entry.keptLines) == (texts.count, 0))
    try await book.render(into: folder.path(of: "out"))
    let after = await PaidWork.needed(for: plan, only: nil, directory: directory, cache: cache)
    #expect(after.isEmpty)
    let one = await PaidWork.needed(
      for: plan, only: ChapterSelection("1"), directory: directory, cache: nil)
    #expect(one.first.map { $0.characters < entry.characters } == true)
  }
}
