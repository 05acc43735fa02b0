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

  private func places(_ cues: String, _ json: String = "{}") async throws -> [String: Double] {
    let names = cues.split(separator: " ").map(String.init)
    let elements = names.map { name in
      name == "|"
        ? GuionElement(elementType: .sceneHeading, elementText: "INT. A")
        : GuionElement(elementType: .character, elementText: name)
    }
    var director = CastingDirector(
      cast: CastReader(bytes: Array(json.utf8)).cast, language: "en-US",
      directory: VoiceDirectory([ToneVoiceProvider()]))
    director.spreadsVoices = true
    return try #require(await director.casting(of: elements, sources: ["s"]).casting).places
  }

  @Test func `roles that talk to each other are apart`() async throws {
    let places = try await places("ANN BOB ANN CAT | DAN ANN | EVE BOB | FAY")
    #expect(Set(places.keys) == ["ANN", "BOB", "CAT", "DAN", "EVE", "FAY"])
    for (one, other) in [("ANN", "BOB"), ("ANN", "CAT"), ("DAN", "ANN"), ("EVE", "BOB")] {
      let distance = try abs(#require(places[one]) - #require(places[other]))
      #expect(distance >= 0.4, "\(one) \(other)")
    }
    #expect(places.values.allSatisfy { abs($0) <= 0.35 && $0 != 0 })
  }

  @Test func `a new line moves no one, and a new role only itself`() async throws {
    let before = try await places("ANN BOB ANN CAT | DAN ANN | EVE BOB")
    for later in [
      "ANN BOB ANN CAT BOB ANN | DAN ANN | EVE BOB CAT", "ANN BOB ANN CAT | DAN ANN | EVE BOB GUS",
    ] {
      let after = try await places(later)
      #expect(before.allSatisfy { after[$0.key] == $0.value })
    }
  }

  @Test func `older rule sets and books on one channel have no places`() async throws {
    #expect(try await places("ANN BOB", #"{"rules": "1.1"}"#).isEmpty)
    #expect(try await #require(cast(["ANN", "BOB"]).0).places.isEmpty)
  }

  @Test func uncastNamesHaveDifferentVoicesWhileThereAreEnough() async throws {
    let (casting, _) = try await cast(["ANN", "BOB", "CAT", "DAN"])
    let voices = try #require(casting).voices
    #expect(voices.keys.sorted() == ["", "ANN", "BOB", "CAT", "DAN"])
    #expect(Set(voices.values.map(\.voiceId)).count == 5)
  }

  @Test func ifThereAreTooFewVoicesTheyAreShared() async throws {
    let (casting, _) = try await cast(["ANN", "BOB", "CAT", "DAN", "EVE", "FAY", "GUS"])
    let voices = try #require(casting).voices
    #expect(voices.count == 8)
    #expect(Set(voices.values.map(\.voiceId)) == ["a", "b", "c", "d", "e"])
  }

  @Test func `by rule set 1.1, the order of cues does not matter`() async throws {
    let names = ["ANN", "BOB", "CAT"]
    let rules = #"{"rules": "1.1"}"#
    let (one, _) = try await cast(names, rules)
    let (other, _) = try await cast(names.reversed(), rules)
    let voices = try (#require(one).voices, #require(other).voices)
    #expect(voices.0 == voices.1)
  }

  @Test(arguments: [
    ("{}", Delivery.Effect.telephone), (#"{"rules": "1.1"}"#, nil),
    (#"{"characters": {"LOUDSPEAKER": "tone://b"}}"#, nil),
    (#"{"characters": {"LOUDSPEAKER": {"voice": "tone://b", "effect": "telephone"}}}"#, .telephone),
    (#"{"characters": {"LOUDSPEAKER": {"effect": "off-screen"}}}"#, .offScreen),
  ])
  func `a thing sounds like one unless the cast names its voice`(
    json: String, effect: Delivery.Effect?
  ) async throws {
    let (casting, _) = try await cast(["ANN", "LOUDSPEAKER"], json)
    let roles = try #require(casting).roles
    #expect(roles.map(\.name) == ["ANN", "LOUDSPEAKER"])
    #expect(roles.map(\.effect) == [nil, effect])
  }

  @Test func voicesOfTheCastAreNotUsedForOthers() async throws {
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
    #expect(diagnostics[0].message == "JHON is not in the cast; did you mean JOHN?")
  }

  @Test func unknownVoicesAreAllReportedWithTheirPositions() async throws {
    let (casting, diagnostics) = try await cast(
      ["ANN"], #"{"narrator": "tome://a", "default": "tone://q"}"#)
    #expect(casting == nil)
    #expect(diagnostics.map(\.code) == ["unknown-voice", "unknown-voice"])
    #expect(diagnostics.compactMap(\.position?.column) == [14, 37])
    #expect(diagnostics.first?.message == #"there is no provider "tome"; did you mean tone?"#)
  }

  /// Pinned: a slot that moved would change the voices of every script without a cast.
  @Test func slotsArePinned() {
    let names = ["JOHN", "john", "MARY", "ÉLOÏSE", "ELOISE", "李雷"]
    #expect(names.map { CastingDirector.slot(of: $0, count: 24) } == [12, 12, 12, 4, 4, 18])
  }

  // MARK: Natural voices

  private static func natural(
    _ id: String, _ voices: (name: String, gender: String?, language: String)...
  )
    -> ToneVoiceProvider
  {
    ToneVoiceProvider(
      providerId: id,
      voices: voices.map {
        Voice(id: $0.name, name: $0.name, providerId: id, language: $0.language, gender: $0.gender)
      }, isNatural: true)
  }

  private func voices(
    of names: [String], _ providers: [ToneVoiceProvider], language: String = "en-US",
    cast: String = "{}"
  ) async throws -> [String: String] {
    let elements = names.flatMap { name in
      [
        GuionElement(elementType: .character, elementText: name),
        GuionElement(elementType: .dialogue, elementText: "Hi."),
      ]
    }
    let director = CastingDirector(
      cast: CastReader(bytes: Array(cast.utf8), file: "cast.json").cast, language: language,
      directory: VoiceDirectory(providers))
    let (casting, diagnostics) = await director.casting(of: elements, sources: ["s.fountain"])
    return try #require(casting, "\(diagnostics)").voices.mapValues(\.description)
  }

  @Test func `all natural voices of the language are cast, whichever provider speaks them`()
    async throws
  {
    let providers = [
      Self.natural("hibari", ("h", nil, "en-US")),
      Self.natural("piper", ("p", nil, "en-US"), ("q", nil, "en-GB"), ("es", nil, "es-ES")),
      Self.natural("kokoro", ("k", nil, "en-GB"), ("jp", nil, "ja")),
      ToneVoiceProvider(providerId: "espeak", voiceIds: ["e", "f"]),
    ]
    let voices = try await voices(of: ["ANN", "BOB", "CAT"], providers)
    #expect(voices[""] == "hibari://h")
    let roles = Set(["ANN", "BOB", "CAT"].compactMap { voices[$0] })
    #expect(roles == ["piper://p", "piper://q", "kokoro://k"])
  }

  @Test func `the gender in the catalogue counts`() async throws {
    let provider = Self.natural(
      "piper", ("n", nil, "en-US"), ("w", "female", "en-US"), ("m", "male", "en-US"))
    // The script states a gender, with rule set 1.1 or the current one.
    let names = ["MOTHER", "FATHER"]
    let elements =
      [
        GuionElement(
          elementType: .action, elementText: "His mother, MOTHER (50s, a woman), comes in."),
        GuionElement(
          elementType: .action, elementText: "His father, FATHER (50s, a man), comes in."),
      ]
      + names.flatMap { name in
        [
          GuionElement(elementType: .character, elementText: name),
          GuionElement(elementType: .dialogue, elementText: "Hi."),
        ]
      }
    let cast = CastReader(bytes: Array(#"{"rules": "1.1"}"#.utf8), file: "cast.json").cast
    let director = CastingDirector(
      cast: cast, language: "en-US", directory: VoiceDirectory([provider]))
    let evidence = RoleEvidence.evidence(on: names, in: elements, language: "en-US")
    try #require(evidence["MOTHER"]?.gender == .female && evidence["FATHER"]?.gender == .male)
    let (casting, _) = await director.casting(of: elements, sources: ["s.fountain"])
    let voices = try #require(casting).voices
    #expect(voices["MOTHER"]?.voiceId == "w" && voices["FATHER"]?.voiceId == "m")
  }

  @Test func `the default narrator of a language is its natural voice`() async throws {
    let providers = [
      Self.natural("piper", ("es", nil, "es-ES")), Self.natural("hibari", ("h", nil, "en-US")),
      ToneVoiceProvider(providerId: "espeak", voiceIds: ["e"]),
    ]
    #expect(try await voices(of: [], providers, language: "es-MX")[""] == "piper://es")
    #expect(try await voices(of: [], providers, language: "de-DE")[""] == "espeak://e")
  }

  @Test func `a narrator that is not a natural voice gets a cast of its own kind`() async throws {
    let providers = [
      Self.natural("piper", ("p", nil, "en-US")),
      ToneVoiceProvider(providerId: "espeak", voiceIds: ["e", "f"]),
    ]
    let voices = try await voices(
      of: ["ANN"], providers, cast: #"{"narrator": "espeak://e"}"#)
    #expect(voices["ANN"] == "espeak://f")
  }

  @Test(arguments: [
    (
      "piper://en_US-joe-medium",
      "`guion2audio voices install piper://en_US-joe-medium` installs this voice"
    ),
    (
      "piper://en_US-libritts_r-medium/p239",
      "`guion2audio voices install piper://en_US-libritts_r-medium` installs this voice"
    ),
    ("piper://mine", "VoiceProvider.fetchVoices lists the voices"),
    ("tone://a-b-c", "VoiceProvider.fetchVoices lists the voices"),
  ])
  func `for a voice that is not installed the error names the command`(uri: String, hint: String)
    async throws
  {
    let directory = VoiceDirectory([
      Self.natural("piper", ("zzzzzzzz", nil, "en-US")),
      ToneVoiceProvider(voices: [Voice(id: "zzzzzz", name: "", providerId: "tone")]),
    ])
    let problem = await directory.problem(with: try VoiceURI.parse(uri), suggestsSimilar: false)
    #expect(problem?.message.hasSuffix("; \(hint)") == true, "\(problem?.message ?? "")")
  }

  @Test func `a cast's voice stays if extensions tell two speakers apart`() {
    let script = "P.A. (FEMALE V.O.)\nA.\n\nP.A. (MALE V.O.)\nB.\n\nP.A.\nC.\n\nDOE, MALE\nD."
    let elements = FountainParser(string: script).elements
    func names(_ json: String) -> [String] {
      let cast = CastReader(bytes: Array(json.utf8)).cast
      return CueNames(of: elements, cast: cast, language: "en-US").meanings.map(\.name)
    }
    #expect(names("{}") == ["P.A., FEMALE", "P.A., MALE", "P.A.", "DOE, MALE"])
    let one = #"{"characters": {"P.A.": {"voice": "tone://a"}}}"#
    #expect(names(one) == ["P.A.", "P.A.", "P.A.", "DOE, MALE"])
    let both =
      #"{"characters": {"P.A.": {"voice": "tone://a"}, "P.A., MALE": {"voice": "tone://b"}}}"#
    #expect(names(both) == ["P.A.", "P.A., MALE", "P.A.", "DOE, MALE"])
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
