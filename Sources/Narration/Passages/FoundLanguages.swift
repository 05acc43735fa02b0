package import Guion

/// The languages of the passages of a text.
package struct FoundLanguages: Sendable {
  /// The tags in the order in which they occur first, without the language of the text.
  package private(set) var tags: [String] = []
  /// The first element that names each language; none for languages that are only recognized.
  private(set) var places: [String: GuionElement] = [:]
  /// The names of languages that are no tags, with their elements.
  private(set) var unknown: [(name: String, element: GuionElement)] = []
  /// The language of almost all sentences, if this is not the language of the text.
  private(set) var leaning: String?

  /// Finds the languages in a text.
  package init(in elements: [GuionElement], language: String) {
    let own = PassageTag.primary(of: language)
    let test = PassageTest(language: language)
    var known: Set<String> = []
    var tally = PassageTally()
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
      for part in test.parts(of: element.elementText, counting: &tally) {
        if let tag = part.tag { add(tag) }
      }
    }
    leaning = tally.leaning
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

/// Speeches whose direction names their language: `(in Spanish)` above `¿Dónde está?`.
package enum DirectedLanguages {
  /// Returns elements in which such speeches are marked with their language, and the direction too.
  /// A speech in the language of the text stays as it is: many scripts write a translation below the direction.
  package static func marked(_ elements: [GuionElement], language: String) -> [GuionElement] {
    guard let first = elements.firstIndex(where: { tag(of: $0, language) != nil }) else {
      return elements
    }
    var elements = elements
    var directed: (place: Int, tag: String)?
    for index in first..<elements.count {
      switch elements[index].elementType {
      case .parenthetical: directed = tag(of: elements[index], language).map { (index, $0) }
      case .dialogue, .lyrics:
        // Words with subtitles are often written in the language of the subtitles.
        guard let (place, tag) = directed,
          isSpoken(
            elements[index].elementText, in: tag, language,
            isSubtitled: elements[place].elementText.lowercased().contains("subtitle"))
        else { continue }
        mark(&elements[place], tag)
        mark(&elements[index], tag)
      case .comment, .boneyard, .pageBreak: continue
      default: directed = nil
      }
    }
    return elements
  }

  /// Returns the language that a part of a direction names; nil if it names none.
  static func tag(in direction: String) -> String? {
    let words = direction.lowercased().split { !$0.isLetter }.map(String.init)
    guard let last = words.last, words.count <= 3 else { return nil }
    guard words.count == 1 || openings.contains(words[0]) else { return nil }
    return names[last]
  }

  private static func tag(of element: GuionElement, _ language: String) -> String? {
    guard element.elementType == .parenthetical else { return nil }
    let tags = element.elementText.split { ",;.".contains($0) }.compactMap { tag(in: String($0)) }
    return tags.first { PassageTag.primary(of: $0) != PassageTag.primary(of: language) }
  }

  private static func mark(_ element: inout GuionElement, _ tag: String) {
    guard !element.isIn(tag) else { return }
    let whole = InlineSpan(.language(tag: tag), 0..<element.elementText.utf8.count)
    var marked = element
    marked.inlines = ([whole] + element.inlines).sorted(by: InlineSpan.isInOrder)
    element = marked.withIdentity(of: element)
  }

  /// Whether words can be in a language: at least one is, or has letters that English does not have, and none is of the
  /// text's own language.
  private static func isSpoken(
    _ text: String, in tag: String, _ language: String, isSubtitled: Bool
  ) -> Bool {
    let (wanted, own) = (PassageTag.primary(of: tag), PassageTag.primary(of: language))
    let found = text.lowercased().split { !$0.isLetter }.compactMap(FunctionWords.onlyLanguage)
    if found.contains(own) { return false }
    return found.contains(wanted) || !isSubtitled && !FunctionWords.languages.contains(wanted)
      || text.unicodeScalars.contains { !$0.isASCII && !"’‘“”–—…".unicodeScalars.contains($0) }
  }

  private static let openings: Set = ["in", "en", "auf"]
  private static let names: [String: String] = {
    let lists = """
      en english inglés anglais englisch|es spanish español espagnol spanisch|fr french francés français französisch
      de german alemán allemand deutsch|it italian italiano italien italienisch|ru russian ruso russe russisch
      pt portuguese portugués portugais portugiesisch|pl polish polaco polonais polnisch|nl dutch holandés néerlandais
      zh chinese mandarin chino chinois chinesisch|ja japanese japonés japonais japanisch|ko korean coreano coréen koreanisch
      la latin latín lateinisch|ar arabic árabe arabe arabisch|el greek griego grec griechisch|sv swedish schwedisch
      tr turkish turco turc türkisch|he hebrew hebreo hébreu hebräisch|hu hungarian húngaro hongrois ungarisch
      cs czech checo tchèque tschechisch|uk ukrainian ukrainisch|hi hindi|vi vietnamese|ga gaelic irish
      """
    var names: [String: String] = [:]
    for list in lists.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
      let words = list.split(separator: " ").map(String.init)
      for name in words.dropFirst() { names[name] = words[0] }
    }
    return names
  }()
}

extension GuionElement {
  /// Whether the whole element is marked as being in a language.
  func isIn(_ tag: String) -> Bool {
    inlines.contains { $0.kind == .language(tag: tag) && $0.range.count == elementText.utf8.count }
  }
}
