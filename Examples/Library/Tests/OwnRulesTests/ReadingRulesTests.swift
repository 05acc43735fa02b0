import Foundation
import Guion
import Hablare
import HablareStore
import HablareTesting
import Narration
import Testing

@testable import OwnRules

@Suite struct ReadingRulesTests {
  private static let note = """
    # On wells

    A well is a hole.[^1]

    > Drop nothing in.

    - a rope
    - a bucket

    [^1]: Some are dry.
    """

  private func rules(_ footnotes: SpeechSettings.Footnotes) throws -> ReadingRules {
    var settings = SpeechSettings()
    settings.footnotes = footnotes
    settings.quotes = .announce
    return ReadingRules(
      layoutSettings: LayoutSettings(settings: settings, language: "en-US"),
      narrator: try #require(VoiceURI("tone://bass")),
      voices: ["ANN": try #require(VoiceURI("tone://alto"))])
  }

  private func texts(_ rules: ReadingRules, _ source: String, _ format: DocumentFormat) -> [String]
  {
    let document = GuionDocumentModel(filename: "a", string: source, format: format)
    let read = TableReader(rules: rules).read(document.parsed.elements[...])
    return read.passages.flatMap(\.items).map(\.text)
  }

  @Test func aDocumentIsReadWithItsFootnotesAndQuotations() throws {
    let opening = ["On wells", "A well is a hole.", "Quote.", "Drop nothing in.", "End quote."]
    #expect(
      texts(try rules(.skip), Self.note, .markdown) == opening + ["a rope", "a bucket"])
    #expect(
      texts(try rules(.end), Self.note, .markdown)
        == opening + ["a rope", "a bucket", "Footnote 1: Some are dry."])
  }

  @Test func aSpeechStandsBehindTheName() throws {
    let script = "INT. HALL - DAY\n\nIt is dark.\n\nANN\n(quietly)\nHello.\n\nBEN\nWho is it?"
    #expect(
      texts(try rules(.skip), script, .fountain)
        == ["INT. HALL - DAY", "It is dark.", "ANN", "Hello.", "BEN", "Who is it?"])
  }

  @Test func itemsAreStoredWithTheirElements() async throws {
    let document = GuionDocumentModel(
      filename: "a.fountain", string: "INT. HALL - DAY\n\nANN\nHello.", format: .fountain)
    let tone = ToneVoiceProvider()
    let group = MarkdownDocumentSpeakable(
      filename: "a.fountain", elements: document.parsed.elements, rules: try rules(.skip),
      providers: [tone])
    let store = try GenerationStore.inMemory()
    _ = try await GenerationService().generateGroup(group, to: store)
    var kept: [[TypedDataStorage]] = []
    for element in document.elements {
      kept.append(try await element.generatedContent(in: store))
    }
    #expect(kept.map { $0.map(\.prompt) } == [["INT. HALL - DAY"], ["ANN"], ["Hello."]])
    #expect(kept.map { $0.map(\.voiceID) } == [["bass"], ["bass"], ["alto"]])
  }

  @Test func anElementIsSpokenByTheRules() async throws {
    let document = GuionDocumentModel(
      filename: "a.fountain", string: "INT. HALL - DAY\n\nANN\nHello.", format: .fountain)
    let script = CastDocument(document, rules: try rules(.skip), providers: [ToneVoiceProvider()])
    let result = try await GenerationService().generate(
      forElement: document.elements[2], in: script)
    #expect(result.duration > 0)
  }
}

/// The article RulesOfYourOwn contains the compiled file.
@Suite struct ArticleTests {
  @Test func theArticleShowsTheRulesThatAreTested() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let source = try String(
      contentsOf: package.appending(path: "Sources/OwnRules/ReadingRules.swift"), encoding: .utf8)
    let article = try String(
      contentsOf: package.appending(
        path: "../../Sources/Narration/Narration.docc/RulesOfYourOwn.md"),
      encoding: .utf8)
    #expect(article.contains("```swift\n\(source)```\n"))
  }
}
