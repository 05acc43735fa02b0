package import Basics

/// The result of parsing a document's bytes.
struct DocumentReading {
  var format: DocumentFormat
  let edition: ReadingEdition
  /// The cast's own words for sounds, which the comments of Markdown use.
  private let soundWords: SoundCue.Words
  private let language: String?
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
  /// Whether nobody named the format, so that a plain text can be a screenplay.
  private var isOpen = false

  /// Reads a document in `format`; bytes that are clearly in another format are an error.
  /// `isOpen` says that nobody named the format.
  init(
    _ bytes: [UInt8], format: DocumentFormat, edition: ReadingEdition, isOpen: Bool = false,
    soundWords: SoundCue.Words = [:], language: String? = nil,
    converter: DocumentConverter = .installed
  ) {
    (self.format, self.edition, self.isOpen) = (format, edition, isOpen)
    (self.soundWords, self.language) = (soundWords, language)
    if let wrong = Self.mismatch(bytes, format) {
      diagnostics = [wrong]
      return
    }
    switch format {
    case .fountain, .markdown, .text: read(SourceText(bytes))
    case .fdx:
      let parser = FinalDraftParser(bytes: bytes, edition: edition)
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
    case .docx, .odt, .officeScript:
      attempt { reading throws(Diagnostic) in
        let document = try OfficeParser(bytes, format: format, edition: edition)
        (reading.format, reading.titlePage) = (document.format, document.titlePage)
        reading.elements = document.elements
        (reading.diagnostics, reading.skipped) = (document.diagnostics, document.skipped)
      }
    case .html:
      if let error = SourceText(bytes).diagnostics.first(where: { $0.severity == .error }) {
        diagnostics = [error]
      } else {
        readPage(bytes)
      }
    case .rtf: readRTF(bytes, converter)
    case .pdf, .pdfScript, .pdfText: readPDF(bytes, converter)
    }
  }

  private mutating func readPage(_ bytes: [UInt8]) {
    attempt { reading throws(Diagnostic) in
      let page = try XHTMLDocument(web: bytes, edition: reading.edition)
      (reading.titlePage, reading.elements, reading.skipped) = (
        page.titlePage, page.elements, page.skipped
      )
      reading.diagnostics += page.diagnostics
    }
  }

  /// Reads the web page that unrtf makes of a document. It ends each paragraph with a line break, and knows no headings.
  private mutating func readRTF(_ bytes: [UInt8], _ converter: DocumentConverter) {
    let text = RTFText(bytes)
    let outcome = converter.run(LimitedProgram("unrtf", ["--html", "--nopict"]), text.bytes)
    switch outcome.end {
    case .exited(0):
      let page = String(decoding: outcome.output, as: UTF8.self)
      readPage(Array(page.replacing("<br>", with: "<div></div>").utf8))
      // The lines are those of the converter, so a place is the number of a paragraph.
      for index in elements.indices {
        let place = SourcePosition(line: index + 1, column: 1)
        elements[index].sourceRange = SourceRange(start: place, end: place)
      }
      skipped.add(text.skipped)
      if let hidden = OfficeParser.hiddenText(text.skipped) { diagnostics.append(hidden) }
    case .missing:
      diagnostics = [.missingProgram("unrtf", package: "unrtf", for: "an RTF document")]
    default:
      diagnostics = [
        .wrongFormat(
          "a damaged or huge RTF document", as: .rtf, advice: "save it as DOCX or ODT")
      ]
    }
  }

  private mutating func readPDF(_ bytes: [UInt8], _ converter: DocumentConverter) {
    attempt { reading throws(Diagnostic) in
      let parser = try PDFParser(bytes, format: reading.format, converter)
      (reading.format, reading.titlePage) = (parser.format, parser.titlePage)
      (reading.elements, reading.diagnostics) = (parser.elements, parser.diagnostics)
      reading.skipped = parser.skipped
    }
  }

  private mutating func readEPUB(_ bytes: [UInt8]) {
    attempt { reading throws(Diagnostic) in
      let book = try EPUBParser(bytes, edition: reading.edition)
      (reading.titlePage, reading.elements) = (book.titlePage, book.elements)
      (reading.diagnostics, reading.parts, reading.cover) = (
        book.diagnostics, book.parts, book.cover
      )
      reading.skipped = book.skipped
    }
  }

