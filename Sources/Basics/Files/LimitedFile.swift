import Glibc

/// Reads files that are not text: regular files up to a size limit, optionally only within a folder.
package enum LimitedFile {
  /// The reason why a file was not read.
  package enum Fault: Error, Equatable {
    /// The file cannot be opened or read.
    /// The value is the system's message.
    case unreadable(String)
    /// The path leads to a folder, a pipe or a device.
    case notAFile
    /// The path leads out of the folder, directly or through a link.
    case outside
    case tooLarge
  }

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

/// A file that a document or its cast refers to.
public struct FileReference: Sendable, Equatable {
  /// The path as written, relative to `base`.
  public var path: String
  /// The folder to which `path` is relative.
  ///
  /// If empty, `path` is relative to the current folder of the process.
  public var base: String
  /// The folder that the path must not lead out of.
  ///
  /// Empty for the current folder of the process. Paths in documents are untrusted data, so they must
  /// not open the user's other files.
  public var root: String
  /// The file that contains the path, as the user named it; nil if unknown.
  public var file: String?
  /// The position of the path in `file`; nil if unknown.
  public var position: SourcePosition?

  /// Whether the file is part of the document, such as a picture in an archive.
  /// If so, no file is opened.
  package var isEmbedded = false
  /// The bytes of a file that is part of the document; nil if the document does not contain it.
  package var contents: [UInt8]?

  /// Creates a reference relative to the folder of the file that contains it.
  public init(path: String, in file: String?, position: SourcePosition? = nil) {
    let folder = FilePath(file ?? "").folder.text
    self.init(path: path, base: folder, root: folder, in: file, position: position)
  }

  /// Creates a reference relative to `base` that must stay within `root`.
  package init(
    path: String, base: String, root: String, in file: String?, position: SourcePosition?
  ) {
    (self.path, self.base, self.root) = (path, base, root)
    (self.file, self.position) = (file, position)
  }
}
