import FoundationEssentials
import Hablare
import TestSupport
import Testing

/// Tests of settings that an app writes into `config.json`.
@Suite struct SavedSettingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { URL(filePath: folder.path(of: "config.json")) }

  private func write(_ text: String) throws { try Data(text.utf8).write(to: file) }

  private var text: String {
    get throws { String(decoding: try Data(contentsOf: file), as: UTF8.self) }
  }

  private func settings(_ values: [String: JSONValue]) throws -> ProviderSettings {
    let panel = try #require(ProviderPanel(type: "openai", id: "kokoro"))
    return try #require(panel.settings(with: values))
  }

  @Test func `a missing file is created for the user alone`() throws {
    try settings(["baseURL": "http://127.0.0.1:8880/v1", "concurrency": 8]).save(to: file)
    #expect(
      try text == """
        {
          "providers": {
            "kokoro": {
              "baseURL": "http://127.0.0.1:8880/v1",
              "concurrency": 8,
              "type": "openai"
            }
          }
        }

        """)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode.map { "\($0)" } == "\(0o600)")
    let reader = UserConfigurationReader.read(environment: ["GUION2AUDIO_CONFIG": file.path])
    #expect(reader.diagnostics.isEmpty)
    #expect(reader.configuration.provider("kokoro")?.values["concurrency"] == 8)
  }

  @Test func `an entry is changed and the rest stays as written`() throws {
    try write(
      """
      { "defaults":   {"format": "flac"},
      \t"providers": { "other" : {"type":"openai", "baseURL": "http://127.0.0.1:1/v1" },
        "kokoro": { "type": "openai", "concurrency": 3,   "baseURL":"http://127.0.0.1:8880/v1",
          "model": "old" } } }
      """)
    try settings(["baseURL": "http://127.0.0.1:9999/v1", "concurrency": 3, "name": "Mine"])
      .save(to: file)
    #expect(
      try text == """
        { "defaults":   {"format": "flac"},
        \t"providers": { "other" : {"type":"openai", "baseURL": "http://127.0.0.1:1/v1" },
          "kokoro": { "type": "openai", "concurrency": 3,   "baseURL":"http://127.0.0.1:9999/v1", "name": "Mine" } } }
        """)
  }

  @Test func `saving the same settings changes no byte`() throws {
    let settings = try settings(["baseURL": "http://127.0.0.1:8880/v1", "concurrency": 2])
    try settings.save(to: file)
    let before = try text
    try settings.save(to: file)
    #expect(try text == before)
  }

  @Test(arguments: [
    "{ \"providers\": ", "[]", "{\"providers\": 3}", "{\"providers\": {\"kokoro\": []}}",
  ])
  func `a file that cannot be edited stays, with an error`(damaged: String) throws {
    try write(damaged)
    let settings = try settings(["baseURL": "http://127.0.0.1:8880/v1"])
    #expect(throws: SettingsFileError.self) { try settings.save(to: file) }
    #expect(try text == damaged)
  }

  @Test func `the user's file is written by default`() throws {
    let environment = ["XDG_CONFIG_HOME": folder.path, "HOME": folder.path]
    try settings(["baseURL": "http://127.0.0.1:8880/v1"]).save(environment: environment)
    let reader = UserConfigurationReader.read(environment: environment)
    #expect(reader.configuration.provider("kokoro") != nil && reader.diagnostics.isEmpty)
  }
}
