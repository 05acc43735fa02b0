import Audio
import Basics

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
    cover = manifest.files.first { $0.role == "cover" }?.file
    chapters = files.chapters
    whole =
      files.whole.isEmpty
      ? nil
      : Part(
        title: title, number: 1, seconds: manifest.chapters.reduce(0) { $0 + $1.seconds },
        sounds: files.whole, captions: files.wholeCaptions)
    marks = whole?.sound.map { Self.marks(manifest, in: $0) } ?? []
  }

  /// Returns the chapter marks in the file of a whole book.
  ///
  /// If the book has no chapter files, the starts come from the manifest. It lists the starts in one of the book's files:
  /// the file in the first format. If the book has chapter files, the starts are computed from the lengths of the chapters. Computed
  /// starts are exact in M4B, because each chapter in M4B fills whole blocks of 1,024 samples. In other formats, a
  /// chapter can take some milliseconds more than its audio. The computed starts do not include these milliseconds.
  private static func marks(_ manifest: Manifest, in sound: Sound) -> [Mark] {
    let isListed = !manifest.files.contains { $0.role == "chapter" }
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

/// The files of a manifest, grouped by chapter and book.
private struct FeedFiles {
  var chapters: [FeedBook.Part] = []
  var whole: [FeedBook.Sound] = []
  var wholeCaptions: [FeedBook.Captions] = []

  /// Groups the files of a manifest.
  ///
  /// A manifest lists the files of each chapter, beginning with the chapter's first audio file. The files of the
  /// book come after the files of all chapters.
  mutating func read(_ manifest: Manifest) throws(ManifestFault) {
    var numbers: [String: Int] = [:]
    for (place, chapter) in manifest.chapters.enumerated() { numbers[chapter.file] = place }
    for file in manifest.files {
      switch file.role {
      case "chapter":
        if let place = numbers[file.file] {
          chapters.append(try Self.part(manifest.chapters[place]))
        }
        guard !chapters.isEmpty else {
          throw ManifestFault("\"\(file.file)\" does not belong to a chapter")
        }
        chapters[chapters.count - 1].sounds.append(try Self.sound(file))
      case "book": whole.append(try Self.sound(file))
      case "captions":
        guard let format = file.format.flatMap(CaptionFormat.init) else { continue }
        let captions = FeedBook.Captions(file: file.file, format: format)
        if !whole.isEmpty {
          wholeCaptions.append(captions)
        } else if !chapters.isEmpty {
          chapters[chapters.count - 1].captions.append(captions)
        }
      default: continue
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
    guard let format = file.format.flatMap(FeedSound.init) else {
      throw ManifestFault("\"\(file.file)\" has an unknown format")
    }
    return FeedBook.Sound(file: file.file, format: format)
  }
}

extension String {
  /// The text on one line: one blank between words, no control characters.
  var inOneLine: String {
    onOneLine.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
