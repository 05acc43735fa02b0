import Audio
import Basics

/// The data that a feed needs from the folder of a finished book.
struct FeedBook: Sendable {
  /// An audio file.
  struct Sound: Sendable {
    var file: String
    var format: BookFormat
  }

  /// A transcript, such as captions.
  struct Transcript: Sendable {
    var file: String
    var mediaType: String
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
    var transcripts: [Transcript] = []

    /// The audio file in the format that most apps can play; nil if there is no audio file.
    var sound: Sound? { sounds.min { $0.format.feedRank < $1.format.feedRank } }
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
  let chapters: [Part]
  /// The chapter marks in the file `whole.sound`.
  let marks: [Mark]

  func path(of file: String) -> String {
    folder.hasSuffix("/") ? folder + file : "\(folder)/\(file)"
  }

  /// The files of a manifest, grouped by chapter and book.
  private struct FeedFiles {
    var chapters: [FeedBook.Part] = []
    var whole: [FeedBook.Sound] = []
    var wholeTranscripts: [FeedBook.Transcript] = []
    /// The name of the cover's file.
    var cover: String?

    /// Groups the files of a manifest.
    /// A manifest lists the files of each chapter, beginning with the chapter's first audio file. The files of the
    /// book come after the files of all chapters.
    mutating func read(_ manifest: Manifest) throws(ManifestFault) {
      var numbers: [String: Int] = [:]
      for (place, chapter) in manifest.chapters.enumerated() { numbers[chapter.file] = place }
      for file in manifest.files {
        if file.role == Manifest.File.chapterRole {
          if let place = numbers[file.file] {
            chapters.append(try Self.part(manifest.chapters[place]))
          }
          guard !chapters.isEmpty else {
            throw ManifestFault("\"\(file.file)\" does not belong to a chapter")
          }
          chapters[chapters.count - 1].sounds.append(try Self.sound(file))
          continue
        }
        let kind = Artifacts.kind(ofRole: file.role)
        switch kind?.use ?? .none {
        case .episode: whole.append(try Self.sound(file))
        case .transcript:
          // A feed must not call a format that this version does not know by another name.
          guard let type = file.format.flatMap({ kind?.mediaType(of: $0) }) else { continue }
          let transcript = FeedBook.Transcript(file: file.file, mediaType: type)
          if !whole.isEmpty {
            wholeTranscripts.append(transcript)
          } else if !chapters.isEmpty {
            chapters[chapters.count - 1].transcripts.append(transcript)
          }
        case .picture: cover = cover ?? file.file
        case .none: continue
        }
      }
    }

    private static func part(_ chapter: Manifest.Chapter) throws(ManifestFault) -> FeedBook.Part {
      guard chapter.index > 0 else { throw ManifestFault("index cannot be \(chapter.index)") }
      let title = chapter.title.inOneLine
      return FeedBook.Part(
        title: title.isEmpty ? String(chapter.index) : title, number: chapter.index,
        seconds: chapter.seconds)
    }

    private static func sound(_ file: Manifest.File) throws(ManifestFault) -> FeedBook.Sound {
      guard let format = file.format.flatMap({ BookFormat(rawValue: $0) }) else {
        throw ManifestFault("\"\(file.file)\" has an unknown format")
      }
      return FeedBook.Sound(file: file.file, format: format)
    }
  }
}

extension FeedBook {
  /// Reads a book from its manifest; throws a `ManifestFault` if the book cannot be in a feed.
  init(_ manifest: Manifest, folder: String, place: [String]) throws(ManifestFault) {
    var files = FeedFiles()
    try files.read(manifest)
    (self.folder, self.place) = (folder, place)
    title = manifest.title.inOneLine
    guard !title.isEmpty else { throw ManifestFault("title is missing") }
    authors = manifest.authors.map(\.inOneLine).filter { !$0.isEmpty }
    language = manifest.language
    summary = manifest.summary.map(\.inOneLine)
    date = try manifest.date.map { text throws(ManifestFault) in
      guard let date = PublicationDate(iso: text) else {
        throw ManifestFault("date is \"\(text)\", which is not a valid date")
      }
      return date
    }
    cover = files.cover
    chapters = files.chapters
    whole =
      files.whole.isEmpty
      ? nil
      : Part(
        title: title, number: 1, seconds: manifest.chapters.reduce(0) { $0 + $1.seconds },
        sounds: files.whole, transcripts: files.wholeTranscripts)
    marks = whole?.sound.map { Self.marks(manifest, in: $0) } ?? []
  }

  /// Returns the chapter marks in the file of a whole book.
  /// If the book has no chapter files, the starts come from the manifest. It lists the starts in one of the book's
  /// files: the file in the first format. If the book has chapter files, the starts are computed from the lengths of
  /// the chapters. Computed starts are exact in M4B, because each chapter in M4B fills whole blocks of 1,024 samples.
  /// In other formats, a chapter can take some milliseconds more than its audio. The computed starts do not include
  /// these milliseconds.
  private static func marks(_ manifest: Manifest, in sound: Sound) -> [Mark] {
    let isListed = !manifest.files.contains { $0.role == Manifest.File.chapterRole }
    var seconds = 0.0
    return manifest.chapters.map { chapter in
      let rate = Double(chapter.sampleRate)
      if isListed { seconds = Double(chapter.bookStart) / rate }
      let mark = Mark(start: seconds, title: chapter.title.inOneLine)
      let blocks = (chapter.samples + 1023) / 1024
      seconds += sound.format == .m4b ? Double(blocks * 1024) / rate : chapter.seconds
      return mark
    }
  }
}

extension String {
  /// The text on one line: one blank between words, no control characters.
  var inOneLine: String {
    onOneLine.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension BookFormat {
  /// The formats of feeds; formats that more apps play come first.
  private static let inFeeds: [BookFormat] = [.mp3, .m4b, .opus, .ogg, .flac, .wav]

  /// The place of the format in the order of preference.
  fileprivate var feedRank: Int { Self.inFeeds.firstIndex(of: self) ?? 0 }

  /// Whether most podcast apps play the format.
  var isUsualInFeeds: Bool { self == .mp3 || self == .m4b }
}
