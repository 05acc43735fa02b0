/// Words with what is more than plain text in them.
public struct MarkedText: Sendable, Hashable {
  /// The words; paragraphs are apart by line breaks.
  public var text: String
  /// What is more than plain text in the words, in order.
  public var inlines: [InlineSpan]

  /// Makes a text.
  public init(_ text: String, inlines: [InlineSpan] = []) {
    self.text = text
    self.inlines = inlines
  }
}
