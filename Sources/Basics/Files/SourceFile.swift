public import FoundationEssentials
import Glibc

/// A file that could not be read.
public struct SourceFileError: Error, Equatable, Sendable {
  /// The path as the caller gave it.
  public var path: String
  /// The system's error number; EFBIG for a file that exceeds its limit.
  public var code: Int32
  /// The limit that the file exceeds; nil for any other error.
  package var limit: InputLimit?
  /// Whether the path leads to a pipe, a socket or a device instead of a regular file.
  package private(set) var isNotRegular = false

  /// Creates an error from a path and the system's error number.
  package init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  package init(path: String, above limit: InputLimit) {
    (self.path, self.code, self.limit) = (path, EFBIG, limit)
  }

  package init(notRegular path: String) {
    (self.path, code, isNotRegular) = (path, EINVAL, true)
  }

  /// Whether the file does not exist.
  package var isMissing: Bool { code == ENOENT }

  /// The reason: the exceeded limit or the system's message.
  package var reason: String {
    isNotRegular ? "it is not a regular file" : limit?.message ?? SystemReason.text(code)
  }

  /// The diagnostic for a file that exceeds its limit; nil for any other error.
  package var tooLarge: Diagnostic? { limit.map { .tooLarge($0, in: path) } }
}

extension SourceFileError: CustomStringConvertible {
  /// One sentence with the path and the reason.
  public var description: String { "cannot read \(path): \(reason)" }
}

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
  ) throws(SourceFileError) -> [UInt8] {
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
  ) throws(SourceFileError) -> [UInt8] {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try open(path, isRegular: isRegular)
    } catch {
      // The system answers ENXIO for a socket.
      if isRegular, error.code == ENXIO { throw SourceFileError(notRegular: shown) }
      throw SourceFileError(path: shown, code: error.code)
    }
    do {
      return try file.bytes(maximum: min(limit.maximum, remainingBytes ?? limit.maximum))
    } catch {
      if error == .exceedsLimit { throw SourceFileError(path: shown, above: limit) }
      throw SourceFileError(path: shown, code: error.error.code)
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

extension SourceFileError: LocalizedError {
  /// The message for users.
  public var errorDescription: String? { description }

  /// A sentence that suggests a fix.
  public var recoverySuggestion: String? {
    limit == nil
      ? "Check the path and the permissions of the file." : "Divide the file into smaller ones."
  }
}
