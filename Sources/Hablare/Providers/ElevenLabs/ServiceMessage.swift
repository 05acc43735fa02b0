/// Texts from outside as they may be shown in a message.
enum ServiceMessage {
  /// The most of a message that is shown, in characters.
  static let limit = 200

  /// The text in one line, without control and formatting characters, cut where it is too long.
  ///
  /// A key that it has is replaced by dots.
  static func shown(_ text: String, hiding key: SecureString? = nil, limit: Int = limit) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        if line.last != " " { line.append(" ") }
      case .format, .privateUse, .surrogate, .unassigned: break
      default: line.append(scalar)
      }
    }
    let words = String(line).split(separator: " ").joined(separator: " ")
    let safe = key.map { hide($0, in: words) } ?? words
    return safe.count > limit ? "\(safe.prefix(limit - 1))…" : safe
  }

  private static func hide(_ key: SecureString, in text: String) -> String {
    if key.isEmpty { return text }
    return key.withBytes { secret in
      var shown: [UInt8] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        if rest.starts(with: secret) {
          shown += Array("••••".utf8)
          rest = rest.dropFirst(secret.count)
        } else if let byte = rest.popFirst() {
          shown.append(byte)
        }
      }
      return String(decoding: shown, as: UTF8.self)
    }
  }
}
