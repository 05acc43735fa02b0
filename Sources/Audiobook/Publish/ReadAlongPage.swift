import Basics

/// The read-along page: its files that do not belong to a single chapter.
struct ReadAlongPage {
  let book: BookDescription
  /// The chapters with read-along text, in order.
  let chapters: [PageData.Entry]

  /// The files of the page, with their names in the output folder.
  var files: [(name: String, bytes: [UInt8])] {
    Self.copied.map { (ReadAlongFolder.file($0.name), $0.bytes) } + [
      (Self.data, PageData.script(of: contents)),
      (PageName.index, index),
    ]
  }

  /// The names of the page's files, without the files of chapters.
  static var names: [String] {
    copied.map { ReadAlongFolder.file($0.name) } + [data, PageName.index]
  }

  private static var data: String { ReadAlongFolder.file("book.js") }

  private static var copied: [(name: String, bytes: [UInt8])] {
    [
      ("style.css", PackageResources.style_css), ("text.js", PackageResources.text_js),
      ("player.js", PackageResources.player_js), ("search.js", PackageResources.search_js),
    ]
  }

  private var contents: PageData.Contents {
    PageData.Contents(
      id: id, title: book.title, authors: book.authors, language: book.language,
      chapters: chapters)
  }

  /// An identifier of the book, which does not change with edits and builds.
  ///
  /// Browsers store the reader's position under this identifier.
  private var id: String {
    var hash = TextFieldHasher()
    for text in [book.title] + book.authors + book.sources.map(\.file) { hash.add(text) }
    return String(hash.finish().prefix(16))
  }

  // MARK: The page

  /// The HTML of the page.
  ///
  /// Its template has four placeholders. They are replaced in one pass, so a title that contains a placeholder
  /// stays unchanged.
  private var index: [UInt8] {
    let texts = [
      "title": book.title, "authors": book.authors.joined(separator: ", "),
      "language": book.language, "generator": book.generator,
    ]
    var page = ""
    var rest = Substring(String(decoding: PackageResources.index_html, as: UTF8.self))
    while let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      page += rest[..<open.lowerBound]
      page += (texts[String(rest[open.upperBound..<close.lowerBound])] ?? "").inXML
      rest = rest[close.upperBound...]
    }
    return Array((page + rest).utf8)
  }
}
