import Foundation
import Glibc

/// Opens an address in the user's browser if there is a desktop.
enum BrowserOpener {
  /// Starts `xdg-open`.
  ///
  /// Does nothing if `xdg-open` is not installed or there is no desktop.
  static func open(_ address: String) {
    let environment = ProcessInfo.processInfo.environment
    guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false })
    else { return }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    guard let program = folders.map({ $0 + "/xdg-open" }).first(where: { access($0, X_OK) == 0 })
    else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [address]
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }
}
