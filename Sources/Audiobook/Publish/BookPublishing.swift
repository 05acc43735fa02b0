import Audio
import Basics

extension FinishedBook {
  /// Creates a book whose files are going to be written to a folder.
  init(
    _ description: BookDescription, _ chapters: [FinishedChapter], cover: BookCover?,
    in folder: OutputFolder,
    chapter: @escaping (_ offset: Int) throws(RenderError) -> FinishedChapter
  ) throws(RenderError) {
    (self.description, self.chapters, self.chapter) = (description, chapters, chapter)
    self.folder = folder.path
    if let cover { self.cover = (try cover.picture(in: folder), cover.pixelDigest) }
  }

  /// Writes all files that do not belong to a single chapter, the manifest last, and ends the build.
  /// Returns the paths of the new files.
  func publish(in transaction: FolderTransaction, removesOld: Bool) throws(RenderError) -> [String]
  {
    var files: [Artifacts.Record] = []
    var new: [String] = []
    for artifact in description.artifacts.all {
      for file in try artifact.files(of: self) {
        let (record, isNew) = try transaction.publish(file)
        files.append(Artifacts.Record(artifact: artifact.key, file: record))
        if isNew { new.append(record.file) }
      }
    }
    let writer = ManifestWriter(book: self, files: files)
    let manifest = try transaction.publish(Manifest.fileName, write: writer.write)
    if manifest.isNew { new.append(Manifest.fileName) }
    try transaction.finish(
      chapters: chapters.map(\.record),
      files: (chapters.flatMap(\.artifacts) + files).map(\.file) + [manifest.record],
      removesOld: removesOld)
    return new.map(path)
  }
}

/// Writes `manifest.json` from the tables of `Manifest`.
/// The manifest contains no times of day and no machine names, so two builds of the same input write
/// identical manifests.
private struct ManifestWriter {
  let book: FinishedBook
  /// The files of the book, in the order of the list of artifacts.
  let files: [Artifacts.Record]

  private var description: BookDescription { book.description }

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
    // A chapter without its own file is in the file of the whole book.
    let whole = files.first { use(of: $0) == .episode && description.formats.isEmpty }?.file
    let starts = whole == nil ? [] : book.starts
    for offset in book.chapters.indices {
      let chapter = try book.chapter(offset)
      Manifest.Chapter(
        chapter, of: description, in: whole ?? chapter.record.files[0],
        at: whole == nil ? 0 : starts[offset]
      ).write(to: &json)
      try output(json.take())
    }
    json.end()
  }

  private func use(of file: Artifacts.Record) -> Artifacts.Use {
    description.artifacts[file.artifact].map { type(of: $0).use } ?? .none
  }

  /// The manifest without its chapters.
  private var manifest: Manifest {
    var manifest = Manifest()
    manifest.generator = description.generator
    manifest.rules = description.rules
    manifest.sources = description.sources.map { Manifest.Source(file: $0.file, sha256: $0.sha256) }
    (manifest.title, manifest.authors) = (description.title, description.authors)
    (manifest.language, manifest.cast) = (description.language, description.cast)
    manifest.licences = description.licences
    (manifest.summary, manifest.date) = (description.summary, description.date)
    if description.rate != 1 {
      manifest.rate = .fraction(Int((description.rate * 1_000_000).rounded()), over: 1_000_000)
    }
    manifest.duration = .fraction(
      book.chapters.reduce(0) { $0 + $1.record.samples }, over: description.sampleRate)
    manifest.files = allFiles
    return manifest
  }

  private var allFiles: [Manifest.File] {
    var listed: [Manifest.File] = []
    // A picture can be in several chapters, but the manifest lists it once.
    var names: Set<String> = []
    func add(_ files: [Artifacts.Record]) {
      for record in files where FileRecord.isListed(record.file.file) {
        guard let artifact = description.artifacts[record.artifact],
          names.insert(record.file.file).inserted
        else { continue }
        listed.append(
          Manifest.File(
            role: type(of: artifact).role, file: record.file.file, sha256: record.file.sha256,
            format: artifact.isFormatListed ? artifact.format : nil))
      }
    }
    for chapter in book.chapters {
      for (format, file) in zip(description.formats, chapter.record.files) {
        listed.append(
          Manifest.File(
            role: Manifest.File.chapterRole, file: file.file, sha256: file.sha256, format: format))
      }
      add(chapter.artifacts)
    }
    // The picture of the book has always been the last file.
    add(files.filter { use(of: $0) != .picture } + files.filter { use(of: $0) == .picture })
    return listed
  }
}

extension Manifest.Chapter {
  /// Describes a chapter that begins at sample `bookStart` of a file.
  fileprivate init(
    _ chapter: FinishedChapter, of book: BookDescription, in file: FileRecord, at bookStart: Int
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
    let heard = (chapter.sounds ?? []).compactMap { sound in
      sound.file.map { file in
        Manifest.Sound(
          name: sound.name, bus: sound.bus, file: file,
          start: .fraction(sound.start, over: book.sampleRate),
          end: .fraction(sound.end, over: book.sampleRate),
          line: sound.line > 0 ? sound.line : nil, source: sound.source)
      }
    }
    sounds = heard.isEmpty ? nil : heard
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
