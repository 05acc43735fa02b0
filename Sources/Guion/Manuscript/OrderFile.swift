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
  let order: ReadingOrder

  /// Finds and reads the order file with the highest precedence; nil if there is none.
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
    return candidates.first(where: folder.hasFile)
  }

  private static func read(_ bytes: [UInt8], name: String) throws(Diagnostic) -> ReadingOrder {
    let bytes = OrderText.utf8(bytes)
    switch name {
    case "SUMMARY.md", "nav.md": return LinkList.read(bytes)
    case "nav", "nav.txt": return PathList.read(bytes)
    default: return try NavTree.read(bytes, isConfiguration: name.hasPrefix("mkdocs"))
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

  /// Order files that are lists of links: `SUMMARY.md` (mdBook, "SUMMARY.md"), `nav.md`.
  enum LinkList {
    static func read(_ bytes: [UInt8]) -> ReadingOrder {
      var order = ReadingOrder(entries: [])
      for (number, line) in OrderText.lines(withoutComments(bytes)).enumerated() {
        let start = LinkLine.contentStart(of: line)
        let link = LinkLine(line[start...])
        if let link, let target = link.target {
          let column = target.lowerBound - line.startIndex + 1
          let raw = line[target]
          let path = LinkLine.decoded(raw)
          if !path.isEmpty, !ReadingOrder.isExternal(raw) {
            order.entries?.append(
              ReadingOrder.Entry(
                path: FilePath(bytes: path), title: words(line[link.label]),
                position: SourcePosition(line: number + 1, column: column)))
          }
        }
        let rest = line[(link?.end ?? start)...]
        if let position = unread(rest) {
          order.diagnostics.append(unreadLink(number + 1, position - line.startIndex + 1))
        }
      }
      return order
    }

    /// Returns the position of a link that is not at the beginning of its line.
    /// Such a link is not an entry, but the author may have meant it as one.
    private static func unread(_ rest: ArraySlice<UInt8>) -> Int? {
      rest.indices.dropLast().first {
        rest[$0] == UInt8(ascii: "]") && rest[$0 + 1] == UInt8(ascii: "(")
      }
    }

    private static func unreadLink(_ line: Int, _ column: Int) -> Diagnostic {
      Diagnostic(
        code: "unread-link", severity: .warning,
        message: "this link is not read as an entry; write each link on its own line, as "
          + "- [Title](file.md)",
        position: SourcePosition(line: line, column: column))
    }

    /// Returns the text of a link without its markup; nil if there is none.
    private static func words(_ label: ArraySlice<UInt8>) -> String? {
      let heading = CommonMarkParser(bytes: Array("# ".utf8) + label + Array("\n".utf8))
      let words = heading.elements.first?.elementText ?? String(decoding: label, as: UTF8.self)
      return words.inOneLine
    }

    /// Replaces HTML comments with blanks, so that all positions stay the same.
    private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      var next = 0
      while let start = find("<!--", in: bytes, from: next) {
        let end = find("-->", in: bytes, from: start + 4).map { $0 + 3 } ?? bytes.count
        for index in start..<end where bytes[index] != UInt8(ascii: "\n") {
          bytes[index] = UInt8(ascii: " ")
        }
        next = end
      }
      return bytes
    }

    private static func find(_ text: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
      let count = text.utf8CodeUnitCount
      guard start <= bytes.count - count else { return nil }
      let wanted = UnsafeBufferPointer(start: text.utf8Start, count: count)
      return (start...bytes.count - count).first { bytes[$0..<$0 + count].elementsEqual(wanted) }
    }
  }
}

enum OrderText {
  /// Returns the text in UTF-8, without a byte order mark.
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

/// The content of an order file: the documents in reading order.
struct ReadingOrder {
  /// A document as the order file names it.
  struct Entry: Equatable {
    /// The path as written, relative to the folder of the documents.
    var path: FilePath
    /// The title in the list, as plain text.
    var title: String?
    var position: SourcePosition
  }

  /// The documents; nil if the file does not list them.
  /// Then the documents are sorted by name.
  var entries: [Entry]?
  /// The folder of the documents, relative to the order file's folder.
  /// Empty if the documents are in that folder.
  var base = FilePath("")
  /// The book's title, which only some file formats have.
  var title: String?
  /// The book's authors, which only some file formats have.
  var authors: [String] = []
  /// Warnings about the file, without its name.
  var diagnostics: [Diagnostic] = []

  /// Whether a target is an external address (a web site, an email address) instead of a document.
  static func isExternal(_ target: some Collection<UInt8>) -> Bool {
    if target.starts(with: Array("//".utf8)) { return true }
    guard let colon = target.firstIndex(of: UInt8(ascii: ":")) else { return false }
    // A scheme of one letter would be a Windows drive (CommonMark 0.31, "Autolinks").
    let scheme = target[..<colon]
    return scheme.count >= 2 && scheme.first.map(isLetter) == true
      && scheme.allSatisfy { isLetter($0) || isDigit($0) || $0.isOne(of: "+-.") }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
