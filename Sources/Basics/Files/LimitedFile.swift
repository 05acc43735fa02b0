import Glibc

/// Reads files that are no text: regular ones up to a size, if need be only those within a folder.
package enum LimitedFile {
  /// Why a file was not read.
  package enum Fault: Error, Equatable {
    /// It cannot be opened or read, in the system's words.
    case unreadable(String)
    /// It is a folder, a pipe or a device.
    case notAFile
    /// It stands, or a link leads, outside the folder.
    case outside
    /// It is above its limit.
    case tooLarge
  }

  /// All bytes of the file at a path.
  package static func bytes(of path: String, limit: InputLimit) throws(Fault) -> [UInt8] {
    try bytes(of: FilePath(path), limit: limit)
  }

  /// All bytes of a file that a document or a cast names.
  package static func bytes(of reference: FileReference, limit: InputLimit) throws(Fault) -> [UInt8]
  {
    if reference.isEmbedded {
      guard let bytes = reference.contents else {
        throw .unreadable("the document has no such file")
      }
      guard bytes.count <= limit.most else { throw .tooLarge }
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
      return try file.bytes(most: limit.most)
    } catch {
      switch error {
      case .isTooLong: throw .tooLarge
      case .isNoFile(.loop), .system: throw .unreadable(error.error.reason)
      case .isNoFile: throw .notAFile
      }
    }
  }
}
