/// The tags of a book in one file.
///
/// A tag with an empty text is not written.
public struct BookTags: Sendable, Equatable {
  /// The book's title.
  public var title: String
  /// The author.
  public var author: String?
  /// The narrator, or the voices.
  public var narrator: String?
  /// The genre as text, such as `Audiobook`.
  public var genre: String?
  /// The language as a code of three letters (ISO 639-2/T), such as `eng`.
  public var language: String?
  /// The summary of the book.
  public var summary: String?
  /// The year of the document.
  public var year: String?

  /// Creates a set of tags.
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

  /// The tags that are not empty.
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
