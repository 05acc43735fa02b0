import Basics

/// All documents of a folder, sorted by name.
struct FolderWalk {
  /// The documents, as paths relative to the folder.
  private(set) var documents: [FilePath] = []
  /// Warnings about skipped items that the user may have meant to include, each with its file.
  private(set) var diagnostics: [Diagnostic] = []
  private let folder: BookFolder
  private let edition: ReadingEdition

  /// Walks `start`, a path relative to the folder.
  init(
    _ folder: BookFolder, from start: FilePath, _ edition: ReadingEdition
  ) throws(ManuscriptError) {
    (self.folder, self.edition) = (folder, edition)
    try visit(start, depth: 0)
    // Plain text files such as a licence or a list of requirements are not chapters if there are
    // documents in other formats.
    let written = documents.filter { DocumentFormat(path: $0.text) != .text && !Self.isPrinted($0) }
    let printed = documents.filter(Self.isPrinted)
    if !written.isEmpty {
      documents = written
    } else if printed.count < documents.count {
      documents.removeAll(where: Self.isPrinted)
    }
    if edition == .second {
      leaveOutExports()
      if documents != printed { leaveOut(printed: printed) }
    }
  }

  private static func isPrinted(_ path: FilePath) -> Bool {
    DocumentFormat(path: path.text).map(SkippedDocument.isPrinted) ?? false
  }

  /// Reports documents such as web pages, which are usually made from the other documents. One note is about all of
  /// them.
  private mutating func leaveOut(printed: [FilePath]) {
    guard let first = printed.first else { return }
    let others = printed.dropFirst().prefix(3).map { folder.shown($0) }.joined(separator: ", ")
    let more = printed.count > 4 ? ", …" : ""
    let count =
      printed.count == 1 ? "this is" : "\(printed.count) such documents (also \(others)\(more)) are"
    diagnostics.append(
      Diagnostic(
        code: "skipped-document", severity: .note,
        message:
          "\(count) not read, because the folder has other documents; name the documents in a "
          + "SUMMARY.md to read them",
        file: folder.shown(first)))
  }

  /// Leaves out each document whose source is in the same folder under the same name.
  private mutating func leaveOutExports() {
    let rank = { (path: FilePath) in DocumentFormat(path: path.text).map(SkippedDocument.rank) ?? 0
    }
    var sources: [FilePath: FilePath] = [:]
    for path in documents {
      let name = path.folder.appending(path.stem)
      if let other = sources[name], rank(other) <= rank(path) { continue }
      sources[name] = path
    }
    documents.removeAll { path in
      guard let source = sources[path.folder.appending(path.stem)], rank(source) < rank(path) else {
        return false
      }
      diagnostics.append(
        Diagnostic(
          code: "skipped-document", severity: .note,
          message: "this is left out, because \(source.last.text) has the same name and is read; "
            + "name the documents in a SUMMARY.md to read both",
          file: folder.shown(path)))
      return true
    }
  }

  private struct Entry {
    let path: FilePath
    let isFolder: Bool
    let rank: Int
    let order: NaturalOrder

    init(_ path: FilePath, isFolder: Bool, _ edition: ReadingEdition) {
      self.path = path
      self.isFolder = isFolder
      let stem = isFolder ? path.last : path.stem
      order = NaturalOrder(stem)
      let name = stem.text.lowercased()
      if !isFolder, let first = ["readme", "index"].firstIndex(of: name) {
        rank = first
      } else {
        rank = edition == .first ? 3 : Self.rank(of: name.filter { $0.isLetter })
      }
    }

    /// The rank of a part of a book that its name puts before or after all other parts.
    private static func rank(of name: String) -> Int {
      switch name {
      case "frontmatter", "titelei", "vorspann": 2
      case "backmatter", "endmatter", "nachspann": 4
      default: 3
      }
    }

    static func precedes(_ left: Entry, _ right: Entry) -> Bool {
      if left.rank != right.rank { return left.rank < right.rank }
      if left.order != right.order { return left.order < right.order }
      // The document "part.md" introduces the folder "part", so the document comes first.
      if left.isFolder != right.isFolder { return right.isFolder }
      return left.path.bytes.lexicographicallyPrecedes(right.path.bytes)
    }
  }

  private mutating func visit(_ path: FilePath, depth: Int) throws(ManuscriptError) {
    if depth > Manuscript.deepestFolder { throw .tooDeep(folder: folder.shown(path)) }
    var entries: [Entry] = []
    for name in try folder.names(in: path) where !name.isHidden {
      let entry = path.appending(name)
      switch folder.kind(of: entry) {
      case .folder where FolderBundle.isBundle(folder.shown(entry)):
        entries.append(Entry(entry, isFolder: false, edition))
      case .folder:
        if !Self.isSkipped(name) { entries.append(Entry(entry, isFolder: true, edition)) }
      case .file:
        if isDocument(name, isTop: depth == 0) {
          if try isInside(entry) { entries.append(Entry(entry, isFolder: false, edition)) }
        } else {
          skip(entry)
        }
      case .failure:
        // The item cannot be examined, for example because the link is broken. Reading the item later
        // reports the reason.
        if isDocument(name, isTop: depth == 0) {
          entries.append(Entry(entry, isFolder: false, edition))
        }
      case .other:
        if isDocument(name, isTop: depth == 0) { leaveOut(entry) }
      case .linkedFolder: break
      }
    }
    for entry in entries.sorted(by: Entry.precedes) {
      if entry.isFolder {
        try visit(entry.path, depth: depth + 1)
      } else {
        documents.append(entry.path)
      }
    }
  }

