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

  /// Shorter keys than four bytes are no secrets, but parts of words.
  private static func hide(_ key: SecureString, in text: String) -> String {
    guard key.count >= 4 else { return text }
    var bytes = Array(text.utf8)
    key.withBytes { bytes.replace($0, with: "••••".utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
