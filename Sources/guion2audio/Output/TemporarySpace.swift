import Foundation
import Glibc

/// A folder for files that are needed while a command runs: nobody else can put anything into it beforehand.
struct TemporarySpace {
  let path: String

  init() throws(CommandFailure) {
    var template = Array(
      "\(FileManager.default.temporaryDirectory.path)/guion2audio-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(.cannotWrite, "there is no folder for temporary files")
    }
    path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
