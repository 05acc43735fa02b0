public import Basics

/// A parsed document of any format: its title page, its elements, and what follows from them.
public struct GuionParsedElementCollection: Sendable {
  /// What the document is written in.
  public let format: DocumentFormat
  /// The keys and values of the title page or the front matter; empty when there is none.
  public let titlePage: [TitlePageEntry]
  /// The elements in the order of the text; scene headings have their `sceneId`.
  public private(set) var elements: [GuionElement]
  /// What is worth saying about the document, in the order of the text.
  public let diagnostics: [Diagnostic]
  /// The front matter's `guion2audio` block, in which the keys of a cast file may stand.
  public let settings: JSONNode?
  /// The SHA-256 of the bytes that were read.
  public let digest: SHA256Digest
  /// The files in the document that its text is in, for `sourceRange.source`.
  ///
  /// None for a document that is one text.
  package let parts: [DocumentPart]
  /// The cover that is in the document.
  package let cover: FileReference?

  /// Reads the file at a path, in the format that its name tells; `format` says it where the name
  /// does not, and a name that tells nothing is taken for what its bytes are, else for plain text.
  ///
  /// Throws only when the file cannot be read: what is wrong with its content is a diagnostic.
  public init(file: String, format: DocumentFormat? = nil) throws(SourceFileError) {
    let (reading, digest) = try DocumentReading.file(file, format: format)
    self.init(reading, digest: digest)
  }

  /// The same for a path that only a regular file or a folder may have.
  ///
  /// Pipes and devices are an error and are not waited for.
  package init(regularFile path: String, format: DocumentFormat? = nil) throws(SourceFileError) {
    let (reading, digest) = try DocumentReading.file(path, format: format, isRegular: true)
    self.init(reading, digest: digest)
  }

  /// Reads a document that is already text.
  public init(string: String, format: DocumentFormat) {
    self.init(bytes: Array(string.utf8), format: format)
  }

  /// Reads the bytes of a document: text in UTF-8, or in UTF-16 with a byte order mark, or what its format says.
  ///
  /// Bytes that are XML or an archive are never read as text, whatever the format.
  public init(bytes: [UInt8], format: DocumentFormat) {
    self.init(DocumentReading(bytes, format: format), digest: SHA256.hash(bytes))
  }

  /// Takes a document that was read already; `digest` is that of its bytes.
  init(_ reading: DocumentReading, digest: SHA256Digest) {
    (format, self.digest) = (reading.format, digest)
    (titlePage, settings) = (reading.titlePage, reading.settings)
    diagnostics = reading.diagnostics
    (parts, cover) = (reading.parts, reading.cover)
    var elements = reading.elements
    SceneIdentity.assign(to: &elements)
    self.elements = elements
  }

  /// The same document, with elements that know their ids.
  func identified() -> Self {
    var copy = self
    ElementIdentity.count(&copy.elements)
    return copy
  }

  /// The names on the cues, each once, in the order in which they first speak; case does not count.
  public var characters: [String] {
    var seen: Set<String> = []
    return elements.lazy.filter { $0.elementType == .character }.map(\.elementText)
      .filter { seen.insert($0.uppercased()).inserted }
  }

  /// The scenes in order, the first part without a heading even where it is empty.
  public var scenes: [DocumentOutline.Part] { outline.scenes(of: elements) }

  /// The chapters in order, the first part without a heading even where it is empty; none where the
  /// document has no headings that start chapters.
  public var chapters: [DocumentOutline.Part] { outline.chapters(of: elements) ?? [] }

  /// Where chapters and scenes begin.
  public var outline: DocumentOutline { DocumentOutline(elements, format: format) }
}
