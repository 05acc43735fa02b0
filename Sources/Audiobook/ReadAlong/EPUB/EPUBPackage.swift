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

  /// Returns the name of the cover file.
  static func coverName(_ cover: Cover) -> String {
    cover.kind == .jpeg ? "cover.jpg" : "cover.png"
  }

  /// The pictures that readers can show, with their names in the EPUB.
  ///
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
    for chapter in book.chapters {
      output.empty("itemref", ["idref": "chapter" + EPUBNames.digits(chapter.number)])
      output.markup("\n")
    }
    output.markup("</spine>\n")
  }

  // MARK: Navigation

  /// The navigation document: the table of contents and the landmarks (EPUB 3.3, section 7).
  ///
  /// All text comes from the book, so nothing needs translation. The only landmark leads to the text. A landmark must
  /// not lead to the navigation document, because that document is not in the reading order.
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
