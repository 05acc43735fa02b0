import Guion
import Hablare
import Narration
import Testing

/// Tests of changes to a cast file: the rest of the file stays unchanged.
@Suite struct CastEditTests {
  private static let wren = VoiceURI(providerId: "hibari", voiceId: "heart+wren")
  private static let owl = VoiceURI(providerId: "hibari", voiceId: "heart+owl", pitch: -2)

  private func applied(_ edits: CastEdit..., to text: String) throws -> String {
    let bytes = try edits.reduce(Array(text.utf8)) { try $1.applied(to: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A file as a user has written it.
  private static let written = """
    {
       "narrator" : "hibari://heart",
       "characters": {
          "Ann":  "espeak://en+f1?rate=1.1",  "BEN": { "aliases": ["B."],
             "voice": "espeak://en+m1", "rate": 0.9, "note": "old" }
       },
       "pronunciations": [
          { "text": "Bloom", "say": "Blume" },
          { "text": "SPECTRE", "ipa": "ˈspɛktər", "character": "Ann" }
       ],
       "pauses": { "paragraph": 700, "quote": 1 }
    }

    """

  @Test(arguments: [
    // An entry that is a string stays a string.
    (
      CastEdit.voice(role: "ANN", wren), #""espeak://en+f1?rate=1.1""#, #""hibari://heart+wren""#
    ),
    (.voice(role: "", owl), #""hibari://heart""#, #""hibari://heart+owl?pitch=-2""#),
    // Settings of the former voice are removed, and settings of the role stay.
    (
      .voice(role: "ben", wren), #""espeak://en+m1", "rate": 0.9,"#, #""hibari://heart+wren","#
    ),
    (
      .setting(role: "Ann", .pitch, 2, voice: wren), #"f1?rate=1.1""#, #"f1?rate=1.1&pitch=2""#
    ),
    (.setting(role: "Ann", .rate, nil, voice: wren), #"f1?rate=1.1""#, #"f1""#),
    (.setting(role: "BEN", .rate, 1.25, voice: wren), #""rate": 0.9"#, #""rate": 1.25"#),
    (.setting(role: "BEN", .rate, nil, voice: wren), #", "rate": 0.9"#, ""),
    (.setting(role: "BEN", .gain, -3, voice: wren), #""old" }"#, #""old", "gain": -3 }"#),
    (
      .languages(role: "Ann", ["fr": wren, "de": owl]), #""espeak://en+f1?rate=1.1""#,
      #"{ "voice": "espeak://en+f1?rate=1.1", "languages": { "de": "hibari://heart+owl?pitch=-2", "fr": "hibari://heart+wren" } }"#
    ),
    (
      .languages(role: "Ann", [:]), #""espeak://en+f1?rate=1.1""#,
      #"{ "voice": "espeak://en+f1?rate=1.1" }"#
    ),
    (.languages(role: "BEN", [:]), #""BEN""#, #""BEN""#),
    (.pause("paragraph", 650), "700", "650"),
    (.pause("paragraph", nil), #""paragraph": 700, "#, ""),
    (.pause("listItem", 5), #""quote": 1 }"#, #""quote": 1, "listItem": 5 }"#),
    (
      .pronunciation(Pronunciation(text: "Bloom", say: "Bloo-m")), #""say": "Blume""#,
      #""say": "Bloo-m""#
    ),
    (
      .pronunciation(Pronunciation(text: "Bloom", ipa: "bluːm")), #""say": "Blume""#,
      #""ipa": "bluːm""#
    ),
    (.noPronunciation(text: "Bloom", character: nil), #"{ "text": "Bloom", "say": "Blume" },"#, ""),
    (
      .noPronunciation(text: "SPECTRE", character: "ANN"),
      ",\n      { \"text\": \"SPECTRE\", \"ipa\": \"ˈspɛktər\", \"character\": \"Ann\" }", ""
    ),
    (
      .pronunciation(Pronunciation(text: "Ashton", say: "Ash ton", character: "BEN")),
      "\"Ann\" }\n",
      "\"Ann\" },\n      { \"text\": \"Ashton\", \"say\": \"Ash ton\", \"character\": \"BEN\" }\n"
    ),
    // There is no such entry, so nothing changes.
    (.noPronunciation(text: "Bloom", character: "BEN"), "Blume", "Blume"),
    (.pause("chapterEnd", nil), "700", "700"),
  ])
  func `one entry changes, and every other byte stays`(
    edit: CastEdit, old: String, new: String
  ) throws {
    let changed = try applied(edit, to: Self.written)
    let expected = Self.written.replacing(old, with: new, maxReplacements: 1)
    // The spaces after a first entry are removed with the entry.
    let blanks = { (text: String) in text.filter { !$0.isWhitespace } }
    #expect(blanks(changed) == blanks(expected))
    let lines = Set(Self.written.split(separator: "\n"))
    #expect(changed.split(separator: "\n").count { !lines.contains($0) } <= 2)
    let reader = CastReader(bytes: Array(changed.utf8), file: "cast.json", over: Cast())
    #expect(reader.diagnostics.isEmpty)
  }

  @Test func `missing keys are added`() throws {
    var text = String(decoding: CastEdit.newFile, as: UTF8.self)
    text = try applied(
      .setting(role: "CAT", .formant, 0.9, voice: Self.wren), .voice(role: "", Self.owl),
      .pause("quote", 300), .pronunciation(Pronunciation(text: "Wye", say: "Why")), to: text)
    #expect(
      text == """
        {
          "version": 1,
          "characters": {
            "CAT": "hibari://heart+wren?formant=0.9"
          },
          "narrator": "hibari://heart+owl?pitch=-2",
          "pauses": {
            "quote": 300
          },
          "pronunciations": [
            { "text": "Wye", "say": "Why" }
          ]
        }

        """)
    let emptied = try applied(
      .noPronunciation(text: "Wye", character: nil), .pause("quote", nil), to: text)
    #expect(emptied.contains(#""pauses": {}"#) && emptied.contains(#""pronunciations": []"#))
  }

  @Test func `an entry with only other names gets the current voice`() throws {
    let file = #"{"characters":{"DON":{"aliases":["D"]}}}"#
    #expect(
      try applied(.voice(role: "DON", Self.wren), to: file)
        == #"{"characters":{"DON":{"aliases":["D"], "voice": "hibari://heart+wren"}}}"#)
    #expect(
      try applied(.setting(role: "DON", .rate, 1.5, voice: Self.owl), to: file)
        == #"{"characters":{"DON":{"aliases":["D"], "rate": 1.5, "voice": "hibari://heart+owl?pitch=-2"}}}"#
    )
    #expect(
      try applied(.setting(role: "DON", .formant, 0.9, voice: Self.wren), to: file)
        == #"{"characters":{"DON":{"aliases":["D"], "voice": "hibari://heart+wren?formant=0.9"}}}"#
    )
  }

  /// A field outranks the same setting in the voice's URI, which must not come back.
  @Test func `a setting of a short name is written into the URI`() throws {
    let file = #"{ "characters": { "DON": "wren" } }"#
    #expect(
      try applied(.setting(role: "DON", .rate, 1.5, voice: Self.wren), to: file)
        == #"{ "characters": { "DON": "hibari://heart+wren?rate=1.5" } }"#)
  }

  @Test func `a removed setting is removed from the URI too`() throws {
    let file = #"{"narrator":{"voice":"hibari://heart?rate=2","rate":1.5}}"#
    #expect(
      try applied(.setting(role: "", .rate, nil, voice: Self.wren), to: file)
        == #"{"narrator":{"voice":"hibari://heart"}}"#)
  }

  @Test(arguments: [
    // An entry that is a string becomes an object.
    (
      #"{"characters":{"DON":"a://b"}}"#, "DAN",
      #"{"characters":{"DON":{ "voice": "a://b", "aliases": ["DAN"] }}}"#
    ),
    (
      #"{"characters":{"DON":{"voice":"a://b","note":"x"}}}"#, "DAN",
      #"{"characters":{"DON":{"voice":"a://b","note":"x", "aliases": ["DAN"]}}}"#
    ),
    (
      #"{"characters":{"DON":{"aliases":["D"]}}}"#, "DAN",
      #"{"characters":{"DON":{"aliases":["D", "DAN"]}}}"#
    ),
    // A name that the entry already has is not added again, whatever its case and accents.
    (
      #"{"characters":{"DON":{"aliases":["Dän"]}}}"#, "DAN",
      #"{"characters":{"DON":{"aliases":["Dän"]}}}"#
    ),
    // The new name has its own entry. This entry is removed, and its aliases move to the role.
    (
      #"{"characters":{"Dan":{"voice":"a://c","aliases":["DANNY"]},"DON":"a://b"}}"#, "DAN",
      #"{"characters":{"DON":{ "voice": "a://b", "aliases": ["DAN", "DANNY"] }}}"#
    ),
    // If the file has no entry for the role, the new entry repeats the voice and the aliases from the front
    // matter.
    (
      #"{"narrator":"a://n"}"#, "DAN",
      #"{"narrator":"a://n", "characters": {\#n  "DON": { "voice": "hibari://heart+wren", "aliases": ["OLD", "DAN"] }\#n}}"#
    ),
  ])
  func `a role gets another name`(file: String, name: String, expected: String) throws {
    let known = Cast.Character(name: "DON", voice: Self.wren, aliases: ["OLD"])
    let changed = try applied(.alias(name, of: known), to: file)
    #expect(changed == expected)
    let reader = CastReader(bytes: Array(changed.utf8), file: "cast.json", over: Cast())
    #expect(reader.diagnostics.isEmpty)
    #expect(reader.cast.characters.contains { $0.name == "DON" && !$0.aliases.isEmpty })
  }

  @Test(arguments: [
    (
      #"{"characters":{"DON":{"voice":"a://b","aliases":["X","DAN"]}}}"#,
      #"{"characters":{"DON":{"voice":"a://b","aliases":["X"]}}}"#
    ),
    (
      #"{"characters":{"DON":{"voice":"a://b","aliases":["dan"]}}}"#,
      #"{"characters":{"DON":{"voice":"a://b"}}}"#
    ),
    // An entry that becomes empty is removed, because an empty entry would be an error.
    (#"{"characters":{"DON":{"aliases":["DAN"]},"E":"a://e"}}"#, #"{"characters":{"E":"a://e"}}"#),
    (#"{"characters":{"DON":"a://b"}}"#, #"{"characters":{"DON":"a://b"}}"#),
    // The alias comes from the front matter, so the file gets an entry without this alias.
    (
      #"{"characters":{}}"#,
      #"{"characters":{\#n  "DON": "hibari://heart+wren"\#n}}"#
    ),
  ])
  func `a name is taken from a role`(file: String, expected: String) throws {
    let known = Cast.Character(name: "DON", voice: Self.wren, aliases: ["DAN"])
    #expect(try applied(.noAlias("DAN", of: known), to: file) == expected)
  }

  @Test(arguments: [
    (
      #"{"characters":{"DON":{"voice":"a://b"},"E":"a://e"}}"#, #"{"characters":{"E":"a://e"}}"#
    ),
    (#"{"characters":{"E":"a://e"}}"#, #"{"characters":{"E":"a://e"}}"#),
    (#"{"version": 1}"#, #"{"version": 1}"#),
  ])
  func `a role is removed`(file: String, expected: String) throws {
    #expect(try applied(.noRole("DON"), to: file) == expected)
  }

  @Test(arguments: [
    (
      #"{"version": 1}"#, "front.png",
      #"{"version": 1, "metadata": {"cover": "front.png"}}"#
    ),
    (
      #"{"metadata":{"author":"A","cover":"old.jpg"}}"#, "front.png",
      #"{"metadata":{"author":"A","cover":"front.png"}}"#
    ),
    (#"{"metadata":{"author":"A","cover":"old.jpg"}}"#, nil, #"{"metadata":{"author":"A"}}"#),
    (#"{"version": 1}"#, nil, #"{"version": 1}"#),
  ])
  func `the picture of the book is named, replaced and removed`(
    file: String, path: String?, expected: String
  ) throws {
    let changed = try applied(.cover(path), to: file)
    #expect(changed.filter { !$0.isWhitespace } == expected.filter { !$0.isWhitespace })
    let reader = CastReader(bytes: Array(changed.utf8), file: "cast.json", over: Cast())
    #expect(reader.diagnostics.isEmpty)
    #expect(reader.cast.coverFile?.path == path)
  }

  @Test(
    arguments: [
      (#"{"version": 1}"#, .title("Tea"), #"{"version": 1, "metadata": {"title": "Tea"}}"#),
      (
        #"{"metadata":{"author":"A","cover":"c.png"}}"#, .authors(["B \"C\"", "D"]),
        #"{"metadata":{"author":["B \"C\"","D"],"cover":"c.png"}}"#
      ),
      (#"{"metadata":{"author":["A","B"]}}"#, .authors(["C"]), #"{"metadata":{"author":"C"}}"#),
      (
        #"{"metadata":{"title":"Tea","author":"A"}}"#, .title(nil), #"{"metadata":{"author":"A"}}"#
      ),
      (#"{"metadata":{"author":"A"}}"#, .authors([]), #"{"metadata":{}}"#),
      (#"{"version": 1}"#, .authors([]), #"{"version": 1}"#),
    ] as [(String, CastEdit, String)])
  func `the title and the authors are named, replaced and removed`(
    file: String, edit: CastEdit, expected: String
  ) throws {
    let changed = try applied(edit, to: file)
    #expect(changed.filter { !$0.isWhitespace } == expected.filter { !$0.isWhitespace })
    let reader = CastReader(bytes: Array(changed.utf8), file: "cast.json", over: Cast())
    #expect(reader.diagnostics.isEmpty)
  }

  @Test func `the note of a role is read`() {
    let file = #"{"characters":{"DON":{"voice":"a://b","note":"Old."}}}"#
    let reader = CastReader(bytes: Array(file.utf8), file: "cast.json", over: Cast())
    #expect(reader.cast.characters.map(\.note) == ["Old."])
  }

  @Test func `what is no JSON is refused with its place`() {
    #expect(throws: Diagnostic.self) { try applied(.pause("quote", 1), to: "{ \"a\": ") }
  }
}
