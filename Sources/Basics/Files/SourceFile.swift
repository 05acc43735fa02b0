import Glibc

extension Diagnostic {
  /// The error for an input that exceeds its limit.
  package static func tooLarge(
    _ limit: InputLimit, in file: String? = nil, at position: SourcePosition? = nil
  ) -> Self {
    Self(
      code: "too-large", severity: .error, message: limit.message, file: file, position: position)
  }
}

/// Reads whole files, so that the parsers do not need Foundation.
package enum SourceFile {
  /// Returns all bytes of the file, pipe or device at a path.
  /// More bytes than `limit` are an error.
  package static func bytes(
    of path: String, limit: InputLimit = .document
  ) throws(FileError) -> [UInt8] {
    try bytes(of: FilePath(path), shown: path, limit: limit, isRegular: false)
  }

  /// Returns all bytes of the file at a path.
  /// Errors name the path as `shown`.
  /// If `remainingBytes` is smaller than `limit`, at most `remainingBytes` bytes are allowed. If
  /// `isRegular` is true, a pipe or a device is an error at once, and the function does not wait for
  /// data.
  package static func bytes(
    of path: FilePath, shown: String, limit: InputLimit, remainingBytes: Int? = nil,
    isRegular: Bool
  ) throws(FileError) -> [UInt8] {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try open(path, isRegular: isRegular)
    } catch {
      // The system answers ENXIO for a socket.
      let isSpecial = isRegular && error.code == ENXIO
      throw FileError(shown, isSpecial ? .notAFile(.special) : .system(error))
    }
    do {
      return try file.bytes(maximum: min(limit.maximum, remainingBytes ?? limit.maximum))
    } catch {
      throw FileError(shown, error == .exceedsLimit() ? .exceedsLimit(limit) : error)
    }
  }

  private static func open(
    _ path: FilePath, isRegular: Bool
  ) throws(SystemError) -> FileDescriptor {
    guard isRegular else { return try FileDescriptor(path.cString, flags: O_RDONLY) }
    // Without O_NONBLOCK, opening a pipe would wait for a writer. Without O_NOCTTY, a terminal would
    // become the controlling terminal of the process.
    let file = try FileDescriptor(path.cString, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    // The status is read from the open file, because another file may have the name by now. A folder
    // causes its own error when it is read.
    let status = try file.status()
    guard status.isFile || status.isFolder else { throw SystemError(ENXIO) }
    return file
  }
}

/// Reads files that are not text: regular files up to a size limit, optionally only within a folder.
package enum LimitedFile {
  package static func bytes(of path: String, limit: InputLimit) throws(FileError) -> [UInt8] {
    try bytes(of: FilePath(path), limit: limit)
  }

  /// Returns all bytes of a file that a document or a cast refers to.
  package static func bytes(
    of reference: FileReference, limit: InputLimit
  ) throws(FileError) -> [UInt8] {
    let shown = reference.path
    if reference.isEmbedded {
      guard let bytes = reference.contents else { throw FileError(shown, .notInDocument) }
      guard bytes.count <= limit.maximum else { throw FileError(shown, .exceedsLimit(limit)) }
      return bytes
    }
    let written = FilePath(shown)
    guard !written.isAbsolute else { throw FileError(shown, .outside) }
    let path = try FilePath(reference.base).appending(written).resolved()
    let root = try (reference.root.isEmpty ? FilePath(".") : FilePath(reference.root)).resolved()
    guard path.isWithin(root) else { throw FileError(shown, .outside) }
    return try bytes(of: path, limit: limit)
  }

  private static func bytes(
    of path: FilePath, limit: InputLimit
  ) throws(FileError) -> [UInt8] {
    guard !path.bytes.contains(0) else {
      throw FileError(path.text, .system(SystemError(ENOENT)))
    }
    let file = try FileDescriptor(regular: path.cString, followingLinks: true)
    return try file.bytes(of: path.text, maximum: limit.maximum)
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

/// The bytes of a regular file, mapped for reading.
/// Opening takes the same time for any size, and processes that map the same file share its pages. The
/// length of the file must not change while it is mapped; replacing the file by renaming is safe.
/// `@unchecked Sendable`: the only owner of a mapping that is never written.
package final class MappedFile: @unchecked Sendable {
  /// The bytes, valid as long as this object exists.
  package let bytes: UnsafeRawBufferPointer

  /// Maps the file at a path.
  /// Throws `exceedsLimit` if the file has more than `maximum` bytes.
  package init(_ path: String, maximum: Int) throws(FileError) {
    let file = try FileDescriptor(regular: path, followingLinks: true)
    do {
      bytes = try Self.map(file, maximum: maximum)
    } catch {
      throw FileError(path, error)
    }
  }

  private static func map(
    _ file: borrowing FileDescriptor, maximum: Int
  ) throws(FileError.Cause) -> UnsafeRawBufferPointer {
    let size: Int
    do throws(SystemError) {
      size = try file.status().size
    } catch {
      throw .system(error)
    }
    guard size <= maximum else { throw .exceedsLimit() }
    // mmap(2) refuses a length of 0.
    guard size > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file.number, 0)
    guard let start, start != MAP_FAILED else { throw .system(.last) }
    return UnsafeRawBufferPointer(start: start, count: size)
  }

  deinit {
    if let start = bytes.baseAddress {
      munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
    }
  }
}
