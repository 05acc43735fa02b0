import FoundationEssentials
import Glibc

/// Files that a program has written for us.
enum AnswerFile {
  /// Why a file cannot be taken.
  struct Fault: Error {
    var reason: String
  }

  /// The bytes of a regular file of at most `limit` bytes.
  static func read(_ path: String, limit: Int) throws(Fault) -> Data {
    // Opening a pipe that nobody writes to would wait for ever.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Fault(reason: SystemError.last.reason) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Fault(reason: "not a file")
    }
    let size = Int(status.st_size)
    guard size <= limit else { throw Fault(reason: "more than \(limit) bytes") }
    guard let data = try? WholeTransfer.read(descriptor, size: size), data.count == size else {
      throw Fault(reason: "could not be read to its end")
    }
    return data
  }
}
