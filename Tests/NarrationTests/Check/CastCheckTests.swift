import Guion
import Narration
import Testing

/// Tests of findings in cast and script together, and of codes that the cast switches on or off.
@Suite struct CastCheckTests {
  private static let script = """
    SARAH
    Hello, Hablaré.

    JOHN
    NATO is here.

    SARA
    Goodbye.
    """

  private func cast(_ json: String) -> Cast {
    let reader = CastReader(bytes: Array(json.utf8), file: "cast.json")
    #expect(reader.diagnostics.isEmpty, "\(reader.diagnostics)")
    return reader.cast
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var json: String
    var expected: [String]

    init(_ json: String, _ expected: String...) { (self.json, self.expected) = (json, expected) }
    var testDescription: String { json }
  }

  @Test(arguments: [
    Row(#"{"characters": {"SARAH": "espeak://en", "JOHN": "espeak://en", "SARA": "espeak://en"}}"#),
    Row(
      #"{"characters": {"SARAH": "espeak://en", "CAROL": "espeak://en"}}"#,
      "cast.json:1:41: warning: CAROL is not the name of any cue; remove the entry, or correct the name [unused-role]"
    ),
    Row(#"{"characters": {"CAROL": {"aliases": ["John"]}}}"#),
    Row(
      #"{"characters": {"JOHNN": "espeak://en"}}"#,
      "cast.json:1:17: warning: JOHNN is not the name of any cue; did you mean JOHN? [unused-role]"),
    Row(
      #"{"pronunciations": [{"text": "Foo", "say": "fu"}]}"#,
      #"cast.json:1:30: warning: "Foo" does not occur in the text [unused-pronunciation]"#),
    Row(#"{"pronunciations": [{"text": "hablaré", "say": "a"}, {"text": "Nato", "say": "b"}]}"#),
    Row(
      #"{"pronunciations": [{"text": "here is", "say": "a"}, {"text": "ello", "say": "b"}]}"#,
      #"cast.json:1:30: warning: "here is" does not occur in the text [unused-pronunciation]"#,
      #"cast.json:1:63: warning: "ello" does not occur in the text [unused-pronunciation]"#),
  ])
  func unusedEntries(_ row: Row) {
    let found = Found.diagnostics(in: Self.script, cast: cast(row.json))
      .filter { $0.code.hasPrefix("unused-") }
    #expect(found.map(\.description) == row.expected)
  }

  /// A name that is similar to a name of the cast is reported once, as `uncast-character`.
  @Test func aMisspelledNameIsReportedOnce() {
    let cast = cast(#"{"characters": {"SARAH": "espeak://en", "JOHN": "espeak://en"}}"#)
    #expect(
      Found.places(in: Self.script, codes: ["look-alike-cue", "uncast-character"], cast: cast)
        == ["7:1 uncast-character"])
    let both = self.cast(#"{"characters": {"SARAH": {"aliases": ["SARA"]}}}"#)
    #expect(Found.places(in: Self.script, codes: ["look-alike-cue"], cast: both).isEmpty)
  }

  @Test func directionsOfTheCastAreKnown() {
    let script = "JOHN\n(mumbling)\nHello."
    let cast = cast(#"{"delivery": {"mumbling": {"gain": -4}}}"#)
    #expect(Found.places(in: script, codes: ["unmatched-direction"], cast: cast).isEmpty)
    let spoken = self.cast(#"{"speech": {"parentheticals": "speak"}}"#)
    #expect(Found.places(in: script, codes: ["unmatched-direction"], cast: spoken).isEmpty)
  }

  @Test func lineLimitsAreThoseOfTheCastsService() {
    let script = "JOHN\n" + String(repeating: "All of it. ", count: 250)
    #expect(Found.places(in: script, codes: ["long-line"]).isEmpty)
    let cast = cast(#"{"narrator": "elevenlabs://abc"}"#)
    #expect(Found.places(in: script, codes: ["long-line"], cast: cast) == ["2:1 long-line"])
  }

  // MARK: "lint"

  private static let slips = "INT. HOUSE\n\nJOHN\nHello. [[\n"

  @Test(arguments: [
    ("{}", ["warning slugline-time", "warning unclosed-note"]),
    (#"{"lint": {"slugline-time": "off"}}"#, ["warning unclosed-note"]),
    (
      #"{"lint": {"slugline-time": "error", "unclosed-note": "note"}}"#,
      ["error slugline-time", "note unclosed-note"]
    ),
    (
      #"{"lint": {"speaks-once": "warning"}}"#,
      ["warning slugline-time", "warning speaks-once", "warning unclosed-note"]
    ),
  ])
  func theCastSwitchesCodes(_ json: String, _ expected: [String]) {
    let found = Found.diagnostics(in: Self.slips, cast: cast(json))
    #expect(
      found.map { "\($0.severity.rawValue) \($0.code)" }.sorted { $0.suffix(9) < $1.suffix(9) }
        == expected.sorted { $0.suffix(9) < $1.suffix(9) })
  }

  @Test(arguments: [
    (
      #"{"lint": {"slugline-tme": "off"}}"#,
      #"1:11: "slugline-tme" is not a key of lint; did you mean "slugline-time"? [unknown-key]"#
    ),
    (
      #"{"lint": {"slugline-time": "of"}}"#,
      #"1:28: "of" is not a value of "slugline-time"; did you mean "off"? [unknown-value]"#
    ),
    (
      #"{"lint": {"unknown-key": "off"}}"#,
      #"1:11: "unknown-key" is always an error, so its severity cannot be set; remove it [unknown-key]"#
    ),
    (
      #"{"lint": {"quota": "off"}}"#,
      #"1:11: "quota" is reported while rendering, so its severity cannot be set; remove it [unknown-key]"#
    ),
    (#"{"lint": ["off"]}"#, "1:10: lint must be an object of keys and values [wrong-type]"),
    (
      #"{"lint": {"slugline-time": false}}"#,
      #"1:28: "slugline-time" must be "off" or "note" or "warning" or "error" [wrong-type]"#
    ),
  ])
  func unknownCodesInLintAreAnError(_ json: String, _ expected: String) {
    let reader = CastReader(bytes: Array(json.utf8))
    #expect(
      reader.diagnostics.map { $0.description.replacing("error: ", with: "") } == [expected])
  }

  @Test func anErrorCannotBeSwitchedOff() {
    var settings = LintSettings()
    settings.levels["binary-file"] = .off
    let error = Diagnostic(code: "binary-file", severity: .error, message: "no text")
    #expect(settings.applied(to: [error]) == [error])
  }
}
