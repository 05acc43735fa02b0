import Audio
import Basics

/// The input of an EPUB.
struct EPUBBook: Sendable {
  var metadata: EPUBMetadata
  /// The chapters, in order.
  ///
  /// There must be at least one chapter, and no two chapters may have the same number.
  var chapters: [Chapter]
  /// The pictures in the text.
  ///
  /// A picture that several chapters contain is listed once.
  var images: [EPUBImage] = []
  /// The cover of the book; nil if it has none.
  var cover: Cover?

  /// A chapter and its files.
  struct Chapter: Sendable {
    /// The number, from 1.
    ///
    /// The names of the chapter's files contain this number.
    var number: Int
    /// The title in the table of contents.
    var title: String
    /// The duration, from `EPUBChapter.duration`.
    var duration: EPUBTime
    /// The XHTML of `EPUBChapter.page`.
    var page: EPUBContent
    /// The SMIL of `EPUBChapter.overlay`.
    var overlay: EPUBContent
    /// The audio format.
    ///
    /// It must be the format named in the overlay.
    var audio: EPUBAudio = .mp3
    /// The audio file.
    var sound: EPUBContent
  }
}

/// The metadata of an EPUB.
struct EPUBMetadata: Sendable, Equatable {
  var title: String
  var authors: [String] = []
  /// A language tag such as `en-US`.
  var language: String
  /// The program that built the book, with its version.
  var generator: String
  /// The names of the voices.
  var narrators: [String] = []
  var summary: String?
  /// The year of the document, in four digits.
  var year: String?
  /// The licences of the book and its voices.
  var rights: String?
  /// The names of the sources.
  ///
  /// The identifier depends only on the title, the authors and these names, so a new rendering does not change it.
  var sources: [String] = []
  /// The time of the last change in seconds since 1970; nil for the beginning of the book's year.
  ///
  /// For a book without a year, nil gives the beginning of 2000. An EPUB must name a time. With the current time, every
  /// build would give a different file.
  var modified: Int?

  /// The book's URN.
  ///
  /// It changes only if the title, the authors or the names of the sources change.
  var identifier: String {
    let fields = ([title] + authors + ["sources"] + sources).map { "\($0.utf8.count):\($0)" }
    return "urn:uuid:\(NameUUID(fields.joined(), in: Self.namespace))"
  }

  /// The namespace for the identifiers of this program's books: a fixed random UUID,
  /// 7c0f3c5e-5f0b-4c0e-9a37-1d2b6a8e4f19.
  private static let namespace = NameUUID(0x7c0f_3c5e_5f0b_4c0e, 0x9a37_1d2b_6a8e_4f19)
}
