public import Basics
public import Hablare
public import Narration

/// A complete plan for rendering a book.
///
/// The plan depends only on the script, the cast, the options and the engine versions.
public struct BookPlan: Sendable {
  /// The title for tags and manifest, from the user, the cast, the document or the file name.
  public var title: String
  /// The authors, in order.
  public var authors: [String]
  /// The language of the text.
  public var language: String
  /// The voices, by role; the narrator's name is empty.
  public var cast: [String: VoiceURI]
  /// The stated licences of voices.
  ///
  /// Each key is a voice without its settings.
  public var licences: [VoiceURI: VoiceLicence] = [:]
  /// The chapters, in order, numbered from 1.
  public var chapters: [ChapterPlan]
  /// The engine versions, by provider and voice.
  ///
  /// The sound of a voice depends on its version.
  public var engineVersions: EngineVersions
  /// The source files of the book, with their SHA-256 in hexadecimal.
  public var sources: [Source]
  /// The paths of the documents, indexed by the source numbers of elements.
  var documentPaths: [String] = []
  /// The rules for reading the documents.
  public var rules = RuleSet.current
  /// The cover of the book; nil if it has none.
  public var cover: BookCover?
  /// The summary of the book, for the manifest and the tags of books in one file.
  public var summary: String?
  /// The year of the document, for the manifest and the tags of books in one file.
  public var year: String?

  /// The date of the document, to the day or to the second.
  public var date: PublicationDate?

  /// A source file of the book.
  public struct Source: Sendable, Equatable {
    /// The file name without folders, because paths differ between machines.
    public var file: String
    /// The SHA-256 of its bytes, in hexadecimal.
    public var sha256: String

    /// Creates a source.
    public init(file: String, sha256: String) {
      self.file = file
      self.sha256 = sha256
    }
  }
}

extension BookPlan {
  /// Returns the chapters that these options select.
  public func selectedChapters(_ options: BuildOptions) -> [ChapterPlan] {
    chapters(of: options.shard).filter(options.selects)
  }
}

extension BuildOptions {
  /// Returns whether a chapter is selected (`--only`).
  func selects(_ chapter: ChapterPlan) -> Bool {
    only?.contains(index: chapter.index, title: chapter.title) ?? true
  }
}
