import Basics
import Synchronization

/// The cached digests of files.
/// A digest is computed again only if the file has changed.
final class FileDigests: Sendable {
  private struct Record {
    var status: FileStatus
    var digest: String
  }

  private let known = Mutex<[String: Record]>([:])

  /// Returns the SHA-256 of a regular file, in hexadecimal digits; nil if the file cannot be read.
  /// If size, modification time and inode are the same, the file is assumed to be unchanged. git
  /// makes the same assumption.
  func digest(of path: String) -> String? {
    guard let file = try? FileDescriptor(regular: path, followingLinks: true),
      let status = try? file.status()
    else { return nil }
    if let known = known.withLock({ $0[path] }), known.status.isUnchanged(status) {
      return known.digest
    }
    guard let digest = try? file.sha256().hex else { return nil }
    known.withLock { $0[path] = Record(status: status, digest: digest) }
    return digest
  }
}

extension FileStatus {
  fileprivate func isUnchanged(_ other: Self) -> Bool {
    (size, modified, inode) == (other.size, other.modified, other.inode)
  }
}
