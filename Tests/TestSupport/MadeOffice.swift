/// A Word document built by hand.
public struct MadeWord: Sendable {
  /// The XML of the body.
  public var body: String
  /// The XML of the styles.
  public var styles = ""
  /// The XML of the lists.
  public var numbering = ""
  /// The XML of the footnotes.
  public var footnotes = ""
  /// The XML of the properties.
  public var core = ""
  /// Further parts, by the type of the relationship, relative to the document.
  public var links: [String: String] = [:]
  /// Further files, by path in the archive.
  public var files: [MadeArchive.Entry] = []

  /// Creates a document from the XML of its body.
  public init(_ body: String) { self.body = body }

  /// Returns a changed copy of the document.
  public func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  /// Returns a paragraph with properties and runs in XML, or with text.
  public static func paragraph(_ text: String, _ properties: String = "") -> String {
    let runs = text.hasPrefix("<") ? text : run(text)
    return "<w:p><w:pPr>\(properties)</w:pPr>\(runs)</w:p>"
  }

  /// Returns a paragraph in a style.
  public static func paragraph(style: String, _ text: String) -> String {
    paragraph(text, "<w:pStyle w:val=\"\(style)\"/>")
  }

  /// Returns a run with properties in XML.
  public static func run(_ text: String, _ properties: String = "") -> String {
    "<w:r><w:rPr>\(properties)</w:rPr><w:t xml:space=\"preserve\">\(text)</w:t></w:r>"
  }

  /// Returns a style with further properties in XML. Without an id, its name without blanks is its id.
  public static func style(_ name: String, _ more: String = "", id: String? = nil) -> String {
    let id = id ?? name.filter { $0 != " " }
    return "<w:style w:styleId=\"\(id)\"><w:name w:val=\"\(name)\"/>\(more)</w:style>"
  }

  private static let spaces = [
    "w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"",
    "r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"",
    "wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\"",
    "a=\"http://schemas.openxmlformats.org/drawingml/2006/main\"",
    "mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\"",
    "m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\"",
    "dc=\"http://purl.org/dc/elements/1.1/\"",
  ].map { " xmlns:\($0)" }.joined()

  private static func link(_ id: String, _ type: String, _ target: String) -> String {
    let mode = target.contains(":") ? " TargetMode=\"External\"" : ""
    return
      "<Relationship Id=\"\(id)\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/\(type)\" Target=\"\(target)\"\(mode)/>"
  }

  private static func part(_ root: String, _ content: String) -> String {
    "<?xml version=\"1.0\"?><\(root)\(spaces)>\(content)</\(root)>"
  }

  /// The bytes of the archive.
  public var bytes: [UInt8] {
    let links =
      Self.link("rId1", "styles", "styles.xml") + Self.link("rId2", "numbering", "numbering.xml")
      + Self.link("rId3", "footnotes", "footnotes.xml")
      + Self.link("rId9", "hyperlink", "http://link.example/")
      + self.links.sorted { $0.key < $1.key }.map { Self.link($0.key, $0.key, $0.value) }.joined()
    let main =
      Self.link("rId1", "officeDocument", "word/document.xml")
      + Self.link("rId2", "core-properties", "docProps/core.xml")
    let root =
      "Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\""
    let entries: [(String, String)] = [
      ("[Content_Types].xml", "<Types/>"),
      ("_rels/.rels", "<\(root)>\(main)</Relationships>"),
      ("word/_rels/document.xml.rels", "<\(root)>\(links)</Relationships>"),
      ("word/document.xml", Self.part("w:document", "<w:body>\(body)</w:body>")),
      ("word/styles.xml", Self.part("w:styles", styles)),
      ("word/numbering.xml", Self.part("w:numbering", numbering)),
      ("word/footnotes.xml", Self.part("w:footnotes", footnotes)),
      ("docProps/core.xml", Self.part("coreProperties", core)),
    ]
    return MadeArchive(entries.map { MadeArchive.Entry($0.0, $0.1) } + files).bytes
  }
}

/// An OpenDocument text built by hand.
public struct MadeOpenDocument: Sendable {
  /// The XML of the text.
  public var body: String
  /// The XML of the styles of the document.
  public var styles = ""
  /// The XML of the automatic styles of the text.
  public var automatic = ""
  /// The XML of the properties.
  public var meta = ""
  /// Further files, by path in the archive.
  public var files: [MadeArchive.Entry] = []

  /// Creates a document from the XML of its text.
  public init(_ body: String) { self.body = body }

