/// A finished book, but for playlist and manifest: what joins the chapters.
struct BoundBook {
  /// The names of the files that list the chapters.
  private static let names = ["playlist.m3u8", "manifest.json"]

  /// The names of all files that join the chapters of a book.
  static func names(title: String, _ formats: [BookFormat]) -> [String] {
    names + formats.map { BookFile.name(title: title, $0) }
  }

  let book: BookDescription
  /// The chapters that are there and current, in order.
  let chapters: [Entry]
  /// Gives a chapter with its items.
  let chapter: (_ offset: Int) throws(RenderError) -> ManifestChapter

  struct Entry {
    var title: String
    var record: ChapterRecord
    /// One file for each format of captions, or none.
    var captions: [FileRecord] = []
  }

  /// Writes books in one file, playlist and manifest, the manifest last; ends the build, and gives the files
  /// that are new.
  func publish(in folder: OutputFolder, removesOld: Bool) throws(RenderError) -> [String] {
    var books: [BookFile.Published] = []
    for format in book.books where !chapters.isEmpty {
      books.append(
        try BookFile(book: book, format: format, chapters: chapters).publish(in: folder))
    }
    let text = Playlist.text(title: book.title, entries: entries(books))
    let playlist = try folder.publish(Self.names[0]) { output throws(RenderError) in
      try output(Array(text.utf8))
    }
    let writer = ManifestWriter(
      book: book, chapters: chapters.map(\.record), captions: chapters.map(\.captions),
      chapter: chapter,
      books: books.map { ($0.format, $0.record) }, files: [("playlist", playlist.record)])
    let manifest = try folder.publish(Self.names[1], write: writer.write)
    try folder.finish(
      chapters: chapters.map(\.record),
      files: chapters.flatMap(\.captions) + books.map(\.record)
        + [playlist.record, manifest.record], removesOld: removesOld)
    let all = books.map { ($0.record, $0.isNew) } + [playlist, manifest]
    return all.filter(\.1).map { folder.path(of: $0.0.file) }
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
