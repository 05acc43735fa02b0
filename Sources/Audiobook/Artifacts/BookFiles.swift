import Audio
import Basics
import Foundation

/// A book in one file, which is joined from the stretches of its chapters.
struct BookFiles: Artifact {
  static let role = "book"
  static let use = Artifacts.Use.episode

  private let book: BookFormat

  static func mediaType(of format: String) -> String? { BookFormat(rawValue: format)?.mediaType }

  static func requested(by options: BuildOptions) -> [Self] { options.books.map { Self(book: $0) } }

  var format: String { book.rawValue }

  func names(of book: BookDescription) -> [String] { [book.fileName(self.book.fileExtension)] }

  func files(of book: FinishedBook) -> [Artifacts.File] {
    guard !book.chapters.isEmpty else { return [] }
    let description = book.description
    // The stretches follow the chapter's own files.
    let place = description.formats.count + (description.books.firstIndex(of: self.book) ?? 0)
    let tags = Self.tags(of: description)
    let content = Artifacts.File.Content.file { path throws(RenderError) in
      let joined = book.chapters.map {
        BookChapter(title: $0.title, stretch: book.path(of: $0.record.files[place].file))
      }
      do throws(AudioError) {
        try self.book.write(joined, tags: tags, cover: book.cover?.picture, to: path)
      } catch {
        throw .audio(error)
      }
    }
    let digest = Self.digest(of: book, tags, place)
    return names(of: description).map { Artifacts.File($0, digest: digest, content) }
  }

  /// Returns a digest of everything that determines the file's bytes.
  private static func digest(of book: FinishedBook, _ tags: BookTags, _ place: Int) -> String {
    var hash = TextFieldHasher()
    hash.add(book.description.generator)
    for tag in tags.texts {
      hash.add(tag.field.rawValue)
      hash.add(tag.text)
    }
    if let cover = book.cover { hash.add(SHA256.hash(cover.picture.bytes).hex) }
    for chapter in book.chapters {
      hash.add(chapter.title)
      hash.add(chapter.record.files[place].sha256)
    }
    return hash.finish()
  }

  private static func tags(of book: BookDescription) -> BookTags {
    let language = String(book.language.prefix { $0 != "-" && $0 != "_" }).lowercased()
    return BookTags(
      title: book.title, author: book.authors.joined(separator: ", "),
      narrator: book.narrators.isEmpty ? nil : book.narrators.joined(separator: ", "),
      genre: "Audiobook", language: Locale.LanguageCode(language).identifier(.alpha3),
      summary: book.summary, year: book.year)
  }
}

extension BookFormat {
  /// Joins the stretches of a book into one file.
  fileprivate func write(
    _ chapters: [BookChapter], tags: BookTags, cover: Cover?, to path: String
  ) throws(AudioError) {
    switch self {
    case .m4b: _ = try M4BFile.write(chapters, tags: tags, cover: cover, to: path)
    case .mp3: _ = try MP3Book.write(chapters, tags: tags, cover: cover, to: path)
    case .flac: _ = try FLACBook.write(chapters, tags: tags, cover: cover, to: path)
    case .wav: _ = try WaveBook.write(chapters, tags: tags, cover: cover, to: path)
    case .ogg: _ = try VorbisBook.write(chapters, tags: tags, cover: cover, to: path)
    case .opus: _ = try OpusBook.write(chapters, tags: tags, cover: cover, to: path)
    }
  }

  /// Returns the length of a stretch in its book, up to the start of the next stretch, in samples at the rate
  /// `clock(sampleRate:)`.
  func length(ofStretch path: String) throws(AudioError) -> Int {
    switch self {
    case .m4b: try M4BFile.length(ofStretch: path)
    case .mp3: try MP3Book.length(ofStretch: path)
    case .flac: try FLACBook.length(ofStretch: path)
    case .wav: try WaveBook.length(ofStretch: path)
    case .ogg: try VorbisBook.length(ofStretch: path)
    case .opus: try OpusBook.length(ofStretch: path)
    }
  }

  /// Returns the rate, in hertz, at which the format counts samples, for audio of the given sample rate.
  func clock(sampleRate: Int) -> Int { self == .opus ? OpusBook.sampleRate : sampleRate }

  /// The maximum number of samples after the audio of the last chapter.
  var maximumPadding: Int {
    switch self {
    case .m4b: M4BFile.maximumPadding
    case .flac: FLACBook.maximumPadding
    case .mp3, .wav, .ogg, .opus: 0
    }
  }

  /// The media type in a feed.
  /// M4B has the type that Apple requires ("A Podcaster's Guide to RSS", enclosure).
  var mediaType: String {
    switch self {
    case .mp3: "audio/mpeg"
    case .m4b: "audio/x-m4a"
    case .opus, .ogg: "audio/ogg"
    case .flac: "audio/flac"
    case .wav: "audio/wav"
    }
  }

  /// The media type that tells a browser whether it can play a file (RFC 6381 for the codecs).
  package var browserType: String {
    switch self {
    case .m4b: "audio/mp4; codecs=mp4a.40.2"
    case .ogg: "audio/ogg; codecs=vorbis"
    case .opus: "audio/ogg; codecs=opus"
    case .mp3, .flac, .wav: mediaType
    }
  }
}
