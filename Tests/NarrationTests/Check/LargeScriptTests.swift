import Guion
import Hablare
import HablareTesting
import Testing

@testable import Narration

/// Tests of scripts and casts with thousands of names.
///
/// If names were compared in pairs, a test would hang.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LargeScriptTests {
  private static let count = 4_000
  /// A smaller number, for long names, and for a script and a cast with this many names each.
  private static let few = 1_000

  private func script(_ cues: [String]) -> String { cues.map { "\($0)\nHi.\n\n" }.joined() }

  private func cast(_ names: [String]) -> Cast {
    var cast = Cast()
    cast.characters = names.map { Cast.Character(name: $0) }
    return cast
  }

  private func codes(_ diagnostics: [Diagnostic]) -> [String: Int] {
    Dictionary(diagnostics.map { ($0.code, 1) }, uniquingKeysWith: +)
  }

  @Test(arguments: [
    ManyNames.random(count), ManyNames.numbered(count),
    ManyNames.random(few).map { "A LIEUTENANT OF THE NORTHERN GUARD \($0)" },
  ])
  func `many cues are compared`(_ names: [String]) {
    let found = codes(Found.diagnostics(in: script(names)))
    #expect(found["look-alike-cue", default: 0] < names.count)
  }

  @Test(arguments: [
    (ManyNames.random(few), ManyNames.random(few, seed: 2)),
    (ManyNames.numbered(few), ManyNames.numbered(few).map { $0 + "/B" }),
    (
      ManyNames.random(few / 4).map { "A LIEUTENANT OF THE NORTHERN GUARD \($0)" },
      ManyNames.random(few / 4, seed: 2).map { "A LIEUTENANT OF THE NORTHERN GUARD \($0)" }
    ),
  ])
  func `many cues are compared with many entries of the cast`(cues: [String], names: [String]) {
    let unused = Set(names).subtracting(cues).count
    let found = codes(Found.diagnostics(in: script(cues), cast: cast(names)))
    #expect(found["unused-role"] == unused)
    #expect(found["uncast-character"] == cues.count - (names.count - unused))
  }

  @Test func `a name in many spellings`() {
    let marks = (0..<80).compactMap { Unicode.Scalar(0x300 + $0) }
    let cues = marks.flatMap { first in marks.map { "E\(first)DW\($0)ARD" } }
    let found = codes(Found.diagnostics(in: script(cues)))
    #expect(found["look-alike-cue", default: 0] > 6_000)
  }

  @Test func `many labels are compared with many entries of the cast`() {
    let labels = ManyNames.random(Self.count)
    let document = labels.map { "\($0): Hi.\n\n\($0): Hello.\n\n" }.joined()
    let manuscript = Manuscript(
      GuionParsedElementCollection(string: document, format: .markdown), path: "a.md")
    let found = SpeakerLabels(cast: cast(ManyNames.random(Self.count, seed: 2)))
      .suspects(in: manuscript)
    #expect(found.count < Self.count)
  }

  @Test func `many names are merged`() {
    let names = ManyNames.random(Self.count) + ManyNames.numbered(Self.count)
    #expect(NameGroups.merged(names).joined().count == names.count)
  }

  @Test func `many names are described`() {
    let names = ManyNames.random(Self.count)
    let elements = names.flatMap {
      [
        GuionElement(
          elementType: .action, elementText: "\($0), 40, tired, waits. \($0) (KARL, KARL (KARL")
      ]
    }
    #expect(CharacterNotes.notes(on: names, in: elements).count == names.count)
    let crowd = GuionElement(
      elementType: .action, elementText: String(repeating: "KARL, KARL (", count: 20_000))
    #expect(CharacterNotes.notes(on: ["KARL"], in: [crowd]).isEmpty)
  }

  @Test func `many roles are cast`() async {
    let names = ManyNames.random(Self.count)
    let voices = (0..<200).map { "v\($0)" }
    var cast = cast(names)
    for index in cast.characters.indices {
      cast.characters[index].voice = VoiceURI(providerId: "tone", voiceId: voices[index % 200])
    }
    let elements = GuionParsedElementCollection(
      string: script(names + ManyNames.numbered(Self.count)), format: .fountain
    ).elements
    let director = CastingDirector(
      cast: cast, language: "en-US",
      directory: VoiceDirectory([ToneVoiceProvider(voiceIds: voices)]))
    let (casting, _) = await director.casting(of: elements, sources: [])
    #expect(casting?.roles.count == 2 * Self.count)
  }

  @Test func `many pronunciations are looked for`() {
    let words = ManyNames.random(Self.count)
    var cast = Cast()
    cast.pronunciations = words.map { Pronunciation(text: "\($0) X", say: "a") }
    let text = words.map { "He said \($0) Y.\n\n" }.joined()
    #expect(codes(Found.diagnostics(in: text, cast: cast))["unused-pronunciation"] == words.count)
    let cleaner = TextCleaner(languageCode: "en-US", pronunciations: cast.pronunciations)
    #expect(cleaner.clean(text).text.contains(" Y."))
  }

  @Test func `many gains are written`() throws {
    let names = ManyNames.random(Self.count)
    let entries = names.map { "\"\($0)\": \"espeak://en\"" }.joined(separator: ", ")
    let file = Array("{ \"characters\": { \(entries) } }".utf8)
    let (gained, missing) = try CastGains(Dictionary(names.map { ($0, -2.5) }) { $1 }).added(
      to: file)
    #expect(missing.isEmpty)
    let reader = CastReader(bytes: gained)
    #expect(reader.diagnostics.isEmpty)
    #expect(reader.cast.characters.allSatisfy { $0.voice?.gain == -2.5 })
  }

  @Test func `many directions are looked up`() {
    let words = ManyNames.random(Self.count)
    let additions = Dictionary(words.map { ("very \($0.lowercased())", Delivery(gain: -4)) }) { $1 }
    let table = DeliveryTable(languageCode: "en-US", additions: additions)
    for word in words { #expect(table.delivery(for: "(very \(word), quietly)") != nil) }
  }
}
