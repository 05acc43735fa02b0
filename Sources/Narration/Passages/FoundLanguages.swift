package import Guion

/// The languages of the passages of a text.
package struct FoundLanguages: Sendable {
  /// The tags in the order in which they occur first, without the language of the text.
  package private(set) var tags: [String] = []
  /// The first element that names each language; none for languages that are only recognized.
  private(set) var places: [String: GuionElement] = [:]
  /// The names of languages that are no tags, with their elements.
  private(set) var unknown: [(name: String, element: GuionElement)] = []

  /// Finds the languages in a text.
  package init(in elements: [GuionElement], language: String) {
    let own = PassageTag.primary(of: language)
    let test = PassageTest(language: language)
    var known: Set<String> = []
    func add(_ tag: String) {
      if PassageTag.primary(of: tag) != own, known.insert(tag).inserted { tags.append(tag) }
    }
    for element in elements {
      for span in Self.spans(of: element) {
        guard case .language(let tag) = span.kind, !tag.isEmpty else { continue }
        if PassageTag.isTag(tag) {
          add(tag)
          if places[tag] == nil { places[tag] = element }
        } else {
          unknown.append((tag, element))
        }
      }
      guard let test, element.isText else { continue }
      for part in test.parts(of: element.elementText) { if let tag = part.tag { add(tag) } }
    }
  }

  private static func spans(of element: GuionElement) -> [InlineSpan] {
    guard case .row(let cells) = element.mark else { return element.inlines }
    return element.inlines + cells.flatMap { $0.headerInlines + $0.inlines }
  }
}

extension GuionElement {
  /// Whether the text can have sentences.
  fileprivate var isText: Bool {
    switch elementType {
    case .action, .dialogue, .lyrics, .synopsis: if case .code = mark { false } else { true }
    default: elementType.isSectionHeading
    }
  }
}
