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
