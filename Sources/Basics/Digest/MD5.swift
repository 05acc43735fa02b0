import CCrypto

/// An MD5 computation (RFC 1321) with libcrypto that reads its input piece by piece.
/// MD5 is used only for files whose publisher states no better digest. MD5 detects damage, but it cannot
/// detect that a publisher created two files with the same digest.
struct MD5: ~Copyable {
  private static let byteCount = 16

  private let context: OpaquePointer

  /// Starts a computation; nil if libcrypto is configured without MD5, as in FIPS 140 mode.
  init?() {
    guard let context = EVP_MD_CTX_new() else { return nil }
    guard EVP_DigestInit_ex(context, EVP_md5(), nil) == 1 else {
      EVP_MD_CTX_free(context)
      return nil
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    precondition(status == 1, "libcrypto failed in EVP_DigestUpdate")
  }

  /// Ends the computation and returns the digest as 32 lowercase hexadecimal digits.
  consuming func finish() -> String {
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    let status = EVP_DigestFinal_ex(context, &bytes, nil)
    precondition(status == 1, "libcrypto failed in EVP_DigestFinal_ex")
    return bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
  }
}
