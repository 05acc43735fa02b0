import Basics

/// What a feed takes from the folder of a finished book.
struct FeedBook: Sendable {
  /// A file with its sound.
  struct Sound: Sendable {
    var file: String
    var format: FeedSound
  }

  /// Captions.
  struct Captions: Sendable {
    var file: String
    var format: CaptionFormat
  }

  /// What can be an episode: the whole book, or a chapter.
  struct Part: Sendable {
    var title: String
    /// The number in the book, from 1.
    var number: Int
    /// Seconds.
    var seconds: Double
    /// The file in each format.
    var sounds: [Sound] = []
    var captions: [Captions] = []

    /// The file that most apps play.
    var sound: Sound? { sounds.min { $0.format.precedes($1.format) } }
  }

  /// A mark in the file of the whole book.
  struct Mark: Sendable, Equatable {
    /// Seconds from the beginning of the file.
    var start: Double
    var title: String
  }

  /// The folder as the user named it.
  let folder: String
  /// The names on the way from the feed's folder to this one.
  let place: [String]
  let title: String
  let authors: [String]
  let language: String
  let summary: String?
  let date: PublicationDate?
  /// The file of the cover.
  let cover: String?
  /// The book in one file; nil if it has none.
  let whole: Part?
  /// The chapters with files of their own.
  let chapters: [Part]
  /// The chapters in the file that is `whole.sound`.
  let marks: [Mark]

  /// The path of a file in the folder.
  func path(of file: String) -> String {
    folder.hasSuffix("/") ? folder + file : "\(folder)/\(file)"
  }
}
