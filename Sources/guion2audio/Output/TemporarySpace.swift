import Foundation
import Glibc
import Synchronization

/// A folder for files that are needed while a command runs: nobody else can put anything into it beforehand.
///
/// What is not removed is removed when the process exits.
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
      throw CommandFailure(.cannotWrite, "there is no folder for temporary files")
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
