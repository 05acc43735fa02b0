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

  /// The tags that there are, by the names that libavformat gives to the atoms of iTunes, which players
  /// read.
  public var entries: [(key: String, value: String)] {
    let all: [(String, String?)] = [
      ("title", title), ("album", title), ("artist", author), ("album_artist", author),
      ("composer", narrator), ("genre", genre), ("description", summary), ("date", year),
      // An audiobook, so that players keep the place (the atom `stik`).
      ("media_type", "2"), ("gapless_playback", "1"),
    ]
    return all.compactMap { key, value in value.flatMap { $0.isEmpty ? nil : (key, $0) } }
  }
}
