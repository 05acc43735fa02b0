import FoundationEssentials
import Glibc
import Hablare
import Basics

/// A file of a finished folder, open for reading.
///
/// A folder may come from elsewhere: neither a link to another file of the user's is followed, nor a pipe
/// waited for.
struct InputFile: ~Copyable {
  /// Why a file is not read.
  enum Failure: Error, Equatable {
    case missing
    case unreadable(String)
    /// It has more bytes than were agreed.
    case tooLarge

    var reason: String {
      switch self {
      case .missing: String(cString: strerror(ENOENT))
      case .unreadable(let reason): reason
      case .tooLarge: "it is too large"
      }
    }

    fileprivate init(_ failure: RegularFile.Failure) {
      switch failure {
      case .isNoFile(let kind): self = .unreadable("it is \(kind)")
      case .isTooLong: self = .tooLarge
      case .system(let error): self = error.code == ENOENT ? .missing : .unreadable(error.reason)
      }
    }
  }

  /// The open file; its place is the reader's.
  let descriptor: Int32

  /// Opens a regular file, not through a link.
  init(path: String) throws(Failure) {
    do {
      descriptor = try RegularFile.open(path, followingLinks: false).descriptor
    } catch {
      throw Failure(error)
    }
  }

  deinit { close(descriptor) }

  /// The SHA-256 of what comes from here on, in hexadecimal.
  func sha256() throws(Failure) -> String {
    guard let digest = FileDigest.sha256(from: descriptor) else {
      throw .unreadable(SystemReason.text(errno))
    }
    return digest
  }

  /// All bytes of a file; more than `limit` are an error.
  static func contents(of path: String, limit: Int) throws(Failure) -> Data {
    let contents: Data?
    do {
      contents = try RegularFile.contents(of: path, limit: limit)
    } catch {
      throw Failure(error)
    }
    guard let contents else { throw .missing }
    return contents
  }
}
