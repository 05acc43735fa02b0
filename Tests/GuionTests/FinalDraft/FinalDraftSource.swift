import Guion

/// Final Draft documents for tests, and outlines of the elements read from them.
enum FinalDraftSource {
  /// Returns a whole document with these paragraphs.
  static func document(_ content: String, _ rest: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="no" ?>
    <FinalDraft DocumentType="Script" Template="No" Version="4">
    <Content>
    \(content)
    </Content>
    \(rest)
    </FinalDraft>
    """
  }

  /// Returns a paragraph with one run.
  static func paragraph(_ type: String, _ words: String, _ attributes: String = "") -> String {
    "<Paragraph Type=\"\(type)\" \(attributes)><Text>\(words)</Text></Paragraph>"
  }

  /// Returns a short form of every element, separated by bars.
  static func outline(_ elements: [GuionElement]) -> String {
    elements.map { element in
      var words = element.elementText.replacing("\n", with: "⏎")
      for span in element.inlines {
        words += " \(name(of: span.kind))=\(span.range.lowerBound)-\(span.range.upperBound)"
      }
      if let suffix = element.extension { words += " ext=\(suffix)" }
      if let number = element.sceneNumber { words += " #\(number)" }
      let marks = (element.isCentered ? "centered " : "") + (element.isDualDialogue ? "dual " : "")
      let level =
        element.elementType.isSectionHeading ? " \(element.elementType.level)" : ""
      return "\(marks)\(element.elementType.identifier)\(level)\(words.isEmpty ? "" : " ")\(words)"
    }.joined(separator: " | ")
  }

  private static func name(of kind: InlineSpan.Kind) -> String {
    switch kind {
    case .strong: "b"
    case .emphasis: "i"
    case .underline: "u"
    case .strikethrough: "s"
    default: "\(kind)"
    }
  }
}
