import FoundationEssentials
import Glibc

/// A temporary folder that only this user can read, removed with everything in it at the end.
final class PrivateFolder: Sendable {
  /// The folder's absolute path.
  let path: String

  /// Makes an empty folder in `TMPDIR`, else in `/tmp`; only its owner may enter it (mkdtemp(3)).
  init() throws(VoiceProviderError) {
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    let parent = named.hasPrefix("/") ? named : "/tmp"
    var template = Array("\(parent)/guion2audio-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else {
      throw .engineUnavailable("no folder in \(parent): \(SystemError.last.reason)")
    }
    path = made
  }

  deinit { remove() }

  /// Removes the folder with everything in it, before the end.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  func path(of name: String) -> String { "\(path)/\(name)" }
}
