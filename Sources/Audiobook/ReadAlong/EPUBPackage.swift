import Audio
import Foundation

/// Writes the documents of an EPUB that describe the whole book: container, package and navigation.
struct EPUBPackage {
  let book: EPUBBook
  private let language: EPUBLanguage
  private let title: String

  init(_ book: EPUBBook) {
    self.book = book
    language = EPUBLanguage(book.metadata.language)
    title = book.metadata.title.allSatisfy(\.isWhitespace) ? "Book" : book.metadata.title
  }

  static func coverName(_ cover: Cover) -> String {
    cover.kind == .jpeg ? "cover.jpg" : "cover.png"
  }

  /// The pictures that readers can show, with their names in the EPUB.
  /// Each name is listed once.
  var images: [(name: String, type: String, image: EPUBImage)] {
    var names: Set<String> = []
    return book.images.compactMap { image in
      guard let type = EPUBImage.mediaType(image.file) else { return nil }
      let name = EPUBNames.image(image.file)
      return names.insert(name).inserted ? (name, type, image) : nil
    }
  }

  /// The container document, which names the package document (EPUB 3.3, section 4.2.6.3.1).
  var container: [UInt8] {
    var output = XMLText()
    output.open(
      "container",
      ["xmlns": "urn:oasis:names:tc:opendocument:xmlns:container", "version": "1.0"])
    output.markup("<rootfiles>")
    output.empty(
      "rootfile",
      [
        "full-path": EPUBNames.folder + "/" + EPUBNames.package,
        "media-type": "application/oebps-package+xml",
      ])
    output.markup("</rootfiles></container>\n")
    return output.bytes
  }

  /// The package document (EPUB 3.3, section 5).
  var document: [UInt8] {
    var output = XMLText()
    output.open(
      "package",
      [
        "xmlns": "http://www.idpf.org/2007/opf", "version": "3.0", "unique-identifier": "id",
        "xml:lang": language.tag, "dir": language.isRightToLeft ? "rtl" : nil,
      ])
    output.markup("\n")
    output.open("metadata", ["xmlns:dc": "http://purl.org/dc/elements/1.1/"])
    output.markup("\n")
    writeDescription(&output)
    writeOverlays(&output)
    writeAccessibility(&output)
    output.markup("</metadata>\n")
    writeManifest(&output)
    writeSpine(&output)
    output.markup("</package>\n")
    return output.bytes
  }

  // MARK: Metadata

  private func writeDescription(_ output: inout XMLText) {
    let metadata = book.metadata
    output.line("dc:identifier", ["id": "id"], metadata.identifier)
    output.line("dc:title", ["id": "title"], title)
    output.line("dc:language", [:], language.tag)
    for (number, author) in zip(1..., metadata.authors) where !author.allSatisfy(\.isWhitespace) {
      output.line("dc:creator", ["id": "author\(number)"], author)
      output.line(
        "meta", ["refines": "#author\(number)", "property": "role", "scheme": "marc:relators"],
        "aut")
    }
    if let summary = metadata.summary { output.line("dc:description", [:], summary) }
    if let year { output.line("dc:date", [:], year) }
    if let rights = metadata.rights { output.line("dc:rights", [:], rights) }
    output.line("meta", ["property": "dcterms:modified"], modified)
    output.empty("meta", ["name": "generator", "content": metadata.generator])
    output.markup("\n")
    // Reading systems for EPUB 2 look for the cover in this element.
    if book.cover != nil {
      output.empty("meta", ["name": "cover", "content": "cover"])
      output.markup("\n")
    }
  }

  private var year: String? {
    guard let year = book.metadata.year, year.utf8.count == 4, UInt16(year) != nil else {
      return nil
    }
    return year
  }

  private var modified: String {
    guard let seconds = book.metadata.modified else { return "\(year ?? "2000")-01-01T00:00:00Z" }
    return Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
  }

  private func writeOverlays(_ output: inout XMLText) {
    for chapter in book.chapters {
      output.line(
        "meta",
        ["property": "media:duration", "refines": "#overlay\(EPUBNames.digits(chapter.number))"],
        chapter.duration.clock)
    }
    let total = book.chapters.reduce(EPUBTime(microseconds: 0)) { $0 + $1.duration }
    output.line("meta", ["property": "media:duration"], total.clock)
    for narrator in book.metadata.narrators where !narrator.allSatisfy(\.isWhitespace) {
      output.line("meta", ["property": "media:narrator"], narrator)
    }
    output.line("meta", ["property": "media:active-class"], EPUBNames.activeClass)
    output.line("meta", ["property": "media:playback-active-class"], EPUBNames.playingClass)
  }

