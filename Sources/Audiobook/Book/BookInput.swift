import Basics
import Glibc
public import Guion

/// The source of a book: a document or a folder of documents.
public struct BookInput: Sendable {
  /// The path as the user wrote it; `-` for standard input.
  public let path: String
  /// The format of a document; nil for a folder.
  public let format: DocumentFormat?
  /// The format that the caller named.
  private var namedFormat: DocumentFormat?
  /// Whether the source is a folder of documents.
  package let isFolder: Bool
  /// Whether the input and its cast file must be regular files, not pipes or devices.
  /// Set this for a book that is read repeatedly: a pipe can be read only once, and opening a pipe can block.
  package var readsOnlyRegularFiles = false
  /// A manuscript that the caller passed; nil if `read()` reads the manuscript from `path`.
  private let manuscript: Manuscript?

  /// Creates an input from a path.
  ///
  /// `format` overrides the format that the file name and the contents show. Throws a `BookError` if the format of the
  /// document is unknown.
  public init(_ path: String, format: DocumentFormat? = nil) throws(BookError) {
    (self.path, namedFormat) = (path, format)
    isFolder =
      path != "-" && FileStatus(path, followingLinks: true)?.isFolder == true
      && !FolderBundle.isBundle(path)
    self.format =
      format ?? (path == "-" ? nil : DocumentFormat(path: path) ?? DocumentFormat(contentOf: path))
    manuscript = nil
    if !isFolder, self.format == nil { throw Self.unknownFormat(path) }
  }

  /// Creates an input from a manuscript that an app holds in memory.
  ///
  /// `cast.json` is looked for next to the manuscript's path.
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
    if let advice = SkippedDocument.advice(for: path) {
      return BookError(.wrongInput, "\(path): guion2audio does not read such documents; \(advice)")
    }
    let endings = DocumentFormat.allCases.flatMap(\.fileExtensions).map { "." + $0 }
    return BookError(
      .wrongInput,
      before:
        "\(path): guion2audio reads only \(endings.joined(separator: ", ")); convert the "
        + "file, or name its format with ",
      .format, " (\(known))")
  }

  /// Reads the document, or all documents of the folder, in an edition.
  /// Throws a `BookError` if a file cannot be read. Errors in the text are in the manuscript's diagnostics.
  package func read(_ edition: ReadingEdition) throws(BookError) -> Manuscript {
    if let manuscript { return manuscript }
    return try isFolder ? folder(edition, [:], nil) : document(try source(), edition, [:], nil)
  }

  /// Reads the manuscript in the edition, with the words for sounds and in the language that `choose` returns.
  ///
  /// `choose` gets the manuscript in the newest edition, for the settings of its documents. A manuscript in another
  /// edition, with words of its own, or in a language with words for marks, is read again. For a document, this uses the same bytes, because a pipe can be read only once.
  package func read(
    _ choose: (Manuscript) async throws(BookError) -> (ReadingEdition, SoundCue.Words, String?)
  ) async throws(BookError) -> Manuscript {
    if let manuscript { return manuscript }
    let source = isFolder ? nil : try source()
    func read(
      _ edition: ReadingEdition, _ words: SoundCue.Words, _ language: String?
    ) throws(BookError) -> Manuscript {
      if let source {
        document(source, edition, words, language)
      } else {
        try folder(edition, words, language)
      }
    }
    let newest = try read(.second, [:], nil)
    let (edition, words, language) = try await choose(newest)
    let hasWords =
      newest.format == .markdown && language.map(CommonMarkParser.hasWords(for:)) ?? false
    return edition == .second && words.isEmpty && !hasWords
      ? newest : try read(edition, words, language)
  }

  private func source() throws(BookError) -> DocumentSource {
    do throws(FileError) {
      if readsOnlyRegularFiles, path != "-" {
        return try DocumentSource(path, format: namedFormat, isRegular: true)
      }
      return try DocumentSource(path == "-" ? "/dev/stdin" : path, format: namedFormat)
    } catch {
      if let limit = error.limit { throw BookError([Diagnostic.tooLarge(limit, in: path)]) }
      throw BookError(.missingInput, "cannot read \(path): \(error.reason)", file: path)
    }
  }

  private func document(
    _ source: DocumentSource, _ edition: ReadingEdition, _ words: SoundCue.Words,
    _ language: String?
  ) -> Manuscript {
    let document = source.parsed(edition, soundWords: words, language: language)
    PlaceUnit.set(document.format.placeUnit, for: path)
    return Manuscript(document, path: path)
  }

  private func folder(
    _ edition: ReadingEdition, _ words: SoundCue.Words, _ language: String?
  ) throws(BookError) -> Manuscript {
    do {
      return try Manuscript(
        folder: path, edition: edition, soundWords: words, language: language)
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

  /// The file name of the input without its extension.
  /// The output folder gets this name.
  package var stem: String {
    if path == "-" { return "standard-input" }
    guard isFolder else { return Self.safe(FilePath(path).stem.text) }
    // "." and ".." must be resolved to get the name of the folder.
    let folder = try? FilePath(path).resolved()
    return Self.safe(folder?.last.text ?? path)
  }

  /// Returns a name that is safe as a folder name.
  /// A name of only dots and slashes would lead to another folder. For example, the stem of "...md" is "..", and the
  /// name of the root folder is "/". Such a name becomes "book". File systems limit a name to 255 bytes (ext4, btrfs,
  /// xfs), so the name is cut to 200 bytes to leave room for a suffix.
  private static func safe(_ name: String) -> String {
    if name.allSatisfy({ $0 == "." || $0 == "/" }) { return "book" }
    var short = name
    while short.utf8.count > 200 { short.removeLast() }
    return short
  }

  /// The path of the file with the author's answers to who speaks, whether or not it exists: `NOVEL.voices` next to a
  /// document, `book.voices` in a folder.
  package var voicesFile: String {
    let folder = isFolder ? FilePath(path).trimmed : FilePath(path).folder
    let name = FilePath(isFolder ? "book.voices" : stem + ".voices")
    return FilePath(folder.text == "." ? "" : folder.text).appending(name).text
  }

  /// The path of the `cast.json` next to the input, whether or not it exists.
  package var castFile: String {
    let folder = isFolder ? FilePath(path).trimmed : FilePath(path).folder
    return FilePath(folder.text == "." ? "" : folder.text).appending(FilePath("cast.json")).text
  }
}
