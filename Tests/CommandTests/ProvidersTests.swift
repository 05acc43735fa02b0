import Foundation
import TestSupport
import Testing

@Suite struct ProvidersTests {
  @Test func `providers are listed with their state and never with a key`() throws {
    let stage = try PaidStage()
    let result = try stage.run("providers")
    #expect(result.status == 0)
    let rows = result.output.split(separator: "\n").map { $0.split(separator: " ").prefix(2) }
    #expect(
      rows == [
        ["elevenlabs", "enabled"], ["espeak", "enabled"], ["hibari", "disabled"],
        ["kokoro", "enabled"], ["openai", "disabled"], ["piper", "enabled"],
      ])
    #expect(result.output.contains("key from the environment variable ELEVENLABS_API_KEY"))
    #expect(!(result.output + result.errors).contains(FakeElevenLabs.key))
    let json = try stage.run("providers", "--json")
    let list = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(
      list?.map { $0["id"] as? String } == [
        "elevenlabs", "espeak", "hibari", "kokoro", "openai", "piper",
      ])
    #expect(!json.output.contains(FakeElevenLabs.key))
    #expect(stage.service.calls == [])
  }

  @Test func `a key is checked by one free call before it is stored`() throws {
    let stage = try PaidStage(key: nil)
    let refused = try stage.run("providers", "login", "elevenlabs", input: "sk_wrong\n")
    #expect(refused.status == 77)
    #expect(refused.errors.contains("refused the key"))
    #expect(try stage.run("providers").output.contains("no key"))
    let login = try stage.run(
      "providers", "login", "elevenlabs", input: FakeElevenLabs.key + "\n")
    #expect(login.status == 0, "\(login.errors)")
    #expect(stage.service.speechRequests.isEmpty)
    #expect(stage.service.calls.count == 2)
    let file = stage.folder.path(of: "config/guion2audio/credentials")
    let kept = try FileManager.default.contentsOfDirectory(atPath: file)
    #expect(kept.count == 1)
    let attributes = try FileManager.default.attributesOfItem(atPath: file + "/" + kept[0])
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try stage.run("providers", "status", "elevenlabs").output.contains("enabled"))
    for result in [refused, login] {
      #expect(!(result.output + result.errors).contains("sk_"))
    }
  }

  @Test func `logout removes the key and disable blocks the provider`() throws {
    let stage = try PaidStage(key: nil)
    _ = try stage.run(
      "providers", "login", "elevenlabs", "--no-verify", input: FakeElevenLabs.key)
    #expect(stage.service.calls.isEmpty)
    #expect(try stage.run("voices", "--provider", "elevenlabs").status == 0)
    #expect(try stage.run("providers", "disable", "elevenlabs").status == 0)
    let disabled = try stage.run("voices", "--provider", "elevenlabs")
    #expect(disabled.status == 77)
    #expect(disabled.errors.contains("guion2audio providers enable elevenlabs"))
    _ = try stage.run("providers", "enable", "elevenlabs")
    #expect(try stage.run("providers", "logout", "elevenlabs").output.contains("removed"))
    let without = try stage.run("voices", "--provider", "elevenlabs", "--no-cache")
    #expect(without.status == 77)
    #expect(without.errors.contains("guion2audio providers login elevenlabs"))
  }

  @Test func `the settings of providers are shown as tables and as JSON`() throws {
    let stage = try PaidStage()
    let table = try stage.run("providers", "show", "elevenlabs")
    #expect(table.status == 0, "\(table.errors)")
    #expect(table.output.hasPrefix("elevenlabs  ElevenLabs, type elevenlabs\n"))
    let rows = table.output.split(separator: "\n").dropFirst()
    #expect(
      rows.map { $0.split(separator: " ").first } == [
        "key", "enabled", "name", "prices", "baseURL", "model", "concurrency", "context",
      ])
    #expect(
      table.output.contains("ELEVENLABS_API_KEY, the keyring, credentials/elevenlabs-api-key"))
    #expect(
      rows.contains {
        $0.split(separator: " ").starts(with: ["concurrency", "1", "to", "64", "requests", "2"])
      })
    let json = try stage.run("providers", "show", "--json")
    let panels = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(
      panels.map { $0["id"] as? String } == [
        "elevenlabs", "espeak", "hibari", "kokoro", "openai", "piper",
      ])
    #expect(
      panels.map { $0["loginCheck"] as? String }
        == ["request", "local", "local", "local", "request", "local"])
    let fields = panels.first?["fields"] as? [[String: Any]] ?? []
    #expect(fields.first { $0["key"] as? String == "concurrency" }?["maximum"] as? Int == 64)
    // One line for each field, so that people can read it.
    #expect(json.output.split(separator: "\n").contains { $0.hasPrefix("      {\"account\": ") })
    for result in [table, json] {
      #expect(!(result.output + result.errors).contains(FakeElevenLabs.key))
    }
    #expect(stage.service.calls == [])
  }

  @Test func `advice at a shell is about shell commands`() throws {
    let stage = try PaidStage(key: nil)
    try stage.folder.write(
      #"{ "providers": { "kokoro": { "type": "openai", "apiKey": "sk_hidden" } } }"#,
      as: "config.json")
    let secret = try stage.run("providers")
    #expect(secret.status == 78)
    #expect(
      secret.errors.contains(
        "this file must not contain the key of a service: remove \"apiKey\" and run "
          + "`guion2audio providers login kokoro` [secret-in-configuration]"), "\(secret.errors)")
    let other = try PaidStage(key: nil)
    let path = other.folder.path(of: "config/guion2audio/credentials/elevenlabs-api-key")
    _ = try other.run("providers", "login", "elevenlabs", "--no-verify", input: FakeElevenLabs.key)
    chmod(path, 0o644)
    let advice = "so the key in it is not used; run `chmod 600 \(path)`, and replace the key if "
    let status = try other.run("providers", "status", "elevenlabs")
    #expect(status.output.contains(advice), "\(status.output)")
    let voices = try other.run("voices", "--provider", "elevenlabs")
    #expect(voices.status == 77)
    #expect(voices.errors.contains(advice), "\(voices.errors)")
    #expect(!(voices.errors + status.output + secret.errors).contains("CredentialStore"))
  }

  @Test(arguments: [
    (["providers", "enabel", "espeak"], 64, "did you mean enable?"),
    (["providers", "enable", "elevenlab"], 64, "did you mean elevenlabs?"),
    (["providers", "login"], 64, "needs the id of a provider"),
    (["providers", "login", "espeak"], 64, "does not use a key"),
    (["providers", "disable", "espeak"], 64, "always enabled"),
    (["providers", "login", "elevenlabs"], 65, "no key was entered"),
  ])
  func `wrong arguments are explained`(words: [String], status: Int, message: String) throws {
    let stage = try PaidStage(key: nil)
    let result = try Program.run(
      Guion2audio.path, words, in: stage.folder.path, environment: stage.environment)
    #expect(Int(result.status) == status)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `all mistakes in a configuration are reported with exit 78`() throws {
    let stage = try PaidStage()
    try stage.folder.write(
      """
      { "providers": { "elevenlabs": { "concurency": 3 },
                       "kokoro": { "type": "openai", "baseURL": "ftp://x" } },
        "defaults": { "format": "mp5" } }
      """, as: "config.json")
    let result = try stage.run("voices")
    #expect(result.status == 78)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(result.errors)")
    #expect(lines.first?.contains("config.json:1:34: error:") == true, "\(result.errors)")
    #expect(result.errors.contains("did you mean \"concurrency\"?"))
    stage.environment["GUION2AUDIO_CONFIG"].map { try? FileManager.default.removeItem(atPath: $0) }
    #expect(try stage.run("voices").status == 78)
  }
}

