import Guion

/// Final Draft documents of tests, and outlines of what is read of them.
enum FinalDraftSource {
  /// A whole document around paragraphs.
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

  /// A paragraph of one run.
  static func paragraph(_ type: String, _ words: String, _ attributes: String = "") -> String {
    "<Paragraph Type=\"\(type)\" \(attributes)><Text>\(words)</Text></Paragraph>"
  }

  /// Every element in a few words, apart by bars.
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
