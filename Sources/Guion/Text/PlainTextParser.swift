/// Reads plain text: paragraphs between blank lines.
public struct PlainTextParser: Sendable {
  /// The paragraphs in the order of the text, every one with its place.
  public let elements: [GuionElement]
  /// What is worth a warning.
  public let diagnostics: [Diagnostic]

  /// Reads the bytes of a text; undecodable ones become U+FFFD.
  public init(bytes: [UInt8]) { (elements, diagnostics) = ([], []) }
}
