/// A section of a book that `skip` can leave out.
package struct BookSection: Sendable {
  /// The indices of the elements, with the heading.
  package let elements: Range<Int>
  /// The heading in one line.
  package let name: String
}

extension Manuscript {
  /// Returns the manuscript without the sections that have one of the names, and without back matter if that is a name.
  /// A section ends at the next heading of its level or above. Notes of the remaining text can be in such a section, so
  /// notes stay.
  /// If `hasMarks` is true, the passages between `<!-- skip -->` and `<!-- read -->` are left out too.
  package func skipping(_ names: [String], hasMarks: Bool = false) -> Manuscript {
    var rules: [Int: SkippedWords.Rule] = [:]
    if hasMarks { for index in elements.markedPassages.joined() { rules[index] = .skippedSection } }
    if names.isEmpty { return without(rules) }
    var skipped = Set(names.map(\.titleName))
    // A section with this name can contain an epilogue.
    if skipped.remove(Self.backMatterName.titleName) != nil {
      for index in backMatter.flatMap(\.elements) { rules[index] = .backMatter }
    }
    for section in sections(where: { skipped.contains($0.titleName) }) {
      for index in section.elements { rules[index] = .skippedSection }
    }
    return without(rules.filter { !elements[$0.key].isFootnote })
  }

  /// Returns the names that no section has, and that are not usual names of such sections.
  /// A series can share a list of names, so a usual name is not a mistake.
  package func unknownSections(among names: [String]) -> [String] {
    let known = Set((sectionNames + [Self.backMatterName]).map(\.titleName))
    return names.filter { !known.contains($0.titleName) && !SectionNames.contains($0.titleName) }
  }

  /// The names of all sections, each once.
  package var sectionNames: [String] {
    var seen: Set<String> = []
    return elements.filter(\.isOwnHeading).compactMap(\.elementText.inOneLine)
      .filter { seen.insert($0).inserted }
  }

  /// The sections whose name says that they are not meant to be read, such as "Deleted scenes".
  package var privateSections: [BookSection] {
    sections { SectionNames.isPrivate($0.titleName, inScript: isScreenplay) }
  }

  package func words(in section: BookSection) -> Int {
    section.elements.reduce(0) { $0 + WordCount.count(elements[$1].elementText).words }
  }

  /// Returns the sections whose name has a property, without the sections inside them.
  func sections(where isWanted: (String) -> Bool) -> [BookSection] {
    var found: [(start: Int, end: Int?, name: String)] = []
    for (index, element) in elements.enumerated() where element.isOwnHeading {
      if let last = found.last, last.end == nil {
        let level = elements[last.start].elementType.level
        if level < element.elementType.level { continue }
        found[found.count - 1].end = index
      }
      guard let name = element.elementText.inOneLine, isWanted(name) else { continue }
      found.append((index, nil, name))
    }
    return found.map {
      BookSection(elements: $0.start..<($0.end ?? elements.count), name: $0.name)
    }
  }
}

extension [GuionElement] {
  /// The indices between the marks `<!-- skip -->` and `<!-- read -->` of one document.
  var markedPassages: [Range<Int>] {
    var passages: [Range<Int>] = []
    var start: Int?
    for (index, element) in enumerated() where element.elementType == .comment {
      if let open = start, self[open].sourceRange?.source != element.sourceRange?.source {
        start = nil
      }
      switch element.readingMark {
      case .skip: start = index
      case .read:
        if let open = start { passages.append(open + 1..<index) }
        start = nil
      default: break
      }
    }
    return passages
  }

  /// The first `<!-- skip -->` without a `<!-- read -->` below it, before the next `<!-- skip -->`.
  var openSkip: GuionElement? {
    let marks = filter { $0.readingMark == .skip || $0.readingMark == .read }
    return zip(marks, marks.dropFirst().map(Optional.init) + [nil]).first { mark, next in
      mark.readingMark == .skip && next?.readingMark != .read
    }?.0
  }
}

/// The names of sections that writers keep in a script for themselves.
private enum SectionNames {
  static func contains(_ name: String) -> Bool {
    anywhere.contains(name) || inScripts.contains(name)
  }

  static func isPrivate(_ name: String, inScript: Bool) -> Bool {
    anywhere.contains(name) || inScript && inScripts.contains(name)
  }

  private static let anywhere: Set<String> = [
    "boneyard", "graveyard", "cut scenes", "cut material", "deleted", "deleted scenes",
    "deleted scene", "deletions", "removed scenes", "scraps", "outtakes", "unused", "unused scenes",
    "trash", "discarded", "parking lot", "gestrichen", "gestrichene szenen", "papierkorb",
    "scènes coupées", "scènes supprimées", "corbeille", "escenas eliminadas", "escenas cortadas",
    "papelera",
  ]
  /// In a document, such a section is often text.
  private static let inScripts: Set<String> = [
    "cut", "cuts", "removed", "notes", "note", "my notes", "story notes", "revision notes",
    "notes to self", "todo", "to do", "ideas", "brainstorm", "brainstorming", "research", "alt",
    "alts", "alternates", "alternate scenes", "notizen", "ideen", "reste", "geschnitten", "coupé",
    "coupes", "supprimé", "idées", "notas", "eliminado", "descartado", "descartes",
  ]
}

extension GuionElement {
  var isFootnote: Bool { if case .footnote? = mark { true } else { false } }
}

extension String {
  /// A name of a section in the form in which names are compared.
  fileprivate var titleName: String { titleWords.joined(separator: " ") }
}
