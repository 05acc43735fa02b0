import Basics

/// Reads a folder's documents into one book.
struct FolderBook {
  private let folder: BookFolder
  private var documents: [Manuscript.Document] = []
  private var diagnostics: [Diagnostic] = []
  private var titlePage = FolderTitlePage()
  private var joiner = ChapterJoiner()
  private var settingsOwner: String?
  /// How many bytes the limit of the folder has left.
  private var room = InputLimit.folder.most

  private init(_ folder: BookFolder) { self.folder = folder }

  static func read(_ path: String) throws(ManuscriptError) -> Manuscript {
    let folder = try BookFolder(path)
    var book = FolderBook(folder)
    let toml = try folder.mdBook()
    let file = try OrderFile(in: folder, toml)
    for named in try book.order(file) {
      try book.add(
        named, root: file?.base ?? FilePath(""), title: file?.order.title ?? toml?.title)
    }
    var elements = book.joiner.elements
    // Documents count their scenes from their own beginnings.
    SceneIdentity.assign(to: &elements)
    return Manuscript(
      folder: folder.name, documents: book.documents,
      titlePage: book.titlePage.entries(
        title: file?.order.title ?? toml?.title,
        authors: file?.order.authors.isEmpty == false
          ? file?.order.authors ?? [] : toml?.authors ?? [],
        language: toml?.language),
      elements: elements, diagnostics: book.diagnostics,
      coverFile: book.titlePage.coverFile(in: folder))
  }

  /// The documents in the order of the file, or of their names.
  private mutating func order(
    _ file: OrderFile?
  ) throws(ManuscriptError) -> [OrderResolver.Named] {
    if let file {
      diagnostics += file.order.diagnostics.map { $0.inFile(folder.shown(file.path)) }
      if let entries = file.order.entries {
        let (documents, found) = try OrderResolver.resolve(entries, of: file, in: folder)
        diagnostics += found
        return documents
      }
    }
    let start = file?.base ?? FilePath("")
    if let file, try folder.place(of: start) == nil {
      throw .order([
        Diagnostic(
          code: "outside-folder", severity: .error,
          message: "the documents' folder \(start.text) is a link out of the folder; copy it here",
          file: folder.shown(file.path))
      ])
    }
    let walk = try FolderWalk(folder, from: start)
    if walk.documents.isEmpty { throw .noDocuments(folder: folder.path.text) }
    diagnostics += walk.diagnostics
    return walk.documents.map { OrderResolver.Named(path: $0, title: nil) }
  }

  /// `root` is the folder that holds the documents: the index in it is called as the book is.
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
    diagnostics += (document.diagnostics + document.titlePage.tooLong).map { $0.within(path) }
    if !isRead, !document.diagnostics.contains(where: { $0.severity == .error }) {
      diagnostics.append(
        Diagnostic(
          code: "empty-document", severity: .warning,
          message: "there are no words to read in this document, so it is no chapter", file: path))
    }
    titlePage.add(document, at: named.path)
    documents += Manuscript.Document.all(of: document, path: path, name: name)
    if let settings = document.settings { add(settings, of: path) }
  }

  /// A document of the folder, which may be a folder of its own.
  private mutating func read(
    _ path: FilePath
  ) throws(ManuscriptError) -> GuionParsedElementCollection {
    if folder.kind(of: path) == .folder {
      let reading = DocumentReading(bundle: folder.shown(path))
      room -= reading.text.count
      return GuionParsedElementCollection(reading, digest: SHA256.hash(reading.text))
    }
    let bytes = try folder.bytes(of: path, limit: .folder, room: room)
    room -= bytes.count
    return GuionParsedElementCollection(
      bytes: bytes, format: DocumentFormat(path: path.text) ?? .text)
  }

  /// The first document's settings count, as one book has one cast.
  private mutating func add(_ settings: JSONNode, of path: String) {
    guard let owner = settingsOwner else {
      settingsOwner = path
      return
    }
    diagnostics.append(
      Diagnostic(
        code: "several-settings", severity: .warning,
        message: "these guion2audio settings do not count, as those of \(owner) hold for the whole "
          + "book; keep one block",
        file: path, position: settings.position))
  }
}

/// The title page that the documents of a folder make together.
private struct FolderTitlePage {
  private var authors: [String] = []
  private var known: Set<String> = []
  private var language: String?
  private var cover: String?
  /// The document that names the cover, and where.
  private var coverPlace: (document: FilePath, path: String, position: SourcePosition?)?

  mutating func add(_ document: GuionParsedElementCollection, at path: FilePath) {
    let words = TitlePageWords(document.titlePage, format: document.format)
    for author in words.lines(of: .authors) where known.insert(author).inserted {
      authors.append(author)
    }
    language = language ?? words.line(of: .language, joinedBy: " ")
    if cover == nil, let picture = document.titlePage.cover {
      // From the folder of the book, as the document may stand in a folder below.
      cover = path.folder.appending(FilePath(picture.path)).text
      coverPlace = (path, picture.path, picture.position)
    }
  }

  /// The cover, which may stand anywhere in the book's folder.
  func coverFile(in folder: BookFolder) -> FileReference? {
    coverPlace.map {
      FileReference(
        path: $0.path, base: folder.shown($0.document.folder), root: folder.path.text,
        in: folder.shown($0.document), position: $0.position)
    }
  }

  /// What the order file says comes before what the documents say.
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

extension BookFolder {
  /// What the folder's `book.toml` says; nil where it is no mdBook.
  fileprivate func mdBook() throws(ManuscriptError) -> BookTOML? {
    let path = FilePath("book.toml")
    guard kind(of: path) == .file, try place(of: path) != nil else { return nil }
    return BookTOML(try bytes(of: path, limit: .orderFile))
  }
}

extension Manuscript {
  /// How many folders deep a document may stand below the folder that is the book.
  public static let deepestFolder = 64

  /// Reads a folder as one book: the documents that its order file names, else all documents in it in
  /// the order of their names (Documentation/interfaces.md, "Folders").
  ///
  /// Nothing outside the folder is read, and the order never depends on the file system. Throws where
  /// a file cannot be read, where there is no document, and where the order file is wrong.
  public init(folder path: String) throws(ManuscriptError) {
    self = try FolderBook.read(path)
  }
}
