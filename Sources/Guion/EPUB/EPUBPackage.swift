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

    var isPage: Bool { type == "application/xhtml+xml" || type == "text/html" }
  }

  /// The path of the package in the archive.
  let path: String
  private(set) var titlePage: [TitlePageEntry] = []
  /// The pages in reading order, without the pages that are read only when a link leads to them.
  private(set) var spine: [Item] = []
  /// The other pages, to which links may lead, such as pages of notes.
  private(set) var others: [Item] = []
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
    take(reader)
    let ids = Set(reader.items.map(\.id))
    if let lost = reader.references.first(where: { $0.isLinear && !ids.contains($0.id) }) {
      throw .badBook(
        "the reading order names \"\(lost.id.visible)\", but no file in the book has this id",
        in: path)
    }
    if spine.isEmpty { throw .badBook("the package lists no page to read", in: path) }
  }

  private mutating func take(_ reader: EPUBPackageReader) {
    titlePage = reader.titlePage
    let items = Dictionary(
      reader.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var listed: Set<String> = []
    for reference in reader.references {
      guard let item = items[reference.id], item.isPage, listed.insert(item.id).inserted else {
        continue
      }
      if reference.isLinear, !item.properties.contains("nav"),
        !reader.unreadPages.contains(item.path)
      {
        spine.append(item)
      } else {
        others.append(item)
      }
    }
    others += reader.items.filter { $0.isPage && !listed.contains($0.id) }
    navigation =
      reader.items.first { $0.properties.contains("nav") } ?? reader.ncx.flatMap { items[$0] }
      ?? reader.items.first { $0.type == "application/x-dtbncx+xml" }
    cover =
      reader.items.first { $0.properties.contains("cover-image") }
      ?? reader.coverID.flatMap { items[$0] }
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
  /// The error for a book in which a required part is missing.
  static func badBook(_ what: String, in entry: String?) -> Self {
    Self(
      code: "bad-book", severity: .error,
      message: "\(what); open the book in the program that created it and save it again",
      file: entry)
  }
}
