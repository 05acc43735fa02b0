import Basics

/// The lines of a table of contents that a book prints on one of its pages.
extension [GuionElement] {
  /// The elements without lists of links to pages of the book, and without the titles of these lists.
  /// `title` is the name of the contents in the package.
  func withoutContents(title: String?) -> [GuionElement] {
    var rest: [GuionElement] = []
    for (index, element) in enumerated() {
      if element.isContentsLine { continue }
      let next = self[(index + 1)...].first { !$0.elementText.isEmpty }
      let isTitle =
        element.isContentsTitle(title) || element.isLabel && next?.isContentsLine == true
      if !isTitle { rest.append(element) }
    }
    return rest.withoutBareHeadings
  }

  /// The elements without headings that have no text below them; empty if there is no text.
  var withoutBareHeadings: [GuionElement] {
    guard contains(where: { $0.isSpeakable && !$0.elementType.isSectionHeading }) else { return [] }
    return self
  }
}

extension GuionElement {
  /// Whether all words are links to pages of the book. Digits and Roman numerals, such as those of pages,
  /// may stand beside them.
  var isContentsLine: Bool {
    var spans = inlines
    if case .row(let cells)? = mark {
      // A row's text joins its cells by a comma and a blank.
      var start = 0
      spans = []
      for cell in cells where !cell.text.isEmpty {
        spans += cell.inlines.map {
          InlineSpan($0.kind, $0.range.lowerBound + start..<$0.range.upperBound + start)
        }
        start += cell.text.utf8.count + 2
      }
    }
    let links = spans.filter { $0.kind == .contentsLink && !$0.range.isEmpty }.map(\.range)
    guard !links.isEmpty else { return false }
    var (offset, rest) = (0, "")
    for scalar in elementText.unicodeScalars {
      let isLinked = links.contains { $0.contains(offset) }
      rest.unicodeScalars.append(isLinked ? " " : scalar)
      offset += UTF8.width(scalar)
    }
    return rest.titleWords.allSatisfy { word in
      word.allSatisfy { $0.isNumber || "ivxlcdm".contains($0) }
    }
  }

  /// Whether this is the title of a table of contents.
  fileprivate func isContentsTitle(_ title: String?) -> Bool {
    let words = elementText.titleWords
    guard !words.isEmpty else { return false }
    return words == title?.titleWords || ContentsTitles.contains(elementText)
  }

  /// Whether this is a few words without an end of a sentence, like a title.
  fileprivate var isLabel: Bool {
    let count = elementText.titleWords.count
    guard count > 0, count <= 6, let last = elementText.last else { return false }
    return !".!?…".contains(last)
  }
}

/// The titles of tables of contents in the languages of `LayoutWords`, and in a few more.
enum ContentsTitles {
  static func contains(_ title: String) -> Bool {
    all.contains(title.titleWords.joined(separator: " "))
  }

  private static let all: Set<String> = [
    "contents", "table of contents", "inhalt", "inhaltsverzeichnis", "índice", "contenido",
    "tabla de contenido", "tabla de contenidos", "sumario", "sommaire", "table des matières",
    "indice", "sommario", "inhoud", "inhoudsopgave", "sumário", "innehåll", "indhold", "innhold",
    "sisällys", "spis treści", "obsah", "содержание", "оглавление", "目次", "目录", "차례",
  ]
}