  /// Returns a changed copy of the document.
  public func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  private static let spaces =
    [
      "office", "style", "text", "table", "fo", "svg", "drawing", "meta",
    ].map { name in
      let uri = ["fo", "svg"].contains(name) ? name + "-compatible" : name
      return
        " xmlns:\(name == "drawing" ? "draw" : name)=\"urn:oasis:names:tc:opendocument:xmlns:\(uri):1.0\""
    }.joined()
    + " xmlns:xlink=\"http://www.w3.org/1999/xlink\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""

  /// The document as one XML file.
  public var flat: [UInt8] {
    Array(
      ("<?xml version=\"1.0\"?><office:document\(Self.spaces)><office:meta>\(meta)</office:meta>"
        + "<office:styles>\(styles)</office:styles>"
        + "<office:automatic-styles>\(automatic)</office:automatic-styles>"
        + "<office:body><office:text>\(body)</office:text></office:body></office:document>").utf8)
  }

  /// The bytes of the archive.
  public var bytes: [UInt8] {
    let content =
      "<office:document-content\(Self.spaces)>"
      + "<office:automatic-styles>\(automatic)</office:automatic-styles>"
      + "<office:body><office:text>\(body)</office:text></office:body></office:document-content>"
    let entries: [(String, String)] = [
      ("mimetype", "application/vnd.oasis.opendocument.text"),
      ("content.xml", content),
      (
        "styles.xml",
        "<office:document-styles\(Self.spaces)><office:styles>\(styles)</office:styles>"
          + "<office:automatic-styles><style:style style:name=\"P1\" style:family=\"paragraph\""
          + " style:parent-style-name=\"Heading_20_1\"/></office:automatic-styles>"
          + "</office:document-styles>"
      ),
      (
        "meta.xml",
        "<office:document-meta\(Self.spaces)><office:meta>\(meta)</office:meta>"
          + "</office:document-meta>"
      ),
    ]
    return MadeArchive(entries.map { MadeArchive.Entry($0.0, $0.1) } + files).bytes
  }
}

/// A zip archive built by hand, so that every field can be wrong.
public struct MadeArchive: Sendable {
  /// An entry and its fields.
  public struct Entry: Sendable {
    /// The path in the archive.
    public var name: String
    /// The unpacked bytes.
    public var bytes: [UInt8]
    /// The method: 0 is stored, 8 is deflate.
    public var method: UInt16 = 0
    /// The flags.
    ///
    /// Bit 0 is encryption.
    public var flags: UInt16 = 0x800
    /// The size in the list, if it is wrong.
    public var claimed: UInt32?
    /// The Unix mode, such as 0o120777 for a link.
    public var mode: UInt32 = 0o100644
    /// The CRC, if it is wrong.
    public var crc: UInt32?

    /// Creates an entry with bytes.
    public init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

    /// Creates an entry with text.
    public init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    /// Returns a changed copy of the entry.
    public func with(_ change: (inout Self) -> Void) -> Self {
      var copy = self
      change(&copy)
      return copy
    }
  }

  /// The bytes of the archive.
  public private(set) var bytes: [UInt8] = []

  /// Creates an archive with entries.
  public init(_ entries: [Entry]) {
    var list: [UInt8] = []
    for entry in entries {
      let data = entry.method == 8 ? Self.deflated(entry.bytes) : entry.bytes
      let name = Array(entry.name.utf8)
      var common = Self.little(entry.flags) + Self.little(entry.method) + Self.little(UInt32(0))
      common += Self.little(entry.crc ?? Self.crc(of: entry.bytes))
      common += Self.little(UInt32(data.count))
      common += Self.little(entry.claimed ?? UInt32(entry.bytes.count))
      common += Self.little(UInt16(name.count)) + Self.little(UInt16(0))
      let place = UInt32(bytes.count)
      bytes += Array("PK\u{3}\u{4}".utf8) + Self.little(UInt16(20)) + common + name + data
      list += Array("PK\u{1}\u{2}".utf8) + Self.little(UInt16(0x0314)) + Self.little(UInt16(20))
      list += common + Self.little(UInt16(0)) + Self.little(UInt16(0)) + Self.little(UInt16(0))
      list += Self.little(entry.mode << 16) + Self.little(place) + name
    }
    let start = UInt32(bytes.count)
    let count = Self.little(UInt16(truncatingIfNeeded: entries.count))
    bytes += list + Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0] + count + count
    bytes += Self.little(UInt32(list.count)) + Self.little(start) + [0, 0]
  }

  /// Returns bytes in deflate's format without compression, as a sequence of stored blocks (RFC 1951, 3.2.4).
  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result += [rest.isEmpty ? 1 : 0] + little(count) + little(~count) + block
    } while !rest.isEmpty
    return result
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }

  /// Returns the CRC (APPNOTE 4.4.7).
  private static func crc(of bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
