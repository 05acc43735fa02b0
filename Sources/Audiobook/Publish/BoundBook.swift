import Audio

/// A book with finished chapters.
///
/// `publish` writes the files that do not belong to a single chapter.
struct BoundBook {
  /// The names of the playlist and the manifest.
  private static let names = ["playlist.m3u8", "manifest.json"]

  /// Returns the names of all files of a book that do not belong to a single chapter.
  static func names(
    title: String, _ formats: [BookFormat], _ captions: [CaptionFormat], cover: String? = nil,
    readAlong: [ReadAlongFormat] = []
  ) -> [String] {
    names + formats.map { BookFile.name(title: title, $0.fileExtension) }
      + (formats.isEmpty ? [] : captions.map { BookFile.name(title: title, $0.fileExtension) })
      + [cover].compactMap(\.self)
      + (readAlong.contains(.html) ? ReadAlongPage.names : [])
      + (readAlong.contains(.epub) ? [EPUBAssembly.name(title: title)] : [])
  }

  let book: BookDescription
  /// The chapters with current files, in order.
  let chapters: [Entry]
  /// The cover of the book; nil for none.
  let cover: BookCover?
  /// Returns a chapter with its items.
  let chapter: (_ offset: Int) throws(RenderError) -> PartChapter

  struct Entry {
    var index: Int
    var title: String
    var record: ChapterRecord
    /// One file for each caption format; empty without captions.
    var captions: [FileRecord] = []
    /// The read-along files of the chapter.
    var page: [FileRecord] = []
  }

  /// Writes all files that do not belong to a single chapter, the manifest last, and ends the build.
  ///
  /// Returns the paths of the new files.
  func publish(in transaction: FolderTransaction, removesOld: Bool) throws(RenderError) -> [String]
  {
    let cover = try publishCover(in: transaction)
    let covers = [cover].compactMap(\.self)
    var books: [BookFile.Published] = []
    for format in book.books where !chapters.isEmpty {
      books.append(
        try BookFile(book: book, format: format, chapters: chapters, cover: cover)
          .publish(in: transaction))
    }
    let captions = books.isEmpty ? [] : try publishCaptions(in: transaction)
    var pages = try publishPage(books, in: transaction)
    if book.readAlong?.contains(.epub) == true {
      let epub = EPUBAssembly(
        book: book, chapters: chapters, cover: cover?.picture, transaction: transaction)
      pages += try epub.publish()
    }
    let text = Playlist.text(title: book.title, entries: entries(books))
    let playlist = try transaction.publish(Self.names[0]) { output throws(RenderError) in
      try output(Array(text.utf8))
    }
    let writer = ManifestWriter(
      book: book, chapters: chapters.map(\.record), captions: chapters.map(\.captions),
      pages: chapters.map(\.page), chapter: chapter,
      books: books.map { ($0.format, $0.record) },
      bookCaptions: captions.map(\.record),
      bookPages: pages.map(\.record),
      files: [("playlist", playlist.record)] + covers.map { ("cover", $0.record) })
    let manifest = try transaction.publish(Self.names[1], write: writer.write)
    try transaction.finish(
      chapters: chapters.map(\.record),
      files: chapters.flatMap { $0.captions + $0.page } + pages.map(\.record) + books.map(\.record)
        + captions.map(\.record)
        + covers.map(\.record) + [playlist.record, manifest.record], removesOld: removesOld)
    let all =
      books.map { ($0.record, $0.isNew) } + captions + covers.map { ($0.record, $0.isNew) }
      + pages + [playlist, manifest]
    return all.filter { $0.1 && !FolderRecords.isOwn($0.0.file) }.map {
      transaction.folder.path(of: $0.0.file)
    }
  }

  /// The cover's file in the output folder, with its picture.
  struct PublishedCover {
    var picture: Cover
    var record: FileRecord
    var isNew: Bool
  }

  /// Writes the cover as a separate file, for players that look for a cover next to the audio.
  private func publishCover(in transaction: FolderTransaction) throws(RenderError)
    -> PublishedCover?
  {
    guard let cover else { return nil }
    let picture = try cover.picture(in: transaction.folder)
    let (record, isNew) = try transaction.publish(
      cover.fileName, builtFrom: cover.pixelDigest
    ) { output throws(RenderError) in try output(picture.bytes) }
    return PublishedCover(picture: picture, record: record, isNew: isNew)
  }

