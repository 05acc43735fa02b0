import Basics

/// What a front end makes of the bytes of a document.
struct DocumentReading {
  /// What the document is written in.
  var format: DocumentFormat
  /// The text that was read, in UTF-8; empty for bytes that are no text.
  var text: [UInt8] = []
  var titlePage: [TitlePageEntry] = []
  var elements: [GuionElement] = []
  var diagnostics: [Diagnostic] = []
  var settings: JSONNode?

  /// Reads a document as the format that its name or its user says; the bytes decide whether it can be.
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
      diagnostics = parser.diagnostics
    }
  }

  /// Reads a document of text.
  private mutating func read(_ source: SourceText) {
    text = source.bytes
    let found: [Diagnostic]
    switch format {
    case .fountain:
      let parser = FountainParser(bytes: text)
      (titlePage, elements, found) = (parser.titlePage, parser.elements, parser.diagnostics)
    case .markdown:
      let parser = CommonMarkParser(bytes: text)
      (titlePage, elements, found) = (parser.titlePage, parser.elements, parser.diagnostics)
      settings = parser.settings
    default:
      let parser = PlainTextParser(bytes: text)
      (elements, found) = (parser.elements, parser.diagnostics)
    }
    diagnostics = source.diagnostics + found
  }

  /// The error for bytes that are not what they are to be read as; nil if they may be.
  ///
  /// XML is never read as text: hours of spoken markup help nobody.
  private static func mismatch(_ bytes: [UInt8], _ format: DocumentFormat) -> Diagnostic? {
    switch (ContentKind(bytes), format) {
    case (.finalDraft, .fdx), (.xml, .fdx): nil
    case (.zip, .fdx), (.other, .fdx):
      .wrongFormat(
        bytes.isEmpty ? "an empty file" : BinaryFile.detect(bytes)?.name ?? "text without XML",
        as: format, advice: "save it as .fdx, or name its own format")
    case (.finalDraft, _):
      .wrongFormat(
        "a Final Draft script", as: format,
        advice: "give it a name that ends in .fdx, or name the format fdx")
    case (.xml, _):
      .wrongFormat("an XML document", as: format, advice: "export it as Markdown or plain text")
    case (.zip, _), (.other, _): nil
    }
  }
}

extension DocumentFormat {
  /// The format that a document's bytes tell, whatever its name; nil for text.
  package init?(content bytes: [UInt8]) {
    switch ContentKind(bytes) {
    case .finalDraft: self = .fdx
    default: return nil
    }
  }

  /// The format that the first bytes of a file tell; nil for text, and for what cannot be read.
  package init?(contentOf path: String) {
    guard let file = try? FileDescriptor(regular: path, followingLinks: true),
      let bytes = try? file.bytes(ContentKind.sampleSize, at: 0)
    else { return nil }
    self.init(content: bytes)
  }
}
