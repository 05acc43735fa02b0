public import Basics

/// Reads the documents of a folder into one book.
struct FolderBook {
  private let folder: BookFolder
  private let edition: ReadingEdition
  private let soundWords: SoundCue.Words
  private let language: String?
  private var documents: [Manuscript.Document] = []
  private var diagnostics: [Diagnostic] = []
  private var titlePage = FolderTitlePage()
  private var joiner = ChapterJoiner()
  private var wordCount = WordCount()
  private var settingsOwner: String?
  /// The file that lists the documents.
  private var orderFile: String?
  /// The number of bytes that remain under the folder's limit.
  private var remainingBytes = InputLimit.folder.maximum

  private init(
    _ folder: BookFolder, _ edition: ReadingEdition, _ soundWords: SoundCue.Words,
    _ language: String?
  ) {
    (self.folder, self.edition, self.soundWords) = (folder, edition, soundWords)
    self.language = language
  }

  static func read(
    _ path: String, _ edition: ReadingEdition, _ soundWords: SoundCue.Words, _ language: String?
  ) throws(ManuscriptError) -> Manuscript {
    let folder = try BookFolder(path)
    var book = FolderBook(folder, edition, soundWords, language)
    let toml = try folder.mdBook()
    let file = try OrderFile(in: folder, toml)
    book.orderFile = file?.order.entries == nil ? nil : file?.path.text
    for named in try book.order(file) {
      try book.add(
        named, root: file?.base ?? FilePath(""), title: file?.order.title ?? toml?.title)
    }
    var elements = book.joiner.elements
    // Each document has numbered only its own scenes, so the scenes of the whole book are numbered
    // again.
    SceneIdentity.assign(to: &elements)
    return Manuscript(
      folder: folder.name, documents: book.documents,
      titlePage: book.titlePage.entries(
        title: file?.order.title ?? toml?.title,
        authors: file?.order.authors.isEmpty == false
          ? file?.order.authors ?? [] : toml?.authors ?? [],
        language: toml?.language),
      elements: elements, diagnostics: book.diagnostics,
      coverFile: book.titlePage.coverFile(in: folder), wordCount: book.wordCount, edition: edition)
  }

  /// Returns the documents in the order of the order file, or else sorted by name.
  private mutating func order(
    _ file: OrderFile?
  ) throws(ManuscriptError) -> [OrderResolver.Named] {
    if let file {
      diagnostics += file.order.diagnostics.map { $0.inFile(folder.shown(file.path)) }
      if let entries = file.order.entries {
        let (documents, found) = try OrderResolver.resolve(
          entries, of: file, in: folder, edition)
        diagnostics += found
        return documents
      }
    }
    let start = file?.base ?? FilePath("")
    if let file, try folder.place(of: start) == nil {
      throw .order([
        Diagnostic(
          code: "outside-folder", severity: .error,
          message: "the folder of the documents (\(start.text)) is a link that leads out of the "
            + "book's folder; replace the link with a copy of its target",
          file: folder.shown(file.path))
      ])
    }
    let walk = try FolderWalk(folder, from: start, edition)
    if walk.documents.isEmpty {
      throw .noDocuments(folder: folder.path.text, skipped: walk.diagnostics)
    }
    diagnostics += walk.diagnostics
    return walk.documents.map { OrderResolver.Named(path: $0, title: nil) }
  }

  /// Adds a document.
  /// `root` is the folder of the documents. An index document directly in `root` gets the title of the
  /// book.
  private mutating func add(
    _ named: OrderResolver.Named, root: FilePath, title: String?
  ) throws(ManuscriptError) {
    let name = named.path.text
    let path = folder.shown(named.path)
    let document = try read(named.path)
    let source = documents.count
    let isInRoot = named.path.folder == root
    let fallback = DocumentName.title(
      of: isInRoot ? named.path.last : named.path, book: title ?? folder.name)
    let isRead = joiner.append(
      document, source: source, listed: named.title, fallback: fallback)
    diagnostics += (document.diagnostics + document.titlePage.tooLong).map {
      let found = $0.within(path)
      return found.severity == .error ? leavingOut(found) : found
    }
    if !isRead, !document.diagnostics.contains(where: { $0.severity == .error }) {
      diagnostics.append(
        Diagnostic(
          code: "empty-document", severity: .warning,
          message: "this document has no text to read, so it is not a chapter", file: path))
    }
    titlePage.add(document, at: named.path)
    wordCount.add(document.wordCount)
    documents += Manuscript.Document.all(of: document, path: path, name: name)
    if let settings = document.settings { add(settings, of: path) }
  }

