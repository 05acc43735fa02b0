import Guion
import Hablare
import HablareTesting
import Narration
import Testing
import TestSupport

/// Tests of a cast file over the block in the front matter.
///
/// The file has priority over the block. Settings that only the block contains are used too.
@Suite struct CastLayersTests {
  private struct Layers {
    var block: CastReader
    var file: CastReader
    var cast: Cast { file.cast }
    var diagnostics: [String] { (block.diagnostics + file.diagnostics).map(\.description) }

    /// Creates both layers.
    ///
    /// The block is YAML, without its key; the file is JSON.
    init(_ block: String, _ file: String) throws {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      let front = lines.map { "  \($0)\n" }.joined()
      let document = GuionParsedElementCollection(
        string: "---\ntitle: T\nguion2audio:\n\(front)---\n\nText.\n", format: .markdown)
      try #require(document.diagnostics.isEmpty, "\(document.diagnostics)")
      self.block = CastReader(frontMatter: try #require(document.settings), file: "notes/b.md")
      self.file = CastReader(bytes: Array(file.utf8), file: "cast.json", over: self.block.cast)
    }

    /// The characters, as `ANN tone://alto (YOUNG ANN)`.
    var characters: [String] {
      cast.characters.map { character in
        "\(character.name) \(character.voice?.description ?? "-")"
          + (character.aliases.isEmpty ? "" : " (\(character.aliases.joined(separator: ", ")))")
      }
    }
  }

  // MARK: Characters

  struct Characters: Sendable, CustomTestStringConvertible {
    var name: String
    var block: String
    var file: String
    var expected: [String]
    var testDescription: String { name }

    init(_ name: String, _ block: String, _ file: String, _ expected: [String]) {
      (self.name, self.block, self.file, self.expected) = (name, block, file, expected)
    }
  }

