import Basics

extension Manuscript {
  /// The name in `skip` for all back matter.
  package static let backMatterName = "back-matter"

  /// The parts that are not the book's own text: contents, copyright page, index, bibliography, licence.
  /// A reader marks them by the markup, and a title or the form shows the others. A document with nothing else has no
  /// back matter.
  package var backMatter: [BookSection] {
    var mask = elements.map(\.isBackMatter)
    for section in sections(where: BackMatter.isTitle) where !isChapter(section.elements) {
      for index in wholePage(section.elements) { mask[index] = true }
    }
    if !isScreenplay {
      for part in parts where BackMatter.hasForm(elements[part]) {
        for index in part { mask[index] = true }
      }
    }
    markContents(&mask)
    markEnd(&mask)
    let hasText = elements.indices.contains { !mask[$0] && isText(elements[$0]) }
    return hasText ? pieces(of: mask) : []
  }

  /// Whether a section with a title of back matter is a chapter of the book: long, and in paragraphs.
  private func isChapter(_ section: Range<Int>) -> Bool {
    let sizes = elements[section].dropFirst().filter(isText).map(\.elementText.utf8.count)
    let size = sizes.reduce(0, +)
    return size > 8_000 && size > 200 * sizes.count
      && !BackMatter.isList(elements[section.lowerBound])
  }

  /// Marks three lines or more that are only links to other places of the book.
  private func markContents(_ mask: inout [Bool]) {
    var start = 0
    for index in 0...elements.count
    where index == elements.count || !elements[index].isContentsLine {
      if index - start > 2 {
        let hasTitle = start > 0 && ContentsTitles.contains(elements[start - 1].elementText)
        for line in (hasTitle ? start - 1 : start)..<index { mask[line] = true }
      }
      start = index + 1
    }
  }

  /// Marks the sections that are back matter only at the end of the book, such as "Index" and "License".
  private func markEnd(_ mask: inout [Bool]) {
    var end = elements.count
    for section in sections(where: BackMatter.isLastTitle).reversed() {
      let range = wholePage(section.elements)
      while end > range.upperBound, mask[end - 1] || !isText(elements[end - 1]) { end -= 1 }
      if end > range.upperBound { return }
      for index in range { mask[index] = true }
    }
  }

  /// Returns a section with the rest of its page, if the section begins a page of an EPUB.
  /// Headings that the table of contents does not name can all have one level.
  private func wholePage(_ section: Range<Int>) -> Range<Int> {
    let page = elements[section.lowerBound].sourceRange?.source
    let start = section.lowerBound
    guard format == .epub, start == 0 || elements[start - 1].sourceRange?.source != page else {
      return section
    }
    let rest = elements[section.upperBound...].prefix {
      $0.sourceRange?.source == page && !$0.isFootnote
    }
    return start..<section.upperBound + rest.count
  }

  private func isText(_ element: GuionElement) -> Bool {
    element.isSpeakable && !element.isFootnote
  }

  /// The parts between headings, and between the pages of an EPUB, each with its heading.
  private var parts: [Range<Int>] {
    let starts = elements.indices.filter { index in
      index == 0 || elements[index].isOwnHeading
        || elements[index].sourceRange?.source != elements[index - 1].sourceRange?.source
    }
    return zip(starts, starts.dropFirst() + [elements.count]).map { $0..<$1 }
  }

  /// Returns the marked elements, divided at headings.
  private func pieces(of mask: [Bool]) -> [BookSection] {
    var pieces: [(range: Range<Int>, level: Int)] = []
    for index in mask.indices where mask[index] {
      let level = elements[index].isOwnHeading ? elements[index].elementType.level : 0
      if let last = pieces.last, last.range.upperBound == index,
        level == 0 || last.level > 0 && level > last.level
      {
        pieces[pieces.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        pieces.append((index..<index + 1, level))
      }
    }
    return pieces.compactMap { piece in
      guard let first = elements[piece.range].first(where: isText) else { return nil }
      let words = first.elementText.split(whereSeparator: \.isWhitespace)
      let name = words.prefix(8).joined(separator: " ") + (words.count > 8 ? " …" : "")
      return BookSection(elements: piece.range, name: name)
    }
  }
}

/// The titles and forms of back matter.
private enum BackMatter {
  /// Whether a title is that of back matter, wherever it stands.
  static func isTitle(_ title: String) -> Bool {
    let name = name(title)
    return titles.contains(name) || ContentsTitles.contains(title)
      || starts.contains { name.hasPrefix($0) }
  }

