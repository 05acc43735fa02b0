package import FoundationEssentials
import Glibc

/// Folders (0700) and files (0600) for nobody's eyes but the user's.
package enum PrivateFile {
  /// Why a file or folder could not be made, written or removed.
  package struct Failure: Error, Equatable {
    /// What could not be.
    package var path: String
    /// What the system says.
    package var error: SystemError

    /// Why, in the system's words.
    package var reason: String { error.reason }

    package init(_ path: String, _ error: SystemError = .last) {
      (self.path, self.error) = (path, error)
    }
  }

  /// Makes a folder and those above it that are missing.
  package static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o700) == 0 { return }
    let error = SystemError.last
    switch error.code {
    case EEXIST:
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw Failure(path, SystemError(ENOTDIR))
      }
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
        throw Failure(path, error)
      }
      try makeFolder(String(path[..<slash]))
      if mkdir(path, 0o700) != 0, errno != EEXIST { throw Failure(path) }
    default: throw Failure(path, error)
    }
  }

  /// Writes a file, and its folder where that is missing, so that at any instant the old file or the
  /// new one is there, whole.
  package static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(Failure) {
    let folder = folder(of: path)
    try makeFolder(folder)
    do throws(Failure) {
      let temporary = try writeTemporary([bytes], in: folder)
      do throws(Failure) {
        try rename(temporary, to: path)
      } catch {
        unlink(temporary)
        throw error
      }
    } catch {
      throw Failure(path, error.error)
    }
    // Where a file system cannot make the name last through a loss of power, the file is there all
    // the same.
    try? flush(folder: folder)
  }

  /// Writes the pieces to a new file with a dot name in `folder`, flushes it, and gives its path.
  ///
  /// It has its mode from the first byte on, and is gone if not all of it could be written. Nothing
  /// is copied, so that secrets are nowhere but in their own memory.
  package static func writeTemporary(
    _ pieces: [some ContiguousBytes], in folder: String
  ) throws(Failure) -> String {
    let path = "\(folder)/.\(UUID().uuidString)\(temporarySuffix)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(path) }
    do throws(SystemError) {
      do throws(SystemError) {
        for piece in pieces { try write(piece, to: descriptor) }
        if fsync(descriptor) != 0 { throw SystemError.last }
      } catch {
        close(descriptor)
        throw error
      }
      // Network file systems report a full disk only here.
      if close(descriptor) != 0 { throw SystemError.last }
    } catch {
      unlink(path)
      throw Failure(path, error)
    }
    return path
  }

  /// Gives a finished file its name, in place of what had it.
  package static func rename(_ path: String, to final: String) throws(Failure) {
    if Glibc.rename(path, final) != 0 { throw Failure(final) }
  }

  /// Waits until the names in a folder are on disk.
  package static func flush(folder: String) throws(Failure) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(folder) }
    defer { close(descriptor) }
    // Some network file systems cannot flush a folder, and need not be asked to.
    if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { throw Failure(folder) }
  }

  /// Removes a file; false where there was none.
  @discardableResult
  package static func remove(_ path: String) throws(Failure) -> Bool {
    if unlink(path) == 0 { return true }
    // A name with a file in the place of a folder is not there either.
    if errno == ENOENT || errno == ENOTDIR { return false }
    throw Failure(path)
  }

  /// Removes a file for good, whatever happens next; false where there was none.
  package static func removeLastingly(_ path: String) throws(Failure) -> Bool {
    guard try remove(path) else { return false }
    try? flush(folder: folder(of: path))
    return true
  }

  /// Whether a name is one that `writeTemporary` gives: nobody else's file has it by chance.
  package static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(temporarySuffix) else { return false }
    return UUID(uuidString: String(name.dropFirst().dropLast(temporarySuffix.count))) != nil
  }

  /// The end of the names of files in the making.
  private static let temporarySuffix = ".tmp"

  private static func write(
    _ piece: some ContiguousBytes, to descriptor: Int32
  ) throws(SystemError) {
    let result = piece.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try WholeTransfer.write(bytes, to: descriptor) }
    }
    try result.get()
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
