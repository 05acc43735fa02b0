import Basics
import Glibc
public import Guion

/// The source of a book: a document or a folder of documents.
public struct BookInput: Sendable {
  /// The path as the user wrote it; `-` for standard input.
  public let path: String
  /// The format of a document; nil for a folder.
  public let format: DocumentFormat?
  /// Whether it is a folder of documents.
  public let isFolder: Bool
  /// Whether pipes and devices are refused, as the input and as its cast file.
  ///
  /// Set it for a book that is read again and again: a pipe has its contents once, and opening one can block.
  public var readsOnlyRegularFiles = false
  /// A manuscript that the caller passed; nil if it is to be read from `path`.
  private let manuscript: Manuscript?

  /// Creates an input from a path; `format` names the format if the file name does not.
  ///
  /// Throws a `BookError` if the format of the document is unknown.
  public init(_ path: String, format: DocumentFormat? = nil) throws(BookError) {
    self.path = path
    isFolder =
      path != "-" && FileStatus(path, followingLinks: true)?.isFolder == true
      && !FolderBundle.isBundle(path)
    self.format =
      format ?? (path == "-" ? nil : DocumentFormat(path: path) ?? DocumentFormat(contentOf: path))
    manuscript = nil
    if !isFolder, self.format == nil { throw Self.unknownFormat(path) }
  }

  /// Creates an input from a manuscript that an app holds in memory; its path decides where to look for `cast.json`.
  public init(_ manuscript: Manuscript) {
    (isFolder, self.manuscript) = (manuscript.isFolder, manuscript)
    format = manuscript.isFolder ? nil : manuscript.format
    var path = manuscript.path ?? manuscript.documents.first?.path ?? manuscript.name
    // The name of a document in a folder is its path relative to that folder.
    if manuscript.isFolder, let name = manuscript.documents.first?.name, path.hasSuffix("/" + name)
    {
      path.removeLast(name.count + 1)
    }
    self.path = path
  }

  private static func unknownFormat(_ path: String) -> BookError {
    let known = DocumentFormat.allCases.map(\.rawValue).joined(separator: ", ")
    if path == "-" {
      return BookError(.wrongRequest, before: "standard input needs ", .format, " (\(known))")
    }
    guard FileStatus(path, followingLinks: true) != nil else {
      return BookError(.missingInput, "cannot read \(path): \(SystemReason.text(errno))")
    }
    let endings = DocumentFormat.allCases.flatMap(\.fileExtensions).map { "." + $0 }
    return BookError(
      .wrongInput,
      before:
        "\(path): guion2audio reads only \(endings.joined(separator: ", ")); convert the "
        + "file, or name its format with ",
      .format, " (\(known))")
  }

  /// Reads the document, or all documents of the folder.
  ///
  /// Throws a `BookError` if a file cannot be read. Errors in the text are in the manuscript's diagnostics.
  public func read() throws(BookError) -> Manuscript {
    if let manuscript { return manuscript }
    if isFolder { return try readFolder() }
    do throws(SourceFileError) {
      return Manuscript(try document(), path: path)
    } catch {
      if let limit = error.limit { throw BookError([Diagnostic.tooLarge(limit, in: path)]) }
      throw BookError(.missingInput, "cannot read \(path): \(error.reason)", file: path)
    }
  }

  private func document() throws(SourceFileError) -> GuionParsedElementCollection {
    if readsOnlyRegularFiles, path != "-" { return try .init(regularFile: path, format: format) }
    return try .init(file: path == "-" ? "/dev/stdin" : path, format: format)
  }

  private func readFolder() throws(BookError) -> Manuscript {
    do {
      return try Manuscript(folder: path)
    } catch {
      if case .unreadable(let error) = error, error.limit == nil {
        throw BookError(.missingInput, error.description, file: error.path)
      }
      let isWrong =
        switch error {
        case .order, .unreadable: true
        default: false
        }
      throw BookError(error.diagnostics, kind: isWrong ? .wrongInput : .missingInput)
    }
  }

  /// The name of the input without folders and extension, from which the output folder is named.
  public var stem: String {
    if path == "-" { return "standard-input" }
    guard isFolder else { return Self.safe(FilePath(path).stem.text) }
    // "." and ".." must be resolved to get the name of the folder.
    let folder = try? FilePath(path).resolved()
    return Self.safe(folder?.last.text ?? path)
  }

  /// Returns a name that is safe as a folder name.
  ///
  /// A name of dots and slashes alone, such as the stem of "..md" or "...md" or the name of the root, would lead to
  /// another folder. File systems limit a name to 255 bytes (ext4, btrfs, xfs), so the name is cut to leave room for
  /// a suffix.
  private static func safe(_ name: String) -> String {
    if name.allSatisfy({ $0 == "." || $0 == "/" }) { return "book" }
    var short = name
    while short.utf8.count > 200 { short.removeLast() }
    return short
  }

  /// The path of the `cast.json` next to the input, whether or not it exists.
  public var castFile: String {
    let folder = isFolder ? FilePath(path).trimmed : FilePath(path).folder
    return FilePath(folder.text == "." ? "" : folder.text).appending(FilePath("cast.json")).text
  }
}
