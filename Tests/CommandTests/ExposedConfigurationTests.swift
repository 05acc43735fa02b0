import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of a user configuration that other users can change.
///
/// Other users could make it run their programs, so the command refuses such a configuration.
@Suite struct ExposedConfigurationTests {
  /// Returns a stage with `config.json` and `providers.json` in the usual folder, and another `config.json` that a
  /// test can name.
  private func stage() throws -> PaidStage {
    var stage = try PaidStage()
    let folder = stage.folder.path(of: "config/guion2audio")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    chmod(stage.folder.path, 0o755)
    for (path, mode) in [("config", 0o755), ("config/guion2audio", 0o700)] as [(String, mode_t)] {
      chmod(stage.folder.path(of: path), mode)
    }
    for (name, text) in [
      ("config.json", "{}"), ("config/guion2audio/config.json", "{}"),
      ("config/guion2audio/providers.json", #"{"enabled": {"openai": false}}"#),
    ] {
      chmod(try stage.folder.write(text, as: name), 0o644)
    }
    stage.environment["GUION2AUDIO_CONFIG"] = ""
    return stage
  }

  private func voices(_ stage: PaidStage) throws -> ProgramResult {
    try stage.run("voices", "--provider", "espeak", "--language", "en-GB")
  }

  @Test(arguments: [
    ("config/guion2audio/config.json", 0o664), ("config/guion2audio/config.json", 0o646),
    ("config/guion2audio/providers.json", 0o620), ("config/guion2audio", 0o770),
    ("config/guion2audio", 0o707), ("config", 0o777),
  ])
  func `files that others can write are refused`(name: String, mode: Int) throws {
    let stage = try stage()
    #expect(try voices(stage).status == 0)
    let path = stage.folder.path(of: name)
    chmod(path, mode_t(mode))
    let refused = try voices(stage)
    #expect(refused.status == 78, "\(refused.errors)")
    #expect(
      refused.errors.contains(
        "other users can write \(path) (its mode is \(String(mode, radix: 8)))"),
      "\(refused.errors)")
    #expect(refused.errors.contains("run `chmod go-w \(path)`"), "\(refused.errors)")
    #expect(refused.errors.split(separator: "\n").count == 1)
    chmod(path, mode_t(mode & ~0o022))
    #expect(try voices(stage).status == 0)
  }

  /// In a folder like `/tmp`, users cannot replace each other's files.
  @Test func `a folder in which users only own their own files is safe`() throws {
    let stage = try stage()
    chmod(stage.folder.path(of: "config"), 0o1777)
    #expect(try voices(stage).status == 0)
  }

  @Test(arguments: [
    "config/guion2audio/config.json", "config/guion2audio/providers.json", "config/guion2audio",
  ])
  func `files of another user are refused`(name: String) throws {
    try #require(geteuid() == 0, "only root can change the owner of a file")
    let stage = try stage()
    let path = stage.folder.path(of: name)
    chown(path, 12_345, 12_345)
    let refused = try voices(stage)
    #expect(refused.status == 78, "\(refused.errors)")
    #expect(
      refused.errors.contains("\(path) belongs to another user (user id 12345)"),
      "\(refused.errors)")
  }

  @Test func `the file that GUION2AUDIO_CONFIG names is checked too`() throws {
    var stage = try stage()
    stage.environment["GUION2AUDIO_CONFIG"] = "config.json"
    #expect(try voices(stage).status == 0)
    chmod(stage.folder.path(of: "config.json"), 0o666)
    let refused = try voices(stage)
    #expect(refused.status == 78, "\(refused.errors)")
    #expect(refused.errors.contains("[exposed-configuration]"), "\(refused.errors)")
  }

  /// The link belongs to the user but leads into a folder that everyone can write.
  @Test func `a link is followed, and the folders on its way are checked`() throws {
    var stage = try stage()
    let folder = stage.folder
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "shared"), withIntermediateDirectories: false)
    chmod(try folder.write("{}", as: "shared/mine.json"), 0o644)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "link.json"), withDestinationPath: "shared/mine.json")
    stage.environment["GUION2AUDIO_CONFIG"] = folder.path(of: "link.json")
    #expect(try voices(stage).status == 0)
    chmod(folder.path(of: "shared"), 0o777)
    let refused = try voices(stage)
    #expect(refused.status == 78, "\(refused.errors)")
    #expect(refused.errors.contains(folder.path(of: "shared")), "\(refused.errors)")
  }

  @Test func `a configuration from a pipe is trusted`() throws {
    var stage = try stage()
    stage.environment["GUION2AUDIO_CONFIG"] = "/dev/stdin"
    let result = try Program.run(
      "sh", ["-c", "printf '{}' | '\(Guion2audio.path)' voices --provider espeak"],
      in: stage.folder.path, environment: stage.environment)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `providers are not enabled or disabled in an exposed file`() throws {
    let stage = try stage()
    let path = stage.folder.path(of: "config/guion2audio/providers.json")
    chmod(path, 0o666)
    let result = try stage.run("providers", "enable", "openai")
    #expect(result.status == 78, "\(result.errors)")
    #expect(try stage.folder.text(of: "config/guion2audio/providers.json").contains("false"))
  }
}
