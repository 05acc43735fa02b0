import Guion
import Hablare
import HablareTesting
import TestSupport
import Testing

@testable import Narration

/// Tests of who speaks passages in other languages, and of the sentences that are recognized.
@Suite struct PassageTests {
  /// The parts in other languages, as "fr: words".
  private static func recognized(_ text: String, in language: String) -> [String] {
    PassageTest(language: language)?.parts(of: text).compactMap { part in
      part.tag.map { "\($0): " + part.text.trimmed }
    } ?? []
  }

  @Test(arguments: [
    ("en", "Je ne sais pas ce que tu veux.", ["fr: Je ne sais pas ce que tu veux."]),
    ("en", "Non so che cosa vuoi, ma è tardi.", ["it: Non so che cosa vuoi, ma è tardi."]),
    ("es", "Non so niente di questo.", ["it: Non so niente di questo."]),
    ("en", "Wo ist denn der Bahnhof?", ["de: Wo ist denn der Bahnhof?"]),
    ("en", "¿Dónde está la biblioteca?", ["es: ¿Dónde está la biblioteca?"]),
    ("en", "“Je ne sais pas,” she said.", ["fr: “Je ne sais pas,”"]),
    ("en", "He said: je ne sais pas.", ["fr: je ne sais pas."]),
    (
      "en", "Oui. Je ne sais pas. Paris. Il ne vient pas. Yes, he is.",
      ["fr: Oui.", "fr: Je ne sais pas.", "fr: Paris.", "fr: Il ne vient pas."]
    ),
    (
      "de", "To be or not to be, that is the question.",
      ["en: To be or not to be, that is the question."]
    ),
    ("fr-FR", "I don't know what you want.", ["en: I don't know what you want."]),
    ("es", "Ich weiß nicht, was soll es bedeuten.", ["de: Ich weiß nicht, was soll es bedeuten."]),
  ])
  func `sure sentences are recognized`(_ language: String, _ text: String, _ parts: [String]) {
    #expect(Self.recognized(text, in: language) == parts)
  }

  @Test(arguments: [
    ("in Spanish", "¿Dónde está?", "es"), ("in Spanish", "Where is he?", nil),
    ("to Tom, in German", "Ich weiß nicht.", "de"), ("in perfect French", "Je sais.", "fr"),
    ("in Russian", "Da, da.", "ru"), ("in English", "Ja, mein Herr.", nil),
    ("in Spanish", "Stop!", nil), ("in a low voice", "¿Qué?", nil),
    ("Italian", "Io sono qui.", "it"), ("in Russian, English subtitles", "Wait, wait.", nil),
  ])
  func `a direction names the language of a speech`(
    _ direction: String, _ words: String, _ tag: String?
  ) throws {
    let script = "TOM\n(\(direction))\n\(words)\n\nANN\n\(words)"
    let elements = GuionParsedElementCollection(string: script, format: .fountain).elements
    let marked = DirectedLanguages.marked(elements, language: "en-US")
    let spoken = marked.filter { $0.elementType == .dialogue }
    try #require(spoken.count == 2 && marked.count == elements.count)
    #expect(spoken[0].inlines.map(\.kind) == tag.map { [.language(tag: $0)] } ?? [])
    #expect(spoken[1].inlines.isEmpty)
    let aside = try #require(marked.first { $0.elementType == .parenthetical })
    #expect(aside.inlines.isEmpty == (tag == nil))
    #expect(marked.map(\.elementText) == elements.map(\.elementText))
  }

  /// Names, titles, borrowed words, short sentences, and languages that are like one of the four.
  @Test(arguments: [
    "Los Angeles de la Rosa.", "The Rue de la Paix is long.", "Hôtel de la Paix et de la Gare.",
    "Don Quijote de la Mancha y Sancho.", "Ludwig van Beethoven und der Rest.", "Oui, mon ami.",
    "He has a je ne sais quoi about him.", "C'mon, man, say something.", "La la la la la.",
    "Die, die, die, my darling.", "Spaghetti con la panna e il vino.", "Sic est et non est quod.",
    "Eu não sei o que você quer de mim.", "Ik weet niet wat je wil, maar het is laat.",
    "It was in an inn, as I am told.", "Si, si, si, si.", "Que Sera Sera Es Para Mi Amor.",
    "Les Misérables et Notre-Dame de Paris.", "Voilà. Adieu.", "Der Spiegel, Die Zeit, Das Bild.",
  ])
  func `others are not`(_ text: String) {
    #expect(Self.recognized(text, in: "en-US").isEmpty)
  }

