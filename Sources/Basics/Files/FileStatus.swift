package import Glibc

/// The file system's information about a file.
package struct FileStatus: Sendable {
  /// The size in bytes.
  package let size: Int
  /// The time of the last change of the contents, in nanoseconds since 1970.
  package let modified: Int
  package let identity: FileIdentity
  /// The user id of the owner.
  package let owner: uid_t
  package let group: gid_t
  /// The number of hard links.
  package let links: Int
  private let mode: mode_t

  /// Reads the status of a path.
  /// For a link, reads the status of the link itself or, if `followingLinks` is true, the status of the
  /// link's target.
  /// nil if there is no such file; the reason is in `errno`.
  package init?(_ path: UnsafePointer<CChar>, followingLinks: Bool = false) {
    var status = Glibc.stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    (owner, group, mode) = (status.st_uid, status.st_gid, status.st_mode)
    links = Int(status.st_nlink)
  }

  package var inode: UInt64 { identity.inode }
  /// The permissions (chmod(2)).
  package var permissions: mode_t { mode & 0o7777 }
  /// The kind of file, such as `S_IFREG` (inode(7)).
  package var kind: mode_t { mode & S_IFMT }
  package var isFile: Bool { kind == S_IFREG }
  package var isFolder: Bool { kind == S_IFDIR }
  package var isLink: Bool { kind == S_IFLNK }
}

/// The identity of the file that a name leads to.
package struct FileIdentity: Equatable, Sendable {
  fileprivate let device: UInt64
  fileprivate let inode: UInt64
}

extension FileIdentity {
  /// The identity of the file that a path leads to; nil if there is no such file.
  package init?(path: String) {
    guard let status = FileStatus(path, followingLinks: true) else { return nil }
    self = status.identity
  }
}
