public import Basics
public import Hablare
public import Narration

/// A book as it will be rendered: a pure function of the script, the cast and the options.
public struct BookPlan: Sendable {
  /// The title for tags and manifest: the user's, the cast's, the document's, or the file's name.
  public var title: String
  /// The authors, in order.
  public var authors: [String]
  /// The language of the text.
  public var language: String
  /// Voices by role, the narrator under the empty name.
  public var cast: [String: VoiceURI]
  /// The licences of voices that state one, by the voice without its settings.
  public var licences: [VoiceURI: VoiceLicence] = [:]
  /// The chapters, in order, numbered from 1.
  public var chapters: [ChapterPlan]
  /// What the voices sound like apart from their names: engine versions, by provider.
  public var engineVersions: EngineVersions
  /// The files the book was made from, with their SHA-256 in hexadecimal.
  public var sources: [Source]
  /// The paths of the documents, in the order of their numbers in elements.
  var documentPaths: [String] = []
  /// The rules by which the documents are read.
  public var rules = RuleSet.current
  /// The picture that stands for the book; no part of any chapter.
  public var cover: BookCover?
  /// What the book is about, for the manifest and the tags of books in one file.
  public var summary: String?
  /// The year of the document, likewise.
  public var year: String?

  /// The day of the document's date, or the second.
  public var date: PublicationDate?

  /// A file the book was made from.
  public struct Source: Sendable, Equatable {
    /// The name, without folders: paths differ from machine to machine.
    public var file: String
    /// The SHA-256 of its bytes, in hexadecimal.
    public var sha256: String

    /// Makes a source.
    public init(file: String, sha256: String) {
      self.file = file
      self.sha256 = sha256
    }
  }
}

extension BookPlan {
  /// The chapters that a build with these options is asked for.
  public func wanted(_ options: BuildOptions) -> [ChapterPlan] {
    chapters(of: options.shard).filter(options.wants)
  }
}

extension BuildOptions {
  /// Whether a chapter is asked for (`--only`).
  func wants(_ chapter: ChapterPlan) -> Bool {
    only?.contains(index: chapter.index, title: chapter.title) ?? true
  }
}
