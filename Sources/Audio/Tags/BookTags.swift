/// The tags of a book in one file.
/// A tag with an empty text is not written.
package struct BookTags: Sendable, Equatable {
  package var title: String
  package var author: String?
  /// The narrator, or the voices.
  package var narrator: String?
  /// The genre as text, such as `Audiobook`.
  package var genre: String?
  /// The language as a code of three letters (ISO 639-2/T), such as `eng`.
  package var language: String?
  package var summary: String?
  package var year: String?

  package init(
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
