import Audio
import Basics
import Hablare

/// Builds the EPUB of a book from the texts, pictures and audio of its chapters.
struct EPUBAssembly {
  let book: BookDescription
  /// The chapters with current files, in order.
  let chapters: [BoundBook.Entry]
  let cover: Cover?
  let transaction: FolderTransaction

  /// Returns the name of the EPUB in the output folder.
  static func name(title: String) -> String { BookFile.name(title: title, "epub") }

  /// Writes the files that only the EPUB needs, and then the EPUB.
  ///
  /// Files already built from the same input are not written again.
  func publish() throws(RenderError) -> [(record: FileRecord, isNew: Bool)] {
    let chapters = chapters.filter { $0.part("xhtml") != nil }
    guard !chapters.isEmpty, let audio = EPUBAudio(formats: book.formats, books: book.books) else {
      return []
    }
    var parts: [(record: FileRecord, isNew: Bool)] = []
    var sounds: [FileRecord] = []
    for chapter in chapters {
      guard let file = sound(of: chapter) else {
        throw .output(
          path: transaction.folder.path(of: Self.name(title: book.title)),
          reason: "chapter \(chapter.index) has no audio for the EPUB")
      }
      if audio == .mp4 {
        let own = try publishSound(of: chapter, from: file)
        parts.append(own)
        sounds.append(own.record)
      } else {
        sounds.append(file)
      }
    }
    let epub = EPUBBook(
      metadata: metadata, chapters: zip(chapters, sounds).map { part($0, audio, $1) },
      images: images(of: chapters), cover: cover)
    let contents = chapters.flatMap { $0.page.map(\.sha256) } + sounds.map(\.sha256)
    let published = try transaction.publish(
      Self.name(title: book.title), builtFrom: EPUBFile.digest(of: epub, contents: contents)
    ) { path throws(RenderError) in
      try EPUBFile.write(epub, to: path)
    }
    return parts + [published]
  }

  // MARK: Chapters

  private func part(
    _ chapter: BoundBook.Entry, _ audio: EPUBAudio, _ sound: FileRecord
  ) -> EPUBBook.Chapter {
    EPUBBook.Chapter(
      number: chapter.index, title: chapter.title,
      duration: EPUBTime(samples: chapter.record.samples, sampleRate: book.sampleRate),
      page: content(chapter.part("xhtml")), overlay: content(chapter.part("smil")), audio: audio,
      sound: content(sound))
  }

  private func content(_ file: FileRecord?) -> EPUBContent {
    file.map { .file(path: transaction.folder.path(of: $0.file)) } ?? .bytes([])
  }

  private func images(of chapters: [BoundBook.Entry]) -> [EPUBImage] {
    var seen: Set<String> = []
    return chapters.flatMap(\.pictures).filter { seen.insert($0.file).inserted }
      .map { EPUBImage(file: $0.file, content: content($0)) }
  }

  // MARK: Sound

  /// Returns the source of a chapter's audio in the EPUB: the chapter's MP3, or else its stretch in AAC.
  private func sound(of chapter: BoundBook.Entry) -> FileRecord? {
    let names = book.formats + book.books.map(\.rawValue)
    let place =
      names.firstIndex(of: SoundFormat.mp3.rawValue)
      ?? names.firstIndex(of: BookFormat.m4b.rawValue)
    return place.flatMap {
      chapter.record.files.indices.contains($0) ? chapter.record.files[$0] : nil
    }
  }

  /// Writes a stretch in AAC as a file that players can play alone.
  private func publishSound(
    of chapter: BoundBook.Entry, from stretch: FileRecord
  ) throws(RenderError) -> (record: FileRecord, isNew: Bool) {
    let name = FolderRecords.part(ofEPUB: chapter.index, EPUBAudio.mp4.fileExtension)
    var hash = TextFieldHasher()
    for text in [book.generator, chapter.title, stretch.sha256] { hash.add(text) }
    return try transaction.publish(name, builtFrom: hash.finish()) { path throws(RenderError) in
      // The returned length is not needed: the overlay ends with the chapter's last sample.
      _ = try EPUBSound.write(
        stretch: transaction.folder.path(of: stretch.file), sampleRate: book.sampleRate,
        title: chapter.title, to: path)
    }
  }

  // MARK: Metadata

  private var metadata: EPUBMetadata {
    EPUBMetadata(
      title: book.title, authors: book.authors, language: book.language,
      generator: book.generator, narrators: book.narrators, summary: book.summary,
      year: book.year, rights: rights, sources: book.sources.map(\.file))
  }

  /// The licences of the voices.
  private var rights: String? {
    guard let licences = book.licences, !licences.isEmpty else { return nil }
    return "Voices: " + Set(licences.values).sorted().joined(separator: ", ")
  }
}

extension EPUBAudio {
  /// Chooses the audio of an EPUB from the formats of a build; nil if no format is suitable.
  init?(formats: [String], books: [BookFormat]) {
    if formats.contains(SoundFormat.mp3.rawValue) || books.contains(.mp3) {
      self = .mp3
    } else if books.contains(.m4b) {
      self = .mp4
    } else {
      return nil
    }
  }
}

extension BoundBook.Entry {
  /// Returns the chapter's EPUB file with this extension.
  fileprivate func part(_ fileExtension: String) -> FileRecord? {
    let name = FolderRecords.part(ofEPUB: index, fileExtension)
    return page.first { $0.file == name }
  }

  /// The pictures in the chapter's text.
  fileprivate var pictures: [FileRecord] {
    page.filter { $0.file.split(separator: "/").last?.hasPrefix("image-") == true }
  }
}
