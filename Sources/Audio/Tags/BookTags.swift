/// What the one file of a book says about it.
///
/// Empty texts count as none.
public struct BookTags: Sendable, Equatable {
  /// The book's title.
  public var title: String
  /// Who wrote it.
  public var author: String?
  /// Who speaks.
  public var narrator: String?
  /// The genre in words, such as `Audiobook`.
  public var genre: String?
  /// The language by three letters (ISO 639-2/T), such as `eng`.
  public var language: String?
  /// What it is about.
  public var summary: String?
  /// The year of the document.
  public var year: String?

  /// Makes a set of tags.
  public init(
    title: String, author: String? = nil, narrator: String? = nil, genre: String? = nil,
    language: String? = nil, summary: String? = nil, year: String? = nil
  ) {
    self.title = title
    self.author = author
    self.narrator = narrator
    self.genre = genre
    self.language = language
    self.summary = summary
    self.year = year
  }

  /// The tags that there are.
  package var texts: [TagText] {
    TagText.all { field in
      switch field {
      case .title, .album: title
      case .artist, .albumArtist: author
      case .narrator: narrator
      case .genre: genre
      case .summary: summary
      case .year: year
      case .language: language
      case .trackNumber: nil
      }
    }
  }
}