/// Tests of the user's defaults for all projects.
@Suite struct DefaultsTests {
  private func stage(_ defaults: String) throws -> PaidStage {
    let stage = try PaidStage()
    try stage.folder.write(#"{ "defaults": { \#(defaults) } }"#, as: "config.json")
    try stage.folder.write("# One\n\nHello there.\n", as: "a.md")
    return stage
  }

  private func manifest(_ stage: PaidStage) throws -> String {
    try String(
      contentsOfFile: stage.folder.path(of: "a.audiobook/manifest.json"), encoding: .utf8)
  }

  @Test func `a default is used if nothing else is given`() throws {
    let stage = try stage(
      #""format": "flac", "voice": "espeak://en-gb+f2", "quiet": true, "language": "en-GB""#)
    let result = try stage.run("a.md")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.isEmpty)
    #expect(result.output.contains(".flac"))
    #expect(try manifest(stage).contains(#""voice": "espeak://en-gb+f2""#))
    #expect(try manifest(stage).contains(#""language": "en-GB""#))
  }

  @Test func `option, cast and document outrank a default`() throws {
    let stage = try stage(
      #""format": "flac", "voice": "espeak://en-gb+f2", "language": "en-GB""#)
    try stage.folder.write(
      #"{ "narrator": "espeak://en-us+m3", "language": "en-US" }"#, as: "cast.json")
    let result = try stage.run("a.md", "--format", "wav")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains(".wav") && !result.output.contains(".flac"))
    #expect(try manifest(stage).contains(#""voice": "espeak://en-us+m3""#))
    #expect(try manifest(stage).contains(#""language": "en-US""#))
  }

  @Test func `an unknown default voice is an error`() throws {
    let stage = try stage(#""voice": "espeak://en-nowhere""#)
    let result = try stage.run("a.md")
    #expect(result.status == 65)
    #expect(result.errors.contains("the narrator in the user configuration: "), "\(result.errors)")
  }

  /// Rendering with local voices changes nothing in the user's configuration.
  ///
  /// The cache only gets their paces and levels; without loudness, only their paces.
  @Test(arguments: [false, true])
  func `local voices leave no trace except paces and levels`(hasLoudness: Bool) throws {
    let stage = try stage("")
    #expect(try stage.run("a.md", "--loudness", hasLoudness ? "-19" : "off").status == 0)
    #expect(!FileManager.default.fileExists(atPath: stage.folder.path(of: "config")))
    #expect(
      try stage.folder.names(in: "cache/guion2audio") == (hasLoudness ? ["levels"] : []) + ["paces"]
    )
    if hasLoudness {
      #expect(try stage.folder.names(in: "cache/guion2audio/levels").count == 1)
    }
    // One pace for the voice, and one for all espeak voices in its language.
    #expect(try stage.folder.names(in: "cache/guion2audio/paces").count == 2)
    #expect(try stage.run("cache", "clear").status == 0)
    #expect(try stage.folder.names(in: "cache/guion2audio").isEmpty)
  }
}
