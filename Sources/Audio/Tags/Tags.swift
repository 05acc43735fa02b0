/// The tags of a sound file.
/// A tag with an empty text is not written.
package struct Tags: Sendable, Equatable {
  /// The title of this file, such as the title of a chapter.
  package var title: String?
  /// The title of the work that the file belongs to.
  package var album: String?
  /// The author, or the name to show as the author.
  package var artist: String?
  /// The genre as text, such as `Audiobook`.
  package var genre: String?
  /// The position in the album, from 1.
  /// The total is left out, because it would change every file when a chapter is added.
  package var trackNumber: Int?

  package init(
    title: String? = nil, album: String? = nil, artist: String? = nil, genre: String? = nil,
    trackNumber: Int? = nil
  ) {
    self.title = title
    self.album = album
    self.artist = artist
    self.genre = genre
    self.trackNumber = trackNumber
  }

  /// The tags that are not empty.
  var texts: [TagText] {
    TagText.all { field in
      switch field {
      case .title: title
      case .album: album
      case .artist: artist
      case .trackNumber: trackNumber.map(String.init)
      case .genre: genre
      case .albumArtist, .narrator, .summary, .year, .language: nil
      }
    }
  }
}
