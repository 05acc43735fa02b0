import Guion

extension [GuionElement] {
  /// All elements in one line, as `3:1 cue ANN (V.O.) | 3:1 says Hi. [code Hi]`.
  var outline: String { map(\.outline).joined(separator: " | ") }
}

extension GuionElement {
  /// The element's position, type, text and spans.
  var outline: String {
    let place = sourceRange.map { "\($0.start.line):\($0.start.column)" } ?? "?"
    var words = [place, kind]
    if !elementText.isEmpty { words.append(elementText.replacing("\n", with: "⏎")) }
    if let `extension` { words.append(`extension`) }
    return (words + inlines.filter { !$0.kind.isOnlySeen }.map(span)).joined(separator: " ")
  }

  private var kind: String {
    switch elementType {
    case .character: "cue"
    case .dialogue: "says"
    case .parenthetical: "direction"
    case .action: "prose"
    case .sectionHeading: "heading"
    default: elementType.identifier
    }
  }

  private func span(_ span: InlineSpan) -> String {
    if case .footnote(let number, let text) = span.kind {
      return "[\(number)@\(span.range.lowerBound) \(text.text)]"
    }
    let words = String(decoding: Array(elementText.utf8)[span.range], as: UTF8.self)
    return "[\(span.kind) \(words.replacing("\n", with: "⏎"))]"
  }
}

extension InlineSpan.Kind {
  /// Whether the span is visible but silent.
  fileprivate var isOnlySeen: Bool {
    switch self {
    case .emphasis, .strong, .underline, .link, .imageFile: true
    default: false
    }
  }
}
