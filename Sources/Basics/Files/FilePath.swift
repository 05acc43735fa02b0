package import Glibc

/// A path as the system stores it: any bytes except zero.
/// The text of a path is only for display.
package struct FilePath: Hashable, Sendable {
  private static let slash = UInt8(ascii: "/")
  /// The bytes, without C's terminating zero.
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The path for display.
  /// Bytes that are not UTF-8 appear as U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

  /// The path without trailing slashes, except the slash of the root.
  package var trimmed: FilePath {
    let end = bytes.lastIndex { $0 != Self.slash }.map { $0 + 1 } ?? min(bytes.count, 1)
    return FilePath(bytes: bytes[..<end])
  }

  /// The name after the last slash.
  /// Trailing slashes are ignored, and the root is its own name.
  package var last: FilePath {
    let path = trimmed
    let start = path.bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
    return start < path.bytes.count ? FilePath(bytes: path.bytes[start...]) : path
  }

  /// The name without its extension: the text before the last dot, unless the dot is the first byte.
  package var stem: FilePath {
    let name = last
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return FilePath(bytes: name.bytes[..<dot])
  }

  /// The folder that contains the file; empty if the path is only a name.
  package var folder: FilePath {
    guard let end = bytes.lastIndex(of: Self.slash) else { return FilePath("") }
    return FilePath(bytes: bytes[..<max(end, 1)])
  }

  /// Whether the name begins with a dot.
  package var isHidden: Bool { last.bytes.first == UInt8(ascii: ".") }

  /// Whether the path begins at the root.
  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// Returns the path of an item in this folder.
  /// The empty path is the folder from which relative paths start.
  package func appending(_ path: FilePath) -> FilePath {
    if bytes.isEmpty { return path }
    if path.bytes.isEmpty { return self }
    return FilePath(bytes: bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + path.bytes)
  }

  /// The path without ".", ".." and doubled slashes; nil if the path is absolute or leads out of the
  /// folder from which it starts.
  package var normalized: FilePath? {
    if isAbsolute { return nil }
    var parts: [ArraySlice<UInt8>] = []
    for part in bytes.split(separator: Self.slash) {
      if part.elementsEqual([UInt8(ascii: ".")]) { continue }
      if part.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")]) {
        if parts.popLast() == nil { return nil }
      } else {
        parts.append(part)
      }
    }
    return FilePath(bytes: parts.joined(separator: [Self.slash]))
  }

  /// Whether this is the folder itself or an item inside it.
  package func isWithin(_ folder: FilePath) -> Bool {
    if folder.bytes == [Self.slash] { return isAbsolute }
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || bytes[folder.bytes.count] == Self.slash
  }

  /// Returns the real path, from the root and without links.
  package func resolved() throws(FileError) -> FilePath {
    guard let real = realpath(cString, nil) else {
      throw FileError(text, errno == ELOOP ? .notAFile(.loop) : .system(.last))
    }
    defer { free(real) }
    return FilePath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }
}

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

/// An open folder that is closed when the value is destroyed.
package struct FolderListing: ~Copyable {
  private let stream: OpaquePointer

  package init(_ path: FilePath) throws(SystemError) {
    guard let stream = opendir(path.cString) else { throw .last }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// Returns the names in a folder, in no particular order.
  /// Empty if the folder cannot be read.
  package static func names(in path: String) -> [String] {
    (try? FolderListing(FilePath(path)).names().map(\.text)) ?? []
  }

  /// Returns the names in the folder except "." and "..", in the system's order, which has no meaning.
  package consuming func names() throws(SystemError) -> [FilePath] {
    var names: [FilePath] = []
    while true {
      // Only errno distinguishes the end from a failure.
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = Self.name(of: entry)
      if name != FilePath("."), name != FilePath("..") { names.append(name) }
    }
    if errno != 0 { throw .last }
    return names
  }

  /// Returns the name of an entry.
  /// The name is read in place, because the name ends a record that may be shorter than the type
  /// `dirent`.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> FilePath {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry) + offset
    let length = strlen(start.assumingMemoryBound(to: CChar.self))
    return FilePath(bytes: UnsafeRawBufferPointer(start: start, count: length))
  }
}
