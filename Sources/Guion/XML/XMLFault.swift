import Basics
import CXML

/// The reason why an XML document cannot be read, or the first problem that was repaired in HTML.
struct XMLFault: Error, Equatable {
  enum Kind: Equatable {
    /// The document is not well-formed.
    /// The value is libxml2's message.
    case malformed(String)
    /// The document declares entities.
    case entities
    /// Elements are nested deeper than `XMLStream.deepest`.
    case tooDeep
    case tooLong
    /// There is not enough memory.
    case noMemory
    /// libxml2 is not installed.
    case noLibrary
    /// The document is in an unsupported encoding.
    case encoding(String)
    /// A byte is not valid in the document's encoding.
    case undecodable(String)
  }

  let kind: Kind
  /// The offset in the text, in bytes; nil if the fault concerns the whole document.
  let offset: Int?

  init(_ kind: Kind, offset: Int? = nil) { (self.kind, self.offset) = (kind, offset) }

  /// Creates the fault for a result; nil if there is no fault.
  init?(_ result: g2a_xml_result) {
    let offset = result.offset < 0 ? nil : result.offset
    let words = Self.words(of: result)
    switch result.kind {
    case G2A_XML_READ:
      guard offset != nil else { return nil }
      self.init(.malformed(words), offset: offset)
    case G2A_XML_MALFORMED: self.init(.malformed(words), offset: offset)
    case G2A_XML_ENTITIES: self.init(.entities, offset: offset)
    case G2A_XML_TOO_LARGE: self.init(.tooLong, offset: offset)
    default: self.init(.noMemory)
    }
  }

  private static func words(of result: g2a_xml_result) -> String {
    var message = result.message
    return withUnsafeBytes(of: &message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The problem and how to solve it.
  var message: String {
    switch kind {
    case .malformed(let words):
      "the XML is damaged: \(Self.plain(words)); open the document in the program that wrote it, and "
        + "save it again"
    case .entities:
      "the XML declares its own entities, which are not supported; save the document without a document type"
    case .tooDeep:
      "elements are nested deeper than \(XMLStream.deepest) levels; reduce the nesting and save the document again"
    case .tooLong: "a name or value is longer than 10 MB; shorten it"
    case .noMemory: "not enough memory to read the XML; use a smaller document"
    case .noLibrary:
      "reading XML needs libxml2, which is not installed; install the package libxml2"
    case .encoding(let name):
      "the encoding \(name.visible) is not supported; save the document as UTF-8"
    case .undecodable(let name):
      "a byte is not valid in \(name), the encoding of this document; save the document as UTF-8"
    }
  }

  /// Returns the library's message with control characters made visible.
  private static func plain(_ words: String) -> String {
    words.isEmpty ? "it ends early" : words.visible
  }
}

extension Diagnostic {
  /// The error for XML that cannot be read.
  static func badXML(_ fault: XMLFault, at position: SourcePosition?) -> Self {
    Self(code: "bad-xml", severity: .error, message: fault.message, position: position)
  }
}
