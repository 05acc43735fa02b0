import CCrypto

/// A SHA-256 computation (FIPS 180-4) with libcrypto that reads its input piece by piece.
/// libcrypto's calls fail only if memory runs out, or if the library is built or configured without
/// SHA-256. Callers can neither cause nor handle such a failure, so it stops the program instead of
/// being thrown through every layer.
/// `@unchecked Sendable`: the value owns its context, which is not bound to a thread.
package struct SHA256: ~Copyable, @unchecked Sendable {
  /// The length of a digest in bytes (FIPS 180-4, figure 1).
  package static let byteCount = 32

  private let context: OpaquePointer

  /// Starts a computation.
  package init() {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("not enough memory") }
    self.context = context
    let status = EVP_DigestInit_ex(context, EVP_sha256(), nil)
    precondition(status == 1, "libcrypto does not support SHA-256")
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    precondition(status == 1, "libcrypto failed in EVP_DigestUpdate")
  }

  /// Adds the UTF-8 form of a text.
  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Adds bytes.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Ends the computation and returns the digest.
  package consuming func finish() -> SHA256Digest {
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    let status = EVP_DigestFinal_ex(context, &bytes, nil)
    precondition(status == 1, "libcrypto failed in EVP_DigestFinal_ex")
    return SHA256Digest(bytes: bytes)
  }

  /// Returns the digest of a text's UTF-8 form.
  package static func hash(_ text: String) -> SHA256Digest {
    var state = SHA256()
    state.update(text)
    return state.finish()
  }

  /// Returns the digest of bytes.
  package static func hash(_ bytes: UnsafeRawBufferPointer) -> SHA256Digest {
    var state = SHA256()
    state.update(bytes)
    return state.finish()
  }

  /// Returns the digest of bytes.
  package static func hash(_ bytes: [UInt8]) -> SHA256Digest {
    bytes.withUnsafeBytes { hash($0) }
  }
}
