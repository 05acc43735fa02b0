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

/// A page of a book while it is parsed.
struct EPUBPage {
  /// The path in the archive.
  let path: String
  /// The page in UTF-8.
  let text: [UInt8]
  /// The name of the file and the SHA-256 of its bytes.
  let part: DocumentPart
  /// Whether the page is malformed and is read as HTML.
  private(set) var isRepaired = false

  init(_ path: String, _ files: EPUBFiles) throws(Diagnostic) {
    self.path = path
    let bytes = try files.bytes(of: path)
    part = DocumentPart(name: path, bytes: bytes)
    do throws(XMLFault) {
      text = try XMLText.utf8(bytes)
    } catch {
      throw Diagnostic.badXML(error, at: nil).inFile(path)
    }
  }

  /// Reads the page a first time and detects whether it is malformed.
  /// A malformed page is read a second time, as HTML, by a new receiver. Returns the receiver that
  /// read the page last, and a warning if the page is malformed.
  mutating func survey<Receiver: XMLReceiver>(
    _ makeReceiver: () -> Receiver
  ) throws(Diagnostic) -> (receiver: Receiver, warning: Diagnostic?) {
    let receiver = makeReceiver()
    guard let fault = read(into: receiver) else { return (receiver, nil) }
    guard case .malformed(let words) = fault.kind else { throw damage(fault) }
    isRepaired = true
    let second = makeReceiver()
    // The faults of the repaired page are not reported; the first fault is enough.
    if let other = read(into: second) {
      guard case .malformed = other.kind else { throw damage(other) }
    }
    let reason = words.isEmpty ? "it ends early" : words.visible
    let warning = Diagnostic(
      code: "repaired-page", severity: .warning,
      message:
        "this page is not well-formed XHTML (\(reason)) and is read as HTML, so text may be "
        + "missing; listen to the page, or correct it",
      file: path, position: position(of: fault))
    return (second, warning)
  }

  /// Passes the page to a receiver and returns the first fault; nil if there is none.
  /// If the page is repaired, the fault can be ignored.
  func read(into receiver: some XMLReceiver) -> XMLFault? {
    text.withUnsafeBufferPointer {
      XMLStream.read($0, into: receiver, repairing: isRepaired)
    }
  }

  private func damage(_ fault: XMLFault) -> Diagnostic {
    .badXML(fault, at: position(of: fault)).inFile(path)
  }

  private func position(of fault: XMLFault) -> SourcePosition? {
    text.withUnsafeBufferPointer { text in
      fault.offset.map { LineTable(text).position(of: min($0, text.count)) }
    }
  }
}
