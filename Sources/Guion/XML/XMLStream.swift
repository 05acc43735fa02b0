import Basics
import CXML

/// A receiver of the content of an XML or HTML document, in order.
/// A class, because a pointer to it is passed through C.
protocol XMLReceiver: AnyObject {
  /// Whether the receiver needs nothing more.
  /// If so, the rest of the document is not read.
  var isDone: Bool { get }
  func start(_ tag: XMLTag)
  /// Receives an end tag; `offset` is the offset after the tag.
  func end(at offset: Int)
  /// Receives a piece of text.
  /// A text may arrive in several pieces, and `&amp;` is a separate piece.
  func text(_ text: Bytes)
  /// Receives a comment without its signs; `offset` is the offset after it.
  func comment(_ text: Bytes, at offset: Int)
}

extension XMLReceiver {
  func comment(_ text: Bytes, at offset: Int) {}
}

/// Reads XML and HTML as a stream with libxml2.
/// Nothing is fetched, and no other file is opened.
enum XMLStream {
  /// The maximum nesting depth of elements.
  /// libxml2 itself has this limit only when it builds a tree.
  static let deepest = 256

  /// Reads a document in UTF-8.
  /// Returns the fault that stopped the reading; nil if there is none.
  /// If `repairing` is true, the document is read as HTML, and the first repaired fault is returned.
  static func read(
    _ text: Bytes, into receiver: some XMLReceiver, repairing: Bool = false
  ) -> XMLFault? {
    guard g2a_xml_load() else { return XMLFault(.noLibrary) }
    let link = XMLLink(receiver)
    var events = g2a_xml_events(start: start, end: end, text: characters, comment: comment)
    let result = withExtendedLifetime(link) {
      g2a_xml_read(
        text.baseAddress, text.count, repairing, &events, Unmanaged.passUnretained(link).toOpaque())
    }
    if link.isTooDeep { return XMLFault(.tooDeep, offset: link.offset) }
    return XMLFault(result)
  }

  private static let start:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<g2a_xml_attribute>?, Int32, Int
    ) -> Bool = { context, name, attributes, count, offset in
      guard let context, let name else { return false }
      let link = Unmanaged<XMLLink>.fromOpaque(context).takeUnretainedValue()
      let values = UnsafeBufferPointer(start: attributes, count: Int(count))
      return link.start(XMLTag(name, values, at: offset))
    }

  private static let end: @convention(c) (UnsafeMutableRawPointer?, Int) -> Bool = {
    context, offset in
    guard let context else { return false }
    return Unmanaged<XMLLink>.fromOpaque(context).takeUnretainedValue().end(at: offset)
  }

  private static let characters:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32, Int) -> Bool = {
      context, text, count, _ in
      guard let context, let text else { return false }
      let link = Unmanaged<XMLLink>.fromOpaque(context).takeUnretainedValue()
      return text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        link.text(Bytes(start: $0, count: Int(count)))
      }
    }

  private static let comment:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32, Int) -> Bool = {
      context, text, count, offset in
      guard let context, let text else { return false }
      let link = Unmanaged<XMLLink>.fromOpaque(context).takeUnretainedValue()
      return text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        link.comment(Bytes(start: $0, count: Int(count)), at: offset)
      }
    }

  /// The context that C passes through: the receiver, and the current nesting depth.
  private final class XMLLink {
    private let receiver: any XMLReceiver
    private var depth = 0
    private(set) var isTooDeep = false
    private(set) var offset = 0

    init(_ receiver: some XMLReceiver) { self.receiver = receiver }

    func start(_ tag: XMLTag) -> Bool {
      depth += 1
      if depth > XMLStream.deepest {
        (isTooDeep, offset) = (true, tag.offset)
        return false
      }
      receiver.start(tag)
      return !receiver.isDone
    }

    func end(at offset: Int) -> Bool {
      depth -= 1
      receiver.end(at: offset)
      return !receiver.isDone
    }

    func comment(_ text: Bytes, at offset: Int) -> Bool {
      receiver.comment(text, at: offset)
      return !receiver.isDone
    }

    func text(_ text: Bytes) -> Bool {
      receiver.text(text)
      return !receiver.isDone
    }
  }
}

