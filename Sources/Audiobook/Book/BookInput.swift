import Basics
import Glibc
public import Guion

/// What a book is made from: a document or a folder of documents.
public struct BookInput: Sendable {
  /// The path as the user wrote it; `-` for standard input.
  public let path: String
  /// The format of a document; nil for a folder.
  public let format: DocumentFormat?
  /// Whether it is a folder of documents.
  public let isFolder: Bool
  /// Whether pipes and devices are refused, as the input and as its cast file.
  ///
  /// Set it for a book that is read again and again: a pipe has its contents once, and whoever opens one waits.
  public var readsOnlyRegularFiles = false
  /// A manuscript that was made elsewhere; nil if there is something to read.
  private let manuscript: Manuscript?

  /// Makes an input of a path; `format` says what the document is if its name does not.
  ///
  /// Throws a `BookError` for a document of an unknown format.
  public init(_ path: String, format: DocumentFormat? = nil) throws(BookError) {
    self.path = path
    isFolder =
      path != "-" && FileStatus(path, followingLinks: true)?.isFolder == true
      && !FolderBundle.isOne(path)
    self.format =
      format ?? (path == "-" ? nil : DocumentFormat(path: path) ?? DocumentFormat(contentOf: path))
    manuscript = nil
    if !isFolder, self.format == nil { throw Self.unknownFormat(path) }
  }

  /// Makes an input of a manuscript that an app has; its path says where its `cast.json` would be.
  public init(_ manuscript: Manuscript) {
    (isFolder, self.manuscript) = (manuscript.isFolder, manuscript)
    format = manuscript.isFolder ? nil : manuscript.format
    var path = manuscript.path ?? manuscript.documents.first?.path ?? manuscript.name
    // The name of a folder's document is the way to it from the folder.
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
        "\(path): not a format this version reads (\(endings.joined(separator: ", "))); save it "
        + "as one, or ",
      .format, " says which one it is (\(known))")
  }

  /// Reads the document, or all documents of the folder.
  ///
  /// Throws a `BookError` if it cannot be read. What is wrong in the text is in the manuscript's
  /// diagnostics.
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

  /// The name of the input without folders and extension: the stem of the output folder's name.
  public var stem: String {
    if path == "-" { return "standard-input" }
    guard isFolder else { return Self.safe(FilePath(path).stem.text) }
    // "." and ".." have a name of their own.
    let folder = try? FilePath(path).resolved()
    return Self.safe(folder?.last.text ?? path)
  }

  /// A name that is one folder's: "..md" and "...md" would lead elsewhere, as the root would, and a name
  /// has at most 255 bytes with what is added to it (ext4, btrfs, xfs).
  private static func safe(_ name: String) -> String {
    if name.allSatisfy({ $0 == "." || $0 == "/" }) { return "book" }
    var short = name
    while short.utf8.count > 200 { short.removeLast() }
    return short
  }

  /// The path of the `cast.json` beside the input, whether or not there is one.
  public var castFile: String {
    let folder = isFolder ? FilePath(path).trimmed : FilePath(path).folder
    return FilePath(folder.text == "." ? "" : folder.text).appending(FilePath("cast.json")).text
  }
}
