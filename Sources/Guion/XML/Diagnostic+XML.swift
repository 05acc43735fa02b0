import Basics

extension Diagnostic {
  /// The error for XML that cannot be read.
  static func badXML(_ fault: XMLFault, at position: SourcePosition?) -> Self {
    Self(code: "bad-xml", severity: .error, message: fault.message, position: position)
  }
}
