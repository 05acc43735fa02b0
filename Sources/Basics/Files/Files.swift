import CFiles
package import FoundationEssentials
package import Glibc

/// Operations on files and folders.
/// Each operation completes, or throws `Failure`, the caller's own kind of error.
/// Without a mode, new folders (0700) and files (0600) are private to the user.
package enum Files<Failure: FileErrorConvertible> {
  /// Runs `call` and turns its error into a failure of the file at a path.
  package static func attempt<Value: ~Copyable>(
    _ path: String, _ call: () throws(SystemError) -> Value
  ) throws(Failure) -> Value {
    do {
      return try call()
    } catch {
      throw failure(path, error)
    }
  }

  private static func failure(_ path: String, _ error: SystemError = .last) -> Failure {
    Failure(FileError(path, .system(error)))
  }

  private static func check(_ result: Int32, _ path: String) throws(Failure) {
    if result != 0 { throw failure(path) }
  }

  /// Returns all bytes of a regular file; nil if it does not exist.
  /// Throws `exceedsLimit` for more than `limit` bytes.
  package static func contents(
    of path: String, limit: Int, followingLinks: Bool = false, isOnlyName: Bool = false
  ) throws(Failure) -> [UInt8]? {
    do throws(FileError) {
      let file = try FileDescriptor(
        regular: path, followingLinks: followingLinks, isOnlyName: isOnlyName)
      return try file.bytes(of: path, maximum: limit)
    } catch {
      if error.isMissing { return nil }
      throw Failure(error)
    }
  }

  // MARK: Writing

  /// A function that writes a text in pieces.
  package typealias TextWriter = (_ output: ([UInt8]) throws(Failure) -> Void) throws(Failure) ->
    Void

  /// Replaces a file's contents in one step.
  /// Writes the file `temporary`, flushes it, and renames it to `path`.
  /// `beforeNaming` is called when the bytes are on disk. A file at `temporary` that a killed process left
  /// behind is removed.
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
      // On a full disk, the unused file would waste space.
      unlink(temporary)
      throw error
    }
  }

  /// Writes a file, and its folder if missing, so that the complete old file or the complete new file
  /// exists at any moment.
  /// If `isFlushed` is false, a power loss can leave an incomplete file. `permissions` are set regardless
  /// of the umask.
  package static func write(
    _ pieces: [some ContiguousBytes], to path: String, mode: mode_t = 0o600,
    permissions: mode_t? = nil, isFlushed: Bool = true
  ) throws(Failure) {
    let folder = folder(of: path)
    try makeFolder(folder)
    do throws(FileError) {
      let temporary = try Files<FileError>.writeTemporary(
        pieces, in: folder, mode: permissions ?? mode, isFlushed: isFlushed)
      if let permissions { chmod(temporary, permissions) }
      do throws(FileError) {
        try Files<FileError>.rename(temporary, to: path)
      } catch {
        unlink(temporary)
        throw error
      }
    } catch {
      throw Failure(FileError(path, error.cause))
    }
    // If the file system cannot flush the folder, the file exists anyway, but a power loss can remove its
    // name.
    if isFlushed { try? flush(folder: folder) }
  }

  /// Writes the pieces to a new hidden file in `folder`, flushes it, and returns its path.
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

  /// Creates a new file, which has its mode from the first byte on.
  /// The file is removed if it cannot be written completely.
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
        throw failure(path, error)
      }
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Removes the half-written files of killed processes from a folder, a day after they were written.
  package static func sweep(_ folder: String) {
    let longestWriting = 86_400
    for name in FolderListing.names(in: folder) where TemporaryName.isTemporary(name) {
      let path = "\(folder)/\(name)"
      if let status = FileStatus(path), status.isFile,
        status.modified < (time(nil) - longestWriting) * 1_000_000_000
      {
        unlink(path)
      }
    }
  }

  // MARK: Names

  /// Creates a folder and its missing parent folders.
  package static func makeFolder(_ path: String, mode: mode_t = 0o700) throws(Failure) {
    if mkdir(path, mode) == 0 { return }
    let error = SystemError.last
    switch error.code {
    case EEXIST:
      guard FileStatus(path, followingLinks: true)?.isFolder == true else {
        throw failure(path, SystemError(ENOTDIR))
      }
    case ENOENT where path.contains("/") && path != "/":
      try makeFolder(folder(of: path), mode: mode)
      if mkdir(path, mode) != 0, errno != EEXIST { throw failure(path) }
    default: throw failure(path, error)
    }
  }

  /// Gives a finished file its final name and replaces any file with that name.
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
        // Some network file systems cannot flush a folder and do not need it.
        guard [EINVAL, ENOTSUP].contains(error.code) else { throw error }
      }
    }
  }

  /// Removes a file.
  /// A missing file is not an error.
  package static func remove(_ path: String) throws(Failure) { _ = try removed(path) }

  /// Removes a file.
  /// Returns false if the file did not exist.
  package static func removed(_ path: String) throws(Failure) -> Bool {
    if unlink(path) == 0 { return true }
    let error = FileError(path, .system(.last))
    if error.isMissing { return false }
    throw Failure(error)
  }

  /// Returns the folder that contains a path's file.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// The names of temporary files.
/// The names are random, so no other file has the same name.
package enum TemporaryName {
  private static let suffix = ".tmp"

  package static func new() -> String { ".\(UUID().uuidString)\(suffix)" }

  package static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(suffix) else { return false }
    return UUID(uuidString: String(name.dropFirst().dropLast(suffix.count))) != nil
  }
}

extension Files {
  /// Renames a file to an unused name.
  /// Throws `EEXIST` if the name is in use (renameat2(2), `RENAME_NOREPLACE`).
  package static func renameWithoutReplacing(
    _ path: String, to final: String
  ) throws(Failure) {
    if g2a_rename(path, final, 1) != 0 { throw failure(path) }
  }

  /// Exchanges the names of two files in one step, so that both names always exist (renameat2(2),
  /// `RENAME_EXCHANGE`).
  package static func exchange(_ path: String, with other: String) throws(Failure) {
    if g2a_rename(path, other, 2) != 0 { throw failure(path) }
  }
}
