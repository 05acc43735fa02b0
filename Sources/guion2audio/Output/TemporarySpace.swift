import Foundation
import Glibc
import Synchronization

/// A private folder for temporary files of a command.
/// No other user can place files in the folder in advance. It is removed at the end of the process at the latest.
struct TemporarySpace {
  let path: String

  private static let left = Mutex<Set<String>>([])
  private static let exitHandler: Void = {
    _ = atexit { TemporarySpace.left.withLock(\.self).forEach(TemporarySpace.remove) }
  }()

  init() throws(CommandFailure) {
    var template = Array(
      "\(FileManager.default.temporaryDirectory.path)/guion2audio-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(.cannotWrite, "cannot create a folder for temporary files")
    }
    let path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
    self.path = path
    Self.exitHandler
    Self.left.withLock { _ = $0.insert(path) }
  }

  func remove() {
    Self.remove(path)
    Self.left.withLock { _ = $0.remove(path) }
  }

  private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
