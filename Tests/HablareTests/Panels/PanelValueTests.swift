import Foundation
import Testing

@testable import Hablare

/// Tests of problems with values from a panel, and of the settings that the values give.
@Suite struct PanelValueTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var type: String
    var values: [String: JSONValue]
    /// The problems as `key: code: message`, one per line.
    var expected: [String]

    init(_ type: String, _ values: [String: JSONValue], _ expected: String...) {
      (self.type, self.values, self.expected) = (type, values, expected)
    }
    var testDescription: String { "\(type) \(values)" }
  }

  static let rows: [Row] = [
    Row("openai", [:]),
    Row("openai", ["model": .null, "key": "sk_1", "concurrency": 3]),
    Row(
      "openai", ["concurrency": 0],
      "concurrency: out-of-range: concurrency 0 is not within 1 to 64"),
    Row(
      "openai", ["concurrency": 1.5],
      "concurrency: wrong-type: concurrency must be a whole number"),
    Row("openai", ["model": ""], "model: bad-text: model must not be empty"),
    Row(
      "openai", ["keyVariable": "sk_hidden"],
      "keyVariable: bad-variable: keyVariable must be the name of an environment variable, such as "
        + "KOKORO_API_KEY, not the key"),
    Row(
      "openai", ["voices": ["a", 1]],
      "voices: wrong-type: an entry of voices must be a string"),
    Row(
      "openai", ["modell": "x", "concurrency": 65],
      "concurrency: out-of-range: concurrency 65 is not within 1 to 64",
      #"modell: unknown-key: "modell" is not a key of the provider "p" (type openai); did you mean "model"?"#
    ),
    Row(
      "openai", ["key": "sk hidden"],
      "key: bad-setting: this cannot be a key: it contains a space or a tab"),
    Row("openai", ["key": 7], "key: wrong-type: key must be a string"),
    Row(
      "openai", ["apiKey": "sk_hidden"],
      "apiKey: secret-in-configuration: this file must not contain the key of a service: remove \"apiKey\" and "
        + "save the key in the CredentialStore for \"p\""),
    Row("openai", ["baseURL": "http://speech.example.com/v1"]),
    Row(
      "elevenlabs", ["baseURL": "http://example.com"],
      "baseURL: bad-address: baseURL: the key would be sent unencrypted; use https://"),
    Row("elevenlabs", ["baseURL": "http://127.0.0.1:8080"]),
    Row(
      "elevenlabs", ["prices": ["currency": "euro"]],
      #"prices: bad-currency: "euro" is not a currency such as USD or EUR"#,
      "prices: missing-key: prices need \"perThousandCharacters\": the price of 1,000 billed "
        + "characters"),
    Row("piper", ["voices": ["~/v"]]),
    Row(
      "command", ["command": ["a"], "keepRunning": 1],
      "keepRunning: wrong-type: keepRunning must be true or false"),
    Row(
      "command", ["input": "stdin"],
      #"command: missing-key: "p" needs "command": the program and its arguments"#),
    Row(
      "command", ["command": ["a"], "voices": [5]],
      "voices: wrong-type: an entry of voices must be an object of keys and values"),
    Row(
      "command", ["command": ["a"], "output": "raw"],
      #"command: bad-command: "p" cannot work: raw audio needs 'sampleRate', in hertz"#),
    Row(
      "command", ["command": ["a"], "sampleRate": 8000],
      #"sampleRate: stray-format: "p" has the output "wav", so sampleRate and channels come from "#
        + "the file; remove this key"),
  ]

  @Test(arguments: rows) func `each problem names its field`(row: Row) throws {
    let panel = try #require(ProviderPanel(type: row.type, id: "p"))
    let problems = panel.problems(in: row.values)
    #expect(problems.map { "\($0.key ?? "-"): \($0.code): \($0.message)" } == row.expected)
    #expect(!problems.map(\.message).joined().contains("hidden"))
    #expect((panel.settings(with: row.values) == nil) == !row.expected.isEmpty)
  }

  /// Panels and `config.json` share one reader and its messages.
  @Test(arguments: rows) func `the messages are those of the configuration`(row: Row) throws {
    let values = row.values.filter { $0.key != "key" && $0.value != .null }
      .merging(["type": .string(row.type)]) { first, _ in first }
    let file = JSONValue.object(["providers": ["p": .object(values)]])
    let reader = UserConfigurationReader(bytes: try file.encoded(), file: "c")
    let panel = try #require(ProviderPanel(type: row.type, id: "p"))
    let said = panel.problems(in: row.values).filter { $0.key != "key" }
    #expect(
      said.map { "\($0.code): \($0.message)" }.sorted()
        == reader.diagnostics.map { "\($0.code): \($0.message)" }.sorted())
  }

  @Test func `espeak cannot be switched off in its panel either`() throws {
    let panel = try #require(ProviderPanel(type: "espeak", id: "espeak"))
    #expect(
      panel.problems(in: ["enabled": false]) == [
        SettingProblem(
          key: "enabled", code: "always-enabled",
          message: "espeak is always enabled and cannot be disabled")
      ])
  }

  static let entries: [(String, String)] = [
    ("elevenlabs", #"{"model": "m", "context": true, "enabled": false}"#),
    (
      "openai",
      #"{"type": "openai", "baseURL": "http://127.0.0.1:1/v1", "voices": ["a"], "sampleRate": 8000}"#
    ),
    ("openai", #"{"name": "Mine", "prices": {"perThousandCharacters": 0.5, "currency": "EUR"}}"#),
    ("piper", #"{"voices": ["~/v", "/w.onnx"]}"#),
    (
      "flite",
      #"{"type": "command", "command": ["flite", "{voice}"], "voices": ["a", {"id": "b", "language": "de", "gender": "male"}], "output": "raw", "sampleRate": 8000, "keepRunning": false}"#
    ),
    ("espeak", "{}"),
  ]

  @Test(arguments: entries)
  func `settings give values, and values give settings`(id: String, entry: String) throws {
    let json = #"{"providers": {"\#(id)": \#(entry)}}"#
    let reader = UserConfigurationReader(bytes: Array(json.utf8), file: "c")
    #expect(reader.diagnostics == [])
    let settings = try #require(reader.configuration.provider(id))
    let type = try #require(settings.values["type"])
    let panel = try #require(type.text.flatMap { ProviderPanel(type: $0, id: id) })
    #expect(panel.problems(in: settings.values) == [])
    #expect(panel.settings(with: settings.values) == settings)
    // Default values are left out.
    let usual = panel.fields.filter { $0.key != "enabled" && $0.key != "name" }
    for field in usual {
      #expect(settings.values[field.key] != field.defaultValue || field.defaultValue == nil)
    }
  }

  @Test func `a key is not part of the settings`() throws {
    let panel = try #require(ProviderPanel(type: "openai", id: "openai"))
    let settings = try #require(panel.settings(with: ["key": "sk_hidden", "model": "m"]))
    #expect(settings.values == ["type": "openai", "model": "m"])
  }

  // MARK: A provider of an app

  private static let app = ProviderPanel(
    id: "morse", displayName: "Morse",
    fields: [
      SettingField(
        key: "speed", label: "Speed", kind: .number(5...40, unit: "words a minute"),
        defaultValue: 20),
      SettingField(
        key: "callSign", label: "Call sign", help: "The sender",
        kind: .text(
          .pattern(
            TextPattern("[A-Z0-9]{3,6}", code: "bad-sign", message: "\"{value}\" is no call sign"))),
        isRequired: true),
      SettingField(key: "language", label: "Language", kind: .text(.languageTag)),
      SettingField(
        key: "bands", label: "Bands", kind: .list(of: .number(1...2_000, isWhole: true))),
    ])

  static let own: [([String: JSONValue], [String])] = [
    (["callSign": "DL1ABC", "speed": 12.5, "bands": [40, 20], "language": "de"], []),
    (
      ["speed": 50],
      [
        #"callSign: missing-key: "morse" needs "callSign": the sender"#,
        "speed: out-of-range: speed 50 is not within 5 to 40",
      ]
    ),
    (["callSign": "d\u{212A}1"], ["callSign: bad-sign: \"d\u{212A}1\" is no call sign"]),
    // A letter that only looks the same is different, although Unicode calls both equivalent.
    (["callSign": "D\u{212A}1"], ["callSign: bad-sign: \"D\u{212A}1\" is no call sign"]),
    (["callSign": "ABCDEFGH"], ["callSign: bad-sign: \"ABCDEFGH\" is no call sign"]),
    (
      ["callSign": "ABC", "language": "german!"],
      [#"language: bad-language: "german!" is not a language tag such as en-US"#]
    ),
    (
      ["callSign": "ABC", "bands": []],
      ["bands: wrong-type: bands must be a list of one or more numbers"]
    ),
    (
      ["callSign": "ABC", "sped": 9],
      [#"sped: unknown-key: "sped" is not a key of "morse"; did you mean "speed"?"#]
    ),
  ]

  @Test(arguments: own)
  func `an app's own panel is checked by its own rules`(
    values: [String: JSONValue], expected: [String]
  ) {
    let problems = Self.app.problems(in: values)
    #expect(problems.map { "\($0.key ?? "-"): \($0.code): \($0.message)" } == expected)
    #expect(Self.app.settings(with: values) == nil)
  }

  @Test func `an invalid pattern matches nothing`() {
    let pattern = TextPattern("[", code: "bad", message: "no")
    #expect(!pattern.matches("[") && !pattern.matches(""))
  }
}