  init(
    bundle path: String, edition: ReadingEdition, soundWords: SoundCue.Words = [:],
    language: String? = nil
  ) {
    (format, self.edition, self.soundWords) = (.markdown, edition, soundWords)
    self.language = language
    attempt { reading throws(Diagnostic) in
      reading.read(try TextBundle(FolderBundle(path: path)))
    }
  }

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
    let other = source.bytes.withUnsafeBufferPointer { OtherEncoding.name(of: $0) }
    if edition == .second, let other {
      diagnostics = [.otherEncoding(other)]
      return
    }
    let old = edition == .second ? OldText(source.bytes) : nil
    let meant = edition == .second && old == nil ? TwiceEncoded(source.bytes) : nil
    // A text that was encoded three times.
    let inner = meant.flatMap { TwiceEncoded($0.bytes) }
    text = old?.bytes ?? inner?.bytes ?? meant?.bytes ?? source.bytes
    let quotes = edition == .second ? MacQuotes(text) : nil
    text = quotes?.bytes ?? text
    let lost = edition == .second && source.diagnostics.isEmpty ? LostCharacters(text) : nil
    text = lost?.bytes ?? text
    if edition == .second, let plain = TerminalCodes.removed(from: text) { text = plain }
    let front = edition == .second && format == .text ? PlainFrontMatter(in: text) : nil
    text = front?.text ?? text
    let comments = edition == .second && format == .text ? PlainComments(in: text) : nil
    let own = edition == .second && format == .fountain ? ScriptComments(in: text) : nil
    text = own?.text ?? comments?.text ?? text
    var found: [Diagnostic]
    let mayBeScript = format == .text && isOpen && edition == .second
    var isScript = mayBeScript && PastedScript.isScript(text)
    if isScript { format = .fountain }
    switch format {
    case .fountain:
      let isPlain = isScript && !PastedScript.hasMarks(text)
      let parser =
        isPlain ? FountainParser(plain: text) : FountainParser(bytes: text, edition: edition)
      (titlePage, elements, found) = (parser.titlePage, parser.elements, parser.diagnostics)
      skipped = parser.skipped
    case .markdown:
      let parser = CommonMarkParser(
        bytes: text, edition: edition, soundWords: soundWords, language: language)
      (titlePage, elements, found) = (parser.titlePage, parser.elements, parser.diagnostics)
      (settings, skipped) = (parser.settings, parser.skipped)
    // Formats that are no text never come here; they are named, so that a new format is an error of the compiler.
    case .text, .fdx, .highland, .textbundle, .epub, .docx, .odt, .officeScript, .html, .rtf, .pdf,
      .pdfScript,
      .pdfText:
      let parser = PlainTextParser(bytes: text, edition: edition)
      (elements, found) = (parser.elements, parser.diagnostics)
      let play = mayBeScript ? PrintedPlay(elements).elements : []
      if !play.isEmpty { (isScript, format, elements) = (true, .fountain, play) }
    }
    if let front {
      skipped.add(front.words, .frontMatter)
      if titlePage.isEmpty { titlePage = front.titlePage }
      settings = settings ?? front.settings
      found += front.diagnostics
    }
    if let comments { skipped.add(comments.skipped) }
    if let own { skipped.add(own.skipped) }
    if isScript { found.insert(.textAsScript, at: 0) }
    if let lost { found.insert(.lostCharacters(lost), at: 0) }
    if let quotes { found.insert(.macQuotes(quotes), at: 0) }
    diagnostics =
      source.diagnostics
      + [old.map { .oldText($0) }, meant.map { .twiceEncoded($0) }].compactMap(\.self)
      + found
  }

  /// Returns the error for bytes that cannot be read in this format; nil if the bytes can be read.
  /// XML is never read as text, because hours of spoken markup help no listener.
  private static func mismatch(_ bytes: [UInt8], _ format: DocumentFormat) -> Diagnostic? {
    switch (ContentKind(bytes), format) {
    case (.finalDraft, .fdx), (.xml, .fdx), (.xml, .odt), (.xml, .officeScript), (.xml, .html),
      (.zip, .textbundle),
      (.zip, .highland), (.zip, .epub), (.zip, .docx), (.zip, .odt), (.zip, .officeScript):
      nil
    // A PDF can have other bytes before its header.
    case (_, .pdf), (_, .pdfScript), (_, .pdfText):
      String(decoding: bytes.prefix(1024), as: UTF8.self).contains("%PDF-")
        ? nil : .wrongContent(bytes, as: format)
    case (_, .rtf): bytes.starts(with: "{\\rtf".utf8) ? nil : .wrongContent(bytes, as: format)
    case (.zip, .fdx), (.other, .fdx), (.other, .textbundle), (.other, .epub), (.other, .docx),
      (.other, .odt), (.other, .officeScript), (.finalDraft, _), (.xml, _):
      .wrongContent(bytes, as: format)
    case (.zip, _), (.other, _): nil
    }
  }
}

