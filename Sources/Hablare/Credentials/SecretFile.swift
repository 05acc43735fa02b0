import Glibc
import Basics

/// Reads files that hold one secret, into memory that is wiped.
enum SecretFile {
  /// The largest file that is read, in bytes.
  static let largest = InputLimit.keyFile.most

  /// The whole of a file of the user's that only the user can read; nil where there is none.
  static func read(private path: String) throws(CredentialError) -> SecureString? {
    // A pipe in its place would wait for a writer but for O_NONBLOCK.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw .notAFile(path: path)
      default: throw unreadable(path)
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    guard status.st_uid == geteuid() else { throw .foreign(path: path, owner: status.st_uid) }
    let mode = status.st_mode & 0o7777
    guard mode & 0o077 == 0 else { throw .exposed(path: path, mode: mode) }
    return try contents(of: descriptor, path: path)
  }

  /// The whole of a file that the user has named, whosesoever it is: where secrets are mounted, as in
  /// containers, they are links to files of the system's.
  static func read(named path: String) throws(CredentialError) -> SecureString {
    let descriptor: Int32
    do {
      (descriptor, _) = try RegularFile.open(path, followingLinks: true)
    } catch {
      switch error {
      case .isNoFile(let kind):
        throw .unreadable(path: path, reason: "it is no file, but \(kind)")
      case .isTooLong: throw tooLong(path)
      case .system(let error): throw unreadable(path, error)
      }
    }
    defer { close(descriptor) }
    return try contents(of: descriptor, path: path)
  }

  private static func contents(
    of descriptor: Int32, path: String
  ) throws(CredentialError) -> SecureString {
    // One byte more than may be there, to see that there is no more.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: largest + 1, alignment: 1)
    defer {
      buffer.wipe()
      buffer.deallocate()
    }
    let count: Int
    do {
      count = try WholeTransfer.read(descriptor, into: buffer)
    } catch {
      throw unreadable(path, error)
    }
    guard count <= largest else { throw tooLong(path) }
    return SecureString(bytes: buffer[..<count])
  }

  private static func tooLong(_ path: String) -> CredentialError {
    .unreadable(path: path, reason: InputLimit.keyFile.message)
  }

  private static func unreadable(
    _ path: String, _ error: SystemError = .last
  ) -> CredentialError {
    .unreadable(path: path, reason: error.reason)
  }
}
