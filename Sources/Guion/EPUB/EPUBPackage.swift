import Basics

/// The package of an EPUB (EPUB 3.3, "Package document"; OPF 2.0.1): metadata, files, and the reading
/// order.
struct EPUBPackage {
  /// A file of the book.
  struct Item {
    var id: String
    /// The path in the archive.
    var path: String
    var type: String
    var properties: Set<Substring>

    /// The id of the file that replaces this file for readers that do not know its type.
    var fallback: String?

    var isPage: Bool { type == "application/xhtml+xml" || type == "text/html" }
  }

  /// A page that shows the cover or the table of contents.
  struct Furniture {
    var isCover: Bool
    /// The `id` of the part of the page that is cover or contents; nil for the whole page.
    var fragment: String?
    /// The name of the page in the package.
    var title: String?
  }

  /// An entry of the reading order.
  struct Reference {
    var item: Item
    /// Whether the page is part of the reading order.
    /// If not, the page is read only when a link leads to it.
    var isLinear: Bool
  }

  /// The path in the archive.
  let path: String
  private(set) var titlePage: [TitlePageEntry] = []
  /// The reading order, each page once.
  private(set) var order: [Reference] = []
  /// The pages that the reading order does not name, such as pages of notes.
  private(set) var others: [Item] = []
  /// The warnings for files of the reading order that are no pages.
  private(set) var diagnostics: [Diagnostic] = []
  /// The words of these files.
  private(set) var skipped = SkippedWords()
  /// The pages with the cover or the table of contents, by path.
  private(set) var furniture: [String: Furniture] = [:]
  /// The page or the NCX with the titles of the chapters.
  private(set) var navigation: Item?
  private(set) var cover: Item?

  /// Reads the package that an archive names.
  init(_ files: EPUBFiles) throws(Diagnostic) {
    let container = EPUBContainer()
    try files.read("META-INF/container.xml", into: container)
    guard let path = container.package else {
      throw .badBook("META-INF/container.xml names no package", in: "META-INF/container.xml")
    }
    self.path = path
    let reader = EPUBPackageReader(path)
    try files.read(path, into: reader)
    take(reader, files)
    let ids = Set(reader.items.map(\.id))
    if let lost = reader.references.first(where: { $0.isLinear && !ids.contains($0.id) }) {
      throw .badBook(
        "the reading order names \"\(lost.id.visible)\", but no file in the book has this id",
        in: path)
    }
    if !order.contains(where: \.isLinear) { throw Self.noPage(path, diagnostics) }
  }

  /// Returns the error for a book without a page.
  static func noPage(_ path: String, _ warnings: [Diagnostic]) -> Diagnostic {
    .badBook("the package lists no page to read", in: warnings.first?.file ?? path)
  }