  /// Returns the error of a document, with the way to leave the document out. Without its author's word,
  /// no chapter is left out.
  private func leavingOut(_ error: Diagnostic) -> Diagnostic {
    let way = orderFile.map { "remove it from \($0)" } ?? "list the other documents in nav.txt"
    var error = error
    error.message += "; to leave this document out, \(way)"
    return error
  }

  /// Reads a document of the folder.
  /// The document can be a TextBundle, which is a folder.
  private mutating func read(
    _ path: FilePath
  ) throws(ManuscriptError) -> GuionParsedElementCollection {
    if folder.kind(of: path) == .folder {
      let reading = DocumentReading(
        bundle: folder.shown(path), edition: edition, soundWords: soundWords,
        language: language)
      remainingBytes -= reading.text.count
      return GuionParsedElementCollection(reading, digest: SHA256.hash(reading.text))
    }
    let bytes = try folder.bytes(of: path, limit: .folder, remainingBytes: remainingBytes)
    remainingBytes -= bytes.count
    let reading = DocumentReading(
      bytes, format: DocumentFormat(path: path.text) ?? .text, edition: edition,
      soundWords: soundWords, language: language)
    return GuionParsedElementCollection(reading, digest: SHA256.hash(bytes))
  }

  /// Adds the settings of a document.
  /// Only the first document with settings is used, because a book has one cast. Any other settings
  /// cause a warning.
  private mutating func add(_ settings: JSONNode, of path: String) {
    guard let owner = settingsOwner else {
      settingsOwner = path
      return
    }
    diagnostics.append(
      Diagnostic(
        code: "several-settings", severity: .warning,
        message: "these guion2audio settings are ignored, because the settings in \(owner) apply "
          + "to the whole book; delete the settings in one of the two files",
        file: path, position: settings.position))
  }

  /// The title page that is combined from the documents of a folder.
  private struct FolderTitlePage {
    private var authors: [String] = []
    private var known: Set<String> = []
    private var language: String?
    private var cover: String?
    private var coverPlace: (document: FilePath, path: String, position: SourcePosition?)?

    mutating func add(_ document: GuionParsedElementCollection, at path: FilePath) {
      let words = TitlePageWords(document.titlePage, format: document.format)
      for author in words.lines(of: .authors) where known.insert(author).inserted {
        authors.append(author)
      }
      language = language ?? words.line(of: .language, joinedBy: " ")
      if cover == nil, let picture = document.titlePage.cover {
        // The path is relative to the folder of the book, because the document may be in a subfolder.
        cover = path.folder.appending(FilePath(picture.path)).text
        coverPlace = (path, picture.path, picture.position)
      }
    }

    /// Returns the cover, which may be anywhere in the book's folder.
    func coverFile(in folder: BookFolder) -> FileReference? {
      coverPlace.map {
        FileReference(
          path: $0.path, base: folder.shown($0.document.folder), root: folder.path.text,
          in: folder.shown($0.document), position: $0.position)
      }
    }

    /// Returns the entries.
    /// The arguments come from the order file or `book.toml`. They override the values of the documents.
    func entries(title: String?, authors named: [String], language written: String?)
      -> [TitlePageEntry]
    {
      let language = written ?? language
      let entries = [
        ("title", title.map { [$0] } ?? []), ("author", named.isEmpty ? authors : named),
        ("language", language.map { [$0] } ?? []), ("cover", cover.map { [$0] } ?? []),
      ]
      return entries.filter { !$0.1.isEmpty }.map { TitlePageEntry(key: $0.0, values: $0.1) }
    }
  }

  /// Derives a title from a document's file name.
  enum DocumentName {
    /// Returns a title: "The long way" for "02-the_long-way.md".
    /// A README or an index gets the name of its folder. At the top, a README or an index gets the name of
    /// the book.
    static func title(of path: FilePath, book: String) -> String {
      let stem = path.stem.text
      guard ["readme", "index"].contains(stem.lowercased()) else { return readable(stem) }
      let folder = path.folder
      return readable(folder.bytes.isEmpty ? book : folder.last.text)
    }

    /// Returns a name without its sorting digits, and with blanks for hyphens and underscores.
    static func readable(_ name: String) -> String {
      var rest = Substring(name)
      while true {
        let number = rest.drop { $0.isASCII && $0.isNumber }
        let words = number.drop { "-_. )".contains($0) }
        // "3d-printing" keeps its number because no separator follows the number.
        guard words.startIndex > number.startIndex else { break }
        rest = words
      }
      let text = String((rest.isEmpty ? name[...] : rest).map { "-_".contains($0) ? " " : $0 })
      guard let line = text.inOneLine, let first = line.first else { return name }
      return first.uppercased() + line.dropFirst()
    }
  }

  /// Joins documents into the elements of one book.
  /// Each document starts a chapter.
  struct ChapterJoiner {
    /// The elements of the documents so far.
    private(set) var elements: [GuionElement] = []

