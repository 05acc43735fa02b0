import Basics
public import Guion
public import Narration

/// Where the cast of a book comes from; the front matter of the document comes before all of them.
public enum CastSource: Sendable {
  /// The file `cast.json` beside the input, if there is one.
  case beside
  /// A cast file.
  case file(String)
  /// A cast that an app has.
  case cast(Cast)
  /// The bytes of a cast file, as they are or might become, and its path.
  case contents([UInt8], of: String)
}

/// The cast of a book as it was read, with what is wrong with it.
public struct BookCast: Sendable {
  /// The settings of the front matter, and over them those of the cast file.
  public var cast: Cast
  /// What is wrong with them, or worth saying.
  public var diagnostics: [Diagnostic]
  /// The cast file; nil if there is none.
  public private(set) var file: String?

  /// Reads the cast of a manuscript that came from an input.
  ///
  /// Throws a `BookError` if the cast file cannot be read.
  public init(
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
      // A file that nobody named may be a pipe that nobody writes to.
      try read(input.castFile, isNamed: false, isRegular: true)
    }
  }

  private mutating func read(
    _ path: String, isNamed: Bool, isRegular: Bool
  ) throws(BookError) {
    let bytes: [UInt8]
    do throws(SourceFileError) {
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

  /// Adds the names that stand before speeches in prose and that the cast does not have yet.
  public mutating func addSpeakers(of manuscript: Manuscript) {
    let known = Set(
      cast.characters.flatMap { [$0.name] + $0.aliases }.map(CharacterNormalizer.folded))
    cast.characters += SpeakerNames.likely(in: manuscript).map(\.name)
      .filter { !known.contains(CharacterNormalizer.folded($0)) }
      .map { Cast.Character(name: $0) }
  }
}
