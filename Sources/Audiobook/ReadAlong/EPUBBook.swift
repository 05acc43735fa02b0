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

/// The two documents of a chapter in an EPUB: the text (XHTML) and the timing (a media overlay in SMIL).
/// The documents depend only on the chapter, so an unchanged chapter gives the same bytes in every build.
struct EPUBChapter: Sendable, Equatable {
  /// The bytes of the text document, which `EPUBNames.page` names.
  let page: [UInt8]
  /// The bytes of the timing document, which `EPUBNames.overlay` names.
  let overlay: [UInt8]
  /// The total duration of the clips in the overlay.
  let duration: EPUBTime
  /// The picture files in the text, with the names that the blocks use.
  /// Each file is listed once.
  let images: [String]

  /// Writes the documents of a chapter.
  /// - Parameters:
  ///   - language: The language of the text, such as `en-US`.
  ///   - unit: The highlighted unit. A sentence without word timings is highlighted as a whole.
  ///   - audio: The format of the chapter's audio.
  ///   - duration: The duration of the audio; nil for the chapter's own duration in milliseconds.
  init(
    _ chapter: PageChapter, language: String, overlay unit: OverlayUnit, audio: EPUBAudio = .mp3,
    duration: EPUBTime? = nil
  ) {
    let language = EPUBLanguage(language)
    var writer = EPUBPageWriter(XMLText(isHTML: true), overlay: unit, blocks: chapter.blocks)
    Self.write(chapter, language, &writer)
    page = writer.output.bytes
    let units = writer.units.isEmpty ? [EPUBUnit(id: "title", start: 0)] : writer.units
    let overlay = EPUBOverlay(
      chapter: chapter.number, audio: audio, units: units,
      duration: duration ?? EPUBTime(milliseconds: chapter.duration))
    (self.overlay, self.duration) = (overlay.bytes, overlay.duration)
    var files: Set<String> = []
    images = chapter.blocks.flatMap(\.imageFiles).filter { files.insert($0).inserted }
  }

  private static func write(
    _ chapter: PageChapter, _ language: EPUBLanguage, _ writer: inout EPUBPageWriter
  ) {
    let title = chapter.title.allSatisfy(\.isWhitespace) ? String(chapter.number) : chapter.title
    writer.write { output in
      output.beginPage(title: title, language, style: "../" + EPUBNames.style)
      output.open(
        "section",
        ["epub:type": "chapter", "role": "doc-chapter", "aria-labelledby": "title"])
      output.markup("\n")
    }
    if let first = chapter.blocks.first, first.isTitle, !first.isQuoted {
      writer.writeTitle(first)
      writer.write(chapter.blocks.dropFirst())
    } else {
      writer.write { output in
        output.element("h1", ["id": "title"], words: title)
        output.markup("\n")
      }
      writer.write(chapter.blocks)
    }
    writer.write { output in
      output.close("section")
      output.endPage()
    }
  }

  /// The media overlay of a chapter (EPUB 3.3, section 9).
  /// It names the element to highlight for each part of the audio.
  struct EPUBOverlay {
    /// The document, in SMIL 3.0.
    let bytes: [UInt8]
    /// The total duration of the clips.
    let duration: EPUBTime

    /// Writes the overlay of a chapter.
    /// `duration` is the duration of the chapter's audio.
    init(chapter: Int, audio: EPUBAudio, units: [EPUBUnit], duration: EPUBTime) {
      let clips = EPUBClips.clips(of: units, duration: duration)
      self.duration = clips.last?.clip.upperBound ?? duration
      let page = EPUBNames.pageFile(chapter)
      let sound = "../" + EPUBNames.audio(chapter, audio)
      var output = XMLText()
      output.open(
        "smil",
        [
          "xmlns": "http://www.w3.org/ns/SMIL", "xmlns:epub": "http://www.idpf.org/2007/ops",
          "version": "3.0",
        ])
      output.markup("\n")
      output.open("body", ["epub:textref": page, "epub:type": "chapter"])
      output.markup("\n")
      var open: [EPUBContainer] = []
      for (unit, clip) in clips {
        let kept = zip(open, unit.containers).prefix { $0 == $1 }.count
        for _ in open[kept...] { output.markup("</seq>\n") }
        for container in unit.containers[kept...] {
          output.open(
            "seq", ["epub:textref": "\(page)#\(container.id)", "epub:type": container.type])
          output.markup("\n")
        }
        open = unit.containers
        output.open("par")
        output.empty("text", ["src": "\(page)#\(unit.id)"])
        output.empty(
          "audio",
          ["src": sound, "clipBegin": clip.lowerBound.seconds, "clipEnd": clip.upperBound.seconds])
        output.markup("</par>\n")
      }
      for _ in open { output.markup("</seq>\n") }
      output.markup("</body>\n</smil>\n")
      bytes = output.bytes
    }
  }
}

