import CCrypto

/// SHA-1 (FIPS 180-4), by libcrypto: only for identifiers whose standard asks for it, never for safety.
enum SHA1 {
  private static let byteCount = 20

  /// Returns the 20 bytes of the digest.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    let status = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha1(), nil)
    precondition(status == 1, "libcrypto has no SHA-1")
    return digest
  }
}
