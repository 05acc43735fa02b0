import FoundationEssentials
import Glibc

/// The file operations of store and cache, for nobody's eyes but the user's: folders are made 0700
/// and files 0600.
enum PrivateFiles {
  /// Makes a folder and those above it.
  static func makeFolder(_ path: String) throws(StoreError) {
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST:
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw .unusable(file: path, reason: "there is a file of that name")
      }
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
        throw failure(path, ENOENT)
      }
      try makeFolder(String(path[..<slash]))
      if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(path) }
    default: throw failure(path)
    }
  }

  /// All bytes of a file; nil where there is none.
  static func contents(of path: String) throws(StoreError) -> Data? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      // A name with a file in the place of a folder is not there either.
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure(path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path) }
    var data = Data(count: Int(status.st_size))
    var position = 0
    while position < data.count {
      let count = data.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { read(descriptor, $0 + position, bytes.count - position) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure(path) }
      if count == 0 { break }
      position += count
    }
    return data.prefix(position)
  }

  /// Writes the pieces to a new file with a dot name in `folder`, flushes it, and gives its path.
  static func writeTemporary(
    _ pieces: [Data], in folder: String
  ) throws(StoreError) -> String {
    let path = "\(folder)/.\(UUID().uuidString).tmp"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    var reason: Int32 = 0
    for piece in pieces where reason == 0 { reason = write(piece, to: descriptor) }
    if reason == 0, fsync(descriptor) != 0 { reason = errno }
    // Network file systems report a full disk only here.
    if close(descriptor) != 0, reason == 0 { reason = errno }
    if reason != 0 {
      unlink(path)
      throw failure(path, reason)
    }
    return path
  }

  /// Writes all bytes, and gives the reason why not, or 0.
  private static func write(_ data: Data, to descriptor: Int32) -> Int32 {
    data.withUnsafeBytes { bytes in
      var position = 0
      while position < bytes.count, let start = bytes.baseAddress {
        let count = Glibc.write(descriptor, start + position, bytes.count - position)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return errno }
        position += count
      }
      return 0
    }
  }

  /// Gives a finished file its name, in place of what had it.
  static func rename(_ path: String, to final: String) throws(StoreError) {
    if Glibc.rename(path, final) != 0 { throw failure(final) }
  }

  /// Waits until the names in a folder are on disk.
  static func flush(folder: String) throws(StoreError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(folder) }
    defer { close(descriptor) }
    // Some network file systems cannot flush a folder, and need not be asked to.
    if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { throw failure(folder) }
  }

  /// Removes a file; one that is gone already is no error.
  static func remove(_ path: String) throws(StoreError) {
    if unlink(path) != 0, errno != ENOENT { throw failure(path) }
  }

  /// Removes what a process that was killed left half written in a folder, a day later.
  static func sweep(_ folder: String) {
    for name in names(in: folder) where name.hasPrefix(".") && name.hasSuffix(".tmp") {
      let path = "\(folder)/\(name)"
      var status = stat()
      if lstat(path, &status) == 0, status.st_mtim.tv_sec < time(nil) - longestWriting {
        unlink(path)
      }
    }
  }

  /// After so long a file in the making belongs to nobody any more, in seconds.
  private static let longestWriting = 86_400

  /// The names in a folder, in no order; none where there is no folder.
  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  static func failure(_ path: String, _ reason: Int32 = errno) -> StoreError {
    if reason == ENOSPC || reason == EDQUOT { return .diskFull(file: path) }
    return .unusable(file: path, reason: String(cString: strerror(reason)))
  }
}
