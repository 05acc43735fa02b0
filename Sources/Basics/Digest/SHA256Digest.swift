/// A SHA-256 hash value.
public struct SHA256Digest: Hashable, Sendable {
  /// The 32 bytes of the hash.
  public var bytes: [UInt8]

  /// Creates a digest from bytes that were computed before.
  public init(bytes: [UInt8]) {
    precondition(bytes.count == SHA256.byteCount, "a SHA-256 digest has 32 bytes")
    self.bytes = bytes
  }

  /// The hash as 64 lowercase hexadecimal digits, as `sha256sum` prints it.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension SHA256Digest: CustomStringConvertible {
  /// The hexadecimal form.
  public var description: String { hex }
}
