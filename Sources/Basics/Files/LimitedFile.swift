import Glibc

/// Reads files that are not text: regular files up to a size limit, optionally only within a folder.
package enum LimitedFile {
  /// The reason why a file was not read.
  package enum Fault: Error, Equatable {
    /// The file cannot be opened or read.
    ///
    /// The value is the system's message.
    case unreadable(String)
    /// The path leads to a folder, a pipe or a device.
    case notAFile
    /// The path leads out of the folder, directly or through a link.
    case outside
    /// The file exceeds its limit.
    case tooLarge
  }

  /// Returns all bytes of the file at a path.
  package static func bytes(of path: String, limit: InputLimit) throws(Fault) -> [UInt8] {
    try bytes(of: FilePath(path), limit: limit)
  }

  /// Returns all bytes of a file that a document or a cast refers to.
  package static func bytes(of reference: FileReference, limit: InputLimit) throws(Fault) -> [UInt8]
  {
    if reference.isEmbedded {
      guard let bytes = reference.contents else {
        throw .unreadable("the document does not contain this file")
      }
      guard bytes.count <= limit.maximum else { throw .tooLarge }
      return bytes
    }
    let written = FilePath(reference.path)
    guard !written.isAbsolute else { throw .outside }
    let path, root: FilePath
    do throws(SourceFileError) {
      path = try FilePath(reference.base).appending(written).resolved()
      root = try (reference.root.isEmpty ? FilePath(".") : FilePath(reference.root)).resolved()
    } catch {
      throw .unreadable(error.reason)
    }
    guard path.isWithin(root) else { throw .outside }
    return try bytes(of: path, limit: limit)
  }

  private static func bytes(of path: FilePath, limit: InputLimit) throws(Fault) -> [UInt8] {
    guard !path.bytes.contains(0) else { throw .unreadable(SystemError(ENOENT).reason) }
    do throws(FileFault) {
      let file = try FileDescriptor(regular: path.cString, followingLinks: true)
      return try file.bytes(maximum: limit.maximum)
    } catch {
      switch error {
      case .exceedsLimit: throw .tooLarge
      case .notAFile(.loop), .system: throw .unreadable(error.error.reason)
      case .notAFile: throw .notAFile
      }
    }
  }
}
