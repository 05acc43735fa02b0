import Basics
import FoundationEssentials

/// Files that a program has written for us.
enum AnswerFile {
  /// Why a file cannot be taken.
  struct Fault: Error {
    var reason: String
  }

  /// The bytes of a regular file of at most `limit` bytes.
  static func read(_ path: String, limit: Int) throws(Fault) -> Data {
    do {
      let file = try FileDescriptor(regular: path, followingLinks: true)
      return Data(try file.bytes(most: limit))
    } catch {
      switch error {
      case .isNoFile: throw Fault(reason: "not a file")
      case .isTooLong: throw Fault(reason: "more than \(limit) bytes")
      case .system(let error): throw Fault(reason: error.reason)
      }
    }
  }
}
