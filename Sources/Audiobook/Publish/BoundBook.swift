import Audio

/// A finished book, but for playlist and manifest: what joins the chapters.
struct BoundBook {
  /// The names of the files that list the chapters.
  private static let names = ["playlist.m3u8", "manifest.json"]

  /// The names of all files that join the chapters of a book.
  static func names(
    title: String, _ formats: [BookFormat], _ captions: [CaptionFormat], cover: String? = nil
  ) -> [String] {
    names + formats.map { BookFile.name(title: title, $0.fileExtension) }
      + (formats.isEmpty ? [] : captions.map { BookFile.name(title: title, $0.fileExtension) })
      + [cover].compactMap(\.self)
  }

  let book: BookDescription
  /// The chapters that are there and current, in order.
  let chapters: [Entry]
  /// The picture that stands for the book; nil for none.
  let cover: BookCover?
  /// Gives a chapter with its items.
  let chapter: (_ offset: Int) throws(RenderError) -> PartChapter

  struct Entry {
    var title: String
    var record: ChapterRecord
    /// One file for each format of captions, or none.
    var captions: [FileRecord] = []
  }

  /// Writes books in one file, playlist and manifest, the manifest last; ends the build, and gives the files
  /// that are new.
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
    let text = Playlist.text(title: book.title, entries: entries(books))
    let playlist = try transaction.publish(Self.names[0]) { output throws(RenderError) in
      try output(Array(text.utf8))
    }
    let writer = ManifestWriter(
      book: book, chapters: chapters.map(\.record), captions: chapters.map(\.captions),
      chapter: chapter,
      books: books.map { ($0.format, $0.record) },
      bookCaptions: captions.map(\.record),
      files: [("playlist", playlist.record)] + covers.map { ("cover", $0.record) })
    let manifest = try transaction.publish(Self.names[1], write: writer.write)
    try transaction.finish(
      chapters: chapters.map(\.record),
      files: chapters.flatMap(\.captions) + books.map(\.record) + captions.map(\.record)
        + covers.map(\.record) + [playlist.record, manifest.record], removesOld: removesOld)
    let all =
      books.map { ($0.record, $0.isNew) } + captions + covers.map { ($0.record, $0.isNew) }
      + [playlist, manifest]
    return all.filter(\.1).map { transaction.folder.path(of: $0.0.file) }
  }

  /// The cover's file in a folder, and what is in it.
  struct PublishedCover {
    var picture: Cover
    var record: FileRecord
    var isNew: Bool
  }

  /// The cover as a file of its own, for players that look for one beside the sound.
  private func publishCover(in transaction: FolderTransaction) throws(RenderError)
    -> PublishedCover?
  {
    guard let cover else { return nil }
    let picture = try cover.picture(in: transaction.folder)
    let (record, isNew) = try transaction.publish(
      cover.fileName, madeOf: cover.look
    ) { output throws(RenderError) in try output(picture.bytes) }
    return PublishedCover(picture: picture, record: record, isNew: isNew)
  }

  /// A file for each chapter, or the one of the book.
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
  /// The captions of the first book in one file; none where a chapter has none.
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
            throw .output(path: path, reason: "it is gone; run the build again")
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
