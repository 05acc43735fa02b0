import Guion
import Narration
import Testing

/// Tests of the keys of `"speech"`: every allowed value, and the messages about others.
@Suite struct SpeechKeysTests {
  /// A key whose values are words, and the chosen value in the settings.
  struct Choice: Sendable, CustomTestStringConvertible {
    var key: String
    /// The values, with the default first.
    var values: [String]
    var chosen: @Sendable (SpeechSettings) -> String
    var testDescription: String { key }

    init(_ key: String, _ values: String, _ chosen: @escaping @Sendable (SpeechSettings) -> String)
    {
      self.key = key
      self.values = values.split(separator: " ").map(String.init)
      self.chosen = chosen
    }
  }

  static let choices: [Choice] = [
    Choice("announce", "when-needed first-in-scene always never") {
      ($0.announce ?? .whenNeeded).rawValue
    },
    Choice("parentheticals", "direct speak skip") { $0.parentheticals.rawValue },
    Choice("directions", "essential silent") { ($0.directions ?? .essential).rawValue },
    Choice("dualDialogue", "together in-turn") { $0.dualDialogue.rawValue },
    Choice("code", "brief announce speak skip") { ($0.code ?? .brief).rawValue },
    Choice("contents", "skip read") { ($0.contents ?? .skip).rawValue },
    Choice("tables", "rows announce skip") { $0.tables.rawValue },
    Choice("quotes", "pause announce skip") { $0.quotes.rawValue },
    Choice("lists", "announce speak skip") { $0.lists.rawValue },
    Choice("tasks", "announce speak") { $0.tasks.rawValue },
    Choice("images", "alt skip") { $0.images.rawValue },
    Choice("footnotes", "skip inline end") { $0.footnotes.rawValue },
    Choice("math", "announce speak skip") { $0.math.rawValue },
    Choice("strikethrough", "skip speak") { $0.strikethrough.rawValue },
    Choice("emoji", "name skip") { $0.emoji.rawValue },
  ]

  /// A key with the values true and false.
  struct Flag: Sendable, CustomTestStringConvertible {
    var key: String
    var isOn: Bool
    var read: @Sendable (SpeechSettings) -> Bool
    var testDescription: String { key }

    init(_ key: String, _ isOn: Bool, _ read: @escaping @Sendable (SpeechSettings) -> Bool) {
      (self.key, self.isOn, self.read) = (key, isOn, read)
    }
  }

  static let flags: [Flag] = [
    Flag("sceneHeadings", true) { $0.sceneHeadings }, Flag("action", true) { $0.action },
    Flag("transitions", false) { $0.transitions },
    Flag("announceLevels", false) { $0.announceLevels },
    Flag("synopses", false) { $0.synopses }, Flag("credits", true) { $0.credits },
    Flag("speakerLabels", true) { $0.speakerLabels },
  ]

  private func read(_ key: String, _ value: String) -> CastReader {
    CastReader(bytes: Array("{\"speech\": {\"\(key)\": \(value)}}".utf8), file: "cast.json")
  }

  /// Returns the message about a value, after checking that the message has the value's position.
  private func problem(_ key: String, _ value: String) throws -> String {
    let diagnostics = read(key, value).diagnostics
    try #require(diagnostics.count == 1, "\(key): \(value)")
    #expect(diagnostics[0].severity == .error)
    #expect(diagnostics[0].file == "cast.json")
    #expect(diagnostics[0].position == SourcePosition(line: 1, column: 17 + key.utf8.count))
    return "\(diagnostics[0].code): \(diagnostics[0].message)"
  }

  @Test(arguments: choices) func everyValueIsAccepted(_ choice: Choice) {
    #expect(choice.chosen(SpeechSettings()) == choice.values[0])
    for value in choice.values {
      let reader = read(choice.key, "\"\(value)\"")
      #expect(reader.diagnostics == [])
      #expect(choice.chosen(reader.cast.speech) == value)
    }
  }

  @Test(arguments: choices) func aMisspelledValueHasASuggestion(_ choice: Choice) throws {
    for value in choice.values {
      #expect(
        try problem(choice.key, "\"\(value)x\"")
          == "unknown-value: \"\(value)x\" is not a value of \"\(choice.key)\"; did you mean \"\(value)\"?"
      )
    }
  }

  @Test(arguments: choices) func anUnknownValueHasTheListOfValues(_ choice: Choice) throws {
    #expect(
      try problem(choice.key, "\"qqqqqqqqqqqqqqqqqqqq\"")
        == "unknown-value: \"qqqqqqqqqqqqqqqqqqqq\" is not a value of \"\(choice.key)\"; known: "
        + choice.values.joined(separator: ", "))
  }

  @Test(arguments: choices) func aValueOfAnotherTypeIsNotAllowed(_ choice: Choice) throws {
    let values = choice.values.map { "\"\($0)\"" }.joined(separator: " or ")
    for value in ["true", "1", "null", "[]", "{}"] {
      #expect(
        try problem(choice.key, value) == "wrong-type: \(choice.key) must be \(values)")
    }
  }

  @Test(arguments: choices) func aWrongValueKeepsTheDefault(_ choice: Choice) {
    #expect(choice.chosen(read(choice.key, "\"qqqqqqqqq\"").cast.speech) == choice.values[0])
  }

  @Test(arguments: flags) func switchesAreTrueOrFalse(_ flag: Flag) throws {
    #expect(flag.read(SpeechSettings()) == flag.isOn)
    for value in [true, false] {
      let reader = read(flag.key, "\(value)")
      #expect(reader.diagnostics == [])
      #expect(flag.read(reader.cast.speech) == value)
    }
    for value in ["\"true\"", "\"skip\"", "0", "null"] {
      #expect(try problem(flag.key, value) == "wrong-type: \(flag.key) must be true or false")
    }
  }

  @Test func anAnnouncementIsOneTemplateOrTwo() throws {
    #expect(read("announcement", "\"{name}:\"").cast.speech.announcement == .init(one: "{name}:"))
    #expect(
      read("announcement", "{ \"one\": \"{name}:\", \"many\": \"All of {name}:\" }").cast.speech
        .announcement
        == .init(one: "{name}:", many: "All of {name}:"))
    #expect(
      try problem("announcement", "\"says\"")
        == "bad-announcement: announcement must contain {name}, as in \"{name} says:\"")
  }

  @Test func creditsCanBeFull() {
    let reader = read("credits", "\"full\"")
    #expect(reader.diagnostics == [])
    #expect(reader.cast.speech.credits && reader.cast.speech.allCredits)
    #expect(!SpeechSettings().allCredits)
  }

  @Test func sectionsCanBeTitlesSpokenOrSilent() throws {
    #expect(SpeechSettings().sections == nil)
    #expect(read("sections", "\"title\"").cast.speech.sections == .title)
    #expect(read("sections", "true").cast.speech.sections == .spoken)
    #expect(read("sections", "false").cast.speech.sections == .silent)
    for value in ["\"titles\"", "1", "null"] {
      #expect(
        try problem("sections", value) == "wrong-type: sections must be \"title\", true or false")
    }
  }

  @Test func everyKeyIsKnownAndAMisspelledKeyHasASuggestion() {
    let keys = Self.choices.map(\.key) + Self.flags.map(\.key) + ["sections", "announcement"]
    #expect(Set(keys).count == 24)
    for key in keys {
      let reader = read(key + "x", "true")
      #expect(
        reader.diagnostics.map(\.message) == [
          "\"\(key)x\" is not a key of speech; did you mean \"\(key)\"?"
        ])
    }
  }
}
