import Basics

/// The digest that identifies a published file.
package enum FileDigest: Sendable, Hashable {
  /// SHA-256, in lower-case hexadecimal digits.
  case sha256(String)
  /// MD5, in lower-case hexadecimal digits.
  case md5(String)

  /// Creates a digest from 64 (SHA-256) or 32 (MD5) lower-case hexadecimal digits.
  ///
  /// Nil for any other text.
  package init?(hex: String) {
    guard hex.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
      return nil
    }
    switch hex.utf8.count {
    case 64: self = .sha256(hex)
    case 32: self = .md5(hex)
    default: return nil
    }
  }

  /// Returns the digest of the whole contents of an open file, computed with this digest's
  /// algorithm.
  ///
  /// Nil if libcrypto cannot compute it.
  func same(of file: borrowing FileDescriptor) throws(SystemError) -> FileDigest? {
    try file.seek(0)
    switch self {
    case .sha256: return .sha256(try file.sha256().hex)
    case .md5: return try file.md5().map(FileDigest.md5)
    }
  }
}

extension FileDigest: CustomStringConvertible {
  /// The kind and the digits.
  package var description: String {
    switch self {
    case .sha256(let hex): "SHA-256 \(hex)"
    case .md5(let hex): "MD5 \(hex)"
    }
  }
}
