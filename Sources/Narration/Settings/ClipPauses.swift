/// The pauses inside a text, in milliseconds (Documentation/speech.md, "Pauses").
///
/// A nil pause stays as long as the voice makes it.
public struct ClipPauses: Sendable, Hashable {
  /// The pause at the end of a sentence.
  public var sentence: Int?
  /// The longest pause at a comma, a semicolon, a colon or a dash.
  public var comma: Int?
  /// The pause at an ellipsis.
  public var ellipsis: Int?

  /// Creates the pauses inside a text.
  public init(sentence: Int? = nil, comma: Int? = nil, ellipsis: Int? = nil) {
    (self.sentence, self.comma, self.ellipsis) = (sentence, comma, ellipsis)
  }

  /// The pauses as text for fingerprints; nil if all of them stay as the voice makes them.
  package var key: String? {
    let set = [("sentence", sentence), ("comma", comma), ("ellipsis", ellipsis)].compactMap {
      name, value in value.map { "\(name)=\($0)" }
    }
    return set.isEmpty ? nil : set.joined(separator: " ")
  }
}
