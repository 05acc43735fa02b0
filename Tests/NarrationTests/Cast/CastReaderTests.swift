import Guion
import Hablare
import Narration
import Testing

@Suite struct CastReaderTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var json: String
    var expected: String

    init(_ json: String, _ expected: String) { (self.json, self.expected) = (json, expected) }
    var testDescription: String { json }
  }

  static let mistakes: [Mistake] = [
    .init("[]", "1:1: wrong-type: the cast file must be an object of keys and values"),
    .init(
      #"{"narator": "espeak://en"}"#,
      #"1:2: unknown-key: "narator" is not a key of the cast file; did you mean "narrator"?"#),
    .init(
      #"{"version": 2}"#,
      "1:13: unsupported-version: version 2 is unknown; this program reads version 1"),
    .init(#"{"version": "1"}"#, "1:13: wrong-type: version must be a number from 1 to 1000000"),
    .init(
      #"{"language": "English!"}"#,
      #"1:14: bad-language: "English!" is not a language tag such as en-US"#),
    .init(
      #"{"narrator": "ravne"}"#,
      "1:14: bad-voice: no voice has the short name 'ravne'; did you mean raven?"),
    .init(#"{"default": {"rate": 1}}"#, #"1:13: missing-voice: default has no "voice""#),
    .init(
      #"{"characters": {"A": {"voice": "espeak://en", "pitch": 13}}}"#,
      "1:56: out-of-range: pitch 13 is not within -12 to 12"),
    .init(
      #"{"characters": {"A": {"voice": "espeak://en", "aliasses": []}}}"#,
      #"1:47: unknown-key: "aliasses" is not a key of "A"; did you mean "aliases"?"#),
    .init(
      #"{"characters": {"A": {"gender": "woman"}}}"#,
      #"1:33: unknown-value: "woman" is not a value of "gender"; known: female, male, neutral"#
    ),
    .init(
      #"{"characters": {"A": {"age": "oldest"}}}"#,
      #"1:30: unknown-value: "oldest" is not a value of "age"; known: child, adult, old"#),
    .init(
      #"{"characters": {"A": {"effect": "cave"}}}"#,
      """
      1:33: unknown-value: "cave" is not a value of "effect"; known: telephone, off-screen, microphone, \
      loudspeaker, megaphone, radio, television, next-room, distant, underwater, echo, close
      """),
    .init(
      #"{"characters": {"A": {"age": 400}}}"#, "1:30: out-of-range: age 400 is not within 0 to 150"),
    .init(
      #"{"characters": {"A": {"age": true}}}"#,
      #"1:30: wrong-type: age must be "child" or "adult" or "old""#),
    .init(
      #"{"characters": {"José": "espeak://es", "JOSE": "espeak://es"}}"#,
      #"1:41: duplicate-name: "JOSE" is also a name of the entry José; remove the name from one of the two entries"#
    ),
    .init(
      #"{"characters": {"A": "espeak://es", "B": {"voice": "espeak://es", "aliases": ["a"]}}}"#,
      #"1:79: duplicate-name: "a" is also a name of the entry A; remove the name from one of the two entries"#
    ),
    .init(
      #"{"characters": {"(V.O.)": "espeak://es"}}"#, #"1:17: bad-name: "(V.O.)" is not a name"#),
    .init(
      #"{"speech": {"announce": "allways"}}"#,
      #"1:25: unknown-value: "allways" is not a value of "announce"; did you mean "always"?"#),
    .init(
      #"{"roomTone": "loud"}"#,
      #"1:14: wrong-type: roomTone must be "on", "off" or a level from -90 to -60 dBFS"#),
    .init(
      #"{"roomTone": -10}"#,
      #"1:14: wrong-type: roomTone must be "on", "off" or a level from -90 to -60 dBFS"#),
    .init(#"{"skip": "Boneyard"}"#, "1:10: wrong-type: skip must be a list of strings"),
    .init(#"{"skip": ["A", "…"]}"#, #"1:16: bad-name: "…" has no letters or digits"#),
    .init(#"{"speech": {"credits": 1}}"#, "1:24: wrong-type: credits must be true or false"),
    .init(
      #"{"speech": {"sections": "yes"}}"#,
      #"1:25: wrong-type: sections must be "title", true or false"#),
    .init(
      #"{"pauses": {"paragraf": 1}}"#,
      #"1:13: unknown-key: "paragraf" is not a key of pauses; did you mean "paragraph"?"#),
    .init(
      #"{"pauses": {"paragraph": -1}}"#, "1:26: out-of-range: paragraph -1 is not within 0 to 60000"
    ),
    .init(
      #"{"pronunciations": [{"say": "x"}]}"#,
      #"1:21: missing-key: a pronunciation needs "text", the word as written"#),
    .init(
      #"{"pronunciations": [{"text": "x"}]}"#,
      #"1:21: missing-key: a pronunciation needs "say", "ipa" or "phonemes""#),
    .init(
      #"{"pronunciations": [{"text": "x", "say": ""}]}"#,
      "1:42: bad-pronunciation: \"say\" must be words on one line, with a letter or a digit"),
    .init(
      #"{"pronunciations": [{"text": "x", "phonemes": "h]]y"}]}"#,
      "1:47: bad-pronunciation: phonemes must not contain [[ or ]]"),
    .init(
      #"{"metadata": {"cover": "../x.jpg"}}"#,
      "1:24: outside-folder: the cover must be in the folder of the cast file"),
    .init(
      #"{"metadata": {"cover": "/x.jpg"}}"#,
      "1:24: outside-folder: the cover must be in the folder of the cast file"),
    .init(#"{"version": 1, "version": 1}"#, #"1:16: duplicate-key: "version" appears here twice"#),
    .init(
      #"{"delivery": {"x": {"rate": "fast"}}}"#,
      "1:29: wrong-type: rate must be a number from 0.5 to 2"),
  ]

  @Test(arguments: mistakes) func says(_ mistake: Mistake) {
    let reader = CastReader(bytes: Array(mistake.json.utf8))
    #expect(reader.diagnostics.map(Self.short) == [mistake.expected])
    #expect(reader.diagnostics.allSatisfy { $0.severity == .error })
  }

  @Test func allMistakesAreReportedTogether() {
    let json = """
      {
        "narator": "espeak://en",
        "characters": {
          "BOB": {"voice": "espeak://en?rate=9", "gain": 99},
          "EVE": 7
        },
        "pauses": {"paragraph": "long"}
      }
      """
    let reader = CastReader(bytes: Array(json.utf8))
    let places = reader.diagnostics.compactMap(\.position).sorted().map {
      "\($0.line):\($0.column)"
    }
    #expect(places == ["2:3", "4:22", "4:52", "5:12", "7:27"])
  }

  @Test func readsEveryKey() {
    let json = """
      {"version": 1, "language": "es-ES", "narrator": "espeak://es",
       "characters": {"ALICE": {"voice": "espeak://en-us+f3?gain=1", "rate": 1.05, "pitch": 1, "gain": -2,
         "pan": -0.4, "lang": "en", "aliases": ["YOUNG ALICE"]}, "BOB": "espeak://en-us+m3?rate=0.95"},
       "default": {"voice": "espeak://en-us"},
       "speech": {"announce": "never", "sections": true, "dualDialogue": "in-turn", "credits": false},
       "pauses": {"betweenSpeakers": 400}, "delivery": {"Mumbling": {"gain": -4, "whisper": true}},
       "pronunciations": [{"text": "Hablaré", "say": "ah blah RAY", "language": "en", "character": "BOB"}],
       "fallback": {"elevenlabs": "espeak://en-us"},
       "metadata": {"title": "T", "author": ["A", "B"], "cover": "art/cover.jpg"}}
      """
    let reader = CastReader(bytes: Array(json.utf8))
    #expect(reader.diagnostics == [])
    let cast = reader.cast
    #expect(cast.language == "es-ES")
    #expect(cast.narrator?.description == "espeak://es")
    #expect(cast.characters.map(\.name) == ["ALICE", "BOB"])
    #expect(
      cast.characters[0].voice?.description
        == "espeak://en-us+f3?lang=en&rate=1.05&pitch=1&gain=-2&pan=-0.4")
    #expect(cast.characters[0].aliases == ["YOUNG ALICE"])
    #expect(cast.defaultVoice?.description == "espeak://en-us")
    #expect(cast.speech.announce == .never)
    #expect(cast.speech.sections == .spoken)
    #expect(cast.speech.dualDialogue == .inTurn)
    #expect(!cast.speech.credits)
    #expect(cast.pauses[.betweenSpeakers] == 400)
    #expect(cast.delivery["mumbling"]?.whispers == true)
    #expect(cast.pronunciations.map(\.text) == ["Hablaré"])
    #expect(cast.fallback.keys.sorted() == ["elevenlabs"])
    #expect(cast.title == "T")
    #expect(cast.authors == ["A", "B"])
    #expect(cast.cover == "art/cover.jpg")
    #expect(cast.voiceReferences.count == 5)
  }

  private static func short(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.position.map { "\($0.line):\($0.column): " } ?? ""
    return "\(place)\(diagnostic.code): \(diagnostic.message)"
  }
}
