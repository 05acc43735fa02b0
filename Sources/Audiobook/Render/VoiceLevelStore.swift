import Foundation

/// Keeps what was measured of voices in a folder, a small file each; any number of processes may use it.
///
/// Where it cannot be read or written, voices are measured again: it holds nothing that is not known.
struct VoiceLevelStore: Sendable {
  let folder: String

  /// The gain in dB that was kept under a key; nil where there is none that is whole.
  func gain(of key: String) -> Double? {
    guard let text = try? String(contentsOfFile: path(of: key), encoding: .utf8),
      text.hasSuffix("\n"), let gain = Double(text.dropLast()), gain.isFinite,
      abs(gain) <= VoiceLevels.furthest
    else { return nil }
    return gain
  }

  /// Keeps a gain; a build that finds no room for it goes on.
  func keep(_ gain: Double, of key: String) {
    let manager = FileManager.default
    try? manager.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try? Data("\(gain)\n".utf8).write(to: URL(filePath: path(of: key)), options: .atomic)
  }

  private func path(of key: String) -> String { folder + "/" + key }
}
