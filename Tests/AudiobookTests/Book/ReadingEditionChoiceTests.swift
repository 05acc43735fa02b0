import Audiobook
import Foundation
import Guion
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

/// Tests that the rule set is chosen before a document is read, and decides how it is read.
@Suite struct ReadingEditionChoiceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the texts of a book's elements.
  private func texts(
    of input: String, paid: Bool = false, rules: RuleSet? = nil
  ) async throws -> [String] {
    let provider: any VoiceProvider =
      paid ? SpoiltVoiceProvider(isPaid: true) : ToneVoiceProvider()
    let speech = SpeechSetup(
      environment: [:], cache: .none,
      registry: VoiceProviderRegistry(descriptors: [VoiceProviderDescriptor(provider)]))
    var book = Book(try BookInput(input), speech: speech)
    book.options.rules = rules
    return try await book.read().manuscript.elements.map(\.elementText)
  }

  @Test(
    arguments: [
      ("", "", nil, "a"), ("1.1", "", nil, "a %%b%%"), ("1.2", "", nil, "a"),
      ("", "1.0", nil, "a %%b%%"), ("1.2", "1.1", nil, "a %%b%%"), ("1.1", "1.2", nil, "a"),
      ("1.1", "", RuleSet.v1_2, "a"), ("", "1.2", RuleSet.v1_1, "a %%b%%"),
    ] as [(String, String, RuleSet?, String)])
  func `rules of the command, the cast and the front matter`(
    _ front: String, _ cast: String, _ rules: RuleSet?, _ text: String
  ) async throws {
    let head = front.isEmpty ? "" : "---\nguion2audio: {rules: \"\(front)\"}\n---\n\n"
    let input = try folder.write(head + "a %%b%%\n", as: "a.md")
    if !cast.isEmpty { try folder.write("{\"rules\": \"\(cast)\"}", as: "cast.json") }
    #expect(try await texts(of: input, rules: rules) == [text])
  }

  @Test func `a folder`() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "book"), withIntermediateDirectories: true)
    try folder.write("a %%b%%\n", as: "book/a.md")
    try folder.write("---\nguion2audio: {rules: \"1.1\"}\n---\n\nc %%d%%\n", as: "book/b.md")
    let texts = try await texts(of: folder.path(of: "book"))
    #expect(texts.contains("a %%b%%") && texts.contains("c %%d%%"))
  }

  @Test func `a paid voice without rules`() async throws {
    let input = try folder.write("a %%b%%\n", as: "a.md")
    try folder.write(#"{"narrator": "tone://bass"}"#, as: "cast.json")
    #expect(try await texts(of: input, paid: true) == ["a %%b%%"])
    #expect(try await texts(of: input, paid: false) == ["a"])
  }
}
