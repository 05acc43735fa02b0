package import Basics

/// The formats of documents.
public enum DocumentFormat: String, Sendable, Hashable, Codable, CaseIterable {
  case fountain, markdown, text
  /// Final Draft's XML.
  case fdx
  /// Highland's documents: Fountain, either plain or in an archive.
  case highland
  /// Markdown or Fountain with its pictures, in a folder or an archive (textbundle.org).
  case textbundle
  /// Books in EPUB 2 or EPUB 3, without copy protection.
  case epub
  /// Word documents.
  case docx
  /// OpenDocument texts, in an archive or in one XML file.
  case odt
  /// A screenplay in a Word document or an OpenDocument text.
  case officeScript = "office-script"
  /// Web pages.
  case html
  /// Rich Text Format, which another program converts.
  case rtf
  /// PDF: a screenplay or any other text, as its layout shows.
  case pdf
  /// PDF that is read as a screenplay, or as any other text.
  case pdfScript = "pdf-script"
  case pdfText = "pdf-text"

  /// The file name extensions, in lowercase and without the dot.
  public var fileExtensions: [String] {
    switch self {
    case .fountain: ["fountain", "spmd"]
    case .markdown: ["md", "markdown", "mdx", "qmd", "rmd"]
    case .text: ["txt"]
    case .fdx: ["fdx"]
    case .highland: ["highland"]
    case .textbundle: ["textbundle", "textpack"]
    case .epub: ["epub"]
    case .docx: ["docx", "docm"]
    case .odt: ["odt", "fodt"]
    case .officeScript: []
    case .html: ["html", "htm", "xhtml"]
    case .rtf: ["rtf"]
    case .pdf: ["pdf"]
    case .pdfScript, .pdfText: []
    }
  }

  /// What the places of a document in this format count.
  package var placeUnit: PlaceUnit {
    switch self {
    case .docx, .odt, .officeScript, .rtf: .paragraph
    case .pdf, .pdfScript, .pdfText: .page
    default: .line
    }
  }

  /// The formats that people write by hand.
  ///
  /// Any bytes are a valid document in these formats.
  package static let plainTexts: [DocumentFormat] = [.fountain, .markdown, .text]

  /// Whether a document of this format is a screenplay, with cues, scenes and a title page.
  package var isScreenplay: Bool {
    [.fountain, .fdx, .highland, .officeScript, .pdfScript].contains(self)
  }

  /// The name for users, such as "Final Draft".
  public var displayName: String {
    switch self {
    case .fountain: "Fountain"
    case .markdown: "Markdown"
    case .text: "plain text"
    case .fdx: "Final Draft"
    case .highland: "Highland"
    case .textbundle: "TextBundle"
    case .epub: "EPUB"
    case .docx: "Word"
    case .odt: "OpenDocument"
    case .officeScript: "Word or OpenDocument (screenplay)"
    case .html: "HTML"
    case .rtf: "RTF"
    case .pdf: "PDF"
    case .pdfScript: "PDF (screenplay)"
    case .pdfText: "PDF (text)"
    }
  }

  /// Creates the format for a file name's extension, ignoring case; nil if the extension is unknown.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(ending) }) else {
      return nil
    }
    self = format
  }
}

/// A file inside a document that contains some of its text.
package struct DocumentPart: Sendable {
  package let name: String
  /// The SHA-256 of the file's bytes.
  package let digest: SHA256Digest

  init(name: String, bytes: [UInt8]) { (self.name, digest) = (name, SHA256.hash(bytes)) }
}
