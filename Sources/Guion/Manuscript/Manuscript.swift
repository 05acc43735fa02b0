public import Basics

/// What one book is made from: a document, or several that are read one after the other.
public struct Manuscript: Sendable {
  /// A document of the manuscript, without its elements.
  public struct Document: Sendable {
    /// The path as the user named it, for diagnostics; within a folder, behind the folder's.
    public let path: String
    /// The name without folders; within a folder, the way there from the folder, with "/".
    public let name: String
    /// What the document is written in: in Fountain alone, marks of emphasis stand in the words.
    public let format: DocumentFormat
    /// The SHA-256 of the document's bytes.
    public let digest: SHA256Digest
    /// The front matter's `guion2audio` block, in which the keys of a cast file may stand.
    public let settings: JSONNode?
  }

  /// The path of the document as the user named it; nil for a folder.
  package let path: String?
  /// The name of the file or the folder, without the folders above it; "-" for standard input.
  public let name: String
  /// Whether this came from a folder: each document starts a chapter, so that chapters are the
  /// headings of level 1, however many there are.
  public let isFolder: Bool
  /// What the first document is written in.
  public let format: DocumentFormat
  /// The documents in the order in which they are read; never empty.
  public let documents: [Document]
  /// The document's title page; a folder's is put together from its order file and its documents, as
  /// plain words.
  public let titlePage: [TitlePageEntry]
  /// The elements of all documents; `sourceRange.source` is an index into `documents`.
  public let elements: [GuionElement]
  /// What is worth saying about the documents, each with the path of its file.
  public let diagnostics: [Diagnostic]
  /// The words of the heading that is the document's title; nil where there is none, and for a folder.
  private let headingTitle: String?
  /// The picture that a title page names, with its place; not checked, and not yet read.
  public let coverFile: FileReference?

  /// Makes a manuscript of one document; `path` is as the user named it, "-" for standard input.
  public init(_ document: GuionParsedElementCollection, path: String) {
    self.path = path
    name = FilePath(path).trimmed.last.text
    isFolder = false
    format = document.format
    documents = Document.all(of: document, path: path, name: name)
    titlePage = document.titlePage
    elements = document.elements
    var found = document.diagnostics + document.titlePage.tooLong
    let heading = document.outline.titleHeading.map { document.elements[$0] }
    if let heading, heading.elementText.utf8.count > InputLimit.title.most {
      found.append(.tooLarge(.title, at: heading.sourceRange?.start))
    }
    diagnostics = found.map { $0.within(path) }
    headingTitle = heading.flatMap(\.elementText.inOneLine)
    let named = document.titlePage.cover.map {
      FileReference(path: $0.path, in: path, position: $0.position)
    }
    coverFile = document.cover?.within(path) ?? named
  }

  /// Makes a manuscript of a folder's documents; `titlePage` holds plain words.
  init(
    folder name: String, documents: [Document], titlePage: [TitlePageEntry],
    elements: [GuionElement], diagnostics: [Diagnostic], coverFile: FileReference? = nil
  ) {
    (path, self.name) = (nil, name)
    isFolder = true
    format = documents.first?.format ?? .text
    self.documents = documents
    self.titlePage = titlePage
    self.elements = elements
    self.diagnostics = diagnostics + titlePage.tooLong.map { $0.inFile(name) }
    self.coverFile = coverFile
    headingTitle = nil
  }
}

extension Manuscript {
  /// The title in plain words: the title page's, else that of the heading above all others; nil where
  /// there is neither, and the name has to do.
  public var title: String? { words.line(of: .title, joinedBy: " ") ?? headingTitle }

  /// What the book is called where it has no title: its name without the ending that tells the format.
  package var fallbackTitle: String {
    if isFolder { return name }
    return name == "-" ? "standard input" : FilePath(name).stem.text
  }

  /// Whether the title came from the title page, and is not read aloud as a heading.
  public var hasTitlePageTitle: Bool { words.line(of: .title, joinedBy: " ") != nil }

  /// The title as it is said: each line of a title page is a sentence of its own.
  public var spokenTitle: String? { words.line(of: .title, joinedBy: ". ") ?? headingTitle }

  /// What stands between the title and the authors, such as "written by".
  public var credit: String? { words.line(of: .credit, joinedBy: " ") }

  /// The authors, each value of the title page one.
  public var authors: [String] { words.lines(of: .authors) }

  /// What the book is about, in the words of the title page.
  public var summary: String? { words.line(of: .summary, joinedBy: " ") }

  /// The year of the title page's date, four digits of it: `12 May 2024`, `2024-05-12`.
  public var year: String? {
    words.line(of: .date, joinedBy: " ")?
      .split { !("0"..."9").contains($0) }.map(String.init)
      .first { $0.count == 4 && ("1000"..."2999").contains($0) }
  }

  /// The date of the title page, to the day or to the second; nil if there is none that can be read in one way only.
  public var date: PublicationDate? {
    words.line(of: .date, joinedBy: " ").flatMap(PublicationDate.init(titlePage:))
  }

  /// The language's tag as the title page has it: `en-GB`.
  ///
  /// A screenplay's title page has no such key of old, and none that is heard.
  public var language: String? {
    format.isScreenplay && !isFolder ? nil : words.line(of: .language, joinedBy: " ")
  }

  /// The picture that the title page names, as a path from the folder of the document, or from the
  /// folder that is the manuscript; not checked, so it may lead anywhere.
  public var cover: String? { titlePage.cover?.path }

  /// The document that an element is in; nil where its number is of none.
  package func document(of element: GuionElement) -> Document? {
    let source = element.sourceRange?.source ?? 0
    return documents.indices.contains(source) ? documents[source] : nil
  }

  /// The document whose settings hold for the book: the first that has any.
  public var settingsDocument: Document? { documents.first { $0.settings != nil } }

  private var words: TitlePageWords {
    TitlePageWords(titlePage, format: isFolder ? .text : format)
  }
}

extension Manuscript.Document {
  /// The files that a document's text is in: the document itself, or those in it.
  ///
  /// Those in it have the document's path before their own.
  static func all(of document: GuionParsedElementCollection, path: String, name: String) -> [Self] {
    if document.parts.isEmpty { return [Self(document, path: path, name: name)] }
    return document.parts.map { part in
      Self(
        path: "\(path)/\(part.name)", name: part.name, format: document.format, digest: part.digest,
        settings: document.settings)
    }
  }

  init(_ document: GuionParsedElementCollection, path: String, name: String) {
    self.init(
      path: path, name: name, format: document.format, digest: document.digest,
      settings: document.settings)
  }
}

extension Diagnostic {
  /// The same diagnostic, said of a document, or of the file in it that the diagnostic names.
  func within(_ path: String) -> Self { inFile(file.map { "\(path)/\($0)" } ?? path) }
}

extension FileReference {
  /// The same picture, in a document at a path.
  fileprivate func within(_ path: String) -> Self {
    var copy = self
    copy.file = file.map { "\(path)/\($0)" } ?? path
    return copy
  }
}

extension [TitlePageEntry] {
  /// The picture that is named, and where.
  var cover: (path: String, position: SourcePosition?)? {
    guard let entry = entry(for: TitlePageSubject.cover.keys),
      let path = entry.values.first(where: { !$0.isEmpty })
    else { return nil }
    return (path, entry.position)
  }
}
