import Glibc

/// A file that could not be read.
public struct SourceFileError: Error, Equatable, Sendable {
  /// The path as it was given.
  public var path: String
  /// The system's error number.
  public var code: Int32

  /// Makes an error from a path and the system's error number.
  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  /// Whether there is no such file.
  public var isMissing: Bool { code == ENOENT }

  /// Why it could not be read, in the system's words.
  public var reason: String { String(cString: strerror(code)) }
}

extension SourceFileError: CustomStringConvertible {
  /// One sentence with the path and the reason.
  public var description: String { "cannot read \(path): \(reason)" }
}

/// Reads whole files, so that the parsers need nothing of Foundation.
public enum SourceFile {
  /// The largest file that is read, in bytes: beyond it is no text that a person reads, and an endless
  /// device has to end somewhere.
  public static let largest = 1 << 28

  /// All bytes of the file, pipe or device at a path; EFBIG for more than `largest`.
  public static func bytes(of path: String) throws(SourceFileError) -> [UInt8] {
    let descriptor = try retrying(path) { open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    return try bytes(of: descriptor, path: path)
  }

  /// All bytes behind a descriptor, which stays open; `path` is for the error.
  package static func bytes(of descriptor: Int32, path: String) throws(SourceFileError) -> [UInt8] {
    var status = stat()
    _ = try retrying(path) { fstat(descriptor, &status) }
    guard status.st_size <= largest else { throw SourceFileError(path: path, code: EFBIG) }
    // One byte more than the size, so that the read that finds the end needs no new buffer.
    var bytes = [UInt8](repeating: 0, count: max(Int(status.st_size) + 1, 1 << 12))
    var count = 0
    while true {
      guard count <= largest else { throw SourceFileError(path: path, code: EFBIG) }
      // Twice the room; what is in it does not matter, and copying is fast without optimisation too.
      if count == bytes.count { bytes += bytes }
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
