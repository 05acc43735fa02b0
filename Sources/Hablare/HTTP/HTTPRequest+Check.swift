import Basics

extension HTTPRequest {
  /// Checks that libcurl would send exactly this request, and returns the parts of the address.
  ///
  /// Throws if the address is not a plain http or https address, or if a header contains a line
  /// break or another forbidden character (RFC 9110, section 5.5).
  func checked() throws(HTTPError) -> URLParts {
    guard URLParts.hasOnlyURLBytes(url) else {
      throw .invalidAddress(
        "it contains spaces, control characters or other characters that must be encoded")
    }
    let parts = try URLParts(url)
    for (name, value) in headers {
      try Self.checkName(name)
      guard value.utf8.allSatisfy(Self.isFieldByte) else {
        throw .invalidAddress("the value of the header \(name) contains control characters")
      }
    }
    try secret?.checked()
    return parts
  }

  /// Throws if a header name is not a token (RFC 9110, section 5.6.2).
  static func checkName(_ name: String) throws(HTTPError) {
    guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
      throw .invalidAddress(
        "the header name \"\(name.visible)\" is empty or contains characters that are not allowed")
    }
  }

  /// Returns whether a byte is allowed in a header's value: the tab, and all bytes that are not
  /// control characters.
  static func isFieldByte(_ byte: UInt8) -> Bool { byte == 0x09 || byte >= 0x20 && byte != 0x7F }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
