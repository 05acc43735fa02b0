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

  /// The path of the package in the archive.
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
  /// The picture of the cover.
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
