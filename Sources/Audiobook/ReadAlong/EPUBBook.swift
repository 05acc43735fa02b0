import Audio
import Basics

struct EPUBBook: Sendable {
  var metadata: EPUBMetadata
  /// The chapters, in order.
  /// There must be at least one chapter, and no two chapters may have the same number.
  var chapters: [Chapter]
  /// The pictures in the text.
  /// A picture that several chapters contain is listed once.
  var images: [EPUBImage] = []
  /// The cover of the book; nil if it has none.
  var cover: Cover?

  struct Chapter: Sendable {
    /// The number, from 1.
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
    /// It must be the format named in the overlay.
    var audio: EPUBAudio = .mp3
    /// The audio file.
    var sound: EPUBContent
  }
}

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
  /// The identifier depends only on the title, the authors and these names, so a new rendering does not change it.
  var sources: [String] = []
  /// The time of the last change in seconds since 1970; nil for the beginning of the book's year.
  /// For a book without a year, nil gives the beginning of 2000. An EPUB must name a time. With the current time, every
  /// build would give a different file.
  var modified: Int?

  /// The book's URN.
  /// It changes only if the title, the authors or the names of the sources change.
  var identifier: String {
    let fields = ([title] + authors + ["sources"] + sources).map { "\($0.utf8.count):\($0)" }
    return "urn:uuid:\(NameUUID(fields.joined(), in: Self.namespace))"
  }

  /// The namespace for the identifiers of this program's books: a fixed random UUID,
  /// 7c0f3c5e-5f0b-4c0e-9a37-1d2b6a8e4f19.
  private static let namespace = NameUUID(0x7c0f_3c5e_5f0b_4c0e, 0x9a37_1d2b_6a8e_4f19)
}

/// Writes the file of an EPUB, which is a zip archive (EPUB 3.3, section 4).
enum EPUBFile {
  /// The media type, which the first entry of the archive contains.
  static let mediaType = "application/epub+zip"

  /// Writes a book to a path and replaces an existing file.
  /// The same book always gives the same bytes. The parts are read piece by piece. libzip writes to a temporary file
  /// in the same folder, so after an error the file at the path is unchanged. The temporary file's name begins with
  /// the name of the final file.
  static func write(_ book: EPUBBook, to path: String) throws(RenderError) {
    guard !book.chapters.isEmpty else { throw .audio(.empty(path: path)) }
    do throws(ZipWriterError) {
      let archive = try ZipWriter(path: path)
      // This entry has no compression and no extra fields, so the media type is at a fixed offset (section 4.2.6.2).
      try archive.add("mimetype", Array(mediaType.utf8), isPacked: false)
      for part in parts(of: book) {
        switch part.content {
        case .bytes(let bytes): try archive.add(part.name, bytes, isPacked: part.isPacked)
        case .file(let file): try archive.add(part.name, file: file, isPacked: part.isPacked)
        }
      }
      try archive.finish()
    } catch {
      throw RenderError(error, path: path)
    }
  }

  /// Returns a digest of everything that determines the file's bytes.
  /// `contents` contains the digests of pages, overlays, audio and pictures. Their order must be the same in every
  /// build.
  static func digest(of book: EPUBBook, contents: [String]) -> String {
    var hash = TextFieldHasher()
    let package = EPUBPackage(book)
    let pages = package.frontPages.map(\.bytes)
    for text in [package.document, package.navigation, EPUBStyle.sheet] + pages {
      hash.add(SHA256.hash(text).hex)
    }
    if let cover = book.cover { hash.add(SHA256.hash(cover.bytes).hex) }
    for content in contents { hash.add(content) }
    return hash.finish()
  }

  private struct Part {
    var name: String
    var content: EPUBContent
    /// Whether to compress the part.
    /// Audio and pictures are already compressed.
    var isPacked = false
  }

  private static func parts(of book: EPUBBook) -> [Part] {
    let package = EPUBPackage(book)
    var parts = [
      Part(name: "META-INF/container.xml", content: .bytes(package.container), isPacked: true)
    ]
    func add(_ name: String, _ content: EPUBContent, isPacked: Bool = false) {
      let name = EPUBNames.folder + "/" + name
      parts.append(Part(name: name, content: content, isPacked: isPacked))
    }
    add(EPUBNames.package, .bytes(package.document), isPacked: true)
    add(EPUBNames.navigation, .bytes(package.navigation), isPacked: true)
    add(EPUBNames.style, .bytes(EPUBStyle.sheet), isPacked: true)
    for page in package.frontPages { add(page.name, .bytes(page.bytes), isPacked: true) }
    if let cover = book.cover { add(EPUBPackage.coverName(cover), .bytes(cover.bytes)) }
    for chapter in book.chapters {
      add(EPUBNames.page(chapter.number), chapter.page, isPacked: true)
      add(EPUBNames.overlay(chapter.number), chapter.overlay, isPacked: true)
    }
    for image in package.images { add(image.name, image.image.content) }
    for chapter in book.chapters {
      add(EPUBNames.audio(chapter.number, chapter.audio), chapter.sound)
    }
    return parts
  }
}

extension RenderError {
  /// Converts an error from writing an EPUB.
  fileprivate init(_ error: ZipWriterError, path: String) {
    switch error {
    case .noLibrary: self = .audio(.missingLibrary(name: "libzip", purpose: "an EPUB"))
    case .noMemory: self = .output(path: path, reason: "out of memory")
    case .unwritable(let error):
      self =
        error.isFullDisk
        ? .audio(.noSpace(path: path, reason: error.reason))
        : .output(path: path, reason: error.reason)
    case .unreadable(let error):
      self = .audio(.cannotRead(path: error.path, reason: error.reason))
    }
  }
}

/// Writes the audio of a chapter for an EPUB if the folder has no MP3 of the chapter.
enum EPUBSound {
  /// Writes an AAC file in MPEG-4 from a chapter's stretch.
  /// A stretch is the chapter's AAC audio as ADTS frames, which EPUB readers need not support. The frames are copied
  /// into MPEG-4 unchanged. The same stretch always gives the same file. After an error, an incomplete file may remain.
  /// - Parameter sampleRate: The sample rate of the stretch in hertz.
  /// - Returns: The duration of the file, up to 2,047 samples longer than the chapter.
  static func write(
    stretch: String, sampleRate: Int, title: String, to path: String
  ) throws(RenderError) -> EPUBTime {
    do throws(AudioError) {
      let starts = try M4BFile.write(
        [BookChapter(title: title, stretch: stretch)], tags: BookTags(title: title), to: path)
      return EPUBTime(samples: starts.last ?? 0, sampleRate: sampleRate)
    } catch {
      throw .audio(error)
    }
  }
}
