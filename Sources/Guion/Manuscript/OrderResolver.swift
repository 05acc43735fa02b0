/// Resolves the documents that an order file names, and reports all problems together.
struct OrderResolver {
  /// A document of the folder.
  struct Named {
    /// The path relative to the folder.
    var path: FilePath
    var title: String?
  }

  private let folder: BookFolder
  private let file: OrderFile
  private let edition: ReadingEdition
  private var documents: [Named] = []
  private var seen: Set<FilePath> = []
  private var warnings: [Diagnostic] = []
  private var errors: [Diagnostic] = []

  private init(_ folder: BookFolder, _ file: OrderFile, _ edition: ReadingEdition) {
    (self.folder, self.file, self.edition) = (folder, file, edition)
  }

  /// Returns each document once, at its first position in the order file, and the warnings.
  static func resolve(
    _ entries: [ReadingOrder.Entry], of file: OrderFile, in folder: BookFolder,
    _ edition: ReadingEdition
  ) throws(ManuscriptError) -> (documents: [Named], diagnostics: [Diagnostic]) {
    var resolver = OrderResolver(folder, file, edition)
    for entry in entries { try resolver.add(entry) }
    if resolver.errors.isEmpty, resolver.documents.isEmpty {
      resolver.report(
        "no-documents", nil,
        "this file lists no document; list the documents, or rename this file: without an order file, "
          + "all documents in the folder are read in the order of their names")
    }
    if !resolver.errors.isEmpty { throw .order(resolver.errors) }
    return (resolver.documents, resolver.warnings)
  }

  private mutating func add(_ entry: ReadingOrder.Entry) throws(ManuscriptError) {
    let shown = entry.path.text
    // An absolute path is an error, even if it leads into the folder.
    guard !entry.path.isAbsolute,
      let path = file.path.folder.appending(file.order.base).appending(entry.path).normalized
    else {
      return report(
        "outside-folder", entry, "\(shown) is outside the folder; name a document in the folder")
    }
    guard !path.bytes.contains(0) else { return missing(entry) }
    switch folder.kind(of: path) {
    case .failure(let code):
      let error = FileError(shown, .system(SystemError(code)))
      if error.isMissing { return missing(entry) }
      report("unreadable", entry, error.description)
    case .other:
      report("not-a-document", entry, "\(shown) is neither a file nor a folder; name a document")
    case .file: try addFile(path, entry)
    case .folder, .linkedFolder: try addFolder(path, entry)
    }
  }

  private mutating func addFile(
    _ path: FilePath, _ entry: ReadingOrder.Entry
  ) throws(ManuscriptError) {
    guard let place = try folder.place(of: path) else { return linkOutside(entry) }
    let name = path.last
    // A file without an extension may be a text. A file with an unknown extension is probably a
    // picture or a web page.
    let format = DocumentFormat(path: name.text)
    let isRead = format.map { edition == .second || !SkippedDocument.isNew($0) }
    guard isRead ?? (name.stem == name) else {
      warnings.append(
        diagnostic(
          "not-a-document", .warning, entry,
          "\(entry.path.text) is not a document in a known format, so it is left out; "
            + (SkippedDocument.advice(for: name.text) ?? "remove the entry")))
      return
    }
    if seen.insert(place).inserted { documents.append(Named(path: path, title: entry.title)) }
  }

  /// Adds the documents of a folder that the order file lists.
  private mutating func addFolder(
    _ path: FilePath, _ entry: ReadingOrder.Entry
  ) throws(ManuscriptError) {
    guard try folder.place(of: path) != nil else { return linkOutside(entry) }
    let walk = try FolderWalk(folder, from: path, edition)
    if walk.documents.isEmpty {
      return report(
        "missing-document", entry,
        "the folder \(entry.path.text) contains no document; write one, or remove the entry")
    }
    warnings += walk.diagnostics
    for path in walk.documents {
      let place = try folder.place(of: path) ?? path
      if seen.insert(place).inserted { documents.append(Named(path: path, title: nil)) }
    }
  }

  private mutating func missing(_ entry: ReadingOrder.Entry) {
    report(
      "missing-document", entry,
      "\(entry.path.text) does not exist; write the document, correct the path, or remove the entry"
    )
  }

  private mutating func linkOutside(_ entry: ReadingOrder.Entry) {
    report(
      "outside-folder", entry,
      "\(entry.path.text) is a link that leads out of the folder; copy its target into the folder")
  }

  private mutating func report(_ code: String, _ entry: ReadingOrder.Entry?, _ message: String) {
    errors.append(diagnostic(code, .error, entry, message))
  }

  private func diagnostic(
    _ code: String, _ severity: Diagnostic.Severity, _ entry: ReadingOrder.Entry?, _ message: String
  ) -> Diagnostic {
    Diagnostic(
      code: code, severity: severity, message: message, file: folder.shown(file.path),
      position: entry?.position)
  }
}
