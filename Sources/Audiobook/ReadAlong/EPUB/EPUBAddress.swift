extension String {
  /// The text as the address of an external link; nil if an EPUB must not link to the address.
  ///
  /// Characters that are not allowed in an address are escaped (RFC 3986, section 2).
  var asLink: String? {
    let lower = lowercased()
    guard ["https://", "http://", "mailto:"].contains(where: { lower.hasPrefix($0) }) else {
      return nil
    }
    if !lower.hasPrefix("mailto:"), !hasPlainHost { return nil }
    if lower == "mailto:" { return nil }
    var result = ""
    var rest = Array(unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      let isEscape =
        scalar == "%" && rest.prefix(2).count == 2
        && rest.prefix(2).allSatisfy(\.properties.isASCIIHexDigit)
      if isEscape || Self.isInAddress(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 {
          result += "%" + String(UInt16(byte) + 0x100, radix: 16, uppercase: true).dropFirst()
        }
      }
    }
    return result
  }

  /// Whether the host consists of letters, digits, dots and hyphens.
  ///
  /// A port may follow.
  private var hasPlainHost: Bool {
    let place = split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last ?? ""
    let parts = place.prefix { !"/?#".contains($0) }
      .split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2 else { return false }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
        && label.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    let port = parts.count == 2 ? UInt16(parts[1]) : 0
    return isName && port != nil
  }

  /// Whether a character is allowed unescaped in an address.
  private static func isInAddress(_ scalar: Unicode.Scalar) -> Bool {
    let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
    return isLetter || "0123456789-._~:/?#@!$&'()*+,;=".unicodeScalars.contains(scalar)
  }
}