  /// Returns a playlist entry for each chapter, or one entry for the book if its chapters have no files.
  private func entries(_ books: [BookFile.Published]) -> [Playlist.Entry] {
    func seconds(_ samples: Int) -> Double { Double(samples) / Double(book.sampleRate) }
    if book.formats.isEmpty, let whole = books.first {
      let samples = chapters.reduce(0) { $0 + ($1.record.stretch ?? $1.record.samples) }
      let duration = seconds(book.samples(ofBook: samples))
      return [.init(title: book.title, file: whole.record.file, duration: duration)]
    }
    return chapters.map {
      .init(
        title: $0.title, file: $0.record.files[0].file, duration: seconds($0.record.samples))
    }
  }
}

extension BoundBook {
  /// Writes the captions for the book in one file; writes nothing if a chapter has no captions.
  ///
  /// If the book is written in several formats, the times are those of the first format.
  func publishCaptions(
    in transaction: FolderTransaction
  ) throws(RenderError) -> [(record: FileRecord, isNew: Bool)] {
    guard chapters.allSatisfy({ $0.captions.count == book.captions.count }) else { return [] }
    var published: [(record: FileRecord, isNew: Bool)] = []
    for (place, format) in book.captions.enumerated() {
      let name = BookFile.name(title: book.title, format.fileExtension)
      let written = try transaction.publish(name) { output throws(RenderError) in
        var captions = BookCaptions(format)
        try output(Array(captions.head.utf8))
        var samples = 0
        for chapter in chapters {
          let start = milliseconds(samples)
          samples += chapter.record.stretch ?? chapter.record.samples
          let path = transaction.folder.path(of: chapter.captions[place].file)
          guard let bytes = try FileSystem.contents(of: path) else {
            throw .output(path: path, reason: "the file is missing; run the build again")
          }
          let text = captions.chapter(
            String(decoding: bytes, as: UTF8.self), start: start,
            end: milliseconds(samples))
          try output(Array(text.utf8))
        }
      }
      published.append(written)
    }
    return published
  }

  private func milliseconds(_ samples: Int) -> Int {
    CaptionCue.milliseconds(book.samples(ofBook: samples), at: book.sampleRate)
  }
}

// MARK: - Reading along

extension BoundBook {
  /// Writes the files of the read-along page that are the same for all chapters.
  func publishPage(
    _ books: [BookFile.Published], in transaction: FolderTransaction
  ) throws(RenderError) -> [(record: FileRecord, isNew: Bool)] {
    guard book.readAlong?.contains(.html) == true, !chapters.isEmpty else { return [] }
    try ReadAlongFolder.make(in: transaction.folder.path)
    var published: [(record: FileRecord, isNew: Bool)] = []
    for file in ReadAlongPage(book: book, chapters: pageEntries(books)).files {
      published.append(
        try transaction.publish(file.name) { output throws(RenderError) in try output(file.bytes) })
    }
    return published
  }

  /// Returns the files with MP3 last.
  ///
  /// In MP3 with a variable bit rate, a browser seeks only roughly (Chromium 156: up to 20 seconds off in two
  /// hours). In other formats, it seeks to the exact sample.
  private static func exactFirst(
    _ files: [(name: String, type: String)]
  ) -> [(name: String, type: String)] {
    let mp3 = BookFormat.mp3.browserType
    return files.filter { $0.type != mp3 } + files.filter { $0.type == mp3 }
  }

  private func pageEntries(_ books: [BookFile.Published]) -> [PageData.Entry] {
    var entries: [PageData.Entry] = []
    var start = 0
    for chapter in chapters {
      let record = chapter.record
      if chapter.page.contains(where: { $0.file == PageName.chapter(chapter.index) }) {
        let own = zip(book.formats, record.files).compactMap { format, file in
          BookFormat(rawValue: format).map { (name: file.file, type: $0.browserType) }
        }
        let whole = books.map { (name: $0.record.file, type: $0.format.browserType) }
        entries.append(
          PageData.Entry(
            number: chapter.index, title: chapter.title,
            files: Self.exactFirst(own.isEmpty ? whole : own),
            offset: (own.isEmpty ? book.samples(ofBook: start) : 0, book.sampleRate),
            duration: CaptionCue.milliseconds(record.samples, at: book.sampleRate)))
      }
      start += record.stretch ?? record.samples
    }
    return entries
  }
}

extension BookFormat {
  /// The media type that tells a browser whether it can play a file (RFC 6381 for the codecs).
  package var browserType: String {
    switch self {
    case .m4b: "audio/mp4; codecs=mp4a.40.2"
    case .mp3: "audio/mpeg"
    case .flac: "audio/flac"
    case .wav: "audio/wav"
    case .ogg: "audio/ogg; codecs=vorbis"
    case .opus: "audio/ogg; codecs=opus"
    }
  }
}
