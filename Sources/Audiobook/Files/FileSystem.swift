package import Basics
import Glibc

/// The file operations that publishing needs, each complete or an error with its path.
typealias FileSystem = Files<RenderError>

extension RenderError: FileError {
  /// Makes an error about a file of an output folder.
  package init(_ path: String, _ fault: FileFault) {
    if case .isNoFile = fault {
      self = .output(path: path, reason: "it is a link or no regular file")
    } else {
      self = .output(path: path, reason: fault.reason)
    }
  }
}

extension Files<RenderError> {
  /// Size, modification time and inode of a file; nil where there is none.
  static func status(of path: String) -> FileStatus? { FileStatus(path) }

  /// Whether there is a folder under a name, or a link to one.
  static func isFolder(_ path: String) -> Bool {
    FileStatus(path, followingLinks: true)?.isFolder == true
  }

  /// Makes a folder and those above it.
  static func makeFolder(_ path: String) throws(RenderError) {
    if isFolder(path) { return }
    if status(of: path) != nil {
      throw .output(path: path, reason: "there is a file of that name")
    }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    try makeFolder(path, mode: 0o777)
  }

  /// Opens a file of our own records: a regular one with this one name.
  ///
  /// A folder may come with a project from elsewhere. A link in the place of a record would have us
  /// write into another file of the user's, and a pipe would have us wait for ever.
  static func openRecord(_ path: String, _ flags: Int32) throws(RenderError) -> FileDescriptor {
    do {
      return try FileDescriptor(regular: path, flags: flags, isOnlyName: true)
    } catch {
      throw RenderError(path, error)
    }
  }

  /// All bytes of a record of ours; nil where there is none.
  static func contents(
    of path: String, limit: InputLimit = .record
  ) throws(RenderError) -> [UInt8]? {
    do throws(FileFault) {
      return try Files<FileFault>.contents(of: path, limit: limit.most, isOnlyName: true)
    } catch {
      throw error == .isTooLong
        ? .output(path: path, reason: limit.message) : RenderError(path, error)
    }
  }

  /// Adds bytes at the end of a file.
  ///
  /// They are not flushed: a kill does not lose them, and were a power cut to, a file of ours would
  /// at worst look like somebody else's and not be overwritten.
  static func append(_ bytes: [UInt8], to path: String) throws(RenderError) {
    let file = try openRecord(path, O_WRONLY | O_CREAT | O_APPEND)
    try attempt(path) { () throws(SystemError) in try file.write(bytes) }
  }

  /// Gives a file these bytes at once, by way of a dot name beside it.
  ///
  /// `beforeNaming` is called when the bytes are on disk.
  static func replace(
    _ path: String, by way: String? = nil, beforeNaming: () throws(RenderError) -> Void = {},
    write: TextWriter
  ) throws(RenderError) {
    try replace(
      path, from: way ?? temporaryName(for: path), mode: 0o666, beforeNaming: beforeNaming,
      write: write)
  }

  /// What the names of files in the making begin with.
  static var temporaryPrefix: String { ".guion2audio-" }

  /// The name of a record in the making.
  private static func temporaryName(for path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map(path.utf8.index(after:)) ?? path.startIndex
    return path[..<name] + temporaryPrefix + path[name...]
  }
}

/// The SHA-256 of a file, read in blocks.
enum FileDigest {
  static func sha256(of path: String) throws(RenderError) -> String {
    try FileSystem.attempt(path) { () throws(SystemError) in
      try FileDescriptor(path, creating: false).sha256().hex
    }
  }
}
