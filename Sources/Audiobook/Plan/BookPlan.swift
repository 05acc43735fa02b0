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
  package var engineVersions: EngineVersions
  /// The source files of the book, with their SHA-256 in hexadecimal.
  package var sources: [Source]
  /// The paths of the documents, indexed by the source numbers of elements.
  var documentPaths: [String] = []
  /// The lines with settings of their own; nil if no file has such settings.
  package var shapes: LineShaper.Result?
  /// The rules for reading the documents.
  public var rules = RuleSet.current
  /// The recordings by people, with the lines that they are of; nil if the cast names no folder.
  package var recordings: Recordings?
  /// The cover of the book; nil if it has none.
  package var cover: BookCover?
  /// The times in which speech lowers a bed and in which the bed comes back, in seconds.
  var ducking = (attack: 0.3, release: 0.6)
  /// The summary of the book, for the manifest and the tags of books in one file.
  public var summary: String?
  /// The year of the document, for the manifest and the tags of books in one file.
  public var year: String?

  /// The date of the document, to the day or to the second.
  public var date: PublicationDate?

  /// A source file of the book.
  package struct Source: Sendable, Equatable {
    /// The file name without folders, because paths differ between machines.
    package var file: String
    /// The SHA-256 of its bytes, in hexadecimal.
    package var sha256: String

    /// Creates a source.
    package init(file: String, sha256: String) {
      self.file = file
      self.sha256 = sha256
    }
  }
}

extension BookPlan {
  /// Returns the chapters that these options select.
  package func selectedChapters(_ options: BuildOptions) -> [ChapterPlan] {
    chapters(of: options.shard).filter(options.selects)
  }
}

extension BuildOptions {
  /// Returns whether a chapter is selected (`--only`).
  func selects(_ chapter: ChapterPlan) -> Bool {
    only?.contains(index: chapter.index, title: chapter.title) ?? true
  }
}

/// The versions of engines, and of voices whose version differs from their engine's.
///
/// The sound of a voice depends on the voice's version as well as on the request.
package struct EngineVersions: Sendable, Equatable {
  private var providers: [String: String] = [:]
  private var voices: [VoiceURI: String] = [:]

  /// Creates a table from the versions of providers, by id.
  package init(_ providers: [String: String] = [:]) { self.providers = providers }

  /// Adds the entries of another table.
  /// For a key in both tables, the entry of this table stays.
  mutating func merge(_ other: EngineVersions) {
    providers.merge(other.providers) { own, _ in own }
    voices.merge(other.voices) { own, _ in own }
  }

  /// The version of a provider.
  package subscript(providerId: String) -> String? {
    get { providers[providerId] }
    set { providers[providerId] = newValue }
  }

  /// The version of a voice if it is set, else its provider's version; empty if neither is known.
  package subscript(voice: VoiceURI) -> String {
    get { voices[voice.plain] ?? providers[voice.providerId] ?? "" }
    set { voices[voice.plain] = newValue == providers[voice.providerId] ? nil : newValue }
  }
}
