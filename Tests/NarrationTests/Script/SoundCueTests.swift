import Basics
import Guion
import TestSupport
import Testing

@testable import Narration

/// Tests of the sounds that scripts ask for, and of the key "sounds" of a cast.
@Suite struct SoundCueTests {
  @Test(arguments: [
    ("Sound: door slams", "effects", "door slams", ""),
    ("SFX: A DOOR SLAMS.", "effects", "A DOOR SLAMS", ""),
    ("Music: theme, under", "music", "theme", "under"),
    ("Music: theme (waltz), wait", "music", "theme (waltz)", "wait"),
    ("Sound: stop rain", "effects", "rain", "stop"),
    ("MUSIC: OUT", "music", "", "stop"),
    ("Ambience: rain", "ambience", "rain", ""),
    ("Geräusch: Regen, unter", "effects", "Regen", "under"),
    ("Musique : thème, sous", "music", "thème", "under"),
    ("Música: fin", "music", "", "stop"),
    ("Sound: the bus to Sous", "effects", "the bus to Sous", ""),
    ("SFX:\nA gull", "effects", "A gull", ""),
  ])
  func `a note and a line ask for a sound`(
    text: String, bus: String, name: String, mode: String
  ) throws {
    let cue = try #require(SoundCue(text))
    #expect(cue.bus.rawValue == bus && cue.name == name)
    #expect((cue.mode.map { "\($0)" } ?? "") == mode)
  }

  @Test(arguments: [
    "Sound:", "Note: the sound is loud", "sounds good", "lang: fr", "Music: , under",
  ])
  func `other notes ask for nothing`(text: String) {
    #expect(SoundCue(text) == nil)
  }

  @Test func `the longest pattern binds a name, and an exact name wins`() {
    var settings = SoundSettings()
    for name in ["door*", "door slams*", "Door slams twice"] {
      var entry = SoundSettings.Entry(name: name, position: SourcePosition(line: 1, column: 1))
      entry.file = FileReference(path: name, in: nil)
      settings.files.append(entry)
    }
    #expect(settings.bound("door slams twice") == 2)
    #expect(settings.bound("DOOR SLAMS SHUT") == 1)
    #expect(settings.bound("Door opens") == 0)
    #expect(settings.bound("a door") == nil)
    #expect(SoundSettings.matches("a*b*c", "axxbyyc") && !SoundSettings.matches("a*b", "abc"))
  }

  private func read(_ json: String) -> CastReader {
    CastReader(bytes: Array(json.utf8), file: "cast.json")
  }

