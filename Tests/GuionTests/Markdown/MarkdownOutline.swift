import Guion

/// One row of a table: Markdown and the expected outline of its elements.
typealias MarkdownRow = OutlineRow<MarkdownOutline>

enum MarkdownOutline: Outliner {
  static func outline(of source: String) -> String {
    CommonMarkParser(string: source).elements.markdownOutline
  }
}

extension [GuionElement] {
  /// All elements in one line: `h1 Title / p Words {code Words} / > quote x / item 2 #3 [x] x / row a: b`.
  var markdownOutline: String { map(\.markdownOutline).joined(separator: " / ") }
}

extension GuionElement {
  var markdownOutline: String {
    var words = [String](repeating: ">", count: quoteDepth) + [kind]
    if case .row(let cells)? = mark {
      words += [
        cells.map { "\($0.header): \($0.text)" + Self.spans($0.inlines, $0.text) }
          .joined(separator: "; ")
      ]
    } else if !elementText.isEmpty {
      words.append(elementText.replacing("\n", with: "⏎"))
    }
    return words.joined(separator: " ") + Self.spans(inlines, elementText)
  }

  private var kind: String {
    switch elementType {
    case .sectionHeading(let level): return "h\(level)" + (mark == nil ? "" : " " + markName)
    case .pageBreak: return "rule"
    case .comment: return "html"
    default: return markName
    }
  }

  private var markName: String {
    switch mark {
    case nil: return "p"
    case .quote: return "quote"
    case .list(let ordered, let number, let depth, let task):
      let sign = ordered ? number.map { "#\($0)" } ?? "#" : "-"
      return "item \(depth) \(sign)" + (task.map { $0 ? " [x]" : " [ ]" } ?? "")
    case .code(let language): return "code" + (language.map { "(\($0))" } ?? "")
    case .row: return "row"
    case .summary: return "summary"
    case .footnote(let number): return "footnote \(number)"
    }
  }

  private static func spans(_ spans: [InlineSpan], _ text: String) -> String {
    let bytes = Array(text.utf8)
    return spans.map { span in
      let words = String(decoding: bytes[span.range], as: UTF8.self).replacing("\n", with: "⏎")
      switch span.kind {
      case .code: return " {code \(words)}"
      case .strikethrough: return " {struck \(words)}"
      case .image: return " {image \(words)}"
      case .badge: return " {badge \(words)}"
      case .contentsLink: return " {contents \(words)}"
      // A character in the text shows its position.
      case .lineBreak: return ""
      case .math: return " {math \(words)}"
      case .raised: return " {raised \(words)}"
      // Other tests check spans that are only visible.
      case .emphasis, .strong, .underline, .language, .link, .imageFile: return ""
      case .footnote(let number, let text):
        return
          " {note \(number)@\(span.range.lowerBound) \(text.text.split(separator: "\n").joined(separator: " "))}"
      }
    }.joined()
  }
}
