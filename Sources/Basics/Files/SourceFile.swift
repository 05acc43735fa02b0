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
    let descriptor = try retrying(path) { open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    return try bytes(of: descriptor, path: path, limit: limit)
  }

  /// All bytes behind a descriptor, which stays open; `path` is for the error.
  ///
  /// The size is checked before a file is read. Of a pipe, whose size is not known, at most one block
  /// beyond the limit is read. `room` is a smaller number of bytes that the limit has left.
  package static func bytes(
    of descriptor: Int32, path: String, limit: InputLimit, room: Int? = nil
  ) throws(SourceFileError) -> [UInt8] {
    let most = min(limit.most, room ?? limit.most)
    var status = stat()
    _ = try retrying(path) { fstat(descriptor, &status) }
    guard status.st_size <= most else { throw SourceFileError(path: path, above: limit) }
    // One byte more than the size, so that the read that finds the end needs no new buffer.
    var bytes = [UInt8](repeating: 0, count: max(Int(status.st_size) + 1, 1 << 12))
    var count = 0
    while true {
      guard count <= most else { throw SourceFileError(path: path, above: limit) }
      // Twice the room; what is in it does not matter, and copying is fast without optimisation too.
      if count == bytes.count { bytes += bytes.prefix(most + 1 - count) }
      let read = try retrying(path) {
        bytes.withUnsafeMutableBytes {
          Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
        }
      }
      guard read > 0 else { break }
      count += read
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// A signal may interrupt any of the calls.
  private static func retrying<Result: SignedInteger>(
    _ path: String, _ call: () -> Result
  ) throws(SourceFileError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SourceFileError(path: path, code: code) }
    }
  }
}