  @Test func `the cast reports every mistake with its place`() {
    let reader = read(
      """
      { "sounds": { "files": {
        "rain": { "file": "../rain.wav" },
        "Rain!": "rain.wav",
        "wind": { "gain": 99, "file": "/etc/passwd" },
        "sea": { "loop": true },
        "gull": "gull.wav" },
        "words": { "noise": ["x"] } } }
      """)
    #expect(
      reader.diagnostics.map { "\($0.code) \($0.position?.line ?? 0)" } == [
        "outside-folder 2", "duplicate-name 3", "out-of-range 4", "outside-folder 4",
        "missing-key 5", "unknown-key 7",
      ])
    #expect(reader.cast.sounds.bound("gull") != nil)
  }

  /// Returns the words of the passages and the sounds between them.
  private func outline(_ script: String, _ cast: String) -> [String] {
    let elements = FountainParser(string: script).elements
    let reader = read(cast)
    let names = CueNames(of: elements, cast: reader.cast, language: "en-US")
    let read = TableReader(
      casting: Casting(language: "en-US", names: names) { .undecided($0) }, cast: reader.cast
    ).read(elements[...])
    var lines: [String] = []
    func add(_ passage: Int) {
      for sound in read.sounds where sound.passage == passage {
        lines.append("[\(sound.cue.map { "\($0.bus) \($0.name)" } ?? "end")]")
      }
    }
    for (index, passage) in read.passages.enumerated() {
      add(index)
      lines.append(passage.items.map(\.text).joined(separator: " / "))
    }
    add(read.passages.count)
    return lines
  }

  private static let script = """
    INT. KITCHEN - DAY

    A kettle.

    [[Sound: whistle]]

    SFX: A DOOR SLAMS

    ANN
    One.

    [[Music: theme]]

    EXT. YARD - DAY

    SFX: A GULL
    """

  @Test func `a file takes the place of the words, a note is never read, a line without a file is`()
  {
    let cast = #"""
      { "speech": { "announce": "never" },
        "sounds": { "files": { "a door*": "door.wav", "tone": "t.wav" }, "scenes": { "INT. *": "tone" } } }
      """#
    #expect(
      outline(Self.script, cast) == [
        "[end]", "[ambience tone]", "Interior. Kitchen. Day.", "A kettle.", "[effects whistle]",
        "[effects A DOOR SLAMS]", "One.", "[music theme]", "[end]", "Exterior. Yard. Day.",
        "[effects A GULL]", "SFX: a gull",
      ])
  }

  @Test func `without sounds in the cast, the words are those of before`() {
    let cast = #"{ "speech": { "announce": "never" } }"#
    #expect(
      outline(Self.script, cast).filter { !$0.hasPrefix("[") } == [
        "Interior. Kitchen. Day.", "A kettle.", "SFX: a door slams", "One.",
        "Exterior. Yard. Day.", "SFX: a gull",
      ])
  }

  @Test func `a sound inside a speech stands before the words below it`() throws {
    let script = "ANN\nOne.\n(beat) [[Sound: knock]]\nTwo.\n"
    let elements = FountainParser(string: script).elements
    let names = CueNames(of: elements, cast: Cast(), language: "en-US")
    let read = TableReader(
      casting: Casting(language: "en-US", names: names) { .undecided($0) }, cast: Cast()
    ).read(elements[...])
    let place = try #require(read.sounds.first)
    let item = try #require(read.passages[place.passage].items.first)
    #expect(read.sounds.count == 1 && item.spans[place.span].text == "Two.")
  }

  @Test func `a comment within a paragraph of Markdown is a sound at its place`() {
    let text = """
      The clock <!-- Sound: bell --> struck *one*. <!-- a remark --> Nobody moved.

      <!-- Musik: thema, unter --> It was late.
      """
    let elements = CommonMarkParser(string: text).elements
    let names = CueNames(of: elements, cast: Cast(), language: "en-US")
    let read = TableReader(
      casting: Casting(language: "en-US", names: names) { .undecided($0) }, cast: Cast(),
      format: .markdown
    ).read(elements[...])
    #expect(
      read.passages.map { $0.items.map(\.text).joined() } == [
        "The clock", "struck one. Nobody moved.", "It was late.",
      ])
    #expect(read.sounds.map(\.passage) == [1, 2])
    #expect(read.sounds.map { $0.cue?.name } == ["bell", "thema"])
    // The paragraph goes on after the sound.
    #expect(read.passages[1].pauseBefore < read.passages[2].pauseBefore)
  }

  @Test(arguments: [
    ("# One <!-- Sound: a --> two\n\nThree.", ["1 a"]),
    ("| A | B |\n|---|---|\n| a | b <!-- Sound: a --> |\n| c | d |", ["1 a"]),
    ("| A <!-- Sound: a --> | B |\n|---|---|\n| a | b |", ["0 a"]),
    ("<p>One <!-- Sound: a --> two.</p>\n<p>Three.</p>", ["1 a"]),
    ("<div>\n<!-- Sound: a -->\n<p>One.</p>\n<!-- Sound: b -->\n</div>", ["0 a", "1 b"]),
    ("<!-- Sound: a --> One <!-- Sound: b --> two.", ["0 a", "1 b"]),
    ("<!-- Sound: a --> <!-- a remark --> <!-- Sound: b -->\n\nOne.", ["0 a", "0 b"]),
    ("<div><!-- Sound: a --></div>\n\nOne.", ["0 a"]),
    ("<table><tr><td>a <!-- Sound: a --></td></tr><tr><td>b</td></tr></table>", ["1 a"]),
    ("<pre>a <!-- Sound: a --> b</pre>\n\nOne.", ["1 a"]),
    ("- one\n- two <!-- Sound: a --> three", ["2 a"]),
    ("One <!-- Krach: a --> two <!-- gerausch: b -->.", ["1 a", "2 b"]),
    ("One <!-- Remark: a --> two <!-- Sound: -->.", []),
    ("One[^1].\n\n[^1]: Two <!-- Sound: a -->.", []),
    ("One.\n\n    <!-- Sound: a -->", []),
  ])
  func `a comment is a sound wherever it stands in Markdown`(text: String, sounds: [String]) {
    let cast = read(#"{ "sounds": { "words": { "effects": ["Krach"] } } }"#).cast
    let parser = CommonMarkParser(bytes: Array(text.utf8), soundWords: cast.sounds.words)
    let names = CueNames(of: parser.elements, cast: cast, language: "en-US")
    let found = TableReader(
      casting: Casting(language: "en-US", names: names) { .undecided($0) }, cast: cast,
      format: .markdown
    ).read(parser.elements[...])
    #expect(found.sounds.map { "\($0.passage) \($0.cue?.name ?? "")" } == sounds)
    #expect(!found.passages.contains { $0.items.contains { $0.text.contains("Sound") } })
    let diagnostics = parser.diagnostics.map { "\($0.position?.line ?? 0) \($0.code)" }
    #expect(diagnostics == (text.contains("[^1]") ? ["3 unheard-sound"] : []))
  }

  @Test(arguments: ["rows", "announce"])
  func `a sound in a row does not divide its table`(tables: String) {
    let text =
      "| A |\n|---|\n| a <!-- Sound: a --> |\n| b |\n\n<!-- Sound: b -->\n\n| A |\n|---|\n| c |"
    let cast = read(#"{ "speech": { "tables": "\#(tables)" } }"#).cast
    let elements = CommonMarkParser(string: text).elements
    let names = CueNames(of: elements, cast: cast, language: "en-US")
    let found = TableReader(
      casting: Casting(language: "en-US", names: names) { .undecided($0) }, cast: cast,
      format: .markdown
    ).read(elements[...])
    #expect(found.passages.count == (tables == "rows" ? 3 : 2))
    #expect(found.sounds.map(\.passage) == (tables == "rows" ? [1, 2] : [0, 1]))
  }
}
