import Audio
import Basics

/// A book that becomes an EPUB.
struct EPUBBook: Sendable {
  var metadata: EPUBMetadata
  /// In order, with different numbers; a book has at least one.
  var chapters: [Chapter]
  /// The pictures in the words; a file that several chapters name is here once.
  var images: [EPUBImage] = []
  /// The picture that stands for the book; nil for none.
  var cover: Cover?

  /// A chapter with what it is made of.
  struct Chapter: Sendable {
    /// From 1; the names of its parts have it.
    var number: Int
    /// What the table of contents shows.
    var title: String
    /// What `EPUBChapter.duration` says.
    var duration: EPUBTime
    /// The XHTML of `EPUBChapter.page`.
    var page: EPUBContent
    /// The SMIL of `EPUBChapter.overlay`.
    var overlay: EPUBContent
    /// The format of the sound, the same as that of the overlay.
    var audio: EPUBAudio = .mp3
    /// The sound.
    var sound: EPUBContent
  }
}

/// What an EPUB says of itself.
struct EPUBMetadata: Sendable, Equatable {
  var title: String
  var authors: [String] = []
  /// A tag such as `en-US`.
  var language: String
  /// The program that made the book, with its version.
  var generator: String
  /// The names of the voices that speak.
  var narrators: [String] = []
  var summary: String?
  /// The year of the document, four digits.
  var year: String?
  /// Who may do what with the book and its voices.
  var rights: String?
  /// The names of the sources; title, authors and they give the identifier, which survives new renderings.
  var sources: [String] = []
  /// When the book was changed last, in seconds since 1970; nil for the beginning of its year, or of 2000.
  ///
  /// An EPUB must name an instant, and the clock's would make every build another file.
  var modified: Int?

  /// A URN that stays the same as long as title, authors and the names of the sources do.
  var identifier: String {
    let fields = ([title] + authors + ["sources"] + sources).map { "\($0.utf8.count):\($0)" }
    return "urn:uuid:\(NameUUID(fields.joined(), in: Self.namespace))"
  }

  /// The namespace of books by this program: a random UUID, 7c0f3c5e-5f0b-4c0e-9a37-1d2b6a8e4f19, that never changes.
  private static let namespace = NameUUID(0x7c0f_3c5e_5f0b_4c0e, 0x9a37_1d2b_6a8e_4f19)
}
