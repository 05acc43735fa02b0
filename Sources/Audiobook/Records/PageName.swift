/// The names of read-along files, relative to the output folder.
enum PageName {
  /// The name of the page.
  static let index = "index.html"

  /// Returns the name of the file with a chapter's data.
  static func chapter(_ index: Int) -> String {
    let digits = String(index)
    let padding = String(repeating: "0", count: max(0, 3 - digits.count))
    return ReadAlongFolder.file("chapter-\(padding)\(digits).js")
  }

  /// Returns the names of the two files that a chapter adds to an EPUB: its text, and the times of its highlighted units.
  static func epub(_ index: Int) -> [String] {
    FolderRecords.epubParts.map { FolderRecords.part(ofEPUB: index, $0) }
  }

  /// Returns the name of a picture's file.
  ///
  /// The file is in the read-along folder, or, if no page is written, in the folder of the records.
  static func picture(_ name: String, for formats: [ReadAlongFormat]) -> String {
    formats.contains(.html) ? ReadAlongFolder.file(name) : "\(FolderRecords.name)/\(name)"
  }
}
