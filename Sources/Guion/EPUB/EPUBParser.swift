import Basics

/// Facts about the whole book that each page needs.
struct EPUBContents {
  /// The paths of all pages.
  var pages: Set<String>
  var notes: EPUBNotes
  /// The titles of the table of contents, keyed by the path of the page that they point to.
  var titles: [String: [EPUBNavigation.Entry]]
}

/// Reads an EPUB 2 or 3 into elements (Documentation/formats.md).
struct EPUBParser {
  private(set) var titlePage: [TitlePageEntry] = []
  private(set) var elements: [GuionElement] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var parts: [DocumentPart] = []
  private(set) var cover: FileReference?

  /// Reads a book.
  ///
  /// Throws an error if the book cannot be read.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    let files = try EPUBFiles(bytes)
    let package = try EPUBPackage(files)
    var pages: [EPUBPage] = []
    var surveys: [EPUBNoteSurvey] = []
    for item in package.spine + package.others {
      // A missing page is no problem if it is not in the reading order.
      if !files.has(item.path), pages.count >= package.spine.count { continue }
      var page = try EPUBPage(item.path, files)
      let (survey, warning) = try page.survey { EPUBNoteSurvey(item.path) }
      pages.append(page)
      surveys.append(survey)
      if let warning, pages.count <= package.spine.count { diagnostics.append(warning) }
    }
    let titles = navigation(package, files)
    let contents = EPUBContents(
      pages: Set(pages.map(\.path)), notes: EPUBNotes(surveys),
      titles: Dictionary(grouping: titles, by: \.target.path))
    read(pages, surveys, contents, spine: package.spine.count)
    titlePage = package.titlePage
    if titlePage.values(for: "language").isEmpty,
      let language = surveys.lazy.compactMap(\.language).first
    {
      titlePage.append(TitlePageEntry(key: "language", values: [language]))
    }
    if let item = package.cover {
      var reference = FileReference(path: item.path, in: package.path)
      reference.isEmbedded = true
      reference.contents = files.picture(item.path)
      cover = reference
    }
  }

  /// Returns the titles of the chapters.
  ///
  /// A table of contents that cannot be read causes a warning.
  private mutating func navigation(_ package: EPUBPackage, _ files: EPUBFiles) -> [EPUBNavigation
    .Entry]
  {
    guard let item = package.navigation else { return [] }
    do throws(Diagnostic) {
      var page = try EPUBPage(item.path, files)
      let (reader, warning) = try page.survey { EPUBNavigation(item.path) }
      if let warning { diagnostics.append(warning) }
      return reader.entries
    } catch {
      var warning = error.file == nil ? error.inFile(item.path) : error
      warning.severity = .warning
      diagnostics.append(warning)
      return []
    }
  }

  /// Reads the pages in order.
  ///
  /// `spine` is the number of pages in the reading order. Later pages are read only for their notes.
  private mutating func read(
    _ pages: [EPUBPage], _ surveys: [EPUBNoteSurvey], _ contents: EPUBContents, spine: Int
  ) {
    var notes: [Int: [GuionElement]] = [:]
    var level = 0
    for (index, page) in pages.enumerated() {
      if index >= spine, contents.notes.isEmpty { break }
      parts.append(page.part)
      if surveys[index].isCover { continue }
      page.text.withUnsafeBufferPointer { text in
        let reader = XHTMLReader(text, path: page.path, number: index, book: contents, level: level)
        _ = page.read(into: reader)
        reader.finish()
        notes.merge(reader.notes) { first, second in first + second }
        guard index < spine else { return }
        // If a page has only headings and notes, its headings are dropped.
        let hasOnlyNotes =
          !reader.notes.isEmpty
          && reader.body.allSatisfy { !$0.isSpeakable || $0.elementType.isSectionHeading }
        if !hasOnlyNotes {
          elements += reader.body
          level = reader.level
        }
      }
    }
    guard !notes.isEmpty else { return }
    let texts = notes.mapValues(MarkedText.init(ofNote:))
    for index in elements.indices { elements[index].fillNotes(texts) }
    for number in notes.keys.sorted() { elements += notes[number] ?? [] }
  }
}

extension MarkedText {
  /// Creates the text of a note, one line per paragraph, without links to other notes.
  fileprivate init(ofNote elements: [GuionElement]) {
    self.init("")
    for element in elements where !element.elementText.isEmpty {
      if !text.isEmpty { text += "\n" }
      let start = text.utf8.count
      text += String(element.elementText.map { $0 == "\n" ? " " : $0 })
      inlines += element.inlines.filter { $0.note == nil }.map { span in
        InlineSpan(span.kind, start + span.range.lowerBound..<start + span.range.upperBound)
      }
    }
  }
}

extension InlineSpan {
  /// The number of the note that this span refers to.
  fileprivate var note: Int? {
    if case .footnote(let number, _) = kind { number } else { nil }
  }

  fileprivate func filled(_ texts: [Int: MarkedText]) -> InlineSpan {
    guard let note else { return self }
    return InlineSpan(.footnote(number: note, text: texts[note] ?? MarkedText("")), range)
  }
}

extension GuionElement {
  /// Stores the text of each note in the spans that refer to the note.
  fileprivate mutating func fillNotes(_ texts: [Int: MarkedText]) {
    if inlines.contains(where: { $0.note != nil }) {
      inlines = inlines.map { $0.filled(texts) }
    }
    guard case .row(var cells)? = mark,
      cells.contains(where: { cell in
        (cell.inlines + cell.headerInlines).contains { $0.note != nil }
      })
    else { return }
    for index in cells.indices {
      cells[index].inlines = cells[index].inlines.map { $0.filled(texts) }
      cells[index].headerInlines = cells[index].headerInlines.map { $0.filled(texts) }
    }
    mark = .row(cells: cells)
  }
}
