/// An EPUB built by hand.
public struct MadeBook: Sendable {
  /// The pages, by path relative to the package's folder.
  public var pages: [(name: String, body: String)]
  /// The contents of `metadata`, in XML.
  public var metadata = "<dc:title>A Book</dc:title><dc:language>en</dc:language>"
  /// The list items of the table of contents.
  ///
  /// Without items the table is left out.
  public var contents = ""
  /// The map of an NCX, instead of the table of contents.
  public var map = ""
  /// Additional items of the manifest.
  public var items = ""
  /// The XML after the spine.
  public var guide = ""
  /// Pages that are read only if a link leads to them.
  public var aside: Set<String> = []
  /// The attributes of pages in the manifest, by name: the `media-type` and others.
  public var attributes: [String: String] = [:]
  /// Additional files, by path in the archive.
  public var files: [MadeArchive.Entry] = []

  /// Creates a book with pages, each given as the content of its `body`.
  public init(_ pages: [(name: String, body: String)]) { self.pages = pages }

  /// Creates a book with one page, "one.xhtml".
  public init(_ body: String) { self.init([("one.xhtml", body)]) }

  /// Returns a changed copy of the book.
  public func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  /// The bytes of the archive.
  public var bytes: [UInt8] {
    let spaces =
      "xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\""
    var entries = [
      MadeArchive.Entry("mimetype", "application/epub+zip"),
      MadeArchive.Entry(
        "META-INF/container.xml",
        "<?xml version=\"1.0\"?><container><rootfiles><rootfile full-path=\"OEBPS/book.opf\" "
          + "media-type=\"application/oebps-package+xml\"/></rootfiles></container>"),
      MadeArchive.Entry("OEBPS/book.opf", package),
    ]
    for page in pages {
      let isWhole = ["<?xml", "<html", "<svg", "plain:"].contains { page.body.hasPrefix($0) }
      let text =
        isWhole
        ? page.body
        : "<html \(spaces)><head><title>No</title></head>\n<body>\n\(page.body)\n</body></html>"
      entries.append(MadeArchive.Entry("OEBPS/" + page.name, text))
    }
    if !contents.isEmpty {
      entries.append(
        MadeArchive.Entry(
          "OEBPS/nav.xhtml",
          "<html \(spaces)><body><nav epub:type=\"landmarks\"><ol><li><a href=\"one.xhtml\">Start"
            + "</a></li></ol></nav><nav epub:type=\"toc\"><h1>Contents</h1><ol>\(contents)</ol>"
            + "</nav></body></html>"))
    }
    if !map.isEmpty {
      entries.append(
        MadeArchive.Entry(
          "OEBPS/toc.ncx",
          "<?xml version=\"1.0\"?><ncx><docTitle><text>T</text></docTitle><navMap>\(map)</navMap></ncx>"
        ))
    }
    return MadeArchive(entries + files).bytes
  }

  private var package: String {
    var text = "<?xml version=\"1.0\"?><package xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
    text += "<metadata>\(metadata)</metadata><manifest>\(items)"
    if !contents.isEmpty {
      text += "<item id=\"nav\" href=\"nav.xhtml\" properties=\"nav\" "
      text += "media-type=\"application/xhtml+xml\"/>"
    }
    if !map.isEmpty {
      text += "<item id=\"ncx\" href=\"toc.ncx\" media-type=\"application/x-dtbncx+xml\"/>"
    }
    for (index, page) in pages.enumerated() {
      let more = attributes[page.name] ?? "media-type=\"application/xhtml+xml\""
      text += "<item id=\"p\(index)\" href=\"\(page.name)\" \(more)/>"
    }
    text += "</manifest><spine toc=\"ncx\">"
    for (index, page) in pages.enumerated() {
      text += "<itemref idref=\"p\(index)\"\(aside.contains(page.name) ? " linear=\"no\"" : "")/>"
    }
    return text + "</spine>\(guide)</package>"
  }
}
