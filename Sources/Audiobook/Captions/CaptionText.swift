import Audio
import Narration

extension SpokenSpan {
  /// The words that a reader sees: those that the engine was given, but for phonemes.
  var captionText: String {
    if let written { return written }
    guard hasPhonemes else { return text }
    var words = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "[["),
      let close = rest[open.upperBound...].firstRange(of: "]]")
    {
      words += rest[..<open.lowerBound]
      rest = rest[close.upperBound...]
    }
    return words + rest
  }
}

extension SpokenItem {
  /// The words that a reader sees: the author's, or those of the program if nobody wrote them.
  package var shownText: String { written ?? spans.map(\.captionText).joined(separator: " ") }

  /// The name that is shown; empty for the narrator.
  var captionSpeaker: String {
    guard let name = role?.name, !name.isEmpty else { return "" }
    return name.onOneLine.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
  }
}
