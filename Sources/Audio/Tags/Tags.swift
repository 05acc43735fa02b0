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

/// A kind of tag, in the order in which tags are written.
package enum TagField: String, CaseIterable {
  case title, album, artist, albumArtist, narrator, trackNumber, genre, summary, year, language

  /// The key in the comments of Vorbis, Opus and FLAC.
  /// Source: xiph.org, "Ogg Vorbis I format specification: comment field and header specification".
  var comment: String {
    switch self {
    case .title: "TITLE"
    case .album: "ALBUM"
    case .artist: "ARTIST"
    case .albumArtist: "ALBUMARTIST"
    case .narrator: "PERFORMER"
    case .trackNumber: "TRACKNUMBER"
    case .genre: "GENRE"
    case .summary: "DESCRIPTION"
    case .year: "DATE"
    case .language: "LANGUAGE"
    }
  }

  /// The frame in ID3 (id3.org, "ID3 tag version 2.4.0", section 4).
  var id3: String {
    switch self {
    case .title: "TIT2"
    case .album: "TALB"
    case .artist: "TPE1"
    case .albumArtist: "TPE2"
    // By convention, audiobooks name the narrator in the frame of the composer, as in MPEG-4.
    case .narrator: "TCOM"
    case .trackNumber: "TRCK"
    case .genre: "TCON"
    case .summary: "COMM"
    case .year: "TDRC"
    case .language: "TLAN"
    }
  }

  /// The chunk in a WAV file, or nil if WAV has no chunk for the tag.
  /// Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", and later additions by
  /// players.
  var info: String? {
    switch self {
    case .title: "INAM"
    case .album: "IPRD"
    case .artist: "IART"
    case .trackNumber: "ITRK"
    case .genre: "IGNR"
    case .summary: "ICMT"
    case .year: "ICRD"
    case .language: "ILNG"
    case .albumArtist, .narrator: nil
    }
  }

  /// The name that libavformat uses for the tag's iTunes atom in MPEG-4, or nil if the tag has no atom.
  /// Players read these atoms.
  /// The language has no atom, because MPEG-4 stores it in the track.
  var atom: String? {
    switch self {
    case .title: "title"
    case .album: "album"
    case .artist: "artist"
    case .albumArtist: "album_artist"
    case .narrator: "composer"
    case .trackNumber: "track"
    case .genre: "genre"
    case .summary: "description"
    case .year: "date"
    case .language: nil
    }
  }
}

package struct TagText {
  package let field: TagField
  /// The text, without control characters.
  package let text: String

  /// Returns the tags that are not empty, given the text of each field.
  static func all(_ text: (TagField) -> String?) -> [TagText] {
    TagField.allCases.compactMap { field in
      guard let text = text(field), !text.isEmpty else { return nil }
      return TagText(field: field, text: text.onOneLine)
    }
  }
}

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

extension String {
  /// The text with spaces instead of control characters.
  /// In some formats a zero byte ends a text, and in others it separates two values.
  package var onOneLine: String {
    let clean = unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(clean))
  }
}
