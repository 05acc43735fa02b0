/// A short digest that is stored next to bytes to detect changes.
package enum CheckValue {
  /// The length in hexadecimal digits: 64 bits, so that an accidental edit is practically always detected.
  package static let length = 16

  /// Returns the check value of bytes: the first digits of their SHA-256.
  package static func of(_ bytes: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(bytes).hex.utf8.prefix(length))
  }
}
