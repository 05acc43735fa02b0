import Basics

/// The file in a folder that defines the order of its documents.
struct OrderFile {
  /// The names of order files, in order of precedence.
  static let names = [
    "SUMMARY.md", "nav.md", "nav", "nav.txt", "nav.yml", "nav.yaml", ".nav.yml", "mkdocs.yml",
    "mkdocs.yaml",
  ]

  /// The path of the file, relative to the folder.
  let path: FilePath
  /// The content of the file.
  let order: ReadingOrder

  /// Finds and reads the order file with the highest precedence; nil if there is none.
  ///
  /// `toml` is the configuration of an mdBook.
  init?(in folder: BookFolder, _ toml: BookTOML?) throws(ManuscriptError) {
    guard let path = Self.find(in: folder, toml) else { return nil }
    self.path = path
    guard try folder.place(of: path) != nil else {
      throw .order([
        Diagnostic(
          code: "outside-folder", severity: .error,
          message: "this link leads out of the folder; replace the link with the file",
          file: folder.shown(path))
      ])
    }
    let bytes = try folder.bytes(of: path, limit: .orderFile)
    do throws(Diagnostic) {
      order = try Self.read(bytes, name: path.last.text)
    } catch {
      throw .order([error.inFile(folder.shown(path))])
    }
  }

  /// The folder of the documents, relative to the folder of the book; nil if it is outside the folder of
  /// the book.
  var base: FilePath? { path.folder.appending(order.base).normalized }

  private static func find(in folder: BookFolder, _ toml: BookTOML?) -> FilePath? {
    var candidates = names.map(FilePath.init)
    if let toml { candidates.insert(FilePath(toml.source + "/SUMMARY.md"), at: 1) }
    return candidates.first { folder.kind(of: $0) == .file }
  }

  private static func read(_ bytes: [UInt8], name: String) throws(Diagnostic) -> ReadingOrder {
    let bytes = OrderText.utf8(bytes)
    switch name {
    case "SUMMARY.md", "nav.md": return LinkList.read(bytes)
    case "nav", "nav.txt": return PathList.read(bytes)
    default: return try NavTree.read(bytes, isConfiguration: name.hasPrefix("mkdocs"))
    }
  }
}

/// The text of an order file.
enum OrderText {
  /// Returns the text in UTF-8, without a byte order mark.
  ///
  /// Bytes that are not UTF-8 stay unchanged, because paths can contain any bytes.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return SourceText(bytes).bytes
    }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Returns the lines without their ends, which may be Unix or Windows line ends.
  static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}

/// Order files with a path on each line: `nav`, `nav.txt`.
enum PathList {
  static func read(_ bytes: [UInt8]) -> ReadingOrder {
    var entries: [ReadingOrder.Entry] = []
    for (number, line) in OrderText.lines(bytes).enumerated() {
      let path = line.drop(while: OrderText.isBlank)
      guard let first = path.first, first != UInt8(ascii: "#") else { continue }
      let end = path.lastIndex { !OrderText.isBlank($0) } ?? path.startIndex
      entries.append(
        ReadingOrder.Entry(
          path: FilePath(bytes: path[...end]), title: nil,
          position: SourcePosition(
            line: number + 1, column: path.startIndex - line.startIndex + 1)))
    }
    return ReadingOrder(entries: entries)
  }
}
