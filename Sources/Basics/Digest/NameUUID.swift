import CCrypto

/// A version 5 UUID, which is derived from a name: the same name always has the same UUID (RFC 9562,
/// section 5.5).
package struct NameUUID: Hashable, Sendable, CustomStringConvertible {
  /// The 16 bytes.
  package let bytes: [UInt8]

  /// The namespace of names that are URLs (RFC 9562, section 6.6).
  package static let url = NameUUID(0x6ba7_b811_9dad_11d1, 0x80b4_00c0_4fd4_30c8)

  /// Creates the UUID of a known namespace from its two halves.
  package init(_ high: UInt64, _ low: UInt64) {
    bytes = [high, low].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
    }
  }

  package init(_ name: String, in namespace: NameUUID) {
    let input = namespace.bytes + Array(name.utf8)
    var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    let status = EVP_Digest(input, input.count, &bytes, nil, EVP_sha1(), nil)
    precondition(status == 1, "libcrypto does not support SHA-1")
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    self.bytes = Array(bytes.prefix(16))
  }

  /// The 36 characters, in lowercase.
  package var description: String {
    var text = ""
    for (place, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(place) { text += "-" }
      text += String(UInt16(byte) + 0x100, radix: 16).dropFirst()
    }
    return text
  }
}
