import FoundationEssentials
import Glibc

/// A temporary folder that only this user can read.
///
/// The folder is removed with its contents when the object is destroyed.
final class PrivateFolder: Sendable {
  /// The folder's absolute path.
  let path: String

  /// Creates an empty folder in `TMPDIR`, or else in `/tmp`.
  ///
  /// Only the folder's owner may enter the folder (mkdtemp(3)).
  init() throws(VoiceProviderError) {
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    let parent = named.hasPrefix("/") ? named : "/tmp"
    var template = Array("\(parent)/guion2audio-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else {
      throw .engineUnavailable("cannot create a folder in \(parent): \(SystemError.last.reason)")
    }
    path = made
  }

  deinit { remove() }

  /// Removes the folder and its contents now.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the folder.
  func path(of name: String) -> String { "\(path)/\(name)" }
}
