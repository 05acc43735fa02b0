import Digest
import Glibc

/// The SHA-256 of a file, read in blocks.
enum FileDigest {
  static func sha256(of path: String) throws(RenderError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileSystem.failure(path) }
    defer { close(descriptor) }
    var hash = SHA256()
    var block = [UInt8](repeating: 0, count: 262_144)
    while true {
      let count = read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw FileSystem.failure(path) }
      if count == 0 { return hash.finish().hex }
      block.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }
}
