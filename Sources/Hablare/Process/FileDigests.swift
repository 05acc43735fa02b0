import Basics
import FoundationEssentials
import Glibc
import Synchronization

/// The digests of files, each computed once as long as its file stays as it is.
final class FileDigests: Sendable {
  fileprivate struct Record {
    var size: Int
    var seconds: Int
    var nanoseconds: Int
    var inode: UInt64
    var digest: String
  }

  private let known = Mutex<[String: Record]>([:])

  /// The SHA-256 of a regular file, in hexadecimal digits; nil if there is none at `path`.
  ///
  /// A file counts as unchanged while size, modification time and inode hold, as for git.
  func digest(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var record = Record(
      size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec, inode: UInt64(status.st_ino), digest: "")
    if let known = known.withLock({ $0[path] }), known.isSame(as: record) { return known.digest }
    guard let digest = Self.digest(of: descriptor) else { return nil }
    record.digest = digest
    known.withLock { $0[path] = record }
    return digest
  }

  private static func digest(of descriptor: Int32) -> String? {
    var state = SHA256()
    while true {
      guard let part = try? WholeTransfer.read(descriptor, size: 1 << 18) else { return nil }
      if part.isEmpty { return state.finish().hex }
      part.withUnsafeBytes { state.update($0) }
    }
  }
}

extension FileDigests.Record {
  fileprivate func isSame(as other: Self) -> Bool {
    (size, seconds, nanoseconds, inode)
      == (other.size, other.seconds, other.nanoseconds, other.inode)
  }
}
