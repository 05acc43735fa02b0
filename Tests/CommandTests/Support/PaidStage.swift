import Foundation
import TestSupport

/// A user with an account at a fake paid service on this machine, with separate folders and a configuration
/// that contains the service's address.
struct PaidStage {
  let folder: TemporaryFolder
  let service: FakeElevenLabs
  /// Environment variables of the command, in addition to the test's own variables.
  var environment: [String: String]

  init(
    _ account: FakeElevenLabsAccount = FakeElevenLabsAccount(), settings: String = "",
    key: String? = FakeElevenLabs.key
  ) throws {
    folder = try TemporaryFolder()
    var account = account
    account.samplesPerCharacter = FakeElevenLabs.plausibleSamplesPerCharacter
    service = try FakeElevenLabs(account)
    let entry = #""elevenlabs": { "baseURL": "\#(service.address)"\#(settings) }"#
    try folder.write(
      #"{ "providers": { "hibari": { "enabled": false }, \#(entry) } }"#,
      as: "config.json")
    environment = [
      "GUION2AUDIO_CONFIG": folder.path(of: "config.json"),
      "XDG_CONFIG_HOME": folder.path(of: "config"), "XDG_CACHE_HOME": folder.path(of: "cache"),
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "DISPLAY": "",
      "ELEVENLABS_API_KEY": key ?? "",
    ]
  }

  func run(_ arguments: String..., input: String = "") throws -> ProgramResult {
    try Program.run(
      Guion2audio.path, arguments, in: folder.path, input: input, environment: environment)
  }
}