  /// Writes the accessibility metadata, which helps people to choose a book (EPUB Accessibility 1.1, section 2).
  private func writeAccessibility(_ output: inout XMLText) {
    let hasPictures = !images.isEmpty
    let modes = ["textual", "auditory"] + (hasPictures ? ["visual"] : [])
    let features =
      ["synchronizedAudioText", "tableOfContents", "readingOrder", "structuralNavigation"]
      + (hasPictures ? ["alternativeText"] : [])
    // The audio alone is not sufficient, because some content is not spoken: for example, code or table headers.
    for mode in modes { output.line("meta", ["property": "schema:accessMode"], mode) }
    output.line("meta", ["property": "schema:accessModeSufficient"], "textual")
    for feature in features {
      output.line("meta", ["property": "schema:accessibilityFeature"], feature)
    }
    // Animated pictures may flash.
    let isStill = images.allSatisfy { $0.type != "image/gif" && $0.type != "image/webp" }
    output.line(
      "meta", ["property": "schema:accessibilityHazard"], isStill ? "none" : "unknown")
    let summary =
      "Synthetic voices narrate the text, except for code, notes and other parts that are shown but not spoken. "
      + "The text is highlighted as it is spoken. Chapters, headings, lists, tables and notes are marked up."
      + (hasPictures ? " Pictures have the author's descriptions." : "")
    output.line("meta", ["property": "schema:accessibilitySummary", "xml:lang": "en"], summary)
  }

  // MARK: Parts

  private func writeManifest(_ output: inout XMLText) {
    output.markup("<manifest>\n")
    output.item("nav", EPUBNames.navigation, "application/xhtml+xml", properties: "nav")
    for page in frontPages {
      output.item(page.id, page.name, "application/xhtml+xml")
    }
    output.item("style", EPUBNames.style, "text/css")
    if let cover = book.cover {
      output.item(
        "cover", Self.coverName(cover), cover.kind.mimeType, properties: "cover-image")
    }
    for chapter in book.chapters {
      let digits = EPUBNames.digits(chapter.number)
      output.item(
        "chapter" + digits, EPUBNames.page(chapter.number), "application/xhtml+xml",
        overlay: "overlay" + digits)
      output.item(
        "overlay" + digits, EPUBNames.overlay(chapter.number), "application/smil+xml")
      output.item(
        "audio" + digits, EPUBNames.audio(chapter.number, chapter.audio), chapter.audio.mediaType)
    }
    for (number, image) in zip(1..., images) {
      output.item("image\(number)", image.name, image.type)
    }
    output.markup("</manifest>\n")
  }

  private func writeSpine(_ output: inout XMLText) {
    output.open(
      "spine", ["page-progression-direction": language.isRightToLeft ? "rtl" : nil])
    output.markup("\n")
    for page in frontPages {
      output.empty("itemref", ["idref": page.id])
      output.markup("\n")
    }
    for chapter in book.chapters {
      output.empty("itemref", ["idref": "chapter" + EPUBNames.digits(chapter.number)])
      output.markup("\n")
    }
    output.markup("</spine>\n")
  }

  // MARK: Front matter

  /// A page before the first chapter.
  struct FrontPage {
    var id: String
    /// The name in the archive.
    var name: String
    /// The term of the EPUB Structural Semantics Vocabulary 1.1.
    var type: String
    var bytes: [UInt8]
  }

  /// The cover, if there is one, and the title page. All their words come from the book.
  var frontPages: [FrontPage] {
    var pages: [FrontPage] = []
    func add(_ id: String, _ type: String, _ write: (inout XMLText) -> Void) {
      var output = XMLText(isHTML: true)
      output.beginPage(title: title, language, style: EPUBNames.style)
      output.open("section", ["class": id, "epub:type": type])
      write(&output)
      output.markup("</section>")
      output.endPage()
      pages.append(FrontPage(id: id, name: "\(id).xhtml", type: type, bytes: output.bytes))
    }
    if let cover = book.cover {
      add("cover-page", "cover") { output in
        output.empty("img", ["src": Self.coverName(cover), "alt": title])
      }
    }
    add("title-page", "titlepage") { output in
      output.element("h1", [:], words: title)
      let authors = book.metadata.authors.filter { !$0.allSatisfy(\.isWhitespace) }
      for author in authors { output.element("p", [:], words: author) }
      if let year { output.element("p", [:], words: year) }
    }
    return pages
  }

  // MARK: Navigation

  /// The navigation document: the table of contents and the landmarks (EPUB 3.3, section 7).
  /// All text comes from the book, so nothing needs translation. A landmark must not lead to the navigation document,
  /// because that document is not in the reading order.
  var navigation: [UInt8] {
    var output = XMLText(isHTML: true)
    output.beginPage(title: title, language, style: EPUBNames.style)
    output.open("nav", ["epub:type": "toc", "role": "doc-toc", "aria-labelledby": "book"])
    output.element("h1", ["id": "book"], words: title)
    output.markup("\n<ol>\n")
    for chapter in book.chapters {
      output.link(EPUBNames.page(chapter.number), words: chapter.shownTitle)
    }
    output.markup("</ol></nav>\n")
    output.open("nav", ["epub:type": "landmarks", "hidden": "hidden"])
    output.markup("<ol>\n")
    for page in frontPages { output.link(page.name, type: page.type, words: title) }
    if let first = book.chapters.first {
      output.link(EPUBNames.page(first.number), type: "bodymatter", words: first.shownTitle)
    }
    output.markup("</ol></nav>")
    output.endPage()
    return output.bytes
  }
}