  /// Whether a heading is that of a list with long entries, such as a bibliography.
  static func isList(_ heading: GuionElement) -> Bool {
    let name = name(heading.elementText)
    return ["biblio", "works cited", "literatur", "quellen", "index", "list of"].contains {
      name.contains($0)
    }
  }

  /// Whether a title is that of back matter at the end of a book.
  static func isLastTitle(_ title: String) -> Bool { lastTitles.contains(name(title)) }

  /// Returns the words of a title, without its number.
  private static func name(_ title: String) -> String {
    title.titleWords.drop { $0.allSatisfy(\.isNumber) }.joined(separator: " ")
  }

  /// Whether a part is a copyright page, or lines with the numbers of pages.
  static func hasForm(_ part: ArraySlice<GuionElement>) -> Bool {
    let isLayout = part.contains { element in
      switch element.mark {
      case .code?, .row?: true
      default: false
      }
    }
    return !isLayout && (isCopyrightPage(part) || isPageList(part))
  }

  private static func isCopyrightPage(_ part: ArraySlice<GuionElement>) -> Bool {
    var size = 0
    for element in part {
      size += element.elementText.utf8.count
      if size > longestCopyrightPage { return false }
    }
    let text = part.map(\.elementText).joined(separator: "\n").lowercased()
    return copyrightWords.count { signs in signs.contains { text.contains($0) } } > 1
  }

  private static let longestCopyrightPage = 4_000

  private static func isPageList(_ part: ArraySlice<GuionElement>) -> Bool {
    var (lines, pages) = (0, 0)
    for element in part where !element.isOwnHeading {
      for line in element.elementText.utf8.split(separator: UInt8(ascii: "\n")) {
        lines += 1
        if endsInPage(line) { pages += 1 }
      }
      // Most parts are prose, whose first lines tell.
      if lines >= 20, pages * 5 < lines { return false }
    }
    return lines >= 8 && pages * 5 >= lines * 4
  }

  /// Whether a line ends in a page number after a comma, or after dots: "Baker Street, 12, 40–45", "Preface … iii".
  private static func endsInPage(_ line: Substring.UTF8View) -> Bool {
    guard line.count <= 200, let last = line.last, (0x30...0x39).contains(last) else {
      return false
    }
    let text = String(Substring(line))
    let head = text.reversed().drop { $0.isNumber || "-–".contains($0) }
    guard text.count - head.count <= 9 else { return false }
    let sign = head.drop { $0 == " " }.first
    return sign == "," || sign == "…" || head.starts(with: "  ") || head.starts(with: "\t")
      || head.filter { $0 != " " }.starts(with: "..")
  }

  private static let titles: Set<String> = [
    "copyright", "copyright page", "copyright notice", "copyright information", "uncopyright",
    "colophon", "imprint", "titlepage", "title page", "half title", "halftitlepage",
    "list of figures", "list of tables", "list of illustrations", "bibliography",
    "selected bibliography", "works cited", "general index", "index of first lines",
    "index of names", "subject index", "by the same author", "about the publisher", "impressum",
    "schmutztitel", "abbildungsverzeichnis", "tabellenverzeichnis", "literaturverzeichnis",
    "quellenverzeichnis", "bibliografie", "bibliographie", "stichwortverzeichnis", "sachregister",
    "personenregister", "vom selben autor", "von derselben autorin", "table des illustrations",
    "liste des figures", "du même auteur", "de la même autrice", "mentions légales",
    "achevé d imprimer", "bibliografía", "índice alfabético", "índice onomástico",
    "del mismo autor", "de la misma autora", "colofón", "página legal", "créditos editoriales",
  ]
  private static let starts = [
    "also by ", "other books by ", "books by ", "more books by ", "the full project gutenberg",
    "project gutenberg license", "full license",
  ]
  private static let lastTitles: Set<String> = [
    "index", "references", "sources", "further reading", "license", "licence", "legal notice",
    "register", "quellen", "literatur", "lizenz", "références", "sources et références",
    "referencias", "fuentes", "licencia",
  ]
  private static let copyrightWords = [
    [
      "all rights reserved", "no part of this", "alle rechte vorbehalten", "tous droits réservés",
      "todos los derechos reservados",
    ],
    ["isbn"], ["©", "copyright"],
    ["first published", "first edition", "first printing", "published by", "dépôt légal"],
    ["library of congress", "british library", "deutsche nationalbibliothek"],
  ]
}
