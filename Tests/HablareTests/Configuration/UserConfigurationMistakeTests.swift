import Hablare
import Testing

@Suite struct UserConfigurationMistakeTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var json: String
    var expected: String

    init(_ json: String, _ expected: String) { (self.json, self.expected) = (json, expected) }
    var testDescription: String { json }
  }

  private static func says(_ json: String) -> [String] {
    UserConfigurationReader(
      bytes: Array(json.utf8), file: "c", options: SampleOptions.all
    ).diagnostics.map { diagnostic in
      let place = diagnostic.position.map { "\($0.line):\($0.column)" } ?? "-"
      return "\(place): \(diagnostic.code): \(diagnostic.message)"
    }
  }

  static let files: [Mistake] = [
    .init("[]", "1:1: wrong-type: the user configuration must be an object of keys and values"),
    .init(
      #"{"default": {}}"#,
      #"1:2: unknown-key: "default" is not a key of the user configuration; did you mean "defaults"?"#
    ),
    .init(
      #"{"providers": []}"#, "1:15: wrong-type: providers must be an object of keys and values"),
    .init(
      #"{"providers": {"a/b": {}}}"#,
      #"1:16: bad-provider-id: "a/b" cannot be the id of a provider, because a voice is written ID://VOICE; use only letters, digits, -, _ and ."#
    ),
    .init(
      #"{"providers": {"piper": {}, "piper": {}}}"#,
      #"1:29: duplicate-key: "piper" appears here twice"#),
  ]

  @Test(arguments: files) func mistakesOfTheFile(_ mistake: Mistake) {
    #expect(Self.says(mistake.json) == [mistake.expected])
  }

  @Test func textThatIsNotJSONIsReported() {
    #expect(Self.says("{").first?.contains("json-syntax") == true)
  }

  /// Mistakes in the entry of a provider p, which begins at column 6 of its line.
  static let entries: [Mistake] = [
    .init("{}", #"1:6: missing-key: "p" needs "type": elevenlabs, openai, command or piper"#),
    .init("7", #"1:6: wrong-type: "p" must be an object of keys and values"#),
    .init(
      #"{"type": "opanai"}"#,
      #"1:15: unknown-value: "opanai" is not a value of "type"; did you mean "openai"?"#),
    .init(
      #"{"type": "espeak"}"#,
      "1:15: wrong-provider-type: the type espeak is reserved for the built-in provider espeak"),
    .init(
      #"{"type": "piper", "model": "x"}"#,
      #"1:24: misplaced-key: "model" is allowed only for the type elevenlabs or openai, but "p" has the type piper; remove the key"#
    ),
    .init(
      #"{"type": "openai", "command": ["x"]}"#,
      #"1:25: misplaced-key: "command" is allowed only for the type command, but "p" has the type openai; remove the key"#
    ),
    .init(
      #"{"type": "openai", "modell": "x"}"#,
      #"1:25: unknown-key: "modell" is not a key of the provider "p" (type openai); did you mean "model"?"#
    ),
    .init(
      #"{"type": "openai", "apiKey": "sk_hidden"}"#,
      #"1:25: secret-in-configuration: this file must not contain the key of a service: remove "apiKey" and save the key in the CredentialStore for "p""#
    ),
    .init(
      #"{"type": "openai", "keyVariable": "sk_hidden"}"#,
      "1:40: bad-variable: keyVariable must be the name of an environment variable, such as KOKORO_API_KEY, not the key"
    ),
    .init(
      #"{"type": "openai", "keyVariable": "1A"}"#,
      "1:40: bad-variable: keyVariable must be the name of an environment variable, such as KOKORO_API_KEY, not the key"
    ),
    .init(
      #"{"type": "openai", "concurrency": 0}"#,
      "1:40: out-of-range: concurrency 0 is not within 1 to 64"),
    .init(
      #"{"type": "openai", "concurrency": 1.5}"#,
      "1:40: wrong-type: concurrency must be a whole number"),
    .init(
      #"{"type": "openai", "model": " "}"#, "1:34: bad-text: model must not be empty"),
    .init(
      #"{"type": "openai", "voices": []}"#,
      "1:35: wrong-type: voices must be a list of one or more strings"),
    .init(
      #"{"type": "openai", "enabled": "yes"}"#, "1:36: wrong-type: enabled must be true or false"),
    .init(
      #"{"type": "openai", "prices": {"currency": "USD"}}"#,
      #"1:35: missing-key: prices need "perThousandCharacters": the price of 1,000 billed characters"#
    ),
    .init(
      #"{"type": "openai", "prices": {"perThousandCharacters": 1, "currency": "dollars"}}"#,
      #"1:76: bad-currency: "dollars" is not a currency such as USD or EUR"#),
    .init(
      #"{"type": "openai", "prices": {"perThousandCharacters": -1, "currency": "USD"}}"#,
      "1:61: out-of-range: perThousandCharacters -1 is not within 0 to 1000"),
    .init(
      #"{"type": "command"}"#,
      #"1:6: missing-key: "p" needs "command": the program and its arguments"#),
    .init(
      #"{"type": "command", "command": "flite"}"#,
      "1:37: wrong-type: command must be a list of one or more strings"),
    .init(
      #"{"type": "command", "command": ["a"], "input": "argument"}"#,
      #"1:37: bad-command: "p" cannot work: 'input' is 'argument', but no argument has {text}"#),
    .init(
      #"{"type": "command", "command": ["a", "{text}"]}"#,
      #"1:37: bad-command: "p" cannot work: an argument has {text}, but 'input' is not 'argument': write "input": "argument""#
    ),
    .init(
      #"{"type": "command", "command": ["a"], "output": "raw"}"#,
      #"1:37: bad-command: "p" cannot work: raw audio needs 'sampleRate', in hertz"#),
    .init(
      #"{"type": "command", "command": ["a"], "sampleRate": 8000}"#,
      #"1:58: stray-format: "p" has the output "wav", so sampleRate and channels come from the file; remove this key"#
    ),
    .init(
      #"{"type": "command", "command": ["a", "{text}"], "input": "argument", "keepRunning": true}"#,
      #"1:37: bad-command: "p" cannot work: a program that keeps running must read its text from standard input, not an argument"#
    ),
    .init(
      #"{"type": "command", "command": ["a"], "voices": ["x", {"id": "x"}]}"#,
      #"1:60: duplicate-voice: the voice "x" is listed twice"#),
    .init(
      #"{"type": "command", "command": ["a"], "voices": [{"language": "de"}]}"#,
      #"1:55: missing-key: an entry of voices needs "id": the name of the voice in the program"#),
    .init(
      #"{"type": "command", "command": ["a"], "voices": [{"id": "x", "gender": "woman"}]}"#,
      #"1:77: unknown-value: "woman" is not a value of "gender"; known: female, male, neutral"#),
    .init(
      #"{"type": "piper", "voices": ["/v", ""]}"#,
      "1:41: bad-text: an entry of voices must not be empty"),
  ]

  @Test(arguments: entries) func mistakesOfAProvider(_ mistake: Mistake) {
    let json = "{\"providers\":\n{\"p\":" + mistake.json + "}}"
    let said = Self.says(json).map { $0.onFirstLine }
    #expect(said == [mistake.expected])
    #expect(!said.joined().contains("hidden"))
  }

  static let builtIn: [Mistake] = [
    .init(
      #"{"espeak": {"type": "openai"}}"#,
      "1:21: wrong-provider-type: espeak is a built-in provider and cannot have another type"),
    .init(
      #"{"espeak": {"enabled": false}}"#,
      "1:24: always-enabled: espeak is always enabled and cannot be disabled"),
    .init(
      #"{"command": {}}"#,
      #"1:13: missing-key: "command" needs "type": elevenlabs, openai, command or piper"#),
  ]

  @Test(arguments: builtIn) func mistakesOfTheBuiltInProviders(_ mistake: Mistake) {
    let said = Self.says("{\"providers\":\n" + mistake.json + "}")
    #expect(said.map { $0.onFirstLine } == [mistake.expected])
  }

  /// Mistakes in a member of `defaults`, which begins at column 1.
  static let defaults: [Mistake] = [
    .init(
      #""formt": "mp3""#,
      #"1:1: unknown-key: "formt" cannot have a default; did you mean "format"?"#),
    .init(
      #""--jobs": 1"#,
      #"1:1: unknown-key: "--jobs" cannot have a default; did you mean "jobs"?"#),
    .init(
      #""title": "x""#,
      "1:1: unknown-key: --title applies to one run only and cannot have a default"),
    .init(
      #""format": "mp4""#,
      #"1:11: unknown-value: "mp4" is not a value of "format"; did you mean "mp3"?"#),
    .init(
      #""format": ["mp3", "oggg"]"#,
      #"1:19: unknown-value: "oggg" is not a value of "format"; did you mean "ogg"?"#),
    .init(#""format": []"#, "1:11: empty-value: format must not be empty"),
    .init(
      #""format": 3"#, #"1:11: wrong-type: format must be words such as "mp3" or a list of them"#),
    .init(#""rate": 3"#, "1:9: out-of-range: rate 3 is not within 0.5 to 2"),
    .init(#""jobs": 1.5"#, "1:9: wrong-type: jobs must be a whole number"),
    .init(#""strict": "yes""#, "1:11: wrong-type: strict must be true or false"),
    .init(
      #""loudness": "acs""#,
      #"1:13: unknown-value: "acs" is not a value of "loudness"; did you mean "acx"?"#),
    .init(
      #""sample-rate": true"#,
      #"1:16: wrong-type: sample-rate must be "auto" or a number from 8000 to 192000"#),
    .init(
      #""split": "chapters""#,
      #"1:10: unknown-value: "chapters" is not a value of "split"; did you mean "chapter"?"#),
    .init(
      #""language": "English!""#,
      #"1:13: bad-language: "English!" is not a language tag such as en-US"#),
    .init(
      #""cache-limit": "10 GB""#,
      #"1:16: unknown-value: cache-limit must be a size such as "500M" or "10G""#),
    .init(#""cache": """#, "1:10: bad-path: cache must begin with / or ~/"),
  ]

  @Test(arguments: defaults) func mistakesOfADefault(_ mistake: Mistake) {
    let said = Self.says("{\"defaults\": {\n" + mistake.json + "}}")
    #expect(said.map { $0.onFirstLine } == [mistake.expected])
  }
}

extension String {
  /// The diagnostic, with its position moved from line 2 to line 1.
  fileprivate var onFirstLine: String { hasPrefix("2:") ? "1:" + dropFirst(2) : self }
}