  private mutating func take(_ reader: EPUBPackageReader, _ files: EPUBFiles) {
    titlePage = reader.titlePage
    furniture = reader.furniture
    for item in reader.items where item.properties.contains("nav") && furniture[item.path] == nil {
      furniture[item.path] = Furniture(isCover: false)
    }
    let items = Dictionary(
      reader.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var listed: Set<String> = []
    for reference in reader.references {
      guard let named = items[reference.id], listed.insert(named.id).inserted else { continue }
      let item = page(for: named, in: items, files)
      guard let item, item.id == named.id || listed.insert(item.id).inserted else {
        if item == nil {
          diagnostics.append(.unreadPage(named))
          skipped.add(EPUBUnreadFile.words(of: named, files))
        }
        continue
      }
      order.append(Reference(item: item, isLinear: reference.isLinear))
    }
    others = reader.items.filter { $0.isPage && !listed.contains($0.id) }
    navigation =
      reader.items.first { $0.properties.contains("nav") } ?? reader.ncx.flatMap { items[$0] }
      ?? reader.items.first { $0.type == "application/x-dtbncx+xml" }
    cover =
      reader.items.first { $0.properties.contains("cover-image") }
      ?? reader.coverID.flatMap { items[$0] }
  }

  /// Returns the file that is read for a file of the reading order; nil if there is none.
  /// A file with another type than a page's is a page if its content is one. Otherwise its fallback is
  /// read (EPUB 3.3, "Manifest fallbacks").
  private func page(for named: Item, in items: [String: Item], _ files: EPUBFiles) -> Item? {
    var item = named
    var tried: Set<String> = []
    while tried.insert(item.id).inserted {
      if item.isPage { return item }
      if EPUBPageKind.isPage(item.path, files) { return item }
      guard let next = item.fallback.flatMap({ items[$0] }) else { return nil }
      item = next
    }
    return nil
  }

  /// Whether the content of a file is a page, whatever type the package declares.
  private enum EPUBPageKind {
    static func isPage(_ path: String, _ files: EPUBFiles) -> Bool {
      guard let bytes = files.sample(of: path), let text = try? XMLText.utf8(bytes) else {
        return false
      }
      let root = EPUBRoot()
      let fault = text.withUnsafeBufferPointer { XMLStream.read($0, into: root) }
      if let name = root.name { return names.contains(name.lowercased()) }
      guard fault != nil else { return false }
      // A damaged page is read as HTML. Its first tag tells it apart from pictures and plain text.
      return String(decoding: text.prefix(1024), as: UTF8.self).lowercased().contains("<html")
    }

    /// The root elements of pages: XHTML and OEB 1, and DTBook (EPUB 2.0.1, OPS 2.2).
    private static let names: Set<String> = ["html", "dtbook"]
  }

  /// Finds the name of the root element.
  private final class EPUBRoot: XMLReceiver {
    private(set) var name: String?
    var isDone: Bool { name != nil }
    func start(_ tag: XMLTag) { name = tag.name }
    func end(at offset: Int) {}
    func text(_ text: Bytes) {}
  }

  /// The words of a file that is not a page.
  private final class EPUBUnreadFile: XMLReceiver {
    private var words = SkippedWords()
    private var hasRoot = false
    var isDone: Bool { false }

    static func words(of item: EPUBPackage.Item, _ files: EPUBFiles) -> SkippedWords {
      // Fonts and pictures have no words, and can be large.
      let isText = !item.type.hasPrefix("image/") || item.type.hasSuffix("xml")
      guard isText, let bytes = files.sample(of: item.path), let text = try? XMLText.utf8(bytes)
      else { return SkippedWords() }
      return text.withUnsafeBufferPointer { text in
        var file = EPUBUnreadFile()
        guard XMLStream.read(text, into: file) != nil else { return file.words }
        let hasRoot = file.hasRoot
        file = EPUBUnreadFile()
        if hasRoot {
          _ = XMLStream.read(text, into: file, repairing: true)
        } else if !text.contains(where: { $0 < 0x09 }) {
          file.words.add(text, .unreadPage)
        }
        return file.words
      }
    }

    func start(_ tag: XMLTag) {
      hasRoot = true
      words.endWord()
    }

    func end(at offset: Int) { words.endWord() }
    func text(_ text: Bytes) { words.add(text, .unreadPage) }
  }

  /// Collects the parts of a package document.
  final class EPUBPackageReader: XMLReceiver {
    /// An entry of the reading order.
    struct Reference {
      var id: String
      /// Whether the page is part of the reading order.
      /// If not, the page is read only when a link leads to it.
      var isLinear: Bool
    }

    private(set) var items: [EPUBPackage.Item] = []
    private(set) var references: [Reference] = []
    private(set) var ncx: String?
    private(set) var coverID: String?
    /// The pages that show the cover or the table of contents, by path.
    private(set) var furniture: [String: EPUBPackage.Furniture] = [:]
    private let path: String
    private var names: [String] = []
    private var words: [UInt8]?
    private var titles: [String] = []
    private var creators: [(id: String?, name: String, role: String?)] = []
    /// The roles of creators, keyed by the creator's `id`.
    /// EPUB 3 puts the roles in separate elements.
    private var roles: [String: String] = [:]
    private var refined: String?
    private var values: [String: String] = [:]

    init(_ path: String) { self.path = path }

    var isDone: Bool { false }

    func start(_ tag: XMLTag) {
      names.append(tag.name)
      switch tag.name {
      case "item":
        guard let id = tag["id"], let href = tag["href"],
          let path = ArchiveName.resolve(href.withoutEscapes, from: path)
        else { return }
        items.append(
          EPUBPackage.Item(
            id: id, path: path, type: Self.mediaType(tag["media-type"] ?? ""),
            properties: Set((tag["properties"] ?? "").split(whereSeparator: \.isWhitespace)),
            fallback: tag["fallback"]))
      case "spine": ncx = tag["toc"]
      case "itemref":
        guard let id = tag["idref"] else { return }
        references.append(Reference(id: id, isLinear: tag["linear"]?.lowercased() != "no"))
      case "reference": addFurniture(tag)
      case "meta": readMeta(tag)
      case "creator":
        creators.append((tag["id"], "", tag["role"]))
        words = []
      case "title", "language", "description", "date": words = []
      default: break
      }
    }

    /// Returns a media type in lowercase, without parameters and blanks.
    private static func mediaType(_ text: String) -> String {
      text.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    }

    private func addFurniture(_ tag: XMLTag) {
      let type = tag["type"]?.lowercased()
      guard type == "cover" || type == "toc", let href = tag["href"],
        let link = EPUBLink(href, from: path)
      else { return }
      furniture[link.path] = EPUBPackage.Furniture(
        isCover: type == "cover", fragment: link.fragment, title: tag["title"])
    }

    private func readMeta(_ tag: XMLTag) {
      if tag["name"] == "cover" { coverID = tag["content"] }
      if tag["property"] == "role", let id = tag["refines"] {
        refined = String(id.drop { $0 == "#" })
        words = []
      }
    }

    func text(_ text: Bytes) { words?.append(contentsOf: text) }

    func end(at offset: Int) {
      let name = names.popLast()
      guard let bytes = words else { return }
      words = nil
      guard let value = String(decoding: bytes, as: UTF8.self).inOneLine else { return }
      switch name {
      case "title": titles.append(value)
      case "creator": creators[creators.count - 1].name = value
      case "meta":
        if let refined { roles[refined] = value }
        refined = nil
      case let name?: if values[name] == nil { values[name] = value }
      case nil: break
      }
    }

    /// The package's metadata under the keys of a document's front matter.
    /// Only the first title is used. Further titles name a series or are subtitles.
    var titlePage: [TitlePageEntry] {
      let authors = creators.filter { creator in
        guard !creator.name.isEmpty else { return false }
        let role = creator.role ?? creator.id.flatMap { roles[$0] }
        return role == nil || role == "aut"
      }
      let description = values["description"].map(\.withoutTags)
      let language = values["language"].flatMap { Self.unknownLanguages.contains($0) ? nil : $0 }
      let entries: [(String, [String])] = [
        ("title", titles.prefix(1).map { $0 }), ("author", authors.map(\.name)),
        ("language", [language].compactMap(\.self)),
        ("description", [description].compactMap { $0?.inOneLine }),
        ("date", [values["date"]].compactMap(\.self)),
      ]
      return entries.filter { !$0.1.isEmpty }.map { TitlePageEntry(key: $0.0, values: $0.1) }
    }

    /// The language values that name no particular language.
    /// calibre writes "und". pandoc without a locale writes "C".
    private static let unknownLanguages: Set<String> = ["und", "mul", "mis", "zxx", "C"]
  }
}

/// Finds the path of the package.
private final class EPUBContainer: XMLReceiver {
  private(set) var package: String?
  var isDone: Bool { package != nil }

