import Basics

/// The names of keys, which are also file names.
enum KeyName {
  /// The suffix after a provider's id.
  static let suffix = "-api-key"

  static func check(_ key: String) throws(CredentialError) {
    let isPlain = key.utf8.allSatisfy(PercentEncoding.provider.contains)
    guard isPlain, !key.isEmpty, !key.hasPrefix("."), key.utf8.count <= 200 else {
      throw .invalidName(key)
    }
  }

  /// Returns the provider of a key; nil for names of another form.
  static func provider(of key: String) -> String? {
    key.hasSuffix(suffix) ? String(key.dropLast(suffix.count)) : nil
  }
}

/// The rules for a key's text.
///
/// The key becomes part of a request header, so it must not contain a line end.
enum KeyForm {
  /// The longest key, in bytes.
  static let longest = InputLimit.key.maximum

  /// Returns the key without surrounding whitespace; throws if the trimmed text cannot be a key.
  static func checked(
    _ secret: SecureString, from source: CredentialSource?
  ) throws(CredentialError) -> SecureString {
    let key = trimmed(secret)
    if key.isEmpty { throw .invalidKey(source: source, reason: "it is empty") }
    guard key.count <= longest else {
      throw .invalidKey(source: source, reason: InputLimit.key.message)
    }
    if let reason = key.withBytes({ fault(in: $0) }) {
      throw .invalidKey(source: source, reason: reason)
    }
    return key
  }

  /// Returns the problem with a key; nil if it can be a key.
  ///
  /// If the key has several problems, returns the one that helps the user most.
  private static func fault(in bytes: UnsafeRawBufferPointer) -> String? {
    if bytes.allSatisfy({ (0x21...0x7E).contains($0) }) { return nil }
    // Some editors write a byte order mark at the start of files in UTF-8 and UTF-16.
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
    if marks.contains(where: { bytes.starts(with: $0) }) {
      return "it begins with a byte order mark; save it as plain text without one"
    }
    if bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return "it has more than one line" }
    if bytes.contains(where: { $0 == 0x20 || $0 == 0x09 }) { return "it contains a space or a tab" }
    return bytes.contains { $0 > 0x7F }
      ? "it contains a non-ASCII character" : "it contains a control character"
  }

  /// Returns the secret without surrounding whitespace.
  static func trimmed(_ secret: SecureString) -> SecureString {
    secret.withBytes { bytes in
      let key = bytes.trimmedOfBlanks
      return key.count == bytes.count ? secret : SecureString(bytes: key)
    }
  }
}
