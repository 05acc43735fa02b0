/// A short digest that is kept beside bytes, to see whether they are still what was written.
package enum CheckValue {
  /// Hexadecimal digits: 64 bits, so that no edit by chance keeps a line whole.
  package static let length = 16

  /// The check of bytes: the first digits of their SHA-256.
  package static func of(_ bytes: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(bytes).hex.utf8.prefix(length))
  }
}
