/// Text from services, made safe to show in a message.
enum ServiceMessage {
  /// The longest shown text, in characters.
  static let limit = 200

  /// Returns the text in one line, without control and formatting characters, cut if it is too long.
  ///
  /// If the text contains the key, in upper or lower case, dots replace the key.
  static func shown(_ text: String, hiding key: SecureString? = nil, limit: Int = limit) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isInvisible(scalar) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        if line.last != " " { line.append(" ") }
      default: line.append(scalar)
      }
    }
    let words = String(line).split(separator: " ").joined(separator: " ")
    let safe = key.map { hide($0, in: words) } ?? words
    return safe.count > limit ? "\(safe.prefix(limit - 1))…" : safe
  }

  /// Returns whether a text contains the key, as `shown` detects it.
  static func has(_ key: SecureString?, in text: String) -> Bool {
    guard let key else { return false }
    return !places(of: key, in: Array(text.unicodeScalars)).isEmpty
  }

  /// Returns a service's request id, such as `req_01:a-b`, reduced to letters, digits and `_.:-`.
  ///
  /// Nil if nothing remains, or if the id contains the key.
  static func requestId(_ text: String?, hiding key: SecureString?) -> String? {
    guard let text else { return nil }
    let kept = text.unicodeScalars.filter { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || "_.:-".unicodeScalars.contains(scalar)
    }
    let id = String(String.UnicodeScalarView(kept))
    return id.isEmpty || has(key, in: id) ? nil : String(id.prefix(limit))
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .privateUse, .surrogate, .unassigned: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func hide(_ key: SecureString, in text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let found = places(of: key, in: scalars)
    if found.isEmpty { return text }
    var result = String.UnicodeScalarView()
    var place = 0
    for range in found {
      result += scalars[place..<range.lowerBound]
      result += "••••".unicodeScalars
      place = range.upperBound
    }
    result += scalars[place...]
    return String(result)
  }

  /// Returns where the key is in a text.
  ///
  /// Case is ignored. Invisible characters between the key's letters are ignored too.
  ///
  /// A key shorter than four bytes is not searched for, because it would match parts of ordinary
  /// words. If the key has twelve bytes or more, whitespace in the text is ignored too: a service
  /// may have broken the line, and ordinary words hardly ever form such a key. The key's bytes are
  /// read in place, because a copy would not be wiped.
  private static func places(of key: SecureString, in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    guard key.count >= 4 else { return [] }
    var bytes: [UInt8] = []
    var origins: [Int] = []
    for (place, scalar) in scalars.enumerated()
    where !isInvisible(scalar) && (key.count < 12 || !scalar.properties.isWhitespace) {
      for byte in String(scalar).utf8 {
        bytes.append(lowered(byte))
        origins.append(place)
      }
    }
    return key.withBytes { wanted in
      var found: [Range<Int>] = []
      var start = 0
      while start + wanted.count <= bytes.count {
        if wanted.indices.allSatisfy({ bytes[start + $0] == lowered(wanted[$0]) }) {
          found.append(origins[start]..<origins[start + wanted.count - 1] + 1)
          start += wanted.count
        } else {
          start += 1
        }
      }
      return found
    }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