  /// Reports a pipe, a socket or a device with the name of a document.
  private mutating func leaveOut(_ path: FilePath) {
    diagnostics.append(
      Diagnostic(
        code: "not-a-document", severity: .warning,
        message: "this is not a regular file, so it is left out; replace it with the document",
        file: folder.shown(path)))
  }

  private mutating func isInside(_ path: FilePath) throws(ManuscriptError) -> Bool {
    if try folder.place(of: path) != nil { return true }
    diagnostics.append(
      Diagnostic(
        code: "outside-folder", severity: .warning,
        message: "this link leads out of the folder and is left out; replace the link with the "
          + "document",
        file: folder.shown(path)))
    return false
  }

  /// Whether a name is a document.
  /// A table of contents is not a document. `SUMMARY.md` is a table of contents in any folder. Other
  /// order files are tables of contents only at the top.
  private func isDocument(_ name: FilePath, isTop: Bool) -> Bool {
    if name.text == "SUMMARY.md" || isTop && OrderFile.names.contains(name.text) { return false }
    guard let format = DocumentFormat(path: name.text) else { return false }
    return !SkippedDocument.isLock(name.text)
      && (edition == .second || !SkippedDocument.isNew(format))
  }

  /// Reports a file that looks like a document, but is not read.
  private mutating func skip(_ path: FilePath) {
    let name = path.last.text
    if let advice = SkippedDocument.advice(for: name) {
      diagnostics.append(SkippedDocument.warning(folder.shown(path), advice))
    } else if DocumentFormat(path: name).map(SkippedDocument.rank) == 1,
      !SkippedDocument.isLock(name)
    {
      diagnostics.append(
        SkippedDocument.warning(
          folder.shown(path), "rule sets before 1.2 do not read it; save it as Markdown"))
    }
  }

  /// Whether a folder contains generated files: output of this program, or npm packages.
  private static func isSkipped(_ name: FilePath) -> Bool {
    name.text == "node_modules" || name.text.lowercased().hasSuffix(".audiobook")
  }

  /// The sort key of a name in natural order, in which chapter 2 comes before chapter 10.
  struct NaturalOrder: Comparable {
    private let key: [UInt8]
    private let name: [UInt8]

    /// Creates the sort key of a name.
    /// Case matters only between names that are otherwise equal.
    init(_ name: FilePath) {
      self.name = name.bytes
      key = Self.key(Array(name.text.lowercased().utf8))
    }

    static func < (left: Self, right: Self) -> Bool {
      if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
      return left.name.lexicographicallyPrecedes(right.name)
    }

    /// Returns bytes whose lexicographic order is the natural order.
    /// A number becomes the character "0", then the count of its digits, then the digits without leading
    /// zeros. The "0" keeps digits in their usual place among other characters. The count sorts a longer
    /// number after a shorter one.
    private static func key(_ text: [UInt8]) -> [UInt8] {
      var key: [UInt8] = []
      key.reserveCapacity(text.count + 8)
      var next = 0
      while next < text.count {
        guard isDigit(text[next]) else {
          key.append(text[next])
          next += 1
          continue
        }
        let digits = text[next...].prefix(while: isDigit)
        let number = digits.drop { $0 == UInt8(ascii: "0") }
        key.append(UInt8(ascii: "0"))
        withUnsafeBytes(of: UInt32(clamping: number.count).bigEndian) {
          key.append(contentsOf: $0)
        }
        key.append(contentsOf: number)
        next = digits.endIndex
      }
      return key
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }
}

/// The documents of a folder that are not read, although they look like documents.
package enum SkippedDocument {
  /// How close a format is to what the author writes: an export has a higher rank than its source.
  static func rank(_ format: DocumentFormat) -> Int {
    switch format {
    case .fountain, .markdown, .fdx, .highland, .textbundle: 0
    case .docx, .odt, .officeScript: 1
    case .epub: 2
    default: 3
    }
  }

  /// The formats that earlier rule sets do not read in folders.
  static func isNew(_ format: DocumentFormat) -> Bool {
    ![0, 2].contains(rank(format)) && format != .text
  }

  /// The formats that are read only if a folder has no other documents: they are usually made from others.
  static func isPrinted(_ format: DocumentFormat) -> Bool { rank(format) == 3 && format != .text }

  /// Whether a file is only the lock of a program that has a document open.
  static func isLock(_ name: String) -> Bool { name.hasPrefix("~$") }

  /// Returns what to do with a document in a format that is not read; nil if a file is no such document.
  package static func advice(for name: String) -> String? {
    let name = name.lowercased()
    guard let dot = name.lastIndex(of: "."), !isLock(name) else { return nil }
    return advice[String(name[name.index(after: dot)...])]
  }

  private static let advice: [String: String] = {
    let convert = { (ending: String) in
      "convert it, for example with pandoc FILE.\(ending) -o FILE.md"
    }
    var all = [
      "doc": "save it as DOCX", "dot": "save it as DOCX", "wpd": "save it as DOCX or ODT",
      "wps": "save it as DOCX", "sxw": "save it as ODT", "abw": "save it as ODT",
      "pages": "export it as Word or EPUB", "scriv": "compile it as Markdown or DOCX",
      "celtx": "export it as Fountain or text", "fadein": "export it as Fountain or Final Draft",
      "mobi": "convert it, for example with ebook-convert FILE.mobi FILE.epub",
      "azw3": "convert it, for example with ebook-convert FILE.azw3 FILE.epub",
    ]
    for ending in ["tex", "rst", "org", "textile", "fb2", "ipynb"] { all[ending] = convert(ending) }
    all["adoc"] = "convert it, for example with asciidoctor -b docbook5 and pandoc"
    return all
  }()

  static func warning(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      code: "skipped-document", severity: .warning, message: "this document is not read: \(reason)",
      file: path)
  }
}
