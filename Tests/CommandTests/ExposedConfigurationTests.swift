import Foundation
import Glibc
import TestSupport
import Testing

/// A user configuration that others could change names programs of theirs: it is refused.
@Suite struct ExposedConfigurationTests {
  /// A user whose `config.json` and `providers.json` are in the usual folder, or in one that is named.
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
  func `what others can write is refused`(name: String, mode: Int) throws {
    let stage = try stage()
    #expect(try voices(stage).status == 0)
    let path = stage.folder.path(of: name)
    chmod(path, mode_t(mode))
    let refused = try voices(stage)
    #expect(refused.status == 78, "\(refused.errors)")
    #expect(
      refused.errors.contains(
        "others can write \(path) (its mode is \(String(mode, radix: 8)))"), "\(refused.errors)")
    #expect(refused.errors.contains("run `chmod go-w \(path)`"), "\(refused.errors)")
    #expect(refused.errors.split(separator: "\n").count == 1)
    chmod(path, mode_t(mode & ~0o022))
    #expect(try voices(stage).status == 0)
  }

  /// In `/tmp` nobody can replace another's file.
  @Test func `a folder in which all keep their own files is no danger`() throws {
    let stage = try stage()
    chmod(stage.folder.path(of: "config"), 0o1777)
    #expect(try voices(stage).status == 0)
  }

  @Test(arguments: [
    "config/guion2audio/config.json", "config/guion2audio/providers.json", "config/guion2audio",
  ])
  func `what belongs to another user is refused`(name: String) throws {
    try #require(geteuid() == 0, "only root can give files away")
    let stage = try stage()
    let path = stage.folder.path(of: name)
    chown(path, 12_345, 12_345)
    let refused = try voices(stage)
    #expect(refused.status == 78, "\(refused.errors)")
    #expect(
      refused.errors.contains("\(path) belongs to another user (number 12345)"),
      "\(refused.errors)")
  }

  @Test func `a file that GUION2AUDIO_CONFIG names is looked at as well`() throws {
    var stage = try stage()
    stage.environment["GUION2AUDIO_CONFIG"] = "config.json"
    #expect(try voices(stage).status == 0)
    chmod(stage.folder.path(of: "config.json"), 0o666)
    let refused = try voices(stage)
    #expect(refused.status == 78, "\(refused.errors)")
    #expect(refused.errors.contains("[exposed-configuration]"), "\(refused.errors)")
  }

  /// The link is one's own, and leads into a folder of everybody's.
  @Test func `a link is followed, and its way looked at too`() throws {
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

  @Test func `a configuration from a pipe is one's own`() throws {
    var stage = try stage()
    stage.environment["GUION2AUDIO_CONFIG"] = "/dev/stdin"
    let result = try Program.run(
      "sh", ["-c", "printf '{}' | '\(Guion2audio.path)' voices --provider espeak"],
      in: stage.folder.path, environment: stage.environment)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `nothing is enabled or disabled in a file of others`() throws {
    let stage = try stage()
    let path = stage.folder.path(of: "config/guion2audio/providers.json")
    chmod(path, 0o666)
    let result = try stage.run("providers", "enable", "openai")
    #expect(result.status == 78, "\(result.errors)")
    #expect(try stage.folder.text(of: "config/guion2audio/providers.json").contains("false"))
  }
}
