import Foundation
import Guion
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

@testable import Audiobook

/// Tests of what plan, check and manifest say about passages in other languages.
@Suite struct PassageBookTests {
  private static func book(_ script: String) -> ToneBook {
    let voices = ["en", "fr"].map {
      Voice(id: $0, name: $0, providerId: "tone", language: $0, gender: "female")
    }
    return ToneBook(script, provider: ToneVoiceProvider(voices: voices))
  }

  private static let script = """
    He says [[lang: fr]]oui, oui[[lang:]] twice.

    [[lang: fr]]

    Non.

    Je ne sais pas ce que tu veux.

    Yes.
    """

  @Test func `the manifest has the passages and their voices`() async throws {
    let folder = try TemporaryFolder()
    try await Self.book(Self.script).render(into: folder.path)
    let items = try Manifest(in: folder.path).chapters.flatMap(\.items)
    #expect(items.map(\.voice) == ["tone://en", "tone://fr", "tone://fr", "tone://en"])
    let passages = items.map { $0.passages?.map { "\($0.language) \($0.voice): \($0.text)" } ?? [] }
    #expect(
      passages == [
        ["fr tone://fr: oui, oui"], ["fr tone://fr: Non."],
        ["fr tone://fr: Je ne sais pas ce que tu veux."], [],
      ])
  }

  /// Every part of a shard has the passages too, and nothing is rendered again.
  @Test func `a second build changes nothing`() async throws {
    let folder = try TemporaryFolder()
    let book = Self.book(Self.script)
    try await book.render(into: folder.path)
    let before = FileManager.default.contents(atPath: folder.path + "/manifest.json")
    let outcome = try await book.render(into: folder.path)
    #expect(outcome.rendered == 0)
    #expect(FileManager.default.contents(atPath: folder.path + "/manifest.json") == before)
  }

  @Test func `the plan counts the passages`() async throws {
    let book = Self.book(Self.script)
    let plan = try await book.plan()
    let summary = PlanSummary(
      of: plan, options: book.options, estimate: SpeechEstimate(for: plan),
      sampleRate: book.sampleRate)
    #expect(summary.passages.map(\.count) == [3])
    #expect(summary.passages.map(\.voice) == ["tone://fr"])
    #expect(summary.roles.map(\.name) == [""])
  }

  @Test(arguments: [
    (script, ["1 language-switch", "5 language-switch", "7 language-switch"]),
    // Without another voice, the warning about the sentence stays.
    ("Ich weiß nicht, was soll es bedeuten, dass ich so traurig bin.", ["1 mixed-language"]),
    ("Yes.", []),
  ])
  func `check lists the passages`(_ script: String, _ expected: [String]) async throws {
    let findings = try await CheckReport.Part(Self.book(script).book()).findings
    #expect(findings.map { "\($0.position?.line ?? 0) \($0.code)" } == expected)
  }
}
