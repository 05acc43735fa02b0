import Basics

/// Writes `manifest.json` from the tables of `Manifest`.
///
/// The manifest contains no times of day and no machine names, so two builds of the same input write
/// identical manifests.
struct ManifestWriter {
  let book: BookDescription
  /// The chapters with current files.
  let chapters: [ChapterRecord]
  /// The captions of each chapter, by format; empty without captions.
  let captions: [[FileRecord]]
  /// The read-along files of each chapter.
  let pages: [[FileRecord]]
  /// Returns a chapter with its items.
  ///
  /// Chapters are loaded one at a time to save memory.
  let chapter: (_ offset: Int) throws(RenderError) -> PartChapter
  /// The books in one file, by format.
  let books: [(format: BookFormat, record: FileRecord)]
  /// The captions of the book in one file, by format; empty without captions.
  let bookCaptions: [FileRecord]
  /// The read-along files that do not belong to a chapter.
  let bookPages: [FileRecord]
  /// The other files with their roles, such as the playlist.
  let files: [(role: String, record: FileRecord)]

  /// Writes the manifest in pieces, because a long book's manifest is larger than its text.
  func write(to output: ([UInt8]) throws(RenderError) -> Void) throws(RenderError) {
    let manifest = manifest
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    for key in Manifest.shape.sorted {
      if key.name == Manifest.chaptersKey {
        json.key(key.name)
        try writeChapters(&json, output)
      } else {
        key.write(manifest, &json)
      }
    }
    json.end()
    json.endLine()
    try output(json.take())
  }

  private func writeChapters(
    _ json: inout JSONWriter, _ output: ([UInt8]) throws(RenderError) -> Void
  ) throws(RenderError) {
    json.beginArray()
    var bookStart = 0
    for offset in chapters.indices {
      let chapter = try chapter(offset)
      let record = chapter.record
      // A chapter without its own file is in the file of the whole book.
      let file =
        book.formats.isEmpty ? books.first?.record ?? record.files[0] : record.files[0]
      Manifest.Chapter(chapter, of: book, in: file, at: book.samples(ofBook: bookStart))
        .write(to: &json)
      bookStart += book.formats.isEmpty ? record.stretch ?? 0 : 0
      try output(json.take())
    }
    json.end()
  }

  /// The manifest without its chapters.
  private var manifest: Manifest {
    var manifest = Manifest()
    manifest.generator = book.generator
    manifest.rules = book.rules
    manifest.sources = book.sources.map { Manifest.Source(file: $0.file, sha256: $0.sha256) }
    (manifest.title, manifest.authors) = (book.title, book.authors)
    (manifest.language, manifest.cast) = (book.language, book.cast)
    manifest.licences = book.licences
    (manifest.summary, manifest.date) = (book.summary, book.date)
    if book.rate != 1 {
      manifest.rate = .fraction(Int((book.rate * 1_000_000).rounded()), over: 1_000_000)
    }
    manifest.duration = .fraction(chapters.reduce(0) { $0 + $1.samples }, over: book.sampleRate)
    manifest.files = allFiles
    return manifest
  }

  private var allFiles: [Manifest.File] {
    var listed: [Manifest.File] = []
    func add(_ role: String, _ record: FileRecord, _ format: String? = nil) {
      listed.append(
        Manifest.File(role: role, file: record.file, sha256: record.sha256, format: format))
    }
    func add(captions: [FileRecord]) {
      for (format, file) in zip(book.captions, captions) { add("captions", file, format.rawValue) }
    }
    // A picture can be in several chapters, but the manifest lists it once.
    var pageFiles: Set<String> = []
    func add(page: [FileRecord]) {
      for file in page
      where FileRecord.isListed(file.file) && pageFiles.insert(file.file).inserted {
        add("read-along", file)
      }
    }
    for (place, chapter) in chapters.enumerated() {
      for (format, file) in zip(book.formats, chapter.files) { add("chapter", file, format) }
      add(captions: captions[place])
      add(page: pages[place])
    }
    for (format, record) in books { add("book", record, format.rawValue) }
    add(captions: bookCaptions)
    add(page: bookPages)
    for (role, record) in files { add(role, record) }
    return listed
  }
}

extension Manifest.Chapter {
  /// Describes a chapter that begins at sample `bookStart` of a file.
  fileprivate init(
    _ chapter: PartChapter, of book: BookDescription, in file: FileRecord, at bookStart: Int
  ) {
    let record = chapter.record
    (index, title) = (chapter.index, chapter.title)
    (self.file, sha256) = (file.file, file.sha256)
    samples = record.samples
    duration = .fraction(record.samples, over: book.sampleRate)
    (sampleRate, channels) = (book.sampleRate, book.channels)
    loudness = record.loudness.map(Manifest.Loudness.init)
    self.bookStart = bookStart
    degraded = record.isDegraded ? true : nil
    (fingerprint, tagsFingerprint) = (record.fingerprint, record.tagsFingerprint)
    items = chapter.items.enumerated().map { place, line in
      Manifest.Item(
        spoken: line,
        start: .fraction(record.placements[2 * place], over: book.sampleRate),
        end: .fraction(record.placements[2 * place + 1], over: book.sampleRate))
    }
  }
}

extension Manifest.Loudness {
  fileprivate init(_ loudness: ChapterLoudness) {
    func tenths(_ value: Double) -> ManifestDecimal {
      .fraction(Int((value * 10).rounded()), over: 10)
    }
    integrated = loudness.integrated.map(tenths)
    truePeak = loudness.truePeak.map(tenths)
  }
}
