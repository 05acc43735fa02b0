public import Basics
public import FoundationEssentials

/// The source of one book: a document, or several documents that are read in order.
public struct Manuscript: Sendable {
  /// A document of the manuscript, without its elements.
  public struct Document: Sendable {
    /// The path as the user named it, for diagnostics.
    ///
    /// For a document in a folder, the path begins with the folder's path.
    public let path: String
    /// The file name without folders.
    ///
    /// For a document in a folder, the path relative to the folder, with "/".
    public let name: String
    /// The format of the document.
    ///
    /// The text of elements contains emphasis marks only in Fountain.
    public let format: DocumentFormat
    /// The SHA-256 of the document's bytes.
    public let digest: SHA256Digest
    /// The front matter's `guion2audio` block, which can contain the keys of a cast file.
    public let settings: JSONNode?
  }

  /// The path of the document as the user named it; nil for a folder.
  package let path: String?
  /// The name of the file or the folder, without parent folders; "-" for standard input.
  public let name: String
  /// Whether the manuscript was read from a folder.
  /// Each document of a folder starts a chapter. Therefore each heading of level 1 in a folder starts a
  /// chapter, even if the folder has only one such heading.
  package let isFolder: Bool
  /// The format of the first document.
  public let format: DocumentFormat
  package let edition: ReadingEdition
  /// The documents, in reading order.
  /// Never empty.
  package let documents: [Document]
  /// The document's title page.
  ///
  /// The title page of a folder is combined from its order file and its documents, as plain text.
  public let titlePage: [TitlePageEntry]
  /// The elements of all documents; `sourceRange.source` is an index into `documents`.
  public private(set) var elements: [GuionElement]
  /// The warnings and errors about the documents, each with the path of its file.
  public let diagnostics: [Diagnostic]
  /// The text of the heading that is the document's title; nil for a folder and for a document without
  /// such a heading.
  private var headingTitle: String?
  /// The cover: a picture inside the document, or else the picture that a title page names.
  /// A picture that a title page names is not yet checked or read.
  package let coverFile: FileReference?
  /// The words in the elements, and the words that are in no element.
  package private(set) var wordCount: WordCount

  /// Creates a manuscript from one document.
  ///
  /// `path` is the path as the user named it, "-" for standard input.
  public init(_ document: GuionParsedElementCollection, path: String) {
    self.path = path
    name = FilePath(path).trimmed.last.text
    isFolder = false
    (format, edition) = (document.format, document.edition)
    wordCount = document.wordCount
    documents = Document.all(of: document, path: path, name: name)
    titlePage = document.titlePage
    elements = document.elements
    var found = document.diagnostics + document.titlePage.tooLong
    let heading = document.outline.titleHeading.map { document.elements[$0] }
    if let heading, heading.elementText.utf8.count > InputLimit.title.maximum {
      found.append(.tooLarge(.title, at: heading.sourceRange?.start))
    }
    diagnostics = found.map { $0.within(path) }
    headingTitle = heading.flatMap(\.elementText.inOneLine)
    let named = document.titlePage.cover.map {
      FileReference(path: $0.path, in: path, position: $0.position)
    }
    coverFile = document.cover?.within(path) ?? named
  }

