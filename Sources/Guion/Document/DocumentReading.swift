import Basics

/// The result of parsing a document's bytes.
struct DocumentReading {
  var format: DocumentFormat
  /// The text that was read, in UTF-8.
  /// Empty if the bytes are not text.
  var text: [UInt8] = []
  var titlePage: [TitlePageEntry] = []
  var elements: [GuionElement] = []
  var diagnostics: [Diagnostic] = []
  /// The words that are in no element.
  var skipped = SkippedWords()
  var settings: JSONNode?
  /// The files in the document that contain its text.
  /// Empty for a document that is a single text.
  var parts: [DocumentPart] = []
  /// The cover inside the document.
  var cover: FileReference?

  /// Reads a document in `format`; bytes that are clearly in another format are an error.
  init(_ bytes: [UInt8], format: DocumentFormat) {
    self.format = format
    if let wrong = Self.mismatch(bytes, format) {
      diagnostics = [wrong]
      return
    }
    switch format {
    case .fountain, .markdown, .text: read(SourceText(bytes))
    case .fdx:
      let parser = FinalDraftParser(bytes: bytes)
      (text, titlePage, elements) = (parser.text, parser.titlePage, parser.elements)
      (diagnostics, skipped) = (parser.diagnostics, parser.skipped)
    case .highland:
      if ContentKind(bytes) == .zip {
        readBundle(bytes, .fountain)
      } else {
        self.format = .fountain
        read(SourceText(bytes))
      }
    case .textbundle: readBundle(bytes, nil)
    case .epub: readEPUB(bytes)
    }
  }

  private mutating func readEPUB(_ bytes: [UInt8]) {
    attempt { reading throws(Diagnostic) in
      let book = try EPUBParser(bytes)
      (reading.titlePage, reading.elements) = (book.titlePage, book.elements)
      (reading.diagnostics, reading.parts, reading.cover) = (
        book.diagnostics, book.parts, book.cover
      )
      reading.skipped = book.skipped
    }
  }

  /// Reads a bundle that is a folder.
  init(bundle path: String) {
    format = .markdown
    attempt { reading throws(Diagnostic) in
      reading.read(try TextBundle(FolderBundle(path: path)))
    }
  }

  /// Reads a bundle in an archive.
  private mutating func readBundle(_ bytes: [UInt8], _ format: DocumentFormat?) {
    attempt { reading throws(Diagnostic) in
      let archive = try Self.archive(bytes)
      reading.read(try TextBundle(ArchivedBundle(archive: archive), format: format))
    }
  }

  private static func archive(_ bytes: [UInt8]) throws(Diagnostic) -> ZipArchive {
    do {
      return try ZipArchive(bytes)
    } catch {
      throw error.diagnostic
    }
  }

  /// Runs `body`; if it throws, its error becomes the only diagnostic.
  private mutating func attempt(_ body: (inout Self) throws(Diagnostic) -> Void) {
    do {
      try body(&self)
    } catch {
      diagnostics = [error]
    }
  }

  private mutating func read(_ bundle: TextBundle) {
    format = bundle.format
    parts = [DocumentPart(name: bundle.name, bytes: bundle.text)]
    if let wrong = Self.mismatch(bundle.text, format) {
      diagnostics = [wrong.inFile(bundle.name)]
      return
    }
    read(SourceText(bundle.text))
    diagnostics = diagnostics.map { $0.inFile(bundle.name) }
    let named = titlePage.cover
    cover = bundle.cover(named: named?.path, at: named?.position)
  }

  private mutating func read(_ source: SourceText) {
    text = source.bytes
    let found: [Diagnostic]
    switch format {
    case .fountain:
      let parser = FountainParser(bytes: text)
      (titlePage, elements, found) = (parser.titlePage, parser.elements, parser.diagnostics)
      skipped = parser.skipped
    case .markdown:
      let parser = CommonMarkParser(bytes: text)
      (titlePage, elements, found) = (parser.titlePage, parser.elements, parser.diagnostics)
      (settings, skipped) = (parser.settings, parser.skipped)
    // Formats that are no text never come here; they are named, so that a new format is an error of the compiler.
    case .text, .fdx, .highland, .textbundle, .epub:
      let parser = PlainTextParser(bytes: text)
      (elements, found) = (parser.elements, parser.diagnostics)
    }
    diagnostics = source.diagnostics + found
  }

  /// Returns the error for bytes that cannot be read in this format; nil if the bytes can be read.
  /// XML is never read as text, because hours of spoken markup help no listener.
  private static func mismatch(_ bytes: [UInt8], _ format: DocumentFormat) -> Diagnostic? {
    switch (ContentKind(bytes), format) {
    case (.finalDraft, .fdx), (.xml, .fdx), (.zip, .textbundle), (.zip, .highland), (.zip, .epub):
      nil
    case (.zip, .fdx), (.other, .fdx), (.other, .textbundle), (.other, .epub):
      .wrongFormat(
        bytes.isEmpty ? "an empty file" : BinaryFile.detect(bytes)?.name ?? "text",
        as: format, advice: "rename the file to match its content, or choose its real format")
    case (.finalDraft, _):
      .wrongFormat(
        "a Final Draft script", as: format,
        advice: "rename it to end in .fdx, or choose the format fdx")
    case (.xml, _):
      .wrongFormat("an XML document", as: format, advice: "export it as Markdown or plain text")
    case (.zip, _), (.other, _): nil
    }
  }
}

extension DocumentReading {
  /// Reads the document at a path and returns it with the digest of its bytes.
  /// `format` overrides the format that the name implies. If `isRegular` is true, a pipe or a device is
  /// an error at once, and the function does not wait for data.
  static func file(
    _ path: String, format: DocumentFormat?, isRegular: Bool = false
  ) throws(FileError) -> (reading: Self, digest: SHA256Digest) {
    if FolderBundle.isBundle(path) {
      let reading = Self(bundle: path)
      return (reading, SHA256.hash(reading.text))
    }
    let bytes = try SourceFile.bytes(
      of: FilePath(path), shown: path, limit: .document, isRegular: isRegular)
    let format = format ?? .init(path: path) ?? .init(content: bytes) ?? .text
    return (Self(bytes, format: format), SHA256.hash(bytes))
  }
}

extension DocumentFormat {
  /// Detects Final Draft, EPUB or TextBundle from a document's bytes; nil for any other content.
  package init?(content bytes: [UInt8]) {
    switch ContentKind(bytes) {
    case .finalDraft: self = .fdx
    case .zip where BinaryFile.isEPUB(bytes): self = .epub
    case .zip where BinaryFile.isTextBundle(bytes): self = .textbundle
    default: return nil
    }
  }

  /// Detects Final Draft, EPUB or TextBundle from the first bytes of a file.
  /// nil for any other content and for a file that cannot be read.
  package init?(contentOf path: String) {
    guard let file = try? FileDescriptor(regular: path, followingLinks: true),
      let bytes = try? file.bytes(ContentKind.sampleSize, at: 0)
    else { return nil }
    self.init(content: bytes)
  }
}
