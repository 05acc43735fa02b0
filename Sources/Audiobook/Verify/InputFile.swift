import Digest
import Glibc

/// A file of a finished folder, open for reading.
///
/// A folder may come from elsewhere. A link in the place of a file would have us read another one of
/// the user's, a pipe would have us wait for ever, and opening a device may do something.
struct InputFile: ~Copyable {
  /// Why a file is not read.
  enum Failure: Error, Equatable {
    case missing
    case unreadable(String)

    var reason: String {
      switch self {
      case .missing: String(cString: strerror(ENOENT))
      case .unreadable(let reason): reason
      }
    }
  }

  /// The open file; its place is the reader's.
  let descriptor: Int32

  /// Opens a regular file, not through a link.
  init(path: String) throws(Failure) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Self.failure }
    try Self.check(status)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure }
    // It may have been changed for another since.
    do throws(Failure) {
      guard fstat(descriptor, &status) == 0 else { throw Self.failure }
      try Self.check(status)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The SHA-256 of what comes from here on, in hexadecimal.
  func sha256() throws(Failure) -> String {
    var hash = SHA256()
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    while true {
      let count = try read(into: &block)
      if count == 0 { return hash.finish().hex }
      block.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// All bytes from here on; more than `limit` are an error.
  func bytes(limit: Int) throws(Failure) -> [UInt8] {
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    while true {
      let count = try read(into: &block)
      if count == 0 { return all }
      guard all.count + count <= limit else { throw .unreadable("it is too large") }
      all += block[..<count]
    }
  }

  private static let blockBytes = 262_144

  private func read(into block: inout [UInt8]) throws(Failure) -> Int {
    while true {
      let count = Glibc.read(descriptor, &block, block.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw Self.failure }
    }
  }

  private static func check(_ status: stat) throws(Failure) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw .unreadable("it is a link")
    case S_IFDIR: throw .unreadable("it is a folder")
    default: throw .unreadable("it is no regular file")
    }
  }

  /// What the last call of this thread failed with.
  private static var failure: Failure {
    errno == ENOENT ? .missing : .unreadable(String(cString: strerror(errno)))
  }
}
