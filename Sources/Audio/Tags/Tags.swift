/// What a sound file says about its contents.
///
/// Empty texts count as none.
public struct Tags: Sendable, Equatable {
  /// The title of this file, such as a chapter's.
  public var title: String?
  /// The title of the whole that it belongs to.
  public var album: String?
  /// The author, or whoever is to be shown as such.
  public var artist: String?
  /// The genre in words, such as `Audiobook`.
  public var genre: String?
  /// The place in the album, from 1.
  ///
  /// There is no total, which would change every file when a chapter is added.
  public var trackNumber: Int?

  /// Makes a set of tags.
  public init(
    title: String? = nil, album: String? = nil, artist: String? = nil, genre: String? = nil,
    trackNumber: Int? = nil
  ) {
    self.title = title
    self.album = album
    self.artist = artist
    self.genre = genre
    self.trackNumber = trackNumber
  }

  /// The tags that there are.
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
