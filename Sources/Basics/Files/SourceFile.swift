import Glibc

/// A file that could not be read.
public struct SourceFileError: Error, Equatable, Sendable {
  /// The path as it was given.
  public var path: String
  /// The system's error number; EFBIG for a file above its limit.
  public var code: Int32
  /// The limit that the file is above; nil for any other error.
  public var limit: InputLimit?

  /// Makes an error from a path and the system's error number.
  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  /// Makes an error for a file above its limit.
  public init(path: String, above limit: InputLimit) {
    (self.path, self.code, self.limit) = (path, EFBIG, limit)
  }

  /// Whether there is no such file.
  public var isMissing: Bool { code == ENOENT }

  /// Why it could not be read: the limit, or the system's words.
  public var reason: String { limit?.message ?? SystemReason.text(code) }

  /// The finding for a file above its limit; nil for any other error.
  public var tooLarge: Diagnostic? { limit.map { .tooLarge($0, in: path) } }
}

extension SourceFileError: CustomStringConvertible {
  /// One sentence with the path and the reason.
  public var description: String { "cannot read \(path): \(reason)" }
}

extension Diagnostic {
  /// The one error for an input above its limit.
  package static func tooLarge(
    _ limit: InputLimit, in file: String? = nil, at position: SourcePosition? = nil
  ) -> Self {
    Self(
      code: "too-large", severity: .error, message: limit.message, file: file, position: position)
  }
}

/// Reads whole files, so that the parsers need nothing of Foundation.
public enum SourceFile {
  /// All bytes of the file, pipe or device at a path; more than `limit` has are an error.
  public static func bytes(
    of path: String, limit: InputLimit = .document
  ) throws(SourceFileError) -> [UInt8] {
    try bytes(of: FilePath(path), shown: path, limit: limit)
  }

  /// All bytes of the file at a path that errors name as `shown`.
  ///
  /// `room` is a smaller number of bytes that the limit has left. Without `waiting` a pipe that nobody
  /// writes to is empty.
  package static func bytes(
    of path: FilePath, shown: String, limit: InputLimit, room: Int? = nil, waiting: Bool = true
  ) throws(SourceFileError) -> [UInt8] {
    let file: FileDescriptor
    do {
      file = try FileDescriptor(path.cString, flags: O_RDONLY | (waiting ? 0 : O_NONBLOCK))
    } catch {
      throw SourceFileError(path: shown, code: error.code)
    }
    do {
      return try file.bytes(most: min(limit.most, room ?? limit.most))
    } catch {
      if error == .isTooLong { throw SourceFileError(path: shown, above: limit) }
      throw SourceFileError(path: shown, code: error.error.code)
    }
  }
}
