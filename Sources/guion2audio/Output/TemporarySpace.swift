import Foundation
import Glibc

/// A private folder for temporary files of a command.
///
/// No other user can place files in it in advance.
struct TemporarySpace {
  let path: String

  init() throws(CommandFailure) {
    var template = Array(
      "\(FileManager.default.temporaryDirectory.path)/guion2audio-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(.cannotWrite, "cannot create a folder for temporary files")
    }
    path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
