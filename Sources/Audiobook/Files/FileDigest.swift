import Basics
import Glibc

/// The SHA-256 of a file, read in blocks.
enum FileDigest {
  static func sha256(of path: String) throws(RenderError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileSystem.failure(path) }
    defer { close(descriptor) }
    guard let digest = sha256(from: descriptor) else { throw FileSystem.failure(path) }
    return digest
  }

  /// Of what comes from here on in an open file; nil where it cannot be read, with the reason in `errno`.
  static func sha256(from descriptor: Int32) -> String? {
    var hash = SHA256()
    var block = [UInt8](repeating: 0, count: 262_144)
    while true {
      let count = read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { return hash.finish().hex }
      block.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }
}
