import Guion
import Narration

/// Creates chapters from the parts of a document.
/// Decides which parts become chapters, and gives each chapter its title and its opening.
struct ChapterAssembly {
  /// A chapter with spoken text.
  struct Chapter: Sendable {
    var title: String
    var read: TableRead
    var source: ChapterSource
  }

  /// The readers for the formats of the book's documents.
  struct Readers {
    /// The reader of the first document.
    let whole: TableReader
    private let manuscript: Manuscript
    private var byFormat: [DocumentFormat: TableReader]

    init(_ manuscript: Manuscript, _ make: (DocumentFormat) -> TableReader) {
      self.manuscript = manuscript
      whole = make(manuscript.format)
      byFormat = [manuscript.format: whole]
      for format in manuscript.documents.map(\.format) where byFormat[format] == nil {
        byFormat[format] = make(format)
      }
    }

    func format(of element: GuionElement?) -> DocumentFormat {
      element.flatMap(manuscript.document)?.format ?? manuscript.format
    }

    func reader(of element: GuionElement?) -> TableReader {
      element.flatMap(manuscript.document).flatMap { byFormat[$0.format] } ?? whole
    }
  }

  /// The opening credits.
  struct Credits {
    var opening: TableReader.Opening
    /// The index of the heading that repeats the title.
    var heading: Int?
  }

  let elements: [GuionElement]
  let parts: [DocumentOutline.Part]
  let outline: DocumentOutline
  let readers: Readers
  let bookTitle: String
  /// The titles of the book and of its document; nil if the user asked for the whole document as one chapter.
  let documentTitles: [String]?
  let name: String
  let credits: Credits
  /// Whether the first chapter begins with the credits; if false, the credits are a separate chapter.
  /// If other text comes before the first chapter, the credits are spoken with that text in any case.
  let joinsOpening: Bool

  /// A chapter before its table read.
  private struct Draft: Sendable {
    var title: String
    var source: ChapterSource
    var read: @Sendable () -> TableRead
  }

  private var drafts: [Draft] = []
  /// Credits and headings to be spoken at the start of the next chapter that has text.
  private var openings: [TableReader.Opening] = []
  private var titles: [GuionElement] = []

  init(
    elements: [GuionElement], parts: [DocumentOutline.Part], outline: DocumentOutline,
    readers: Readers, bookTitle: String, documentTitles: [String]?, name: String, credits: Credits,
    joinsOpening: Bool
  ) {
    self.elements = elements
    self.parts = parts
    self.outline = outline
    self.readers = readers
    self.bookTitle = bookTitle
    self.documentTitles = documentTitles
    self.name = name
    self.credits = credits
    self.joinsOpening = joinsOpening
  }

  /// Returns the chapters in order.
  /// The title of a part without spoken text is spoken in the next part.
  func assembled() -> [Chapter] {
    var assembly = self
    for part in parts { assembly.add(part) }
    assembly.addPending()
    let drafts = assembly.drafts
    // Table reads take most of the planning time. They do not depend on each other, so they are made in parallel.
    let reads = ParallelMap.map(drafts.count) { drafts[$0].read() }
    return zip(drafts, reads).filter { !$0.1.passages.isEmpty }
      .map { Chapter(title: $0.0.title, read: $0.1, source: $0.0.source) }
  }

  private mutating func add(_ part: DocumentOutline.Part) {
    let body = elements[part.elements]
    guard let index = part.heading else { return addOpening(body) }
    let heading = elements[index]
    let reader = readers.reader(of: heading)
    if heading.elementType == .sceneHeading {
      addPending()
      let scene = SceneSpeakable(sceneHeading: heading, elements: body, reader: reader)
      append(reader.title(of: heading), source(body)) { scene.tableRead }
    } else {
      titles.append(heading)
      guard reader.hasWords(in: body) else { return }
      addChapter(body, reader)
    }
  }

  /// Adds the text before the first chapter.
  /// This text becomes a chapter if it has more than the title, or if `joinsOpening` is false, or if the document has
  /// no other parts.
  private mutating func addOpening(_ body: ArraySlice<GuionElement>) {
    let isWhole = parts.count == 1
    let reader = readers.reader(of: body.first)
    guard isWhole || !joinsOpening || reader.hasWords(in: body, omitting: outline.titleHeading)
    else {
      openings = [credits.opening]
      if let title = outline.titleHeading, title != credits.heading {
        openings.append(.titles([elements[title]]))
      }
      return
    }
    if isWhole && joinsOpening {
      let document = MarkdownDocumentSpeakable(
        filename: name, elements: body, opening: [credits.opening], omitted: credits.heading,
        reader: reader)
      append(heading(of: body, reader) ?? bookTitle, source(body)) { document.tableRead }
    } else {
      let chapter = ChapterSpeakable(
        chapterHeading: nil, elements: body, opening: [credits.opening], omitted: credits.heading,
        reader: reader)
      append(bookTitle, source(body)) { chapter.tableRead }
    }
  }

  /// Returns the title of the only chapter: the first heading besides the document's title, if no words are above it and
  /// no other heading is at its level.
  private func heading(of body: ArraySlice<GuionElement>, _ reader: TableReader) -> String? {
    guard outline.chapterLevel == nil, let documentTitles else { return nil }
    let index = body.indices.first { index in
      body[index].isOwnHeading && index != credits.heading
        && !documentTitles.contains { body[index].elementText.hasSameLetters(as: $0) }
    }
    let isFirstOfSeveral = { (index: Int) in
      body[(index + 1)...].contains {
        $0.isOwnHeading && $0.elementType.level <= body[index].elementType.level
      }
    }
    guard let index, !body[index].isBackMatter, !isFirstOfSeveral(index),
      !reader.hasWords(in: body[..<index], omitting: outline.titleHeading)
    else { return nil }
    return reader.title(of: body[index])
  }

  private mutating func addChapter(_ body: ArraySlice<GuionElement>, _ reader: TableReader) {
    let chapter = ChapterSpeakable(
      chapterHeading: titles.last, elements: body, opening: openings + [.titles(titles)],
      reader: reader)
    append(joinedTitles, source(body)) { chapter.tableRead }
    (openings, titles) = ([], [])
  }

  /// Adds pending credits and titles as a separate chapter, because no spoken text follows.
  private mutating func addPending() {
    guard !titles.isEmpty || !openings.isEmpty else { return }
    let (reader, opening) = (readers.whole, openings + [.titles(titles)])
    append(joinedTitles, source([])) { reader.read([], opening: opening) }
    (openings, titles) = ([], [])
  }

  /// The pending headings, joined into one title.
  private var joinedTitles: String {
    titles.map { readers.reader(of: $0).title(of: $0) }.joined(separator: ": ")
  }

  /// Returns the source of a chapter, with the pending headings.
  private func source(_ body: ArraySlice<GuionElement>) -> ChapterSource {
    let headings = openings.flatMap(\.headings) + titles
    return ChapterSource(
      headings: headings, elements: body,
      format: readers.format(of: titles.last ?? body.first))
  }

  /// Adds a chapter.
  /// `assembled()` drops a chapter without spoken text.
  private mutating func append(
    _ title: String, _ source: ChapterSource, _ read: @escaping @Sendable () -> TableRead
  ) {
    drafts.append(Draft(title: title.isEmpty ? bookTitle : title, source: source, read: read))
  }
}

extension TableReader.Opening {
  /// The spoken headings; empty for credits.
  fileprivate var headings: [GuionElement] {
    if case .titles(let headings) = self { headings } else { [] }
  }
}
