import CXML

/// Why an XML document cannot be read, or what was repaired in HTML.
struct XMLFault: Error, Equatable {
  enum Kind: Equatable {
    /// It is not well-formed, in the library's words.
    case malformed(String)
    /// It declares entities of its own.
    case entities
    /// Elements are nested deeper than `XMLStream.deepest`.
    case tooDeep
    /// A name or value is too long.
    case tooLong
    /// There is no memory.
    case noMemory
    /// libxml2 is not installed.
    case noLibrary
    /// It is in an encoding that is not read.
    case encoding(String)
    /// A byte is not in the document's encoding.
    case undecodable(String)
  }

  let kind: Kind
  /// The place in the text in bytes; nil if it is about the document as a whole.
  let offset: Int?

  init(_ kind: Kind, offset: Int? = nil) { (self.kind, self.offset) = (kind, offset) }

  /// nil if there is no fault.
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

  /// What is wrong and what to do, after the name of what was read.
  var message: String {
    switch kind {
    case .malformed(let words):
      "the XML is damaged: \(Self.plain(words)); open the document in the program that wrote it, and "
        + "save it again"
    case .entities:
      "the XML declares entities of its own, which are not read; save the document without a document type"
    case .tooDeep:
      "elements are nested deeper than \(XMLStream.deepest) levels; save the document with fewer"
    case .tooLong: "a name or value is longer than 10 MB; shorten it"
    case .noMemory: "there is not enough memory to read the XML; give a smaller document"
    case .noLibrary: "libxml2 is not installed, which reads XML; install the package libxml2"
    case .encoding(let name): "the encoding \(name.visible) is not read; save the document as UTF-8"
    case .undecodable(let name):
      "a byte is not \(name), the encoding of this document; save the document as UTF-8"
    }
  }

  /// The library's words without names of parameters that say nothing to a reader.
  private static func plain(_ words: String) -> String {
    words.isEmpty ? "it ends too early" : words.visible
  }
}
