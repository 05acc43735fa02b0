extension String {
  /// The text with spaces instead of control characters.
  ///
  /// A zero byte ends a text in one format and separates two values in another.
  package var onOneLine: String {
    let clean = unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(clean))
  }
}
