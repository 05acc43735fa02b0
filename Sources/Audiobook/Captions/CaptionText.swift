import Audio
import Narration

extension SpokenSpan {
  /// The text to show: `written`, or else the engine's text with the phonemes removed.
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
  /// The text to show: the author's text, or else the texts of the spans.
  package var shownText: String { written ?? spans.map(\.captionText).joined(separator: " ") }

  /// The speaker's name to show; empty for the narrator.
  var captionSpeaker: String {
    guard let name = role?.name, !name.isEmpty else { return "" }
    return name.onOneLine.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
  }
}