    /// Adds a document.
    /// `listed` is the document's title in the order file, and `fallback` is a title made from its file
    /// name.
    /// Returns false if the document has nothing to read. Its headings are then left out, because they
    /// would become titles of the next chapter.
    mutating func append(
      _ document: GuionParsedElementCollection, source: Int, listed: String?, fallback: String
    ) -> Bool {
      let first = document.elements.firstIndex(where: \.isSpeakable)
      let words = TitlePageWords(document.titlePage, format: document.format)
      let written = words.line(of: .title, joinedBy: " ")
      let headings = Headings(document)
      let start = first.flatMap { headings.start(at: $0, title: written) }
      if first != nil, start == nil {
        elements.append(.heading(written ?? listed ?? fallback, source: source))
      }
      let shift = headings.shift(isStartOutermost: start?.isOutermost ?? false)
      elements.reserveCapacity(elements.count + document.elements.count)
      for (index, element) in document.elements.enumerated() {
        var element = element
        if let own = element.sourceRange?.source { element.sourceRange?.source = source + own }
        if element.elementType.isSectionHeading {
          if first == nil { continue }
          let level = index == start?.index ? 1 : max(1, element.elementType.level + shift)
          element.elementType = .sectionHeading(level: level)
        }
        elements.append(element)
      }
      return first != nil
    }
  }
}

extension BookFolder {
  /// Reads the folder's `book.toml`; nil if the folder is not an mdBook.
  fileprivate func mdBook() throws(ManuscriptError) -> BookTOML? {
    let path = FilePath("book.toml")
    guard hasFile(path), try place(of: path) != nil else { return nil }
    return BookTOML(try bytes(of: path, limit: .orderFile))
  }
}

extension Manuscript {
  /// The maximum depth of a document's folder below the book's folder.
  package static let deepestFolder = 64

  /// Reads a folder as one book.
  ///
  /// The book has the documents that the folder's order file names. Without an order file, the book has
  /// all documents in the folder, sorted by name (Documentation/reference/inputs.md, "Folders").
  ///
  /// Files outside the folder are never read, and the order never depends on the file system. Throws if a
  /// file cannot be read, if there is no document, or if the order file is wrong.
  public init(
    folder path: String, edition: ReadingEdition = .second
  ) throws(ManuscriptError) {
    try self.init(folder: path, edition: edition, soundWords: [:])
  }

  /// Reads a folder as one book; `soundWords` are the cast's own words for sounds, and `language` is that of the text.
  package init(
    folder path: String, edition: ReadingEdition, soundWords: SoundCue.Words,
    language: String? = nil
  ) throws(ManuscriptError) {
    self = try FolderBook.read(path, edition, soundWords, language)
  }
}

/// The headings of a document, which determine where its chapter begins.
private struct Headings {
  /// The heading that a chapter starts with.
  struct Start {
    let index: Int
    /// Whether no other heading has a higher rank.
    let isOutermost: Bool
  }

  private let elements: [GuionElement]
  private let isScreenplay: Bool
  /// The level of the outermost headings.
  private let shallowest: Int
  private let count: Int

  init(_ document: GuionParsedElementCollection) {
    elements = document.elements
    isScreenplay = document.format.isScreenplay
    let levels = elements.lazy.filter(\.isOwnHeading).map(\.elementType.level)
    let shallowest = levels.min() ?? 1
    self.shallowest = shallowest
    count = levels.count { $0 == shallowest }
  }

  /// Returns the heading that starts the chapter; nil if the document's first text is not its title.
  /// If the front matter has a title and the first heading differs from it, this heading starts only a
  /// section. The exception is a single heading of level 1, which readers see as the title. (Documents for
  /// Hugo and Jekyll begin with their first section. Documents for MkDocs and Docusaurus begin with a title.)
  func start(at first: Int, title: String?) -> Start? {
    guard !isScreenplay, elements[first].isOwnHeading else { return nil }
    let level = elements[first].elementType.level
    let start = Start(index: first, isOutermost: level == shallowest)
    guard let title else { return start.isOutermost ? start : nil }
    if title.hasSameLetters(as: elements[first].elementText) { return start }
    return level == 1 && count == 1 ? start : nil
  }

  /// Returns the number to add to each heading level.
  /// The outermost headings get level 1 if the heading that starts the chapter is one of them;
  /// otherwise level 2.
  func shift(isStartOutermost: Bool) -> Int { (isStartOutermost ? 1 : 2) - shallowest }
}

extension GuionElement {
  fileprivate static func heading(_ words: String, source: Int) -> GuionElement {
    let start = SourcePosition(line: 1, column: 1)
    return GuionElement(
      elementType: .sectionHeading(level: 1), elementText: words,
      sourceRange: SourceRange(start: start, end: start, source: source))
  }
}
