package import FoundationEssentials
package import Glibc

/// Operations on files and folders: each is complete, or throws the caller's own kind of error.
///
/// Without a mode, folders (0700) and files (0600) are private to the user.
package enum Files<Failure: FileError> {
  /// Does `call`, whose failure is one of the file at a path.
  package static func attempt<Value: ~Copyable>(
    _ path: String, _ call: () throws(SystemError) -> Value
  ) throws(Failure) -> Value {
    do {
      return try call()
    } catch {
      throw Failure(path, .system(error))
    }
  }

  private static func check(_ result: Int32, _ path: String) throws(Failure) {
    if result != 0 { throw Failure(path, .system(.last)) }
  }

  /// All bytes of a regular file; nil if there is none.
  ///
  /// More than `limit` bytes are `isTooLong`.
  package static func contents(
    of path: String, limit: Int, followingLinks: Bool = false, isOnlyName: Bool = false
  ) throws(Failure) -> [UInt8]? {
    do throws(FileFault) {
      let file = try FileDescriptor(
        regular: path, followingLinks: followingLinks, isOnlyName: isOnlyName)
      return try file.bytes(most: limit)
    } catch {
      if error.isMissing { return nil }
      throw Failure(path, error)
    }
  }

  // MARK: Writing

  /// Writes a text in pieces.
  package typealias TextWriter = (_ output: ([UInt8]) throws(Failure) -> Void) throws(Failure) ->
    Void

  /// Gives a file its contents at once: another name beside it, flushed, renamed.
  ///
  /// `beforeNaming` is called when the bytes are on disk. What is left of a process that was killed
  /// while it wrote to `temporary` goes.
  package static func replace(
    _ path: String, from temporary: String, mode: mode_t = 0o600,
    beforeNaming: () throws(Failure) -> Void = {}, write: TextWriter
  ) throws(Failure) {
    try make(temporary, mode: mode) { file throws(Failure) in
      try write { bytes throws(Failure) in
        try attempt(temporary) { () throws(SystemError) in try file.write(bytes) }
      }
    }
    do throws(Failure) {
      try beforeNaming()
      try rename(temporary, to: path)
    } catch {
      // On a full disk it would take up room for nothing.
      unlink(temporary)
      throw error
    }
  }

  /// Writes a file, and its folder where that is missing, so that at any instant the old file or the
  /// new one is there, whole.
  ///
  /// Without `isFlushed` that holds as long as the machine runs. `permissions` are those that the file
  /// gets whatever the umask says.
  package static func write(
    _ pieces: [some ContiguousBytes], to path: String, mode: mode_t = 0o600,
    permissions: mode_t? = nil, isFlushed: Bool = true
  ) throws(Failure) {
    let folder = folder(of: path)
    try makeFolder(folder)
    do throws(FileFailure) {
      let temporary = try Files<FileFailure>.writeTemporary(
        pieces, in: folder, mode: permissions ?? mode, isFlushed: isFlushed)
      if let permissions { chmod(temporary, permissions) }
      do throws(FileFailure) {
        try Files<FileFailure>.rename(temporary, to: path)
      } catch {
        unlink(temporary)
        throw error
      }
    } catch {
      throw Failure(path, error.fault)
    }
    // Where a file system cannot make the name last through a loss of power, the file is there all
    // the same.
    if isFlushed { try? flush(folder: folder) }
  }

  /// Writes the pieces to a new file with a dot name in `folder`, flushes it, and gives its path.
  package static func writeTemporary(
    _ pieces: [some ContiguousBytes], in folder: String, mode: mode_t = 0o600,
    isFlushed: Bool = true
  ) throws(Failure) -> String {
    let path = "\(folder)/\(TemporaryName.new())"
    try make(path, mode: mode, isFlushed: isFlushed) { file throws(Failure) in
      for piece in pieces {
        try attempt(path) { () throws(SystemError) in try file.write(piece) }
      }
    }
    return path
  }

  /// Makes a new file, which has its mode from the first byte on.
  ///
  /// The file is removed if it cannot be written whole.
  private static func make(
    _ path: String, mode: mode_t, isFlushed: Bool = true,
    _ write: (borrowing FileDescriptor) throws(Failure) -> Void
  ) throws(Failure) {
    let file = try attempt(path) { () throws(SystemError) in
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      do throws(SystemError) {
        return try FileDescriptor(path, flags: flags, mode: mode)
      } catch {
        guard error.code == EEXIST, unlink(path) == 0 else { throw error }
        return try FileDescriptor(path, flags: flags, mode: mode)
      }
    }
    do throws(Failure) {
      try write(file)
      do throws(SystemError) {
        if isFlushed { try file.sync() }
        // Network file systems report a full disk only here.
        try file.close()
      } catch {
        throw Failure(path, .system(error))
      }
    } catch {
      unlink(path)
      throw error
    }
  }

  // MARK: Names

  /// Makes a folder and those above it that are missing.
  package static func makeFolder(_ path: String, mode: mode_t = 0o700) throws(Failure) {
    if mkdir(path, mode) == 0 { return }
    let error = SystemError.last
    switch error.code {
    case EEXIST:
      guard FileStatus(path, followingLinks: true)?.isFolder == true else {
        throw Failure(path, .system(SystemError(ENOTDIR)))
      }
    case ENOENT where path.contains("/") && path != "/":
      try makeFolder(folder(of: path), mode: mode)
      if mkdir(path, mode) != 0, errno != EEXIST { throw Failure(path, .system(.last)) }
    default: throw Failure(path, .system(error))
    }
  }

  /// Gives a finished file its name, in place of what had it.
  package static func rename(_ path: String, to final: String) throws(Failure) {
    try check(Glibc.rename(path, final), final)
  }

  /// Waits until a file's bytes are on disk.
  package static func flush(_ path: String) throws(Failure) {
    try attempt(path) { () throws(SystemError) in
      try FileDescriptor(path, creating: false).sync()
    }
  }

  /// Waits until the names in a folder are on disk.
  package static func flush(folder: String) throws(Failure) {
    try attempt(folder) { () throws(SystemError) in
      let file = try FileDescriptor(folder, flags: O_RDONLY | O_DIRECTORY)
      do throws(SystemError) {
        try file.sync()
      } catch {
        // Some network file systems cannot flush a folder, and need not be asked to.
        guard [EINVAL, ENOTSUP].contains(error.code) else { throw error }
      }
    }
  }

  /// Removes a file; one that is gone already is no error.
  package static func remove(_ path: String) throws(Failure) { _ = try removed(path) }

  /// Removes a file; false if there was none.
  package static func removed(_ path: String) throws(Failure) -> Bool {
    if unlink(path) == 0 { return true }
    let fault = FileFault.system(.last)
    if fault.isMissing { return false }
    throw Failure(path, fault)
  }

  /// The folder that a path's file stands in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// The names of files in the making: nobody else's file has one by chance.
package enum TemporaryName {
  private static let suffix = ".tmp"

  /// A name that no file has.
  package static func new() -> String { ".\(UUID().uuidString)\(suffix)" }

  /// Whether a name is one of them.
  package static func isOne(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(suffix) else { return false }
    return UUID(uuidString: String(name.dropFirst().dropLast(suffix.count))) != nil
  }
}