extension XMLText {
  /// Begins an XHTML page and opens its body.
  mutating func beginPage(title: String, _ language: EPUBLanguage, style: String) {
    open(
      "html",
      [
        "xmlns": "http://www.w3.org/1999/xhtml", "xmlns:epub": "http://www.idpf.org/2007/ops",
        "lang": language.tag, "xml:lang": language.tag, "dir": language.isRightToLeft ? "rtl" : nil,
      ])
    markup("\n<head><meta charset=\"UTF-8\"/>")
    element("title", words: title)
    empty("link", ["rel": "stylesheet", "type": "text/css", "href": style])
    markup("</head>\n<body>\n")
  }

  /// Ends an XHTML page.
  mutating func endPage() { markup("\n</body>\n</html>\n") }
}

/// A part of a page that is highlighted while it plays: a sentence, a word or a block with an announcement.
struct EPUBUnit: Equatable {
  /// The id of the unit's element.
  var id: String
  /// The start of the unit's audio, in milliseconds.
  var start: Int
  /// The enclosing elements that a listener may skip or leave, outermost first.
  var containers: [EPUBContainer] = []
}

/// An element that a listener may skip or leave (EPUB 3.3, section 9.4).
struct EPUBContainer: Equatable {
  /// The value of `epub:type`.
  var type: String
  /// The id of the container's element.
  var id: String
}

/// The clips of a chapter's units.
/// A reading system skips the audio between clips. So the clips cover the whole chapter, including its pauses: the
/// first clip begins at 0, each clip lasts until the next clip begins, and the last clip ends with the chapter.
enum EPUBClips {
  /// The minimum length of a clip in microseconds.
  /// In a very short chapter, clips may be shorter.
  private static let least = 1000

  /// Returns the clip of each unit, in the order of time.
  /// Units that begin at the same time follow each other in the order of the text. The last clip ends at `duration`,
  /// or later if `duration` has less than a microsecond for each unit.
  static func clips(
    of units: [EPUBUnit], duration: EPUBTime
  ) -> [(unit: EPUBUnit, clip: Range<EPUBTime>)] {
    guard !units.isEmpty else { return [] }
    let ordered = units.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    .map(\.element)
    let end = max(duration.microseconds, ordered.count)
    let step = min(least, end / ordered.count)
    var starts: [Int] = []
    for unit in ordered {
      let start = EPUBTime(milliseconds: unit.start).microseconds
      starts.append(starts.last.map { max(start, $0 + step) } ?? 0)
    }
    // If a start leaves too little time for the later clips, the start is moved to an earlier time. The last start
    // is checked first.
    var limit = end
    for index in starts.indices.reversed() {
      starts[index] = min(starts[index], limit - step)
      limit = starts[index]
    }
    starts[0] = 0
    let ends = starts.dropFirst() + [end]
    return zip(ordered, zip(starts, ends)).map { unit, times in
      (unit, EPUBTime(microseconds: times.0)..<EPUBTime(microseconds: times.1))
    }
  }
}

/// The language of a book's text.
struct EPUBLanguage: Equatable {
  /// The language tag (BCP 47); `und` if the book names no language.
  let tag: String

  /// Reads a language tag or a locale name such as `en_US`.
  init(_ language: String) {
    let tag = String(language.map { $0 == "_" ? "-" : $0 })
    self.tag = LanguageTag.isWellFormed(tag) ? LanguageTag.cased(tag) : "und"
  }

  /// Whether the language is written from right to left.
  var isRightToLeft: Bool {
    let parts = tag.split(separator: "-")
    if parts.contains("Latn") || parts.contains("Cyrl") { return false }
    if parts.contains("Arab") || parts.contains("Hebr") { return true }
    return parts.first.map { Self.rightToLeft.contains($0) } ?? false
  }

  /// Languages whose usual script is Arabic, Hebrew, Syriac, Thaana or N'Ko (Unicode CLDR, `layout.orientation`).
  private static let rightToLeft: Set<Substring> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
}
