/// A header with a secret value: `Authorization: Bearer <key>`.
package struct SecretHeader: Sendable {
  package var name: String
  /// The text before the key, such as `Bearer `.
  package var prefix: String
  package var key: SecureString

  package init(_ name: String, prefix: String = "", key: SecureString) {
    self.name = name
    self.prefix = prefix
    self.key = key
  }

  /// Throws if the name, the prefix or the key has characters that a header must not contain, or if
  /// the key is empty.
  ///
  /// The message does not contain the key.
  func checked() throws(HTTPError) {
    try HTTPRequest.checkName(name)
    let isClean =
      prefix.utf8.allSatisfy(HTTPRequest.isFieldByte)
      && key.withBytes { $0.allSatisfy(HTTPRequest.isFieldByte) }
    guard isClean else {
      throw .invalidAddress(
        "the key for the header \(name) contains control characters, perhaps a line break at its "
          + "end")
    }
    guard !key.isEmpty else { throw .invalidAddress("the key for the header \(name) is empty") }
  }
}
