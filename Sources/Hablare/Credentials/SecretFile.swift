import Basics
import Glibc

/// Reads files that hold one secret, into memory that is wiped.
enum SecretFile {
  /// The largest file that is read, in bytes.
  static let largest = InputLimit.keyFile.maximum

  /// Returns the contents of a user's file that only the user can read; nil if it does not exist.
  static func read(private path: String) throws(CredentialError) -> SecureString? {
    let file: FileDescriptor
    do {
      file = try FileDescriptor(regular: path)
    } catch .notAFile {
      throw .notAFile(path: path)
    } catch {
      if error == .system(SystemError(ENOENT)) { return nil }
      throw .unreadable(path: path, reason: error.reason)
    }
    guard let status = try? file.status() else {
      throw .unreadable(path: path, reason: SystemError.last.reason)
    }
    guard status.owner == geteuid() else { throw .foreign(path: path, owner: status.owner) }
    guard status.permissions & 0o077 == 0 else {
      throw .exposed(path: path, mode: status.permissions)
    }
    return try contents(of: file, path: path)
  }

  /// Returns the contents of a file that the user has named, whoever owns it.
  ///
  /// Secrets that are mounted in containers are often links to files that the system owns.
  static func read(named path: String) throws(CredentialError) -> SecureString {
    let file: FileDescriptor
    do {
      file = try FileDescriptor(regular: path, followingLinks: true)
    } catch .notAFile(let kind) {
      throw .unreadable(path: path, reason: "it is not a file but \(kind.rawValue)")
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    return try contents(of: file, path: path)
  }

  private static func contents(
    of file: borrowing FileDescriptor, path: String
  ) throws(CredentialError) -> SecureString {
    // The buffer has one byte more than the limit, to detect a file that is too long.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: largest + 1, alignment: 1)
    defer {
      buffer.wipe()
      buffer.deallocate()
    }
    let count: Int
    do {
      count = try file.read(into: buffer, at: 0)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    guard count <= largest else {
      throw .unreadable(path: path, reason: InputLimit.keyFile.message)
    }
    return SecureString(bytes: buffer[..<count])
  }
}