/// A start tag, as it is passed to a receiver.
/// The attributes are valid only until the receiver's `start` returns.
struct XMLTag {
  /// The name, without a prefix.
  let name: String
  /// The offset of the end of the tag in the text: its `>` or `/>`.
  let offset: Int
  private let attributes: UnsafeBufferPointer<g2a_xml_attribute>

  init(
    _ name: UnsafePointer<CChar>, _ attributes: UnsafeBufferPointer<g2a_xml_attribute>,
    at offset: Int
  ) {
    self.name = String(cString: name)
    self.attributes = attributes
    self.offset = offset
  }

  /// The value of an attribute, whatever its prefix; nil if there is no such attribute.
  subscript(_ name: StaticString) -> String? { value { $0.hasName(name) } }

  /// The value of an attribute with a prefix, such as `epub:type`; nil if there is no such attribute.
  subscript(prefix: StaticString, name: StaticString) -> String? {
    value { $0.hasName(name) && $0.hasPrefix(prefix) }
  }

  /// The value of an attribute without a prefix.
  subscript(plain name: StaticString) -> String? {
    value { $0.hasName(name) && $0.prefix == nil }
  }

  private func value(_ isWanted: (g2a_xml_attribute) -> Bool) -> String? {
    guard let found = attributes.first(where: isWanted), let value = found.value else { return nil }
    let bytes = UnsafeRawBufferPointer(start: value, count: Int(found.count))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension g2a_xml_attribute {
  fileprivate func hasName(_ wanted: StaticString) -> Bool { Self.equal(name, wanted) }

  fileprivate func hasPrefix(_ wanted: StaticString) -> Bool {
    prefix != nil && Self.equal(prefix, wanted)
  }

  private static func equal(_ text: UnsafePointer<CChar>, _ wanted: StaticString) -> Bool {
    wanted.withUTF8Buffer { wanted in
      for (index, byte) in wanted.enumerated() where UInt8(bitPattern: text[index]) != byte {
        return false
      }
      return text[wanted.count] == 0
    }
  }
}

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

/// An XML document as UTF-8 without a byte order mark.
/// The encoding comes from the byte order mark, or else from the XML declaration. Without either, the
/// encoding is UTF-8 (XML 1.0, appendix F). libxml2 could decode more encodings, but then byte offsets,
/// lines and columns would be lost.
enum XMLText {
  /// Returns the bytes as UTF-8.
  /// Throws if the encoding is not supported.
  /// UTF-8 is not checked here. The parser reports invalid UTF-8.
  /// `encoding` is that of a document without a mark and a declaration.
  static func utf8(_ bytes: [UInt8], encoding: String? = nil) throws(XMLFault) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if let units = UTF16Text(marked(bytes)) {
      guard units.diagnostics.isEmpty else { throw XMLFault(.undecodable("UTF-16")) }
      return units.bytes
    }
    guard let name = declaredEncoding(bytes) ?? encoding else { return bytes }
    switch name.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": return bytes
    // ISO 8859-1 is read as Windows-1252, which has characters where ISO 8859-1 has only control codes
    // (WHATWG Encoding, "windows-1252").
    case "iso-8859-1", "latin1", "windows-1252", "cp1252": return Windows1252.utf8(bytes)
    default: throw XMLFault(.encoding(name), offset: 0)
    }
  }

  /// Adds the missing byte order mark to UTF-16, which is recognized by the first two characters of a
  /// declaration.
  private static func marked(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0x3C, 0, 0x3F, 0]) { return [0xFF, 0xFE] + bytes }
    if bytes.starts(with: [0, 0x3C, 0, 0x3F]) { return [0xFE, 0xFF] + bytes }
    return bytes
  }

  /// Returns the encoding that the XML declaration names.
  private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
    guard bytes.starts(with: Array("<?xml".utf8)) else { return nil }
    let head = bytes.prefix(1024)
    let declaration = String(decoding: head.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let key = declaration.firstRange(of: "encoding") else { return nil }
    let value = declaration[key.upperBound...].drop { " \t\r\n=".contains($0) }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}
