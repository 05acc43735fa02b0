import Basics
import Glibc
public import Guion
public import Hablare
public import Narration

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

/// The options for reading a book and building its files.
public struct BookOptions: Sendable {
  /// The files to build, and how.
  public var build = BuildOptions()
  /// The language of the text.
  ///
  /// If nil, the language is the first of these that is set: the cast's, the document's, `defaultLanguage`,
  /// US English.
  public var language: String?
  /// The rules for reading the text; nil for the cast's rules.
  ///
  /// If the cast names no rules either, `RuleSet.current` is used.
  public var rules: RuleSet?
  /// The names of the sections that are left out; nil for the cast's names.
  package var skip: [String]?
  /// Whether the characters speak the quotations of prose; nil for the cast's choice.
  package var dialogue: Bool?
  /// The preset for what is read; nil for the cast's choice.
  package var read: ReadPreset?
  /// Whether the table of recordings is about to be written, so that it may be missing.
  package var listsRecordings = false
  /// The roles whose lines an actor speaks, as the user names them; empty for a book in which every role speaks.
  package var rehearsed: [String] = []
  /// How the lines of these roles are left out.
  package var rehearsal = Rehearsal()
  /// The roles whose scenes are read; empty for all scenes.
  package var onlyWith: [String] = []
  /// The voice of the narrator.
  ///
  /// If nil, the voice is the first of these that is set: the cast's, `defaultVoice`, the program's default.
  public var voice: VoiceURI?
  /// Whether a language that only the text shows becomes that of the book, for a draft of a cast that names it.
  package var namesFoundLanguage = false
  /// The language of a book if neither the cast nor the document names one.
  public var defaultLanguage: String?
  /// The voice of the narrator if the cast names no voice for the narrator.
  public var defaultVoice: VoiceURI?
  /// The ids of providers to prepare even if no cast names them.
  public var providers: Set<String> = []
  /// The requested cover; nil for the cover that the cast or the document names.
  public var cover: CoverSource.Wish?
  /// What to do with a cover that is not square.
  public var coverFit = CoverFit.keep

  /// Creates the default options (Documentation/reference/command-line.md).
  public init() {}
}

extension BookOptions {
  /// Returns the language of a book, and a warning if the front matter's language is invalid, or if nobody names a
  /// language and the text is plainly in another one.
  /// The language is the first of these that is set: the user's choice, the cast's, the front matter's,
  /// `defaultLanguage`, US English.
  package func language(of manuscript: Manuscript, _ cast: Cast) -> (String, warning: Diagnostic?) {
    let fallback = defaultLanguage ?? "en-US"
    if let language = language ?? cast.language { return (language, nil) }
    // Rule sets 1.0 and 1.1 ignore the title page of a screenplay. The language is part of each paid clip's key.
    let hasLanguage = !manuscript.isScreenplay || cast.ruleSet >= .v1_2
    guard hasLanguage, let written = manuscript.language else {
      return found(in: manuscript, cast, instead: fallback)
    }
    let tag = String(written.map { $0 == "_" ? "-" : $0 })
    if LanguageTag.isWellFormed(tag) {
      // The language of an office document is often that of its template.
      let isOffice = [.docx, .odt, .officeScript].contains(manuscript.format)
      return isOffice ? found(in: manuscript, cast, instead: tag) : (tag, nil)
    }
    let warning = Diagnostic(
      code: "bad-language", severity: .warning,
      message:
        "\"\(written)\" is not a language tag such as en-US; the text is read as \(fallback)",
      file: manuscript.isFolder ? nil : manuscript.documents.first?.path)
    return (fallback, warning)
  }

  /// Returns a language, and a warning if the text is plainly in another one. A draft of a cast names that other one.
  private func found(
    in manuscript: Manuscript, _ cast: Cast, instead language: String
  ) -> (String, warning: Diagnostic?) {
    guard cast.ruleSet >= .v1_2,
      let other = OtherLanguage(of: manuscript.elements, than: language)
    else { return (language, nil) }
    let code = other.code ?? "TAG"
    let isWritten = namesFoundLanguage && other.code != nil
    let warning = Diagnostic(
      code: LintCode.otherLanguage.name, severity: isWritten ? .note : .warning,
      message: isWritten
        ? "the text looks like \(other.name), so the cast names this language"
        : "the text looks like \(other.name), but it is read as \(language); use --language \(code), or "
          + "write \"language\": \"\(code)\" in the cast",
      file: manuscript.isFolder ? manuscript.name : manuscript.documents.first?.path)
    return (isWritten ? code : language, warning)
  }
}