/// A document that can be read in any edition: its bytes, or the path of a bundle that is a folder.
package struct DocumentSource: Sendable {
  private enum Content { case bytes([UInt8]), bundle }

  private let content: Content
  private let path: String
  private let format: DocumentFormat
  private let isOpen: Bool

  /// Opens the document at a path.
  /// `format` overrides the format that the name implies. If `isRegular` is true, a pipe or a device is
  /// an error at once, and the function does not wait for data.
  package init(
    _ path: String, format: DocumentFormat?, isRegular: Bool = false
  ) throws(FileError) {
    (self.path, isOpen) = (path, format == nil)
    if FolderBundle.isBundle(path) {
      (content, self.format) = (.bundle, .markdown)
    } else {
      let bytes = try SourceFile.bytes(
        of: FilePath(path), shown: path, limit: .document, isRegular: isRegular)
      self.format = format ?? .init(path: path) ?? .init(content: bytes) ?? .text
      content = .bytes(bytes)
    }
  }

  /// Returns the document with the digest of its bytes.
  func reading(
    _ edition: ReadingEdition, soundWords: SoundCue.Words = [:], language: String? = nil
  ) -> (reading: DocumentReading, digest: SHA256Digest) {
    switch content {
    case .bytes(let bytes):
      let reading = DocumentReading(
        bytes, format: format, edition: edition, isOpen: isOpen, soundWords: soundWords,
        language: language)
      return (reading, SHA256.hash(bytes))
    case .bundle:
      let reading = DocumentReading(
        bundle: path, edition: edition, soundWords: soundWords, language: language)
      return (reading, SHA256.hash(reading.text))
    }
  }

  package func parsed(
    _ edition: ReadingEdition, soundWords: SoundCue.Words = [:], language: String? = nil
  ) -> GuionParsedElementCollection {
    let (reading, digest) = reading(edition, soundWords: soundWords, language: language)
    return GuionParsedElementCollection(reading, digest: digest)
  }
}

extension DocumentFormat {
  /// Detects Final Draft, EPUB, TextBundle, Word, OpenDocument, PDF or a web page from a document's bytes; nil for any other
  /// content.
  package init?(content bytes: [UInt8]) {
    switch ContentKind(bytes) {
    case .finalDraft: self = .fdx
    case .zip where BinaryFile.isEPUB(bytes): self = .epub
    case .zip where BinaryFile.isTextBundle(bytes): self = .textbundle
    case .zip where BinaryFile.isWord(bytes): self = .docx
    case .zip where BinaryFile.isOpenDocument(bytes): self = .odt
    case .xml where ContentKind.isWebPage(bytes), .other where ContentKind.isWebPage(bytes):
      self = .html
    case .other where bytes.starts(with: "%PDF-".utf8): self = .pdf
    case .other where bytes.starts(with: "{\\rtf".utf8): self = .rtf
    default: return nil
    }
  }

  /// Detects Final Draft, EPUB, TextBundle, Word, OpenDocument, PDF or a web page from the first bytes of a file.
  /// nil for any other content and for a file that cannot be read.
  package init?(contentOf path: String) {
    guard let file = try? FileDescriptor(regular: path, followingLinks: true),
      let bytes = try? file.bytes(ContentKind.sampleSize, at: 0)
    else { return nil }
    self.init(content: bytes)
  }
}
