extension String {
  /// The text with spaces instead of control characters.
  /// In some formats a zero byte ends a text, and in others it separates two values.
  package var onOneLine: String {
    let clean = unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(clean))
  }
}