  static let characters: [Characters] = [
    Characters(
      "both", "ANN: tone://alto", #""BEN": "tone://bass""#,
      [
        "ANN tone://alto", "BEN tone://bass",
      ]),
    Characters("the block alone", "ANN: tone://alto", "", ["ANN tone://alto"]),
    Characters("the same name", "ANN: tone://alto", #""ANN": "tone://bass""#, ["ANN tone://bass"]),
    Characters(
      "the same name in another case", "Élodie: tone://alto\nBEN: tone://bass",
      #""ELODIE": "tone://tenor""#, ["BEN tone://bass", "ELODIE tone://tenor"]),
    Characters(
      "the same name inherits the aliases that the entry omits",
      "ANN: {voice: tone://alto, aliases: [Annie]}", #""Ann": {"voice": "tone://bass"}"#,
      ["Ann tone://bass (Annie)"]),
    Characters(
      "the same name keeps the voice that the entry omits", "ANN: tone://alto",
      #""ANN": {"aliases": ["Annie"]}"#, ["ANN tone://alto (Annie)"]),
    Characters(
      "an alias that the file takes", "ANN: {voice: tone://alto, aliases: [Annie, Nan]}",
      #""BEN": {"voice": "tone://bass", "aliases": ["ANNIE"]}"#,
      ["ANN tone://alto (Nan)", "BEN tone://bass (ANNIE)"]),
    Characters(
      "an alias that is a name in the file", "ANN: {voice: tone://alto, aliases: [Annie, Nan]}",
      #""Annie": "tone://bass""#, ["ANN tone://alto (Nan)", "Annie tone://bass"]),
    Characters(
      "a name that is an alias in the file", "ANN: tone://alto\nNAN: tone://tenor",
      #""Zoe": {"voice": "tone://bass", "aliases": ["Ann"]}"#,
      ["NAN tone://tenor", "Zoe tone://bass (Ann)"]),
    Characters(
      "a name with an extension is the name", "ANN: tone://alto", #""Ann (V.O.)": "tone://bass""#,
      ["Ann tone://bass"]),
  ]

  @Test(arguments: characters) func charactersOfTheFileReplaceThoseOfTheSameName(_ row: Characters)
    throws
  {
    let block = row.block.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    let layers = try Layers("characters:\n\(block)", "{\"characters\": {\(row.file)}}")
    #expect(layers.diagnostics == [])
    #expect(layers.characters == row.expected)
  }

  @Test func aFileWithoutCharactersKeepsThoseOfTheBlock() throws {
    let layers = try Layers("characters:\n  ANN: tone://alto", "{}")
    #expect(layers.characters == ["ANN tone://alto"])
  }

  @Test func withinTheFileANameStillMeansOneEntry() throws {
    let layers = try Layers(
      "characters:\n  ANN: tone://alto",
      #"{"characters": {"BEN": "tone://bass", "ben": "tone://alto"}}"#)
    #expect(
      layers.diagnostics == [
        "cast.json:1:39: error: \"ben\" is also a name of the entry BEN; remove the name from one of the two entries [duplicate-name]"
      ])
  }

  @Test func anAliasTakenByTheFileUsesTheFilesVoice() async throws {
    let layers = try Layers(
      "narrator: tone://bass\ncharacters:\n  ANN: {voice: tone://alto, aliases: [NAN]}",
      #"{"characters": {"BEN": {"voice": "tone://tenor", "aliases": ["Nan"]}}}"#)
    let director = CastingDirector(
      cast: layers.cast, language: "en-US", directory: VoiceDirectory([ToneVoiceProvider()]))
    let elements = ["ANN", "NAN", "BEN"].map {
      GuionElement(elementType: .character, elementText: $0)
    }
    let (found, diagnostics) = await director.casting(of: elements, sources: ["s"])
    let casting = try #require(found, "\(diagnostics)")
    #expect(
      ["ANN", "NAN", "BEN"].map { casting.role(forCue: $0)?.voice.voiceId } == [
        "alto", "tenor", "tenor",
      ])
    #expect(casting.narrator.voice.voiceId == "bass")
  }

  // MARK: Key by key

  private static let block = """
    language: en-GB
    narrator: tone://alto
    default: tone://bass
    speech: {code: speak, announce: never, credits: false, sections: title}
    pauses: {paragraph: 1, quote: 2}
    delivery: {mumbling: {gain: -4, rate: 0.9}, Deadpan: {pitch: -1}}
    fallback: {elevenlabs: tone://alto, openai: tone://bass}
    metadata: {title: Block, author: [B, C], cover: b.jpg}
    """

  @Test func theBlockAppliesToKeysThatTheFileDoesNotSet() throws {
    for file in ["{}", #"{"version": 1, "speech": {}, "pauses": {}, "metadata": {}}"#] {
      let layers = try Layers(Self.block, file)
      #expect(layers.diagnostics == [])
      let cast = layers.cast
      #expect(cast.language == "en-GB")
      #expect(cast.narrator?.description == "tone://alto")
      #expect(cast.defaultVoice?.description == "tone://bass")
      #expect(cast.speech == layers.block.cast.speech)
      #expect(cast.speech.code == .speak)
      #expect(cast.pauses[.paragraph] == 1)
      #expect(cast.delivery.keys.sorted() == ["deadpan", "mumbling"])
      #expect(cast.fallback.keys.sorted() == ["elevenlabs", "openai"])
      #expect(cast.title == "Block")
      #expect(cast.authors == ["B", "C"])
      #expect(cast.cover == "b.jpg")
      #expect(cast.coverFile?.base == "notes" && cast.coverFile?.file == "notes/b.md")
    }
  }

  @Test func theFileHasPriorityKeyByKey() throws {
    let layers = try Layers(
      Self.block,
      """
      {"language": "de", "narrator": "tone://tenor", "speech": {"code": "skip", "emoji": "skip"},
       "pauses": {"quote": 20, "listItem": 30}, "delivery": {"MUMBLING": {"gain": 2}},
       "fallback": {"openai": "tone://soprano"}, "metadata": {"author": "Z"}}
      """)
    #expect(layers.diagnostics == [])
    let cast = layers.cast
    #expect(cast.language == "de")
    #expect(cast.narrator?.description == "tone://tenor")
    #expect(cast.defaultVoice?.description == "tone://bass")
    #expect(cast.speech.code == .skip)
    #expect(cast.speech.emoji == .skip)
    #expect(cast.speech.announce == .never)
    #expect(!cast.speech.credits)
    #expect(cast.speech.sections == .title)
    #expect([cast.pauses[.paragraph], cast.pauses[.quote], cast.pauses[.listItem]] == [1, 20, 30])
    #expect(cast.delivery["mumbling"]?.gain == 2)
    #expect(cast.delivery["mumbling"]?.rate == 1)
    #expect(cast.delivery["deadpan"]?.pitch == -1)
    #expect(
      cast.fallback.mapValues(\.description) == [
        "elevenlabs": "tone://alto", "openai": "tone://soprano",
      ])
    #expect(cast.title == "Block")
    #expect(cast.authors == ["Z"])
  }

  @Test func aFileThatIsNotJSONLeavesTheBlock() throws {
    let layers = try Layers(Self.block, "{")
    #expect(layers.file.diagnostics.map(\.code) == ["json-syntax"])
    #expect(layers.cast.title == "Block")
  }

  // MARK: Pronunciations

  struct Said: Sendable, CustomTestStringConvertible {
    var name: String
    var block: String
    var file: String
    var expected: String
    var testDescription: String { name }
  }

  static let said: [Said] = [
    Said(
      name: "the file's for the same word", block: "{text: gif, say: block}",
      file: #"{"text": "gif", "say": "file"}"#, expected: "A file, a file; the end."),
    Said(
      name: "the file's in another case", block: "{text: Gif, say: block}",
      file: #"{"text": "gif", "say": "file"}"#, expected: "A file, a file; the end."),
    Said(
      name: "the block's for other words", block: "{text: end, say: block}",
      file: #"{"text": "gif", "say": "file"}"#, expected: "A file, a file; the block."),
    Said(
      name: "the longer of two", block: "{text: the end, say: block}",
      file: #"{"text": "end", "say": "file"}"#, expected: "A gif, a Gif; block."),
    Said(
      name: "the block's where the file's is for another language",
      block: "{text: gif, say: block}", file: #"{"text": "gif", "say": "file", "language": "fr"}"#,
      expected: "A block, a block; the end."),
    Said(
      name: "the block's where the file's is for another role", block: "{text: gif, say: block}",
      file: #"{"text": "gif", "say": "file", "character": "BEN"}"#,
      expected: "A block, a block; the end."),
    Said(
      name: "the block's where the file's has phonemes alone", block: "{text: gif, say: block}",
      file: #"{"text": "gif", "phonemes": "dZIf"}"#, expected: "A block, a block; the end."),
  ]

  @Test(arguments: said) func pronunciationsOfTheFileComeFirst(_ row: Said) throws {
    let layers = try Layers(
      "pronunciations: [\(row.block)]", "{\"pronunciations\": [\(row.file)]}")
    #expect(layers.diagnostics == [])
    #expect(layers.cast.pronunciations.count == 2)
    let cleaner = TextCleaner(
      languageCode: "en-US", markup: .none, pronunciations: layers.cast.pronunciations,
      notation: .none)
    #expect(cleaner.clean("A gif, a Gif; the end.", speaker: "ANN").text == row.expected)
  }

  // MARK: Diagnostics

  @Test func everyMistakeIsReportedForItsFile() throws {
    let layers = try Layers(
      "narator: tone://alto\nspeech: {code: spek}\npauses:\n  quote: -1",
      "{\"default\": 7,\n \"speech\": {\"quotes\": \"paus\"}}")
    #expect(
      layers.diagnostics == [
        "notes/b.md:4:3: error: \"narator\" is not a key of the guion2audio block; did you mean "
          + "\"narrator\"? [unknown-key]",
        "notes/b.md:5:18: error: \"spek\" is not a value of \"code\"; did you mean \"speak\"? "
          + "[unknown-value]",
        "notes/b.md:7:12: error: quote -1 is not within 0 to 60000 [out-of-range]",
        "cast.json:1:13: error: default must be a voice such as \"espeak://en-us+f3\" or an object "
          + "with \"voice\" [wrong-type]",
        "cast.json:2:23: error: \"paus\" is not a value of \"quotes\"; did you mean \"pause\"? "
          + "[unknown-value]",
      ])
  }

  @Test func aBlockThatIsNotAnObjectIsReported() throws {
    let layers = try Layers("- narrator", "[]")
    #expect(
      layers.diagnostics.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) } == [
        "error: the guion2audio block must be an object of keys and values [wrong-type]",
        "error: the cast file must be an object of keys and values [wrong-type]",
      ])
  }

  @Test func aCoverStaysInTheFolderOfItsFile() throws {
    let layers = try Layers(
      "metadata: {cover: ../b.jpg}", #"{"metadata": {"cover": "/c.jpg"}}"#)
    #expect(
      layers.diagnostics == [
        "notes/b.md:4:21: error: the cover must be in the folder of the document [outside-folder]",
        "cast.json:1:24: error: the cover must be in the folder of the cast file [outside-folder]",
      ])
    #expect(layers.cast.cover == nil)
  }

  @Test func unknownVoicesAreReportedForTheFileThatNamesThem() async throws {
    let layers = try Layers(
      "narrator: tone://alti\ncharacters:\n  ANN: tone://alto", #"{"default": "tone://bas"}"#)
    #expect(layers.cast.voiceReferences.map(\.file) == ["notes/b.md", "notes/b.md", "cast.json"])
    let director = CastingDirector(
      cast: layers.cast, language: "en-US", directory: VoiceDirectory([ToneVoiceProvider()]))
    let (casting, diagnostics) = await director.casting(of: [], sources: [])
    #expect(casting == nil)
    #expect(diagnostics.map(\.code) == ["unknown-voice", "unknown-voice"])
    #expect(diagnostics.map(\.file) == ["notes/b.md", "cast.json"])
    #expect(diagnostics.map(\.position?.line) == [4, 1])
  }
}