  @Test(arguments: [
    "Ein Meeting im Büro war angesetzt.", "Er sagte „Have I Been Pwned“ und ging.",
    "The Beatles spielten Yesterday.", "Windows Server und Internet Explorer.",
  ])
  func `English words in German are not a passage`(_ text: String) {
    #expect(Self.recognized(text, in: "de").isEmpty)
  }

  /// A document that is almost wholly in another language than its setting.
  @Test(arguments: [
    ("Data feed", ["en: Data feed"]),
    ("Remarque: Tables own rows here.", ["en: Tables own rows here."]),
    ("Drivers need Redis or Beanstalk.", ["en: Drivers need Redis or Beanstalk."]),
    ("Voici les drivers du service.", []), ("Exemple de code.", []),
  ])
  func `the document decides for sentences without evidence`(_ text: String, _ parts: [String])
    throws
  {
    let test = try #require(PassageTest(language: "fr"))
    var tally = PassageTally()
    let sentence = "This is what you have to know about it."
    for text in Array(repeating: sentence, count: 6) { _ = test.parts(of: text, counting: &tally) }
    #expect(tally.leaning == "en")
    let leaning = try #require(PassageTest(language: "fr", leaning: tally.leaning))
    #expect(
      leaning.parts(of: text).compactMap { part in part.tag.map { "\($0): " + part.text.trimmed } }
        == parts)
    _ = test.parts(of: "Je ne sais pas ce que tu veux.", counting: &tally)
    #expect(tally.leaning == nil)
  }

  // MARK: Voices

  private static func voice(_ id: String, _ language: String, _ gender: String) -> Voice {
    Voice(id: id, name: id, providerId: "tone", language: language, gender: gender)
  }
  private static let voices = [
    voice("ann", "en-US", "female"), voice("bob", "en-US", "male"), voice("eva", "en-US", "female"),
    voice("luc", "fr-FR", "male"), voice("zoe", "fr-FR", "female"), voice("max", "de-DE", "male"),
  ]

  /// Reads a text; the result has the voice and the text of each span, without announcements.
  private func read(
    _ text: String, _ cast: String = "{}", _ format: DocumentFormat = .markdown
  ) async throws -> ([String], [Diagnostic]) {
    let reader = CastReader(bytes: Array(cast.utf8), file: "cast.json")
    try #require(reader.diagnostics.isEmpty, "\(reader.diagnostics)")
    let elements = GuionParsedElementCollection(string: text, format: format).elements
    let director = CastingDirector(
      cast: reader.cast, language: "en-US",
      directory: VoiceDirectory([ToneVoiceProvider(voices: Self.voices)]))
    let (casting, diagnostics) = await director.casting(of: elements, sources: ["a.md"])
    let table = TableReader(casting: try #require(casting), cast: reader.cast, format: format)
    let items = table.read(elements[...]).passages.flatMap(\.items)
    let spans = items.filter { $0.kind != .announcement }.flatMap(\.spans)
    let said = spans.map {
      "\($0.performance.voice.voiceId) \($0.performance.languageCode): \($0.text)"
    }
    return (said, diagnostics)
  }

  @Test(arguments: [
    (
      "She said [le 20 mai]{lang=fr}, and left.", "{}",
      ["ann en-US: She said", "zoe fr: le vingt mai,", "ann en-US: and left."]
    ),
    (
      "She said ([oui]{lang=fr}) twice.", "{}",
      ["ann en-US: She said", "zoe fr: (oui)", "ann en-US: twice."]
    ),
    ("Je ne sais pas. I am here.", "{}", ["zoe fr: Je ne sais pas.", "ann en-US: I am here."]),
    ("[Ja]{lang=de-AT}", "{}", ["max de-AT: Ja"]), ("[Si]{lang=it}", "{}", ["ann en-US: Si"]),
    (
      "Je ne sais pas où est `src/main`. I am in `src/main`.", "{}",
      [
        "zoe fr: Je ne sais pas où est src barre oblique main.",
        "ann en-US: I am in src slash main.",
      ]
    ),
    ("[Yes]{lang=en-GB}. [Je ne sais pas]{lang=en}.", "{}", ["ann en-US: Yes. Je ne sais pas."]),
    ("<span lang=fr><b lang=de>Ja</b></span>", "{}", ["max de: Ja"]),
    ("[Je ne sais pas]{lang=und}", "{}", ["zoe fr: Je ne sais pas"]),
    ("1. [Oui]{lang=fr}\n2. No", "{}", ["ann en-US: One:", "zoe fr: Oui", "ann en-US: Two: No"]),
    // A voice that the cast names keeps unmarked sentences, but not marked ones.
    (
      "Je ne sais pas. [Oui]{lang=fr}.", #"{"narrator": "tone://bob"}"#,
      ["bob en-US: Je ne sais pas.", "luc fr: Oui."]
    ),
    // A voice that speaks the language keeps its text in one piece.
    ("I say [oui]{lang=fr} now.", #"{"narrator": "tone://luc"}"#, ["luc en-US: I say oui now."]),
    ("[Le 20 mai]{lang=fr}", #"{"narrator": "tone://luc"}"#, ["luc en-US: Le vingt mai"]),
    (
      "I say [oui]{lang=fr} now.", #"{"narrator": "tone://ann?lang=fr"}"#,
      ["ann fr: I say oui now."]
    ),
    // The voices of the cast come first, also for sentences without marks.
    (
      "Je ne sais pas. [Oui]{lang=fr-CA}.",
      #"{"narrator": {"voice": "tone://bob", "languages": {"fr": "tone://zoe"}}}"#,
      ["zoe fr: Je ne sais pas.", "zoe fr-CA: Oui."]
    ),
    (
      "Je ne sais pas.", #"{"narrator": {"languages": {"fr": "tone://luc"}}}"#,
      ["luc fr: Je ne sais pas."]
    ),
    (
      "Je ne sais pas. [Oui]{lang=fr}.", #"{"rules": "1.1"}"#,
      ["ann en-US: Je ne sais pas. Oui."]
    ),
  ])
  func `the voice of a passage`(_ text: String, _ cast: String, _ said: [String]) async throws {
    #expect(try await read(text, cast).0 == said)
  }

  @Test(arguments: [
    ("{}", ["luc fr: Bonjour.", "bob en-US: Hi."]),
    (
      #"{"characters": {"JEAN": {"voice": "tone://eva"}}}"#, ["zoe fr: Bonjour.", "eva en-US: Hi."]
    ),
    (
      #"{"characters": {"JEAN": {"gender": "male", "languages": {"fr": "tone://zoe?rate=0.9"}}}}"#,
      ["zoe fr: Bonjour.", "bob en-US: Hi."]
    ),
  ])
  func `a role speaks with another voice`(_ cast: String, _ said: [String]) async throws {
    let script = "MR. JEAN\n[[lang: fr]]\nBonjour.\n[[lang:]]\nHi."
    let cast = cast.replacing("JEAN", with: "MR. JEAN")
    #expect(try await read(script, cast, .fountain).0 == said)
  }

  @Test func `items know their passages`() async throws {
    let text = "He said [oui]{lang=fr}.\n\n[Non.]{lang=fr}"
    let elements = GuionParsedElementCollection(string: text, format: .markdown).elements
    let director = CastingDirector(
      cast: Cast(), language: "en",
      directory: VoiceDirectory([ToneVoiceProvider(voices: Self.voices)]))
    let casting = try #require(await director.casting(of: elements, sources: []).casting)
    let items = TableReader(casting: casting, cast: Cast(), format: .markdown).read(elements[...])
      .passages.flatMap(\.items)
    #expect(items.map(\.passageVoice) == [nil, "tone://zoe"])
    #expect(items.flatMap(\.passages).map(\.text) == ["oui.", "Non."])
    #expect(items.flatMap(\.passages).map(\.line) == [1, 3])
    #expect(items.map(\.written) == [nil, nil])
  }

  @Test func `a language that is none is one warning`() async throws {
    let (said, diagnostics) = try await read(
      "[a]{lang=\"b c\"}\n\n[d]{lang=\"e!\"} [f]{lang=\"?\"}")
    #expect(said == ["ann en-US: a", "ann en-US: d f"])
    #expect(diagnostics.map(\.code) == ["bad-language"])
    #expect(diagnostics.first?.message.hasPrefix("\"b c\" (and 2 more) is not a language") == true)
    #expect(diagnostics.first?.position?.line == 1)
  }

  @Test func `a language without a voice is a note`() async throws {
    let (_, diagnostics) = try await read("a\n\n[b]{lang=it} [c]{lang=it}")
    #expect(diagnostics.map(\.code) == ["language-switch"])
    #expect(diagnostics.first?.position?.line == 3)
  }

  @Test func `marks never reach a voice`() async throws {
    let text =
      "| A | B |\n| - | - |\n| [un]{lang=fr} | *[deux]{lang=fr}* |\n\na^[b [c]{lang=fr}] d\n"
    let (said, _) = try await read(text + "\n## T [e]{lang=fr} {#f}\n\n- [x] [g]{lang=fr}")
    #expect(!said.joined().unicodeScalars.contains { $0.value >= 0xE0000 })
    #expect(said.prefix(4) == ["ann en-US: A:", "zoe fr: un.", "ann en-US: B:", "zoe fr: deux."])
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
