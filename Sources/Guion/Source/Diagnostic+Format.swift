import Basics

extension Diagnostic {
  /// The error for a document that is not in the expected format.
  static func wrongFormat(_ found: String, as format: DocumentFormat, advice: String) -> Self {
    Self(
      code: "wrong-format", severity: .error,
      message: "this is \(found) and cannot be read as \(format.displayName); \(advice)")
  }
}
