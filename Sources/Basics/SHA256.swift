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

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    precondition(status == 1, "libcrypto failed in EVP_DigestUpdate")
  }

  /// Adds the UTF-8 form of a text.
  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

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

  package static func hash(_ bytes: UnsafeRawBufferPointer) -> SHA256Digest {
    var state = SHA256()
    state.update(bytes)
    return state.finish()
  }

  package static func hash(_ bytes: [UInt8]) -> SHA256Digest {
    bytes.withUnsafeBytes { hash($0) }
  }
}

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

/// A SHA-256 over fields.
/// Each text is preceded by its length, and all other fields have a fixed length. So different lists
/// of fields never produce the same input.
package struct FieldHasher: ~Copyable {
  private var state = SHA256()

  /// Creates a hasher.
  /// `domain` names the hashed object and the version of its list of fields.
  package init(_ domain: String) { add(domain) }

  /// Adds a text as UTF-8.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      add(UInt64(bytes.count))
      state.update(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Adds an optional text.
  /// nil and an empty text are distinct.
  package mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }

  package mutating func add(_ flag: Bool) { state.update([flag ? 1 : 0]) }

  /// Adds a 64-bit number.
  package mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { state.update($0) }
  }

  package mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  /// Adds a number.
  /// Positive and negative zero are the same.
  package mutating func add(_ number: Double) {
    add((number == 0 ? 0 : number).bitPattern)
  }

  /// The hash as 64 hexadecimal digits.
  package consuming func finish() -> String { state.finish().hex }
}

/// A SHA-256 over fields for fingerprints and cache files: fields as text, their lengths as decimal digits.
/// There are two hashers, because users already have keys from each hasher, and these keys must never change.
package struct TextFieldHasher: ~Copyable {
  private var state = SHA256()

  /// Creates a hasher without fields.
  package init() {}

  package mutating func add(_ text: String) { state.update("\(text.utf8.count):\(text)") }

  package mutating func add(_ number: Int) { add(String(number)) }

  /// The hash as 64 hexadecimal digits.
  package consuming func finish() -> String { state.finish().hex }
}

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

/// A short digest that is stored next to bytes to detect changes.
package enum CheckValue {
  /// The length in hexadecimal digits: 64 bits, so that an accidental edit is practically always detected.
  package static let length = 16

  /// Returns the check value of bytes: the first digits of their SHA-256.
  package static func of(_ bytes: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(bytes).hex.utf8.prefix(length))
  }
}