extension EPUBBook.Chapter {
  /// The title of the chapter, or its number if the title is empty.
  fileprivate var shownTitle: String {
    title.allSatisfy(\.isWhitespace) ? String(number) : title
  }
}

extension XMLText {
  fileprivate mutating func line(_ name: String, _ attributes: Attributes, _ text: String) {
    element(name, attributes, words: text)
    markup("\n")
  }

  fileprivate mutating func item(
    _ id: String, _ address: String, _ type: String, properties: String? = nil,
    overlay: String? = nil
  ) {
    empty(
      "item",
      [
        "id": id, "href": address.asAddress, "media-type": type, "properties": properties,
        "media-overlay": overlay,
      ])
    markup("\n")
  }

  fileprivate mutating func link(_ address: String, type: String? = nil, words: String) {
    open("li")
    element("a", ["href": address, "epub:type": type], words: words)
    markup("</li>\n")
  }
}

/// The style of an EPUB's pages.
/// It resembles the read-along page, but keeps the reading system's colours and sizes.
enum EPUBStyle {
  /// The number of colours for speakers; further speakers begin again with the first colour.
  static let voices = colours.count

  /// The speakers' colours. Reading apps change the page's colour without telling the style, so each has a contrast of at
  /// least 4.5 on white and on black (WCAG 2.2, 1.4.3): a relative luminance of 0.179.
  private static let colours = [
    "#c1542d", "#2b76cc", "#2d8641", "#aa50bd", "#966f15", "#1f8190", "#cf3d77", "#6f6ac7",
  ]

  /// The same colours on a dark background, as the page has them (Page/style.css).
  private static let lightColors = [
    "#f2a98b", "#90bdf5", "#93d3a0", "#dba8ea", "#e5c06a", "#7fd0dc", "#f59fc0", "#b9b5fb",
  ]

  /// Returns a speaker's colour on a dark background.
  static func lightColor(of speaker: Int) -> String { lightColors[speaker % voices] }

  /// The classes of the words that a speaker says in a paragraph of prose.
  static func quotation(of speaker: Int) -> String { "said voice-\(abs(speaker) % voices)" }

  static var sheet: [UInt8] {
    let dark = "@media (prefers-color-scheme: dark) {\n\(darkRest)}\n"
    let rules = colours.enumerated().map { index, colour in
      ".voice-\(index) { border-color: \(colour); }\n"
        + ".voice-\(index) .character, .said.voice-\(index) { color: \(colour); }\n"
    }
    // The colours are too weak on the background of the words that sound.
    let active =
      ".\(EPUBNames.activeClass) .said, .said .\(EPUBNames.activeClass) { color: inherit; }\n"
    return Array((base + rules.joined() + active + dark).utf8)
  }

  private static let darkRest = """
    .\(EPUBNames.activeClass) { background-color: #3a321a; color: #e9e6df; }

    """

  private static let base = """
    body { overflow-wrap: anywhere; }
    .cover-page { text-align: center; }
    .cover-page img { max-height: 95vh; }
    .title-page { margin-top: 20vh; text-align: center; }
    h1, h2, h3, h4, h5, h6 { line-height: 1.4; margin: 2em 0 1em; break-after: avoid; }
    h1 { font-size: 1.3em; margin-top: 0.5em; }
    h2, h3, h4, h5, h6 { font-size: 1.05em; }
    p { margin: 0 0 0.9em; }
    .speech { margin: 0 0 1em; padding-inline-start: 1.2em; border-style: solid; border-width: 0; border-inline-start-width: 3px; }
    .speech p { margin: 0; }
    .character { font-weight: bold; break-after: avoid; }
    .parenthetical, .lyrics { font-style: italic; }
    .transition { text-align: end; }
    .center { text-align: center; }
    .dual { display: flex; flex-wrap: wrap; gap: 0 1.5em; }
    .column { flex: 1 1 12em; }
    blockquote { margin: 0 0 1em; padding-inline-start: 1em; border-inline-start: 3px solid; }
    li { margin: 0.2em 0; }
    .empty, .task { list-style: none; }
    .more { margin: 0.4em 0 0; }
    code { font-family: monospace; font-size: 0.9em; }
    pre { white-space: pre-wrap; line-height: 1.4; }
    .table { overflow-x: auto; margin: 0 0 1em; }
    table { border-collapse: collapse; }
    th, td { border: 1px solid; padding: 0.3em 0.6em; text-align: start; vertical-align: top; }
    figure { margin: 1em 0; break-inside: avoid; }
    img { max-width: 100%; height: auto; }
    .picture img { vertical-align: middle; }
    .footnote { font-size: 0.9em; margin: 0.8em 0; padding-top: 0.4em; border-top: 1px solid; }
    .noteref { font-size: 0.75em; vertical-align: super; text-decoration: none; padding: 0 0.15em; }
    .\(EPUBNames.activeClass) { background-color: #fdf0c4; color: #1d1c1a; text-decoration: underline; text-underline-offset: 0.3em; }

    """
}
