/// A kind of tag, in the order in which tags are written.
package enum TagField: String, CaseIterable {
  case title, album, artist, albumArtist, narrator, trackNumber, genre, summary, year, language

  /// Its key in the comments of Vorbis, Opus and FLAC (xiph.org, "Ogg Vorbis I format specification: comment
  /// field and header specification").
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

  /// Its frame in ID3 (id3.org, "ID3 tag version 2.4.0", section 4).
  var id3: String {
    switch self {
    case .title: "TIT2"
    case .album: "TALB"
    case .artist: "TPE1"
    case .albumArtist: "TPE2"
    // The composer: the convention of audiobooks, as in MPEG-4.
    case .narrator: "TCOM"
    case .trackNumber: "TRCK"
    case .genre: "TCON"
    case .summary: "COMM"
    case .year: "TDRC"
    case .language: "TLAN"
    }
  }

  /// Its chunk in a WAV (Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0",
  /// and what players have added), if there is one.
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

  /// The name that libavformat gives to its atom in MPEG-4, of those of iTunes, which players read; the language
  /// is the track's there.
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

/// A tag as it is written.
package struct TagText {
  package let field: TagField
  /// Without control characters.
  package let text: String

  /// The tags that there are, out of what a field has to say.
  static func all(_ text: (TagField) -> String?) -> [TagText] {
    TagField.allCases.compactMap { field in
      guard let text = text(field), !text.isEmpty else { return nil }
      return TagText(field: field, text: text.onOneLine)
    }
  }
}
