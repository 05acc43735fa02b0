import Foundation
import Hablare
import TestSupport
import Testing

@Suite struct UserConfigurationReaderTests {
  private func read(_ json: String) -> UserConfigurationReader {
    UserConfigurationReader(
      bytes: Array(json.utf8), file: "config.json", options: SampleOptions.all)
  }

  @Test func theExampleOfTheDocumentation() throws {
    let reader = read(
      """
      {
        "providers": {
          "elevenlabs": { "enabled": true, "baseURL": "https://api.elevenlabs.io", "model": "m", "concurrency": 3, "prices": { "perThousandCharacters": 0.3, "currency": "USD" } },
          "kokoro": { "type": "openai", "baseURL": "http://127.0.0.1:8880/v1", "model": "kokoro", "keyVariable": "KOKORO_API_KEY" },
          "piper": { "type": "piper", "voices": ["~/voices"] },
          "flite": { "type": "command", "command": ["flite", "-voice", "{voice}", "-o", "{output}"], "input": "stdin", "output": "wav" }
        },
        "defaults": { "format": "mp3", "loudness": -19 }
      }
      """)
    #expect(reader.diagnostics == [])
    let configuration = reader.configuration
    #expect(configuration.providers.map(\.id) == ["elevenlabs", "flite", "kokoro", "piper"])
    var elevenLabs = ElevenLabsConfiguration()
    elevenLabs.model = "m"
    elevenLabs.concurrency = 3
    #expect(
      configuration.provider("elevenlabs")
        == ProviderSettings(
          id: "elevenlabs", isEnabled: true,
          prices: ProviderPrices(perThousandCharacters: 0.3, currency: "USD"),
          kind: .elevenLabs(elevenLabs)))
    var kokoro = OpenAIConfiguration()
    kokoro.baseURL = "http://127.0.0.1:8880/v1"
    kokoro.model = "kokoro"
    kokoro.keyVariable = "KOKORO_API_KEY"
    #expect(configuration.provider("kokoro")?.kind == .openAI(kokoro))
    var piper = PiperConfiguration()
    piper.voices = ["~/voices"]
    #expect(configuration.provider("piper")?.kind == .piper(piper))
    let flite = CommandConfiguration(command: ["flite", "-voice", "{voice}", "-o", "{output}"])
    #expect(configuration.provider("flite")?.kind == .command(flite))
    #expect(configuration.defaults == ["format": "mp3", "loudness": "-19"])
  }

  @Test func everyKeyIsRead() throws {
    let reader = read(
      """
      { "providers": {
        "a": { "type": "command", "name": "A", "command": ["a", "{voice}", "{text}"], "input": "argument",
               "output": "raw", "sampleRate": 16000, "channels": 2, "timeout": 5,
               "maximumBytes": 100000, "concurrency": 2,
               "voices": ["x", { "id": "y", "language": "de-AT", "gender": "female" }] },
        "b": { "type": "command", "command": ["b"], "keepRunning": true },
        "e": { "type": "elevenlabs", "context": true },
        "espeak": { "enabled": true },
        "o": { "type": "openai", "voices": ["v"], "sampleRate": 24000, "concurrency": 64 },
        "q": { "type": "piper", "voices": ["/v", "~/w.onnx"] } } }
      """)
    #expect(reader.diagnostics == [])
    var a = CommandConfiguration(command: ["a", "{voice}", "{text}"])
    (a.input, a.output, a.sampleRate, a.channels) = (.argument, .raw, 16_000, 2)
    (a.timeout, a.maximumBytes, a.concurrency) = (5, 100_000, 2)
    a.voices = [CommandVoice(id: "x"), CommandVoice(id: "y", language: "de-AT", gender: "female")]
    var b = CommandConfiguration(command: ["b"])
    b.keepsRunning = true
    var e = ElevenLabsConfiguration()
    e.usesContext = true
    var o = OpenAIConfiguration()
    (o.voices, o.sampleRate, o.concurrency) = (["v"], 24_000, 64)
    var q = PiperConfiguration()
    q.voices = ["/v", "~/w.onnx"]
    #expect(
      reader.configuration.providers == [
        ProviderSettings(id: "a", name: "A", kind: .command(a)),
        ProviderSettings(id: "b", kind: .command(b)),
        ProviderSettings(id: "e", kind: .elevenLabs(e)),
        ProviderSettings(id: "espeak", isEnabled: true, kind: .espeak),
        ProviderSettings(id: "o", kind: .openAI(o)),
        ProviderSettings(id: "q", kind: .piper(q)),
      ])
  }

  static let defaults: [(String, String?)] = [
    (#""format": "mp3,flac""#, "mp3,flac"), (#""format": ["mp3", "m4b"]"#, "mp3,m4b"),
    (#""format": "mp3, flac""#, "mp3,flac"), (#""loudness": -19"#, "-19"),
    (#""loudness": "acx""#, "acx"), (#""rate": 1.25"#, "1.25"), (#""jobs": 4"#, "4"),
    (#""strict": true"#, ""), (#""strict": false"#, nil), (#""sample-rate": "auto""#, "auto"),
    (#""sample-rate": 44100"#, "44100"), (#""voice": "espeak://en-gb""#, "espeak://en-gb"),
    (#""language": "de-AT""#, "de-AT"), (#""cache": "/tmp/c""#, "/tmp/c"),
    (#""cache-limit": "10G""#, "10G"), (#""cache-limit": 5000"#, "5000"),
    (#""max-cost": 2.5"#, "2.5"), (#""captions": ["vtt", "srt"]"#, "vtt,srt"),
  ]

  @Test(arguments: defaults) func defaultsAreReadAsOnTheCommandLine(
    _ json: String, _ expected: String?
  ) {
    let reader = read("{\"defaults\": {\(json)}}")
    #expect(reader.diagnostics == [])
    #expect(reader.configuration.defaults.values.first == expected)
  }

  @Test func `a program without options ignores defaults`() {
    let json = #"{"defaults": {"anything": {"goes": 1}}}"#
    let reader = UserConfigurationReader(bytes: Array(json.utf8), file: "config.json")
    #expect(reader.diagnostics == [] && reader.configuration.defaults.isEmpty)
  }

  @Test func allMistakesAreReportedWithTheirPositions() {
    let reader = read(
      """
      {
        "provider": {},
        "providers": {
          "elevenlabs": { "modle": "x", "concurrency": 65 },
          "a b": {},
          "kokoro": { "baseURL": 7 },
          "piper": { "voices": "x" }
        },
        "defaults": { "formta": "mp3" }
      }
      """)
    let places = reader.diagnostics.compactMap(\.position).sorted().map {
      "\($0.line):\($0.column)"
    }
    #expect(places == ["2:3", "4:21", "4:50", "5:5", "6:15", "7:26", "9:17"])
    #expect(reader.diagnostics.allSatisfy { $0.file == "config.json" && $0.severity == .error })
  }

  @Test func `keys of Piper as a program have no effect, with a note`() throws {
    let reader = read(
      """
      { "providers": { "piper": {
        "program": ["~/piper/bin/piper"], "voices": ["/v"], "reproducible": "x", "timeout": 7,
        "concurrency": 1, "prices": {} } } }
      """)
    #expect(reader.diagnostics.map(\.code) == Array(repeating: "retired-key", count: 5))
    #expect(
      reader.diagnostics.first?.description
        == "config.json:2:3: note: \"program\" has no effect: this program speaks Piper's voices "
        + "itself and for free; remove the key [retired-key]")
    #expect(reader.diagnostics.allSatisfy { $0.severity == .note })
    var piper = PiperConfiguration()
    piper.voices = ["/v"]
    #expect(reader.configuration.provider("piper")?.kind == .piper(piper))
    #expect(reader.configuration.provider("piper")?.prices == nil)
  }

  @Test func aMissingFileIsNotReported() throws {
    let folder = try TemporaryFolder()
    let reader = UserConfigurationReader.read(environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(reader.configuration == UserConfiguration())
    #expect(reader.diagnostics == [])
  }

  @Test func theFileIsInTheUsualFolderOrNamed() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path(of: "guion2audio"), 0o700)
    try folder.write(#"{"defaults": {"jobs": 1}}"#, as: "guion2audio/config.json")
    let named = try folder.write(#"{"defaults": {"jobs": 2}}"#, as: "mine.json")
    var environment = ["XDG_CONFIG_HOME": folder.path, "GUION2AUDIO_CONFIG": ""]
    let usual = UserConfigurationReader.read(
      environment: environment, options: SampleOptions.all)
    #expect(usual.configuration.defaults == ["jobs": "1"])
    environment["GUION2AUDIO_CONFIG"] = named
    let chosen = UserConfigurationReader.read(
      environment: environment, options: SampleOptions.all)
    #expect(chosen.configuration.defaults == ["jobs": "2"])
  }

  @Test func aPipeInPlaceOfTheFileIsReportedAtOnce() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path(of: "guion2audio"), 0o700)
    let path = folder.path(of: "guion2audio/config.json")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = UserConfigurationReader.read(environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(
      reader.diagnostics.map(\.description) == [
        "\(path): error: the user configuration cannot be read: it is not a regular file "
          + "[unreadable-configuration]"
      ])
  }

  @Test func aNamedFileMustExist() {
    let reader = UserConfigurationReader.read(
      environment: ["GUION2AUDIO_CONFIG": "/nowhere/config.json"])
    #expect(
      reader.diagnostics.map(\.description) == [
        "/nowhere/config.json: error: the user configuration cannot be read: No such file or "
          + "directory; its path is in GUION2AUDIO_CONFIG [unreadable-configuration]"
      ])
  }
}
