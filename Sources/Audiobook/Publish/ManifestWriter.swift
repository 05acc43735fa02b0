import Guion

/// Writes `manifest.json` (Documentation/interfaces.md, "Manifest"): sorted keys, no clock times
/// or names of machines, so that two builds of the same input compare equal.
struct ManifestWriter {
  let book: BookDescription
  /// The chapters whose files are there and current.
  let chapters: [ChapterRecord]
  /// The captions of each chapter, by format, where it has any.
  let captions: [[FileRecord]]
  /// Gives a chapter with its items: they are not all held at once.
  let chapter: (_ offset: Int) throws(RenderError) -> ManifestChapter
  /// The files of the whole book, by their formats.
  let books: [(format: BookFormat, record: FileRecord)]
  /// The captions of the whole book, by format, where it is one file and has any.
  let bookCaptions: [FileRecord]
  /// Playlist and whatever else is listed beside the chapters, with its role.
  let files: [(role: String, record: FileRecord)]

  /// Writes the manifest in pieces: a long book's is larger than the book's text.
  func write(to output: ([UInt8]) throws(RenderError) -> Void) throws(RenderError) {
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    json.key("authors")
    json.strings(book.authors)
    json.key("cast")
    json.beginObject()
    for name in book.cast.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      json.member(name, book.cast[name] ?? "")
    }
    json.end()
    json.key("chapters")
    json.beginArray()
    var bookStart = 0
    for offset in chapters.indices {
      let chapter = try chapter(offset)
      write(chapter, book.samples(ofBook: bookStart), to: &json)
      bookStart += book.formats.isEmpty ? chapter.record.stretch ?? 0 : 0
      try output(json.take())
    }
    json.end()
    json.key("duration")
    json.decimal(chapters.reduce(0) { $0 + $1.samples }, over: book.sampleRate)
    json.key("files")
    json.beginArray()
    writeFiles(to: &json)
    json.end()
    json.member("generator", book.generator)
    json.member("language", book.language)
    if book.rate != 1 {
      json.key("rate")
      json.decimal(Int((book.rate * 1_000_000).rounded()), over: 1_000_000)
    }
    json.member("rules", book.rules)
    json.key("sources")
    json.beginArray()
    for source in book.sources {
      json.beginObject(.inline)
      json.member("file", source.file)
      json.member("sha256", source.sha256)
      json.end()
    }
    json.end()
    json.member("title", book.title)
    json.key("version")
    json.integer(1)
    json.end()
    json.endLine()
    try output(json.take())
  }

  private func write(_ chapter: ManifestChapter, _ bookStart: Int, to json: inout JSONWriter) {
    let record = chapter.record
    // Of a book that is one file, this is where the chapter is.
    let file = book.formats.isEmpty ? books.first?.record ?? record.files[0] : record.files[0]
    json.beginObject()
    json.key("bookStart")
    json.integer(bookStart)
    json.key("channels")
    json.integer(book.channels)
    if record.isDegraded {
      json.key("degraded")
      json.bool(true)
    }
    json.key("duration")
    json.decimal(record.samples, over: book.sampleRate)
    json.member("file", file.file)
    json.member("fingerprint", record.fingerprint)
    json.key("index")
    json.integer(chapter.index)
    json.key("items")
    json.beginArray()
    for (place, item) in chapter.items.enumerated() {
      write(item, record.placements[2 * place], record.placements[2 * place + 1], to: &json)
    }
    json.end()
    if let loudness = record.loudness { write(loudness, to: &json) }
    json.key("sampleRate")
    json.integer(book.sampleRate)
    json.key("samples")
    json.integer(record.samples)
    json.member("sha256", file.sha256)
    json.member("tagsFingerprint", record.tagsFingerprint)
    json.member("title", chapter.title)
    json.end()
  }

  private func write(_ loudness: ChapterLoudness, to json: inout JSONWriter) {
    json.key("loudness")
    json.beginObject(.inline)
    for (name, value) in [
      ("integrated", loudness.integrated), ("truePeak", loudness.truePeak),
    ] {
      guard let value else { continue }
      json.key(name)
      json.decimal(Int((value * 10).rounded()), over: 10)
    }
    json.end()
  }

  private func write(_ item: ManifestItem, _ start: Int, _ end: Int, to json: inout JSONWriter) {
    json.beginObject(.inline)
    if let cue = item.cue { json.member("cue", cue) }
    json.key("end")
    json.decimal(end, over: book.sampleRate)
    json.member("kind", item.kind)
    json.key("line")
    json.integer(item.line)
    if let source = item.source { json.member("source", source) }
    json.member("speaker", item.speaker)
    json.key("start")
    json.decimal(start, over: book.sampleRate)
    json.member("text", item.text)
    json.member("voice", item.voice)
    json.end()
  }

  private func writeCaptions(_ files: [FileRecord], to json: inout JSONWriter) {
    for (format, file) in zip(book.captions, files) {
      json.beginObject(.inline)
      json.member("file", file.file)
      json.member("format", format.rawValue)
      json.member("role", "captions")
      json.member("sha256", file.sha256)
      json.end()
    }
  }

  private func writeFiles(to json: inout JSONWriter) {
    for (chapter, captions) in zip(chapters, captions) {
      for (format, file) in zip(book.formats, chapter.files) {
        json.beginObject(.inline)
        json.member("file", file.file)
        json.member("format", format)
        json.member("role", "chapter")
        json.member("sha256", file.sha256)
        json.end()
      }
      writeCaptions(captions, to: &json)
    }
    for (format, record) in books {
      json.beginObject(.inline)
      json.member("file", record.file)
      json.member("format", format.rawValue)
      json.member("role", "book")
      json.member("sha256", record.sha256)
      json.end()
    }
    writeCaptions(bookCaptions, to: &json)
    for (role, record) in files {
      json.beginObject(.inline)
      json.member("file", record.file)
      json.member("role", role)
      json.member("sha256", record.sha256)
      json.end()
    }
  }
}