  /// Creates a manuscript from the documents of a folder.
  /// `titlePage` contains plain text.
  init(
    folder name: String, documents: [Document], titlePage: [TitlePageEntry],
    elements: [GuionElement], diagnostics: [Diagnostic], coverFile: FileReference? = nil,
    wordCount: WordCount, edition: ReadingEdition
  ) {
    (self.wordCount, self.edition) = (wordCount, edition)
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
  /// Returns the manuscript without the elements at some indices, whose words are counted by rules.
  /// The heading that is the document's title is found again, because another heading may now be the only one of its
  /// level.
  func without(_ rules: [Int: SkippedWords.Rule]) -> Manuscript {
    if rules.isEmpty { return self }
    var copy = self
    copy.elements = elements.enumerated().filter { rules[$0.offset] == nil }.map(\.element)
    for (index, rule) in rules {
      copy.wordCount.skip(
        elements[index], rule, format: document(of: elements[index])?.format ?? format)
    }
    if !isFolder, let index = DocumentOutline(copy.elements, format: format).titleHeading {
      copy.headingTitle = copy.elements[index].elementText.inOneLine
    }
    return copy
  }

  /// The title in plain text: from the title page, or else from the heading above all others.
  ///
  /// nil if there is neither; then callers use the name.
  public var title: String? { words.line(of: .title, joinedBy: " ") ?? headingTitle }

  /// The name of a book without a title: its file or folder name, without the format's extension.
  package var fallbackTitle: String {
    if isFolder { return name }
    return name == "-" ? "standard input" : FilePath(name).stem.text
  }

  /// Whether the title comes from the title page, so that it is not also read aloud as a heading.
  package var hasTitlePageTitle: Bool { words.line(of: .title, joinedBy: " ") != nil }

  /// The title as it is spoken.
  /// Each line of the title on a title page becomes a separate sentence.
  package var spokenTitle: String? { words.line(of: .title, joinedBy: ". ") ?? headingTitle }

  /// The text between the title and the authors, such as "written by".
  package var credit: String? { words.line(of: .credit, joinedBy: " ") }

  /// The authors, one for each value of the title page.
  public var authors: [String] { words.lines(of: .authors) }

  /// The summary of the book from the title page.
  public var summary: String? { words.line(of: .summary, joinedBy: " ") }

  /// The year of the title page's date: the four digits in `12 May 2024` or `2024-05-12`.
  public var year: String? {
    words.line(of: .date, joinedBy: " ")?
      .split { !("0"..."9").contains($0) }.map(String.init)
      .first { $0.count == 4 && ("1000"..."2999").contains($0) }
  }

  /// The date of the title page, to the day or to the second; nil if there is no unambiguous date.
  public var date: PublicationDate? {
    words.line(of: .date, joinedBy: " ").flatMap(PublicationDate.init(titlePage:))
  }

  /// Whether the manuscript is a single screenplay.
  package var isScreenplay: Bool { format.isScreenplay && !isFolder }

  /// The language tag of the title page, such as `en-GB`.
  public var language: String? { words.line(of: .language, joinedBy: " ") }

  /// The picture that the title page names, as a path relative to the document's folder or to the
  /// manuscript's folder.
  ///
  /// The path is not checked, so it may lead out of the folder.
  public var cover: String? { titlePage.cover?.path }

  /// Returns the document that an element is in; nil if the element's source index is not a document of
  /// this manuscript.
  package func document(of element: GuionElement) -> Document? {
    let source = element.sourceRange?.source ?? 0
    return documents.indices.contains(source) ? documents[source] : nil
  }

  /// The document whose settings apply to the book: the first document that has settings.
  package var settingsDocument: Document? { documents.first { $0.settings != nil } }

  private var words: TitlePageWords {
    TitlePageWords(titlePage, format: isFolder ? .text : format)
  }
}

extension Manuscript.Document {
  /// Returns the files that contain a document's text: the document itself, or the files inside it.
  /// The path of a file inside the document begins with the path of the document.
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
  /// Returns the diagnostic with a document's path as its file.
  /// If the diagnostic names a file in the document, the document's path comes before the name of that
  /// file.
  func within(_ path: String) -> Self { inFile(file.map { "\(path)/\($0)" } ?? path) }
}

extension FileReference {
  /// Returns the reference with a document's path as its file.
  /// If the reference names a file in the document, the document's path comes before the name of that
  /// file.
  fileprivate func within(_ path: String) -> Self {
    var copy = self
    copy.file = file.map { "\(path)/\($0)" } ?? path
    return copy
  }
}

extension [TitlePageEntry] {
  var cover: (path: String, position: SourcePosition?)? {
    guard let entry = entry(for: TitlePageSubject.cover.keys),
      let path = entry.values.first(where: { !$0.isEmpty })
    else { return nil }
    return (path, entry.position)
  }
}

/// The reasons why a folder cannot be read as a manuscript.
public enum ManuscriptError: Error, Equatable, Sendable {
  /// The folder, a folder in it, or a file in it cannot be read.
  case unreadable(FileError)
  /// The folder contains no document that can be read as a chapter. `skipped` names the documents in other formats.
  case noDocuments(folder: String, skipped: [Diagnostic] = [])
  /// Folders are nested deeper than `Manuscript.deepestFolder`.
  case tooDeep(folder: String)
  /// All problems in the order file, each with its position.
  case order([Diagnostic])

  /// The folder or file that the error is about, as the user named it.
  public var path: String {
    switch self {
    case .unreadable(let error): error.path
    case .noDocuments(let folder, _), .tooDeep(let folder): folder
    case .order(let diagnostics): diagnostics.first?.file ?? ""
    }
  }

  /// The error as diagnostics, for tools.
  public var diagnostics: [Diagnostic] {
    switch self {
    case .unreadable(let error):
      [error.tooLarge ?? diagnostic("unreadable", "it cannot be read: \(error.reason)")]
    case .noDocuments(_, let skipped):
      skipped + [
        diagnostic(
          "no-documents",
          "this folder has no document; it needs a .md, .fountain or .txt file whose name "
            + "does not begin with a dot")
      ]
    case .tooDeep:
      [
        diagnostic(
          "too-deep",
          "folders are nested deeper than \(Manuscript.deepestFolder) levels; move the documents "
            + "up, or name them in a SUMMARY.md")
      ]
    case .order(let diagnostics): diagnostics
    }
  }

  private func diagnostic(_ code: String, _ message: String) -> Diagnostic {
    Diagnostic(code: code, severity: .error, message: message, file: path)
  }
}

extension ManuscriptError: CustomStringConvertible {
  /// One line for each problem.
  public var description: String {
    if case .unreadable(let error) = self { return error.description }
    return diagnostics.map(\.description).joined(separator: "\n")
  }
}

extension ManuscriptError: LocalizedError {
  /// The message for users.
  public var errorDescription: String? { description }

  /// A sentence that suggests a fix.
  public var recoverySuggestion: String? {
    switch self {
    case .unreadable(let error): error.recoverySuggestion
    case .noDocuments: "Add a document to the folder, or choose another folder."
    case .tooDeep: "Move the documents to a folder nearer to the top."
    case .order: "Correct the file that lists the documents."
    }
  }
}
