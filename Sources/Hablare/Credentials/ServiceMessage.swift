/// Texts from outside as they may be shown in a message.
enum ServiceMessage {
  /// The most of a message that is shown, in characters.
  static let limit = 200

  /// The text in one line, without control and formatting characters, cut where it is too long.
  ///
  /// A key that it has, in whatever case, is replaced by dots.
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

  /// Whether a text has the key, as `shown` looks for it.
  static func has(_ key: SecureString?, in text: String) -> Bool {
    guard let key else { return false }
    return !places(of: key, in: Array(text.unicodeScalars)).isEmpty
  }

  /// What a service calls its answer, such as `req_01:a-b`: letters, digits and `_.:-` of it; nil
  /// where nothing is left, or the service has sent back the key.
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

  /// Where the key is, whatever its case, and whatever invisible characters are between its letters.
  ///
  /// Shorter keys than four bytes are no secrets, but parts of words; in one of twelve and more, which
  /// no words make up, a line may have been broken. Only the key's lent bytes are looked at: a copy
  /// would not be wiped.
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