/// The source of a book's cast.
///
/// The settings of a cast file override the settings of the document's front matter.
public enum CastSource: Sendable {
  /// The file `cast.json` next to the input, if it exists.
  case beside
  /// A cast file.
  case file(String)
  /// A cast that an app passes; the settings of the front matter are ignored.
  case cast(Cast)
  /// The contents of a cast file, saved or not yet saved, and its path.
  case contents([UInt8], of: String)
}

/// The cast of a book, and the diagnostics from reading it.
package struct BookCast: Sendable {
  /// The settings of the front matter, overridden by those of the cast file.
  package var cast: Cast
  /// The errors, warnings and notes about the settings.
  package var diagnostics: [Diagnostic]
  /// The path of the cast file; nil if there is none.
  package private(set) var file: String?

  /// Reads the cast of a manuscript.
  ///
  /// `input` is the source of the manuscript. Throws a `BookError` if the cast file cannot be read.
  package init(
    _ source: CastSource, beside input: BookInput, of manuscript: Manuscript
  ) throws(BookError) {
    (cast, diagnostics) = (Cast(), [])
    if let document = manuscript.settingsDocument, let settings = document.settings {
      let reader = CastReader(frontMatter: settings, file: document.path)
      (cast, diagnostics) = (reader.cast, reader.diagnostics)
    }
    switch source {
    case .cast(let own): cast = own
    case .file(let path): try read(path, isNamed: true, isRegular: input.readsOnlyRegularFiles)
    case .contents(let bytes, let path): read(bytes, of: path)
    case .beside:
      // The user has not named this file, so only a regular file is read: reading a pipe could block.
      try read(input.castFile, isNamed: false, isRegular: true)
    }
    readAnswers(input.voicesFile)
  }

  /// Reads the author's answers to who speaks, if there is such a file.
  private mutating func readAnswers(_ path: String) {
    do throws(FileError) {
      let bytes = try SourceFile.bytes(
        of: FilePath(path), shown: path, limit: .castFile, isRegular: true)
      cast.answers = VoicesFile(bytes, path: path)
    } catch {
      guard !error.isMissing else { return }
      diagnostics.append(
        Diagnostic(
          code: "unknown-speaker", severity: .warning, message: "cannot be read: \(error.reason)",
          file: path))
    }
  }

  private mutating func read(
    _ path: String, isNamed: Bool, isRegular: Bool
  ) throws(BookError) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try SourceFile.bytes(
        of: FilePath(path), shown: path, limit: .castFile, isRegular: isRegular)
    } catch {
      if !isNamed, error.isMissing { return }
      if let tooLarge = error.tooLarge {
        diagnostics.append(tooLarge)
        return
      }
      throw BookError(.missingInput, "cannot read \(path): \(error.reason)", file: path)
    }
    read(bytes, of: path)
  }

  private mutating func read(_ bytes: [UInt8], of path: String) {
    file = path
    let reader = CastReader(bytes: bytes, file: path, over: cast)
    cast = reader.cast
    diagnostics += reader.diagnostics
  }

  /// Finds speaker names in the prose, and adds the ones that are not yet in the cast.
  /// If the prose has quotations, the characters who speak them are added too, and dialogue is switched on.
  package mutating func addSpeakers(of manuscript: Manuscript, language: String) {
    let known = Set(
      cast.characters.flatMap { [$0.name] + $0.aliases }.map(CharacterNormalizer.folded))
    cast.characters += SpeakerNames.likely(in: manuscript).map(\.name)
      .filter { !known.contains(CharacterNormalizer.folded($0)) }
      .map { Cast.Character(name: $0) }
    guard cast.ruleSet >= .v1_2, cast.dialogue.voices != false,
      QuotedSpeech.count(in: manuscript, language: language) >= 10
    else { return }
    let speech = QuotedSpeech(of: manuscript, cast: cast, language: language)
    let found = speech.attribution.people
    let people = found.indices.filter { found[$0].quotations > 2 }
      .sorted { (found[$1].quotations, $0) < (found[$0].quotations, $1) }
    guard cast.dialogue.voices == true || people.count > 1 else { return }
    cast.dialogue.voices = true
    let names = Set(cast.characters.map(\.name))
    cast.characters += people.filter { !names.contains(found[$0].name) }.map { number in
      Cast.Character(
        name: found[number].name, aliases: found[number].aliases,
        note: speech.note(onPerson: number), gender: found[number].gender,
        age: found[number].age == .child ? .child : nil)
    }
  }
}
