import Basics

/// Facts about the whole book that each page needs.
struct EPUBContents {
  /// The paths of all pages.
  var pages: Set<String>
  var notes: EPUBNotes
  /// The titles of the table of contents, keyed by the path of the page that they point to.
  var titles: [String: [EPUBNavigation.Entry]]
  var edition: ReadingEdition
  /// Whether the pages name more than one language.
  var hasSeveralLanguages = false
}

/// Reads an EPUB 2 or 3 into elements (Documentation/formats.md).
struct EPUBParser {
  private(set) var titlePage: [TitlePageEntry] = []
  private(set) var elements: [GuionElement] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var parts: [DocumentPart] = []
  private(set) var cover: FileReference?
  /// The words that are in no element.
  private(set) var skipped = SkippedWords()
  private let edition: ReadingEdition

  /// Reads a book.
  /// Throws an error if the book cannot be read.
  init(_ bytes: [UInt8], edition: ReadingEdition) throws(Diagnostic) {
    self.edition = edition
    let files = try EPUBFiles(bytes)
    let package = try EPUBPackage(files)
    (diagnostics, skipped) = (package.diagnostics, package.skipped)
    let (spine, others) = try pages(of: package, files)
    var pages: [EPUBPage] = []
    var surveys: [EPUBNoteSurvey] = []
    for item in spine + others {
      // A missing page is no problem if it is not in the reading order.
      if !files.has(item.path), pages.count >= spine.count { continue }
      var page = try EPUBPage(item.path, files)
      if edition == .second { _ = page.blankTemplates(.book) }
      let (survey, warning) = try page.survey { EPUBNoteSurvey(item.path) }
      pages.append(page)
      surveys.append(survey)
      if let warning, pages.count <= spine.count { diagnostics.append(warning) }
    }
    let titles = navigation(package, files)
    let languages = surveys.compactMap(\.language).map {
      PassageTag.primary(of: PassageTag.tag($0))
    }
    let contents = EPUBContents(
      pages: Set(pages.map(\.path)), notes: EPUBNotes(surveys),
      titles: Dictionary(grouping: titles, by: \.target.path), edition: edition,
      hasSeveralLanguages: Set(languages).subtracting([""]).count > 1)
    // A contents page is counted with the other pages.
    if package.navigation?.isPage == false {
      for title in titles { skipped.add(title.title, .contents) }
    }
    read(pages, surveys, contents, package, spine: spine.count)
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

  /// Returns the pages that are read, and the pages that are read only for their notes.
  /// A page with the cover or the contents is read if it has other text.
  private func pages(
    of package: EPUBPackage, _ files: EPUBFiles
  ) throws(Diagnostic) -> (spine: [EPUBPackage.Item], others: [EPUBPackage.Item]) {
    var (spine, others): ([EPUBPackage.Item], [EPUBPackage.Item]) = ([], [])
    let all = Set((package.order.map(\.item) + package.others).map(\.path))
    for reference in package.order {
      var isRead = reference.isLinear
      if isRead, let kind = package.furniture[reference.item.path], files.has(reference.item.path) {
        let contents = EPUBContents(pages: all, notes: EPUBNotes([]), titles: [:], edition: edition)
        isRead = !(try kind.rest(of: reference.item.path, files, contents).isEmpty)
      }
      if isRead { spine.append(reference.item) } else { others.append(reference.item) }
    }
    if spine.isEmpty { throw EPUBPackage.noPage(package.path, diagnostics) }
    return (spine, others + package.others)
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
    _ pages: [EPUBPage], _ surveys: [EPUBNoteSurvey], _ contents: EPUBContents,
    _ package: EPUBPackage, spine: Int
  ) {
    var notes: [Int: [GuionElement]] = [:]
    var level = 0
    for (index, page) in pages.enumerated() {
      let isRead = index < spine
      if isRead || !contents.notes.isEmpty { parts.append(page.part) }
      let furniture = package.furniture[page.path]
      let reader = page.text.withUnsafeBufferPointer { text in
        let reader = XHTMLReader(text, path: page.path, number: index, book: contents, level: level)
        reader.unreadID = furniture?.isCover == true ? furniture?.fragment : nil
        _ = page.read(into: reader)
        reader.finish()
        return reader
      }
      let isCover =
        surveys[index].isCover && EPUBPackage.Furniture(isCover: true).isWhole(reader.body)
      let body = isRead ? kept(of: reader, furniture, isCover: isCover) : []
      count(reader, kept: body, isRead: isRead, isCover: isCover, furniture)
      if isCover { continue }
      notes.merge(reader.notes) { first, second in first + second }
      if body.isEmpty { continue }
      elements += body
      level = reader.level
    }
    if edition == .second { elements = elements.joiningTitles }
    elements.add(notes)
  }
}

extension EPUBParser {
  /// Returns the elements of a page that are read.
  /// If a page has only headings and notes, its headings are dropped.
  private func kept(
    of reader: XHTMLReader, _ furniture: EPUBPackage.Furniture?, isCover: Bool
  ) -> [GuionElement] {
    let hasOnlyNotes =
      !reader.notes.isEmpty
      && reader.body.allSatisfy { !$0.isSpeakable || $0.elementType.isSectionHeading }
    if isCover || hasOnlyNotes { return [] }
    return (furniture?.rest(of: reader.body) ?? reader.body).withTitlesOfBackMatter
  }

