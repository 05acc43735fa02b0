/// The names, in the book's folder, of files that people read along.
enum PageName {
  /// The page.
  static let index = "index.html"

  /// The data of a chapter.
  static func chapter(_ index: Int) -> String {
    let digits = String(index)
    let padding = String(repeating: "0", count: max(0, 3 - digits.count))
    return ReadAlongFolder.file("chapter-\(padding)\(digits).js")
  }

  /// The text of a chapter in an EPUB, and when each sentence of it sounds.
  static func epub(_ index: Int) -> [String] {
    FolderRecords.epubParts.map { FolderRecords.part(ofEPUB: index, $0) }
  }

  /// A picture: beside the page's data, or among the records if there is no page.
  static func picture(_ name: String, for formats: [ReadAlongFormat]) -> String {
    formats.contains(.html) ? ReadAlongFolder.file(name) : "\(FolderRecords.name)/\(name)"
  }
}
