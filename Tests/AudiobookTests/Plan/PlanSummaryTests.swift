import HablareTesting
import Narration
import TestSupport
import Testing

@testable import Audiobook

/// Tests of the summary of a book before rendering.
@Suite struct PlanSummaryTests {
  private func summary(
    _ book: ToneBook, known: [PaceKey: VoicePace] = [:], lengths: [Int: Int] = [:]
  ) async throws -> PlanSummary {
    let plan = try await book.plan()
    return PlanSummary(
      of: plan, options: book.options, estimate: SpeechEstimate(for: plan, known: known),
      lengths: lengths, sampleRate: book.sampleRate)
  }

  @Test func `lines and words match the table read`() async throws {
    let summary = try await summary(
      ToneBook(ToneBook.threeScenes, cast: #"{ "narrator": "tone://tenor" }"#))
    #expect(summary.chapters.map(\.index) == [1, 2, 3])
    #expect(summary.chapters.map(\.title).first == "INT. HALL - DAY")
    // "Interior. Hall. Day.", "Ann says:", "One.", "Ben says:", "Two."
    #expect(summary.chapters.map(\.amount.lines) == [5, 5, 5])
    #expect(summary.chapters.map(\.amount.words) == [9, 9, 9])
    #expect(summary.roles.map(\.name) == ["", "ANN", "BEN"])
    #expect(summary.roles.map(\.amount.words) == [21, 3, 3])
    #expect(summary.roles.map(\.amount.lines) == [9, 3, 3])
    #expect(summary.roles.map(\.voice).first == "tone://tenor")
    #expect(abs(summary.roles.reduce(0) { $0 + $1.share } - 1) < 1e-12)
    #expect(summary.total.lines == 15)
    #expect(
      summary.total.characters == summary.roles.reduce(0) { $0 + $1.amount.characters })
    #expect(summary.accuracy == nil)
  }

  @Test func `only requested chapters are counted`() async throws {
    let some = try await summary(
      ToneBook(ToneBook.threeScenes) { $0.options.only = ChapterSelection("2-") })
    #expect(some.chapters.map(\.index) == [2, 3])
    let shares = try await [1, 2].asyncMap { index in
      try await summary(
        ToneBook(ToneBook.threeScenes) { $0.options.shard = Shard(index: index, count: 2) }
      ).chapters.map(\.index)
    }
    #expect(shares.flatMap(\.self) == [1, 2, 3])
  }

  /// Silences are known to the millisecond.
  ///
  /// The speech here takes 10 ms for each character.
  @Test func `silences are exact`() async throws {
    let script = "INT. HALL - DAY\n\nANN\nOne. (beat) Two.\n\nBEN\nThree.\n\nANN ^\nFour.\n"
    let folder = try TemporaryFolder()
    let book = ToneBook(script)
    try await book.render(into: folder.path)
    let plan = try await book.plan()
    let chapter = try Manifest(in: folder.path).chapters[0]
    let silent = SpeechEstimate(for: BookPlan.empty)
    let speech = plan.chapters[0].read.passages.reduce(0) { sum, passage in
      sum
        + (passage.items.map { $0.spans.reduce(0) { $0 + $1.text.unicodeScalars.count } }.max()
          ?? 0)
    }
    let expected = chapter.duration - Double(speech) / 100
    #expect(abs(silent.seconds(of: plan.chapters[0].read) - expected) < 0.001)
  }

  @Test func `an estimate with learned paces is closer`() async throws {
    let folder = try TemporaryFolder()
    let book = ToneBook(ToneBook.threeScenes, provider: PacedVoiceProvider())
    let outcome = try await book.render(into: folder.path)
    let lengths = try BuiltFolder(folder.path).lengths(
      of: try await book.plan(), options: book.options, sampleRate: book.sampleRate)
    let before = try #require(try await summary(book, lengths: lengths).accuracy)
    let summary = try await summary(book, known: outcome.lesson.paces, lengths: lengths)
    let after = try #require(summary.accuracy)
    #expect(before.actual == outcome.duration)
    #expect(after.actual == outcome.duration)
    #expect(abs(after.error) < abs(before.error) / 2, "\(before) \(after)")
    #expect(summary.roles.map(\.isMeasured) == [true, true, true])
    #expect(abs(outcome.lesson.chapters.values.reduce(0, +) - outcome.duration) < 1e-9)
  }

  /// In older rule sets, the tempo changes every pause inside a text.
  private static let older = #"{ "rules": "1.1" }"#

  /// The tempo is taken into account.
  ///
  /// The pace of one voice also improves the estimate for another voice of the same provider.
  @Test func `learned paces help with other tempos and other voices`() async throws {
    let folder = try TemporaryFolder()
    let slow = ToneBook(
      ToneBook.threeScenes, cast: Self.older, provider: PacedVoiceProvider())
    let lesson = try await slow.render(into: folder.path).lesson
    let estimates = try await [1.0, 2.0].asyncMap { rate in
      let book = ToneBook(ToneBook.threeScenes, cast: Self.older) { $0.options.rate = rate }
      return try await summary(book, known: lesson.paces).roles.reduce(0) {
        $0 + $1.amount.seconds
      }
    }
    #expect(abs(estimates[0] - 2 * estimates[1]) < 1e-9)
    let others = ToneBook(
      ToneBook.threeScenes, cast: #"{ "rules": "1.1", "default": "tone://tenor?lang=en-GB" }"#)
    let unknown = try await summary(others)
    let known = try await summary(others, known: lesson.paces)
    #expect(known.total.seconds != unknown.total.seconds)
  }
}

extension BookPlan {
  /// A plan without chapters.
  ///
  /// An estimate for this plan knows no voices, so it counts no time for any speech.
  fileprivate static var empty: BookPlan {
    BookPlan(
      title: "", authors: [], language: "en-US", cast: [:], chapters: [],
      engineVersions: EngineVersions(), sources: [])
  }
}

extension Array {
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
