import Guion
import Hablare
import HablareTesting
@testable import Narration
import Testing
import TestSupport

@Suite struct CastingDirectorTests {
  private func cast(
    _ names: [String], _ json: String = "{}", voices: [String] = ["a", "b", "c", "d", "e"]
  ) async throws -> (Casting?, [Diagnostic]) {
    let elements = names.flatMap { name in
      [
        GuionElement(elementType: .character, elementText: name),
        GuionElement(elementType: .dialogue, elementText: "Hi."),
      ]
    }
    let reader = CastReader(bytes: Array(json.utf8), file: "cast.json")
    try #require(reader.diagnostics.isEmpty)
    let director = CastingDirector(
      cast: reader.cast, language: "en-US",
      directory: VoiceDirectory([ToneVoiceProvider(voiceIds: voices)]))
    return await director.casting(of: elements, sources: ["s.fountain"])
  }

  @Test func everyUncastNameHasAVoiceOfItsOwnWhileThereAreSome() async throws {
    let (casting, _) = try await cast(["ANN", "BOB", "CAT", "DAN"])
    let voices = try #require(casting).voices
    #expect(voices.keys.sorted() == ["", "ANN", "BOB", "CAT", "DAN"])
    #expect(Set(voices.values.map(\.voiceId)).count == 5)
  }

  @Test func whenTheListIsUsedUpVoicesAreShared() async throws {
    let (casting, _) = try await cast(["ANN", "BOB", "CAT", "DAN", "EVE", "FAY", "GUS"])
    let voices = try #require(casting).voices
    #expect(voices.count == 8)
    #expect(Set(voices.values.map(\.voiceId)) == ["a", "b", "c", "d", "e"])
  }

  @Test func theOrderOfCuesDoesNotMatter() async throws {
    let names = ["ANN", "BOB", "CAT"]
    let (one, _) = try await cast(names)
    let (other, _) = try await cast(names.reversed())
    let voices = try (#require(one).voices, #require(other).voices)
    #expect(voices.0 == voices.1)
  }

  @Test func castVoicesAreNotGivenAway() async throws {
    let (casting, _) = try await cast(
      ["ANN", "BOB", "CAT"], #"{"narrator": "tone://e", "characters": {"ANN": "tone://b"}}"#)
    let voices = try #require(casting).voices
    #expect(voices["ANN"]?.voiceId == "b")
    let others = Set(["BOB", "CAT"].compactMap { voices[$0]?.voiceId })
    #expect(others.count == 2)
    #expect(others.isDisjoint(with: ["b", "e"]))
  }

  @Test func theDefaultSpeaksForAllTheOthers() async throws {
    let (casting, _) = try await cast(["ANN", "BOB"], #"{"default": "tone://d"}"#)
    let voices = try #require(casting).voices
    #expect(voices["ANN"]?.voiceId == "d")
    #expect(voices["BOB"]?.voiceId == "d")
  }

  @Test func aMisspeltNameIsAWarningWithASuggestion() async throws {
    let (_, diagnostics) = try await cast(
      ["JHON", "ZOE"], #"{"characters": {"JOHN": "tone://a"}}"#)
    #expect(diagnostics.map(\.code) == ["uncast-character", "uncast-character"])
    #expect(diagnostics.map(\.severity) == [.warning, .note])
    #expect(diagnostics[0].message == "JHON has no voice; did you mean JOHN?")
  }

  @Test func unknownVoicesAreAllNamedWithTheirPlaces() async throws {
    let (casting, diagnostics) = try await cast(
      ["ANN"], #"{"narrator": "tome://a", "default": "tone://q"}"#)
    #expect(casting == nil)
    #expect(diagnostics.map(\.code) == ["unknown-voice", "unknown-voice"])
    #expect(diagnostics.compactMap(\.position?.column) == [14, 37])
    #expect(diagnostics.first?.message == #"there is no provider "tome"; did you mean tone?"#)
  }

  /// Pinned: a slot that moved would change every voice of every script without a cast.
  @Test func slotsArePinned() {
    let names = ["JOHN", "john", "MARY", "ÉLOÏSE", "ELOISE", "李雷"]
    #expect(names.map { CastingDirector.slot(of: $0, count: 24) } == [12, 12, 12, 4, 4, 18])
  }

  struct NameCase: Sendable {
    var cue: String
    var name: String
  }

  @Test(arguments: [
    NameCase(cue: "JOHN (V.O.)(CONT'D)", name: "JOHN"),
    NameCase(cue: "JOHN (cont’d)  (into phone)", name: "JOHN"),
    NameCase(cue: "  @McCoy ^ ", name: "McCoy"),
    NameCase(cue: "**OLD   MAN**", name: "OLD MAN"),
    NameCase(cue: "MAN #2", name: "MAN #2"),
  ])
  func normalizes(_ row: NameCase) {
    #expect(CharacterNormalizer.name(of: row.cue) == row.name)
  }
}
