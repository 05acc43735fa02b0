import Glibc

/// Writes files of the user's that nobody else may read, so that at any instant the old or the new one
/// is there, whole.
enum PrivateFile {
  /// Why a file could not be written.
  struct Failure: Error, Equatable {
    /// What could not be written.
    var path: String
    /// The system's error number.
    var code: Int32

    /// Why, in the system's words.
    var reason: String { String(cString: strerror(code)) }

    fileprivate init(_ path: String) { (self.path, code) = (path, errno) }
  }

  /// Makes a folder that only the user may enter, and those above it that are missing.
  static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw Failure(path)
    }
    try makeFolder(String(path[..<slash]))
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw Failure(path) }
  }

  /// Writes a file of mode 0600, and its folder where that is missing.
  static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(Failure) {
    let folder = folder(of: path)
    try makeFolder(folder)
    // Written under a name of its own, with its mode from the first byte on, and then renamed: the
    // file is never open to others and never half there.
    let temporary =
      "\(folder)/.\(name(of: path)).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(path) }
    do throws(Failure) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor, path)
      if fsync(descriptor) != 0 { throw Failure(path) }
    } catch {
      unlink(temporary)
      throw error
    }
    if rename(temporary, path) != 0 {
      let failure = Failure(path)
      unlink(temporary)
      throw failure
    }
    flush(folder)
  }

  /// Removes a file; false where there was none.
  static func remove(_ path: String) throws(Failure) -> Bool {
    if unlink(path) != 0 {
      if errno == ENOENT || errno == ENOTDIR { return false }
      throw Failure(path)
    }
    flush(folder(of: path))
    return true
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
  ) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw Failure(path) }
      done += count
    }
  }

  /// Makes what was renamed or removed last through a loss of power; where a file system cannot, it
  /// is done all the same.
  private static func flush(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func name(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }
}
