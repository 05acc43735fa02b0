import Basics
import FoundationEssentials

/// Files that a program has written for this process.
enum AnswerFile {
  /// The reason why a file cannot be read.
  struct Fault: Error {
    var reason: String
  }

  /// Returns the bytes of a regular file of at most `limit` bytes.
  static func read(_ path: String, limit: Int) throws(Fault) -> Data {
    do {
      let file = try FileDescriptor(regular: path, followingLinks: true)
      return Data(try file.bytes(maximum: limit))
    } catch {
      switch error {
      case .notAFile: throw Fault(reason: "not a file")
      case .exceedsLimit: throw Fault(reason: "more than \(limit) bytes")
      case .system(let error): throw Fault(reason: error.reason)
      }
    }
  }
}
