import Glibc
import Basics

/// The few file operations that publishing needs, each complete or an error with its path.
enum FileSystem {
  /// What the file system knows of a file: bytes, nanoseconds since 1970, inode.
  struct Status {
    var size: Int
    var modified: Int
    var inode: UInt64
    var isFolder: Bool
  }

  /// Size, modification time and inode of a file; nil where there is none.
  static func status(of path: String) -> Status? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return Status(
      size: Int(status.st_size),
      modified: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec,
      inode: UInt64(status.st_ino), isFolder: status.st_mode & S_IFMT == S_IFDIR)
  }

  /// Whether there is a folder under a name, or a link to one.
  static func isFolder(_ path: String) -> Bool {
    var target = stat()
    return stat(path, &target) == 0 && target.st_mode & S_IFMT == S_IFDIR
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
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw failure(path) }
  }

  /// Opens a file of our own records or in the making: a regular one with this one name.
  ///
  /// A folder may come with a project from elsewhere. A link in the place of a record would have us
  /// write into another file of the user's, and a pipe would have us wait for ever.
  static func openRecord(_ path: String, _ flags: Int32) throws(RenderError) -> Int32 {
    let descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { throw failure(path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink < 2
    else {
      close(descriptor)
      throw .output(path: path, reason: "it is a link or no regular file")
    }
    return descriptor
  }

  /// All bytes of a record of ours; nil where there is none.
  static func contents(
    of path: String, limit: InputLimit = .record
  ) throws(RenderError) -> [UInt8]? {
    if status(of: path) == nil { return nil }
    let descriptor = try openRecord(path, O_RDONLY)
    defer { close(descriptor) }
    var size = stat()
    guard fstat(descriptor, &size) == 0, size.st_size <= limit.most else {
      throw .output(path: path, reason: limit.message)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(size.st_size))
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure(path) }
      if count == 0 { return bytes }
      bytes += block[..<count]
      if bytes.count > limit.most { throw .output(path: path, reason: limit.message) }
    }
  }

  /// Adds bytes at the end of a file.
  ///
  /// They are not flushed: a kill does not lose them, and were a power cut to, a file of ours would
  /// at worst look like somebody else's and not be overwritten.
  static func append(_ bytes: [UInt8], to path: String) throws(RenderError) {
    let file = try OutputFile(creating: path, flags: O_APPEND)
    try file.write(bytes)
  }

  /// Writes a text in pieces.
  typealias TextWriter = (_ output: ([UInt8]) throws(RenderError) -> Void) throws(RenderError) ->
    Void

  /// Gives a file these bytes at once: a dot name beside it, flushed, renamed.
  ///
  /// `beforeNaming` is called when the bytes are on disk.
  static func replace(
    _ path: String, by way: String? = nil, beforeNaming: () throws(RenderError) -> Void = {},
    write: TextWriter
  ) throws(RenderError) {
    let temporary = way ?? temporaryName(for: path)
    do throws(RenderError) {
      let file = try OutputFile(creating: temporary)
      try write { bytes throws(RenderError) in try file.write(bytes) }
      try file.finish()
      try beforeNaming()
      try rename(temporary, to: path)
    } catch {
      // On a full disk it would take up room for nothing.
      unlink(temporary)
      throw error
    }
  }

  /// What the names of files in the making begin with.
  static let temporaryPrefix = ".guion2audio-"

  /// The name of a record in the making.
  private static func temporaryName(for path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map(path.utf8.index(after:)) ?? path.startIndex
    return path[..<name] + temporaryPrefix + path[name...]
  }

  /// Gives a finished file its name, in place of what had it.
  static func rename(_ path: String, to final: String) throws(RenderError) {
    if Glibc.rename(path, final) != 0 { throw failure(final) }
  }

  /// Waits until a file's bytes are on disk.
  static func flush(_ path: String) throws(RenderError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    if fsync(descriptor) != 0 { throw failure(path) }
  }

  /// Removes a file; one that is gone already is no error.
  static func remove(_ path: String) throws(RenderError) {
    if unlink(path) != 0, errno != ENOENT { throw failure(path) }
  }

  static func failure(_ path: String) -> RenderError {
    .output(path: path, reason: SystemReason.text(errno))
  }
}
