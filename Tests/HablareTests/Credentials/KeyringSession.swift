import Foundation
import TestSupport
import Testing

/// A D-Bus session with its own real gnome-keyring, in which a script runs.
struct KeyringSession {
  /// Whether the programs are installed; `Scripts/packages/testing.txt` lists their packages.
  static let isAvailable = ["dbus-run-session", "gnome-keyring-daemon", "secret-tool"].allSatisfy {
    name in
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// The reason for skipping a test without these programs.
  static let requirement: Comment =
    "needs the packages dbus, gnome-keyring, libsecret-1-0 and libsecret-tools"

  /// The beginning of a script that needs an unlocked keyring.
  ///
  /// The password is the same in each session, or the keyring would stay locked.
  static let unlocked =
    "printf %s secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null\n"

  /// The beginning of a script that must not have a session bus.
  static let withoutBus = "unset DBUS_SESSION_BUS_ADDRESS\n"

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["runtime", "data", "config"] { mkdir(folder.path(of: name), 0o700) }
  }

  /// Returns the lines that a script prints.
  ///
  /// In the script, `probe` runs the credential probe.
  func run(_ script: String, _ environment: [String: String] = [:]) throws -> [String] {
    let variables = [
      "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path(of: "runtime"),
      "XDG_DATA_HOME": folder.path(of: "data"), "XDG_CONFIG_HOME": folder.path(of: "config"),
      "ELEVENLABS_API_KEY": "", "OPENAI_API_KEY": "",
    ]
    let start =
      "unset DISPLAY WAYLAND_DISPLAY\nprobe() { '\(Program.built("credential-probe"))' \"$@\"; }\n"
    let result = try Program.run(
      Program.built("credential-probe"), ["session", start + script], in: folder.path,
      environment: variables.merging(environment) { $1 })
    return result.output.split(separator: "\n").map {
      String($0).replacing(folder.path, with: "HOME")
    }
  }
}
