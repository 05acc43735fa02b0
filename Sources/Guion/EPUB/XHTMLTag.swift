import Basics

/// A start tag of a page, with the properties that affect the text of a book.
struct XHTMLTag {
  let name: String
  let id: String?
  /// The element's types in EPUB and ARIA, without the `doc-` prefix of ARIA's document roles.
  let types: Set<String>
  /// The rule by which the element is not read; nil if it is read.
  let rule: SkippedWords.Rule?

  /// Whether the element is hidden or is not part of the text, such as a page number or navigation.
  var isUnread: Bool { rule != nil }

  init(_ tag: XMLTag) {
    name = tag.name
    id = tag["id"]
    var types: Set<String> = []
    for value in [tag["epub", "type"], tag["role"]] {
      guard let value else { continue }
      for word in value.lowercased().split(whereSeparator: \.isWhitespace) {
        types.insert(String(word.hasPrefix("doc-") ? word.dropFirst(4) : word))
      }
    }
    self.types = types
    rule =
      Self.unread[name] ?? types.sorted().lazy.compactMap { Self.unreadTypes[$0] }.first
      ?? Self.hiding(tag)
  }

  private static func hiding(_ tag: XMLTag) -> SkippedWords.Rule? {
    if tag[plain: "hidden"] != nil || tag["aria-hidden"]?.lowercased() == "true" { return .hidden }
    if let style = tag["style"]?.lowercased().filter({ !$0.isWhitespace }),
      style.contains("display:none") || style.contains("visibility:hidden")
    {
      return .hidden
    }
    guard let classes = tag["class"] else { return nil }
    let isPageNumber = classes.lowercased().split(whereSeparator: \.isWhitespace).contains { name in
      pageNumbers.contains(String(name))
    }
    return isPageNumber ? .pageNumber : nil
  }

  private static let unread: [String: SkippedWords.Rule] = [
    "head": .head, "script": .script, "style": .script, "template": .script, "nav": .contents,
    "svg": .media, "audio": .media, "video": .media, "iframe": .media, "noscript": .script,
    "rt": .ruby, "rp": .ruby, "rtc": .ruby, "select": .form, "button": .form, "textarea": .form,
    "map": .media, "annotation": .formula, "annotation-xml": .formula, "pagenum": .pageNumber,
  ]
  private static let unreadTypes: [String: SkippedWords.Rule] = [
    "pagebreak": .pageNumber, "page-list": .pageNumber, "pagelist": .pageNumber,
    "landmarks": .contents, "toc": .contents, "loi": .contents, "lot": .contents,
    "backlink": .noteLink,
  ]
  /// The CSS classes of page numbers in the books of several publishers.
  private static let pageNumbers: Set<String> = [
    "pagenum", "pageno", "pagenumber", "page-number", "page_number",
  ]

  /// Whether the element's types say that the element is a link to a note.
  var isNoteReference: Bool { types.contains("noteref") }

  /// Whether the element is a part of the printed book that is not the book's text.
  var isBackMatter: Bool { isBlock && !types.isDisjoint(with: Self.backMatter) }

  private static let backMatter: Set<String> = [
    "titlepage", "halftitlepage", "seriespage", "copyright-page", "imprint", "imprimatur",
    "colophon", "credits", "other-credits", "index", "bibliography",
  ]

  /// Whether the element is the furniture of a web page: links to other pages, or the line with the copyright.
  /// Sphinx and similar programs write such elements into each page of a book. `isSphinx` is whether Sphinx wrote the page:
  /// its older pages have classes only.
  func isFurniture(_ tag: XMLTag, isSphinx: Bool) -> Bool {
    guard types.isDisjoint(with: ["navigation", "contentinfo"]) else { return true }
    let classes = tag["class"]?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
    return classes.contains { name in
      ["breadcrumbs", "wy-breadcrumbs", "headerlink", "viewcode-link"].contains(name)
        || isSphinx && self.name == "div" && ["related", "footer", "sphinxsidebar"].contains(name)
    }
  }

  /// Whether the element ends a paragraph.
  var isBlock: Bool { Self.blocks.contains(name) }

  private static let blocks: Set<String> = [
    "html", "body", "p", "div", "section", "article", "header", "footer", "main", "aside", "figure",
    "figcaption", "address", "center", "dl", "dt", "dd", "form", "fieldset", "legend", "details",
    "summary", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "menu", "li", "pre",
    "table", "caption", "hgroup", "title", "list", "level", "level1", "level2", "level3", "level4",
    "level5", "level6", "doctitle", "docauthor", "book", "frontmatter", "bodymatter", "rearmatter",
  ]

  /// Whether this element as a whole can be a note.
  var canBeNote: Bool {
    switch name {
    case "p", "li", "div", "aside", "dd", "dt", "blockquote", "td", "tr": true
    case "section": !types.isDisjoint(with: ["footnote", "endnote", "rearnote", "note"])
    default: false
    }
  }

  /// The level of a heading; nil for any other element.
  var headingLevel: Int? {
    guard name.utf8.count == 2, name.hasPrefix("h"), let level = Int(name.dropFirst()),
      1...6 ~= level
    else { return nil }
    return level
  }

  /// The style of the text in the element; nil if the element has no style.
  var style: InlineSpan.Kind? {
    switch name {
    case "em", "i", "cite", "dfn", "var": .emphasis
    case "strong", "b": .strong
    case "u", "ins": .underline
    case "sup": .raised
    case "s", "del", "strike": .strikethrough
    case "code", "kbd", "samp", "tt": .code
    default: nil
    }
  }
}

extension XMLTag {
  /// The programming language that the element's classes name: `swift` in `language-swift`, or the
  /// class after `sourceCode`.
  var codeLanguage: String? {
    let names = self["class"]?.split(whereSeparator: \.isWhitespace) ?? []
    for prefix in ["language-", "lang-"] {
      if let name = names.first(where: { $0.hasPrefix(prefix) }) {
        return String(name.dropFirst(prefix.count))
      }
    }
    guard let index = names.firstIndex(of: "sourceCode"), index + 1 < names.count else {
      return nil
    }
    return String(names[index + 1])
  }
}