  func start(_ tag: XMLTag) {
    guard tag.name == "rootfile", tag["media-type"] ?? "" == "application/oebps-package+xml" else {
      return
    }
    package = tag["full-path"]
  }

  func end(at offset: Int) {}
  func text(_ text: Bytes) {}
}

extension Diagnostic {
  /// The warning for a file of the reading order that cannot be read as a page.
  static func unreadPage(_ item: EPUBPackage.Item) -> Self {
    let type = item.type.isEmpty ? "no type" : "the type \"\(item.type.visible)\""
    return Self(
      code: "unread-page", severity: .warning,
      message:
        "this file of the reading order has \(type) and is not a page, so its text is not read; "
        + "save the page as XHTML",
      file: item.path)
  }

  /// The error for a book in which a required part is missing.
  static func badBook(_ what: String, in entry: String?) -> Self {
    Self(
      code: "bad-book", severity: .error,
      message: "\(what); open the book in the program that created it and save it again",
      file: entry)
  }
}

extension String {
  /// The path of a link with its percent escapes decoded (RFC 3986, 2.1).
  var withoutEscapes: String {
    guard contains("%") else { return self }
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value != 0
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text without HTML tags.
  /// Descriptions written for shops contain such tags.
  fileprivate var withoutTags: String {
    guard contains("<") else { return self }
    var result = ""
    var isTag = false
    for character in self {
      if character == "<" {
        isTag = true
      } else if character == ">", isTag {
        isTag = false
        result.append(" ")
      } else if !isTag {
        result.append(character)
      }
    }
    return result
  }
}
