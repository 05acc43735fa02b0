import Foundation
import Guion
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

@testable import Audiobook

/// Tests that the settings of single lines reach the plan, and change nothing else.
@Suite struct LineSettingsPlanTests {
  private static let script = """
    INT. KITCHEN - DAY

    ANN
    (whispering)
    The tea is ready, my dear.

    BEN
    No.

    ANN
    Yes.

    BEN
    No.

    EXT. GARDEN - DAY

    BEN
    A bird.
    """

  private func survey(
    _ voices: String?, rate: Double = 1, of script: String = script,
    by narrator: String = "tone://bass", stress: StressSupport = .none
  ) async throws -> BookSurvey {
    let folder = try TemporaryFolder()
    let path = try folder.write(script, as: "tea.fountain")
    if let voices { try folder.write(voices, as: "tea.voices") }
    let speech = SpeechSetup(
      environment: [:], cache: .none,
      registry: VoiceProviderRegistry(descriptors: [
        VoiceProviderDescriptor(HookedVoiceProvider(stress: stress)),
        VoiceProviderDescriptor(EspeakNGVoiceProvider(slots: 1)),
      ]))
    var book = Book(try BookInput(path), speech: speech)
    book.options.defaultVoice = VoiceURI(narrator)
    book.options.build.rate = rate
    return try await book.survey()
  }

  private func plan(_ voices: String?) async throws -> BookPlan {
    try #require(try await survey(voices).book).plan
  }

  private func item(_ plan: BookPlan, _ words: String, _ number: Int = 0) throws -> SpokenItem {
    let items = plan.chapters.flatMap(\.read.passages).flatMap(\.items)
    let found = items.filter { $0.shownText.hasPrefix(words) }
    return try #require(found.indices.contains(number) ? found[number] : nil)
  }

  @Test func `a setting changes its line, and no other line or chapter`() async throws {
    let plain = try await plan(nil)
    let shaped = try await plan("~  rate 1.2, gain -3  ch 1 §5  The tea is ready\n")
    #expect(plain.chapters[1].fingerprint == shaped.chapters[1].fingerprint)
    #expect(plain.chapters[0].fingerprint != shaped.chapters[0].fingerprint)
    let (old, new) = (plain.chapters[0].read, shaped.chapters[0].read)
    let changed = zip(old.passages, new.passages).filter { $0 != $1 }
    #expect(changed.count == 1)
    let performance = try item(shaped, "The tea").spans[0].performance
    #expect(performance.options.rate == 1.2)
    // The gain is that of the voice, not of the whisper that the script asks for.
    let neutral = try #require(performance.neutral)
    #expect(performance.gain == neutral.gain - 3)
  }

  @Test func `pauses, voices, emphasis and pronunciations`() async throws {
    let plain = try await plan(nil)
    let shaped = try await plan(
      """
      ~  before 1234, after 77, voice "tone://alto", say "tea" "tee", stress "ready"  ch 1 §5  The tea is ready
      """)
    let read = shaped.chapters[0].read
    let place = try #require(
      read.passages.firstIndex { $0.items[0].shownText.hasPrefix("The tea") })
    #expect(read.passages[place].pauseBefore == 1234)
    #expect(read.passages[place + 1].pauseBefore == 77)
    let line = read.passages[place].items[0]
    #expect(line.spans[0].performance.voice == VoiceURI("tone://alto"))
    #expect(line.role?.name == "ANN" && line.role?.voice == VoiceURI("tone://alto"))
    #expect(line.text == "The tee is ready, my dear.")
    #expect(line.shownText == "The tea is ready, my dear.")
    #expect(line.spans[0].stresses.isEmpty, "the voice can stress no word")
    #expect(shaped.cast == plain.cast)
  }

  @Test func `a voice that can stress words stresses those of a setting`() async throws {
    let shaped = try await plan(
      "~  voice \"espeak://en-us\", say \"tea\" \"tee\", stress \"ready\"  ch 1 §5  The tea is ready\n"
    )
    #expect(try item(shaped, "The tea").spans[0].stresses.map(\.range) == [11..<16])
  }

  @Test
  func `marks of the script do not reach another voice that stresses only the words of settings`()
    async throws
  {
    func stresses(_ voices: String?) async throws -> [Range<Int>] {
      let script = "INT. KITCHEN - DAY\n\nI *never* said that she was ready.\n"
      let book = try await survey(
        voices, of: script, by: "espeak://en-us", stress: .requested
      ).book
      return try item(#require(book).plan, "I never").spans[0].stresses.map(\.range)
    }
    #expect(try await stresses(nil) == [2..<7])
    #expect(try await stresses("~  voice \"tone://alto\"  ch 1 §1  I never said\n").isEmpty)
    #expect(
      try await stresses("~  voice \"tone://alto\", stress \"ready\"  ch 1 §1  I never said\n")
        == [26..<31])
  }

  @Test func `equal lines are told apart by the line before`() async throws {
    let shaped = try await plan("~  rate 1.5  ch 1 §10  No.  < Yes.\n")
    #expect(try item(shaped, "No", 0).spans[0].performance.options.rate == 1)
    #expect(try item(shaped, "No", 1).spans[0].performance.options.rate == 1.5)
  }

  @Test func `what has no effect is reported with its line`() async throws {
    let found = try await survey(
      "~  rate 1.5  ch 1 §10  Nobody says this\n~  rate 0.9  ch 1 §1  Yes\n~  gain 1  ch 1 §1  Yes\n~  loud  ch 1 §1  Yes\n"
    ).diagnostics.filter { $0.code == "line-setting" }
    #expect(found.compactMap(\.position?.line).sorted() == [1, 3, 4])
    let unknown = try await survey("~  voice \"tone://nobody\"  ch 1 §1  Yes\n")
    #expect(unknown.book == nil)
    let error = try #require(unknown.diagnostics.first { $0.severity == .error })
    #expect(error.file?.hasSuffix("tea.voices") == true && error.position?.line == 1)
  }
}
