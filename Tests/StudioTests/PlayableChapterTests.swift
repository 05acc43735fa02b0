import Audio
import Audiobook
import Foundation
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

@testable import Studio

/// Tests of finished chapters after a change: they keep their length and report what has changed.
@Suite struct PlayableChapterTests {
  private static let script = """
    Title: Tea

    INT. KITCHEN - DAY

    Bloom the cat looks on.

    ANN
    The tea is ready, Bloom.

    EXT. GARDEN - DAY

    BEN
    It rains.
    """

  private let folder: TemporaryFolder
  private let desk: StudioDesk

  init() throws {
    folder = try TemporaryFolder()
    let input = try BookInput(try folder.write(Self.script, as: "tea.fountain"))
    let tone = VoiceProviderDescriptor(ToneVoiceProvider())
    let speech = SpeechSetup(
      environment: [:], cache: .none, registry: VoiceProviderRegistry(descriptors: [tone]))
    var book = Book(input, speech: speech)
    book.options.build.formats = [.wav]
    book.options.defaultVoice = VoiceURI("tone://bass")
    desk = StudioDesk(
      StudioSettings(
        book: book, folder: folder.path(of: "out"), temporaryFolder: folder.path, program: "tests"))
  }

  private func render() async throws -> [PlayableChapter] {
    await desk.load()
    try await desk.startRender(pays: false)
    await desk.render.ended()
    return await desk.playableChapters()
  }

  /// Makes an edit and returns what has changed for each chapter.
  private func changes(_ edit: CastEdit) async throws -> [PlayableChapter.Change?] {
    _ = try await desk.edit([edit], digest: desk.file.digest, title: "")
    return await desk.playableChapters().map(\.changed)
  }

  @Test func `a chapter reports what has changed since it was rendered`() async throws {
    let chapters = try await render()
    #expect(chapters.allSatisfy { $0.current && $0.changed == nil })
    let last = try #require(chapters.indices.last)
    let voice = CastEdit.voice(role: "BEN", try #require(VoiceURI("tone://alto")))
    #expect(try await changes(voice) == chapters.indices.map { $0 == last ? .cast : nil })
    _ = try await desk.undo(digest: desk.file.digest)
    let word = CastEdit.pronunciation(Pronunciation(text: "Bloom", say: "Blume"))
    #expect(try await changes(word).filter { $0 != nil } == [.cast])
    _ = try await desk.undo(digest: desk.file.digest)
    #expect(try await changes(.pause("chapterEnd", 900)) == chapters.map { _ in .settings })
    _ = try await desk.undo(digest: desk.file.digest)
    try folder.write(
      Self.script.replacing("It rains.", with: "It pours."), as: "tea.fountain")
    await desk.load()
    let now = await desk.playableChapters()
    #expect(now.map(\.changed) == chapters.indices.map { $0 == last ? .script : nil })
    // The length is that of the file, which was rendered before the change.
    #expect(now.map(\.seconds) == chapters.map(\.seconds) && chapters[last].seconds ?? 0 > 0)
  }

  @Test func `lengths are unknown if the manifest cannot be read`() async throws {
    let chapters = try await render()
    try folder.write("{", as: "out/manifest.json")
    let changes = try await changes(.pause("chapterEnd", 900))
    #expect(changes == chapters.map { _ in nil })
    #expect(await desk.playableChapters().allSatisfy { !$0.current && $0.seconds == nil })
  }

  @Test func `a build reports unchanged chapters only if there are any`() {
    var outcome = BuildOutcome()
    (outcome.completed, outcome.duration) = (4, 276)
    #expect(RenderRun.words(of: outcome) == "4 chapters, 4.6 minutes")
    (outcome.reused, outcome.moved) = (1, 1)
    #expect(RenderRun.words(of: outcome) == "4 chapters, 4.6 minutes, 2 unchanged")
    outcome.reused = 3
    #expect(RenderRun.words(of: outcome) == "4 chapters, 4.6 minutes, all unchanged")
  }
}
