import Guion
import Hablare
import Testing

@testable import Narration

/// Tests of what `cast` writes into a file.
@Suite struct CastDraftTests {
  private static func voice(_ id: String) -> VoiceURI {
    VoiceURI(providerId: "espeak", voiceId: id)
  }

  private let draft = CastDraft(
    language: "en-GB", narrator: voice("en-gb"),
    roles: [
      .init(
        name: "MARA \"M\"", voice: voice("en-gb+f3"), note: "50s, gravelly", gender: .female,
        age: .adult),
      .init(name: "TOM", voice: voice("en-gb+m3"), aliases: ["TOMM"]),
      .init(name: "ED", voice: voice("en-gb+m1")),
      .init(name: "RADIO", voice: voice("en-gb+m2"), effect: .telephone),
    ])

  @Test func `a draft is a cast file that the reader accepts`() throws {
    #expect(
      String(decoding: draft.file, as: UTF8.self) == #"""
        {
          "version": 1,
          "language": "en-GB",
          "narrator": "espeak://en-gb",
          "characters": {
            "MARA \"M\"": { "voice": "espeak://en-gb+f3", "gender": "female", "age": "adult", "note": "50s, gravelly" },
            "TOM": { "voice": "espeak://en-gb+m3", "aliases": ["TOMM"] },
            "ED": "espeak://en-gb+m1",
            "RADIO": { "voice": "espeak://en-gb+m2", "effect": "telephone" }
          }
        }

        """#)
    let reader = CastReader(bytes: draft.file, file: "cast.json", over: Cast())
    #expect(reader.diagnostics.isEmpty)
    #expect(reader.cast.characters.map(\.name) == ["MARA \"M\"", "TOM", "ED", "RADIO"])
    #expect(reader.cast.characters[3].effect == .telephone)
    #expect(reader.cast.characters[0].gender == .female && reader.cast.characters[0].age == .adult)
    #expect(reader.cast.characters[1].aliases == ["TOMM"])
  }

  @Test func `the voices for other languages are kept`() throws {
    var draft = CastDraft(
      language: "en-GB", narrator: Self.voice("en-gb"),
      roles: [.init(name: "TOM", voice: Self.voice("en-gb+m3"))])
    draft.narratorLanguages = ["fr": Self.voice("fr-fr")]
    draft.roles[0].languages = ["la": Self.voice("la"), "fr": Self.voice("fr-fr+m3")]
    let reader = CastReader(bytes: draft.file, file: "cast.json", over: Cast())
    #expect(reader.diagnostics.isEmpty)
    #expect(reader.cast.narrator == draft.narrator)
    #expect(reader.cast.narratorLanguages == draft.narratorLanguages)
    #expect(reader.cast.characters.map(\.languages) == [draft.roles[0].languages])
    #expect(reader.cast.characters.map(\.voice) == [draft.roles[0].voice])
  }

  @Test(arguments: [
    (
      "{\n  \"characters\": {\n    \"ANN\": \"espeak://en-us\"\n  },\n  \"pauses\": {}\n}\n",
      ["ANN", "MARA \"M\"", "TOM", "ED", "RADIO"]
    ),
    ("{ \"narrator\": \"espeak://en-us\" }", ["MARA \"M\"", "TOM", "ED", "RADIO"]),
    ("{}", ["MARA \"M\"", "TOM", "ED", "RADIO"]),
  ]) func `an existing file gets the missing roles and keeps the rest`(
    text: String, names: [String]
  )
    throws
  {
    let bytes = try draft.adding(to: Array(text.utf8))
    let reader = CastReader(bytes: bytes, file: "cast.json", over: Cast())
    #expect(reader.diagnostics.isEmpty, "\(String(decoding: bytes, as: UTF8.self))")
    #expect(reader.cast.characters.map(\.name) == names)
    // Everything that was in the file is still there, in order.
    var rest = bytes[...]
    for byte in text.utf8 where byte > 0x20 {
      let place = try #require(rest.firstIndex(of: byte))
      rest = rest[(place + 1)...]
    }
  }

  @Test(arguments: [
    ("a guess: beside her, line 24", RoleGender.male, false),
    ("8; a guess: beside her, line 24", .male, false),
    ("a guess: beside her, line 24", .female, true),
    ("a woman of 50", .male, true),
  ])
  func `only a guess of the gender yields to a voice`(
    note: String, gender: RoleGender, stays: Bool
  ) throws {
    let draft = CastDraft(
      language: "en-GB", narrator: Self.voice("en-gb"),
      roles: [.init(name: "PIP", voice: Self.voice("en-gb+f3"), note: note, gender: .female)])
    let bytes = try CastEdit.noGuess(role: "PIP", besides: gender).applied(to: draft.file)
    let reader = CastReader(bytes: bytes, file: "cast.json", over: Cast())
    #expect(reader.diagnostics.isEmpty)
    let kept: RoleGender? = stays ? .female : nil
    #expect(reader.cast.characters.map { $0.gender } == [kept])
    #expect(reader.cast.characters.first?.note == note)
  }

  // MARK: Notes

  @Test(
    arguments: [
      ("EDWARD, 50s, gravelly, sits by the fire. He waits.", "50s, gravelly, sits by the fire"),
      ("By the fire: EDWARD (50s, gravelly) waits.", "50s, gravelly"),
      ("EDWARD, MARY, and the MAYOR wait.", nil), ("EDWARD, then MARY.", nil),
      ("EDWARD waits.", nil), ("Edward, 50, waits.", nil),
      ("STEDWARD, 50, waits.", nil), ("EDWARDS, 50, waits. EDWARD, 40, does not.", "40, does not"),
    ] as [(String, String?)])
  func `a description is quoted, never guessed`(action: String, note: String?) {
    let elements = [GuionElement(elementType: .action, elementText: action)]
    #expect(CharacterNotes.notes(on: ["EDWARD"], in: elements)["EDWARD"] == note)
  }
}
