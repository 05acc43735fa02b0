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

/// An ID3v2.4 tag with UTF-8 texts (id3.org, "ID3 tag version 2.4.0", sections 3 and 4).
enum ID3Tag {
  /// The length of a tag's header and of its footer, in bytes.
  static let headerSize = 10

  /// Returns the whole tag, or no bytes if there are no entries.
  static func bytes(_ tags: Tags) -> [UInt8] {
    let frames = tags.texts.flatMap(frame)
    return frames.isEmpty ? [] : whole(frames)
  }

  /// The byte before a text that marks it as UTF-8 (section 4).
  static let utf8: UInt8 = 3

  /// The limit of the length of a tag and its frames, in bytes.
  static let sizeLimit = 1 << 28

  static func whole(_ frames: [UInt8]) -> [UInt8] {
    Array("ID3".utf8) + [4, 0, 0] + syncSafe(frames.count) + frames
  }

  static func frame(_ identifier: String, text: String) -> [UInt8] {
    frame(identifier, [utf8] + Array(text.utf8))
  }

  static func frame(_ identifier: String, _ content: [UInt8]) -> [UInt8] {
    Array(identifier.utf8) + syncSafe(content.count) + [0, 0] + content
  }

  static func frame(_ tag: TagText) -> [UInt8] {
    guard tag.field == .summary else { return frame(tag.field.id3, text: tag.text) }
    // A comment has a language and a short description before its text (section 4.10).
    return frame(tag.field.id3, [utf8] + Array("und".utf8) + [0] + Array(tag.text.utf8))
  }

  /// Returns a 28-bit length in four bytes.
  /// The highest bit of each byte is clear, so that the length never looks like the start of an MPEG frame.
  private static func syncSafe(_ length: Int) -> [UInt8] {
    precondition(length < sizeLimit, "an ID3v2 tag holds at most 256 MB")
    return [21, 14, 7, 0].map { UInt8(length >> $0 & 0x7F) }
  }

  /// Returns the length of the tag that begins with this header, including a footer, or 0 if the bytes are not such a
  /// header.
  static func length(header: [UInt8]) -> Int {
    guard header.count >= headerSize, header.starts(with: Array("ID3".utf8)) else { return 0 }
    let size = header[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    let hasFooter = header[5] & 0x10 != 0
    return headerSize + size + (hasFooter ? headerSize : 0)
  }
}

/// The metadata blocks before the audio of a FLAC file (RFC 9639, section 8).
struct FLACMetadata {
  static let marker = Array("fLaC".utf8)

  /// The kinds of blocks, by their numbers.
  enum Kind {
    static let streamInfo: UInt8 = 0
    static let padding: UInt8 = 1
    static let seekTable: UInt8 = 3
    static let comment: UInt8 = 4
    static let picture: UInt8 = 6
  }

  struct Block {
    /// The limit of a block's length in bytes.
    /// The header has 24 bits for the length.
    static let sizeLimit = 1 << 24

    var type: UInt8
    var content: [UInt8]

    /// The block with its header.
    /// The highest bit of the header marks the last block.
    func bytes(isLast: Bool) -> [UInt8] {
      [type | (isLast ? 0x80 : 0)] + ByteOrder.big(UInt32(content.count)).dropFirst() + content
    }
  }

  /// The blocks.
  /// The first block is STREAMINFO.
  var blocks: [Block]
  /// The position of the audio in the file.
  let soundStart: Int64

  /// Reads the blocks at the beginning of a file.
  init(_ source: borrowing FileSource) throws(AudioError) {
    guard try source.bytes(at: 0, count: 4) == Self.marker else {
      throw source.malformed("it is not a FLAC file")
    }
    var blocks: [Block] = []
    var offset: Int64 = 4
    var isLast = false
    while !isLast {
      let header = try source.bytes(at: offset, count: 4)
      let length = header[1...].reduce(0) { $0 << 8 | Int($1) }
      isLast = header[0] & 0x80 != 0
      let content = try source.bytes(at: offset + 4, count: length)
      blocks.append(Block(type: header[0] & 0x7F, content: content))
      offset += 4 + Int64(length)
    }
    guard blocks.first?.type == Kind.streamInfo else {
      throw source.malformed("it has no STREAMINFO block")
    }
    (self.blocks, soundStart) = (blocks, offset)
  }

  /// The vendor text, which names the encoder.
  var vendor: VorbisComment {
    blocks.first { $0.type == Kind.comment }.flatMap { VorbisComment($0.content[...]) }
      ?? VorbisComment(vendor: [])
  }

  /// Returns the marker, followed by the bytes of blocks.
  static func bytes(_ blocks: [Block]) -> [UInt8] {
    marker
      + blocks.enumerated().flatMap { index, block in block.bytes(isLast: index == blocks.count - 1)
      }
  }
}

/// The comment header of Vorbis, Opus and FLAC: a vendor text and lines `KEY=value`.
/// Source: xiph.org, "Ogg Vorbis I format specification: comment field and header specification".
struct VorbisComment {
  /// The vendor text as the encoder wrote it.
  var vendor: [UInt8]

  /// Reads the vendor text.
  /// Returns nil if the bytes are not a comment header.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 4 else { return nil }
    let length = Int(ByteOrder.little(bytes.prefix(4)))
    guard bytes.count >= 4 + length else { return nil }
    vendor = Array(bytes.dropFirst(4).prefix(length))
  }

  init(vendor: [UInt8]) {
    self.vendor = vendor
  }

  /// Returns the header with only these tags.
  func bytes(_ tags: Tags) -> [UInt8] { bytes(lines: tags.texts.map(Self.line)) }

  static func line(_ tag: TagText) -> [UInt8] {
    Array("\(tag.field.comment)=\(tag.text)".utf8)
  }

  /// Returns the header with only these lines.
  func bytes(lines: [[UInt8]]) -> [UInt8] {
    var bytes = ByteOrder.little(UInt32(vendor.count)) + vendor
    bytes += ByteOrder.little(UInt32(lines.count))
    for line in lines { bytes += ByteOrder.little(UInt32(line.count)) + line }
    return bytes
  }
}
