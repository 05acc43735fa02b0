import CCrypto

/// UUIDs that are made of names (RFC 9562, section 5.5): the same name always makes the same one.
package enum NameUUID {
  /// The UUID of version 5 of a name, in lower case.
  ///
  /// - Parameter namespace: The 16 bytes of a UUID that stands for the kind of name.
  package static func version5(namespace: [UInt8], name: [UInt8]) -> String {
    let input = namespace + name
    var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    let status = EVP_Digest(input, input.count, &bytes, nil, EVP_sha1(), nil)
    precondition(status == 1, "libcrypto has no SHA-1")
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.prefix(16).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      .joined(separator: "-")
  }
}
