import Basics

/// The data that a feed needs from the folder of a finished book.
struct FeedBook: Sendable {
  /// An audio file.
  struct Sound: Sendable {
    var file: String
    var format: FeedSound
  }

  /// A caption file.
  struct Captions: Sendable {
    var file: String
    var format: CaptionFormat
  }

  /// A possible episode: the whole book, or a chapter.
  struct Part: Sendable {
    var title: String
    /// The number in the book, from 1.
    var number: Int
    /// The duration in seconds.
    var seconds: Double
    /// The audio files, one for each format.
    var sounds: [Sound] = []
    var captions: [Captions] = []

    /// The audio file in the format that most apps can play; nil if there is no audio file.
    var sound: Sound? { sounds.min { $0.format.precedes($1.format) } }
  }

  /// A chapter mark in the file of a whole book.
  struct Mark: Sendable, Equatable {
    /// Seconds from the beginning of the file.
    var start: Double
    var title: String
  }

  /// The folder, as named by the user.
  let folder: String
  /// The path components from the feed's folder to this folder.
  let place: [String]
  let title: String
  let authors: [String]
  let language: String
  let summary: String?
  let date: PublicationDate?
  /// The name of the cover's file; nil if the book has no cover.
  let cover: String?
  /// The book in one file; nil if there is none.
  let whole: Part?
  /// The chapters that have their own files.
  let chapters: [Part]
  /// The chapter marks in the file `whole.sound`.
  let marks: [Mark]

  /// Returns the path of a file in the folder.
  func path(of file: String) -> String {
    folder.hasSuffix("/") ? folder + file : "\(folder)/\(file)"
  }
}