  /// Counts the words of a page that are in no element.
  private mutating func count(
    _ reader: XHTMLReader, kept: [GuionElement], isRead: Bool, isCover: Bool,
    _ furniture: EPUBPackage.Furniture?
  ) {
    var own = reader.skippedWords
    var rule = SkippedWords.Rule.notesHeading
    if isCover || furniture?.isCover == true {
      rule = .cover
    } else if furniture != nil {
      rule = .contents
    }
    if !isRead, furniture == nil { rule = .unlistedPage }
    let notes = isCover ? reader.notes.values.flatMap(\.self) : []
    for element in reader.body + notes { own.add(element.elementText, rule) }
    for element in kept { own.remove(element.elementText, rule) }
    if isRead { skipped.add(own) } else { skipped.add(own, as: rule) }
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

extension [GuionElement] {
  /// Adds notes, which the spans of the text refer to by their numbers.
  mutating func add(_ notes: [Int: [GuionElement]]) {
    guard !notes.isEmpty else { return }
    let texts = notes.mapValues(MarkedText.init(ofNote:))
    for index in indices { self[index].fillNotes(texts) }
    for number in notes.keys.sorted() { self += notes[number] ?? [] }
  }

  /// The elements of a page; its titles are back matter if its whole text is.
  fileprivate var withTitlesOfBackMatter: [GuionElement] {
    guard contains(where: \.isBackMatter),
      allSatisfy({ $0.isBackMatter || $0.elementType.isSectionHeading || !$0.isSpeakable })
    else { return self }
    return map { element in
      var element = element
      element.isBackMatter = true
      return element
    }
  }
}

extension EPUBPackage.Furniture {
  /// Returns the elements of a page that are neither cover nor contents.
  func rest(
    of path: String, _ files: EPUBFiles, _ contents: EPUBContents
  ) throws(Diagnostic) -> [GuionElement] {
    guard let bytes = files.sample(of: path) else { return [] }
    var page = try EPUBPage(path, bytes)
    // A first reading tells whether the page has to be repaired.
    _ = try page.survey { EPUBNoteSurvey(path) }
    return page.text.withUnsafeBufferPointer { text in
      let reader = XHTMLReader(text, path: path, number: 0, book: contents, level: 0)
      reader.unreadID = isCover ? fragment : nil
      _ = page.read(into: reader)
      reader.finish()
      return rest(of: reader.body)
    }
  }

  /// Returns the elements that are neither cover nor contents.
  func rest(of body: [GuionElement]) -> [GuionElement] {
    if isCover { return fragment == nil && isWhole(body) ? [] : body.withoutBareHeadings }
    return body.withoutContents(title: title)
  }

  /// Whether a page without much text is nothing but the cover.
  func isWhole(_ body: [GuionElement]) -> Bool {
    let words = body.reduce(0) { $0 + $1.elementText.titleWords.count }
    return words <= Self.mostWordsOfCover
  }

  /// A cover names title, authors and publisher. A blurb is longer.
  private static let mostWordsOfCover = 120
}

/// A page of a book while it is parsed.
struct EPUBPage {
  /// The path in the archive.
  let path: String
  /// The page in UTF-8.
  private(set) var text: [UInt8]
  /// The name of the file and the SHA-256 of its bytes.
  let part: DocumentPart
  /// Whether the page is malformed and is read as HTML.
  private(set) var isRepaired = false

  init(_ path: String, _ files: EPUBFiles) throws(Diagnostic) {
    try self.init(path, try files.bytes(of: path))
  }

  init(_ path: String, _ bytes: [UInt8], encoding: String? = nil) throws(Diagnostic) {
    self.path = path
    part = DocumentPart(name: path, bytes: bytes)
    do throws(XMLFault) {
      text = try XMLText.utf8(bytes, encoding: encoding)
    } catch {
      let fault = Diagnostic.badXML(error, at: nil)
      throw path.isEmpty ? fault : fault.inFile(path)
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
    let fault = Diagnostic.badXML(fault, at: position(of: fault))
    return path.isEmpty ? fault : fault.inFile(path)
  }

  private func position(of fault: XMLFault) -> SourcePosition? {
    text.withUnsafeBufferPointer { text in
      fault.offset.map { LineTable(text).position(of: min($0, text.count)) }
    }
  }
}

// MARK: - Web pages

extension EPUBPage {
  /// Makes comments of what browsers leave out and libxml2 does not: declarations within the text, such as Word's
  /// `<![if !supportLists]>`. Writes blanks over all double hyphens of a comment except the first.
  /// libxml2 takes quadratic time for the hyphens. The first one stays, so that the page is still read as HTML.
  mutating func blankDeclarations() {
    blank(text.withUnsafeBufferPointer(Self.unread))
  }

  /// Writes comments over ranges of the page.
  mutating func blank(_ ranges: [Range<Int>]) {
    for range in ranges {
      for offset in range where text[offset] != 0x0A && text[offset] != 0x0D { text[offset] = 0x20 }
      // A blank would divide a word.
      guard range.count >= 7 else { continue }
      text.replaceSubrange(range.prefix(4), with: "<!--".utf8)
      text.replaceSubrange(range.suffix(3), with: "-->".utf8)
    }
  }

  private static func unread(_ page: Bytes) -> [Range<Int>] {
    var (ranges, offset, isInText) = ([Range<Int>](), 0, false)
    while let open = page.first(UInt8(ascii: "<"), in: offset..<page.count) {
      offset = open + 1
      guard offset < page.count else { break }
      if page[open...].starts(with: "<!--".utf8) {
        var hasHyphens = false
        offset = open + 4
        // `<!-->` and `<!--->` are empty comments.
        let hyphen = page[offset...].first == 0x2D ? 1 : 0
        if page[(offset + hyphen)...].first == UInt8(ascii: ">") {
          offset += hyphen + 1
          ranges.append(open..<offset)
          continue
        }
        while let pair = page.first(hyphens, in: min(offset, page.count)..<page.count) {
          let rest = page[(pair + 2)...]
          offset = pair + 2
          if rest.starts(with: ">".utf8) || rest.starts(with: "!>".utf8) { break }
          if hasHyphens { ranges.append(pair..<pair + 1) }
          // In "--->", the last two hyphens are the end.
          offset = pair + 1
          hasHyphens = true
        }
      } else if page[offset] == UInt8(ascii: "!") {
        guard isInText, !page[open...].starts(with: "<![CDATA[".utf8) else { continue }
        let end = page.first(UInt8(ascii: ">"), in: offset..<page.count) ?? page.count - 1
        ranges.append(open..<end + 1)
        offset = end + 1
      } else if (page[offset] | 0x20) &- UInt8(ascii: "a") < 26 {
        isInText = true
        if let name = ["script", "style"].first(where: { isName($0, page, at: open + 1) }) {
          offset = end(of: name, page, from: offset)
        } else {
          offset = endOfTag(page, offset)
        }
      }
    }
    return ranges
  }

  private static let hyphens = (UInt8(ascii: "-"), UInt8(ascii: "-"))

  private static func isName(_ name: String, _ page: Bytes, at offset: Int) -> Bool {
    page[min(offset, page.count)...].prefix(name.utf8.count).lazy.map { $0 | 0x20 }
      .elementsEqual(name.utf8)
  }

  /// Returns the end of a tag. A sign in the value of an attribute, `title="<!-- a"`, begins no comment.
  static func endOfTag(_ page: Bytes, _ start: Int) -> Int {
    var (offset, quote, last): (Int, UInt8?, UInt8) = (start, nil, 0)
    let end = min(page.count, start + 4_000)
    while offset < end {
      let byte = page[offset]
      if byte == quote {
        quote = nil
      } else if quote == nil {
        if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") { return offset }
        if last == UInt8(ascii: "="), byte.isOne(of: "\"'") { quote = byte }
      }
      if byte > 0x20 { last = byte }
      offset += 1
    }
    return start
  }

  /// Returns the offset of the end tag of a program or a style sheet, in which a declaration is no markup.
  private static func end(of name: String, _ page: Bytes, from start: Int) -> Int {
    let sign = (UInt8(ascii: "<"), UInt8(ascii: "/"))
    var offset = start
    while let close = page.first(sign, in: offset..<page.count) {
      if isName(name, page, at: close + 2) { return close + 1 }
      offset = close + 2
    }
    return page.count
  }
}
