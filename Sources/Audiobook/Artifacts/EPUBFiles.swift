import Audio
import Basics
import Hablare

/// An EPUB with the audio of the book, and the parts of each chapter that it is built from.
struct EPUBFiles: Artifact {
  static let role = "read-along"

  private let overlay: OverlayUnit
  private let audio: EPUBAudio

  static func mediaType(of format: String) -> String? {
    format == "epub" ? EPUBFile.mediaType : nil
  }

  static func requested(by options: BuildOptions) -> [Self] {
    guard options.readAlong.contains(.epub) else { return [] }
    let isMP3 = options.formats.contains(.mp3) || options.books.contains(.mp3)
    return [Self(overlay: options.overlay, audio: isMP3 ? .mp3 : .mp4)]
  }

  var format: String { "epub" }
  var isFormatListed: Bool { false }
  var needsTimings: Bool { true }
  var needsElements: Bool { true }

  func check(_ options: BuildOptions, title: String, folder: String) throws(RenderError) {
    guard !options.hasEPUBSound else { return }
    throw .output(
      path: "\(folder)/\(FileName.book(title: title, format))",
      reason: "an EPUB needs MP3 or AAC; add mp3 or m4b to the formats")
  }

  // MARK: Chapters

  /// The text, the times of its highlighted units, and audio that players can play alone.
  /// The audio is needed only if the chapter has no MP3.
  func names(ofChapter index: Int, stem: String) -> [String] {
    [page(index), smil(index)] + (audio == .mp4 ? [sound(index)] : [])
  }

  private func page(_ index: Int) -> String { FolderRecords.file(ofChapter: index, "xhtml") }
  private func smil(_ index: Int) -> String { FolderRecords.file(ofChapter: index, "smil") }
  private func sound(_ index: Int) -> String {
    FolderRecords.file(ofChapter: index, EPUBAudio.mp4.fileExtension)
  }

  func files(of chapter: ChapterMaterial) throws(RenderError) -> [Artifacts.File] {
    let (index, record) = (chapter.chapter.index, chapter.record)
    let texts = chapter.readAlongFiles([page(index), smil(index)]) { page in
      let texts = EPUBChapter(
        page, language: chapter.plan.language, overlay: overlay, audio: audio,
        duration: EPUBTime(samples: record.samples, sampleRate: chapter.sampleRate))
      return [texts.page, texts.overlay]
    }
    guard audio == .mp4, !texts.isEmpty else { return texts }
    let options = chapter.options
    guard
      let stretch = Self.sound(
        options.formats.map(\.rawValue) + options.books.map(\.rawValue), record)
    else { return texts }
    return texts + [soundFile(of: chapter, from: stretch)]
  }

  /// Returns a stretch in AAC as a file that players can play alone.
  private func soundFile(of chapter: ChapterMaterial, from stretch: FileRecord) -> Artifacts.File {
    let (title, sampleRate) = (chapter.chapter.title, chapter.sampleRate)
    let source = chapter.path(of: stretch.file)
    var hash = TextFieldHasher()
    for text in [chapter.options.generator, title, stretch.sha256] { hash.add(text) }
    return Artifacts.File(
      sound(chapter.chapter.index), digest: hash.finish(),
      .file { path throws(RenderError) in
        // The returned length is not needed: the overlay ends with the chapter's last sample.
        _ = try EPUBSound.write(stretch: source, sampleRate: sampleRate, title: title, to: path)
      })
  }

  /// Returns the chapter's MP3, or else its stretch in AAC; nil if it has neither.
  private static func sound(_ formats: [String], _ record: ChapterRecord) -> FileRecord? {
    let place =
      formats.firstIndex(of: SoundFormat.mp3.rawValue)
      ?? formats.firstIndex(of: BookFormat.m4b.rawValue)
    return place.flatMap { record.files.indices.contains($0) ? record.files[$0] : nil }
  }

  // MARK: The book

  func names(of book: BookDescription) -> [String] { [book.fileName(format)] }

  func files(of book: FinishedBook) throws(RenderError) -> [Artifacts.File] {
    var parts: [EPUBBook.Chapter] = []
    var images: [EPUBImage] = []
    var contents: [String] = []
    var sounds: [String] = []
    for chapter in book.chapters {
      let files = chapter.files(of: self)
      guard files.contains(where: { $0.file == page(chapter.index) }) else { continue }
      let formats = book.description.formats + book.description.books.map(\.rawValue)
      guard
        let source = audio == .mp4
          ? files.first(where: { $0.file == sound(chapter.index) })
          : Self.sound(formats, chapter.record)
      else {
        throw .output(
          path: book.path(of: book.description.fileName(format)),
          reason: "chapter \(chapter.index) has no audio for the EPUB")
      }
      parts.append(part(chapter, book, sound: source))
      let shown = files.filter { $0.file != sound(chapter.index) }
      contents += shown.map(\.sha256)
      sounds.append(source.sha256)
      for file in shown.dropFirst(2) where !images.contains(where: { $0.file == file.file }) {
        images.append(EPUBImage(file: file.file, content: .file(path: book.path(of: file.file))))
      }
    }
    guard !parts.isEmpty else { return [] }
    let epub = EPUBBook(
      metadata: EPUBMetadata(book.description), chapters: parts, images: images,
      cover: book.cover?.picture)
    return [
      Artifacts.File(
        book.description.fileName(format),
        digest: EPUBFile.digest(of: epub, contents: contents + sounds),
        .file { path throws(RenderError) in try EPUBFile.write(epub, to: path) })
    ]
  }

  private func part(
    _ chapter: FinishedChapter, _ book: FinishedBook, sound: FileRecord
  ) -> EPUBBook.Chapter {
    func content(_ name: String) -> EPUBContent { .file(path: book.path(of: name)) }
    return EPUBBook.Chapter(
      number: chapter.index, title: chapter.title,
      duration: EPUBTime(
        samples: chapter.record.samples, sampleRate: book.description.sampleRate),
      page: content(page(chapter.index)), overlay: content(smil(chapter.index)), audio: audio,
      sound: content(sound.file))
  }
}

extension EPUBMetadata {
  fileprivate init(_ book: BookDescription) {
    let licences = Set((book.licences ?? [:]).values).sorted()
    self.init(
      title: book.title, authors: book.authors, language: book.language,
      generator: book.generator, narrators: book.narrators, summary: book.summary,
      year: book.year,
      rights: licences.isEmpty ? nil : "Voices: " + licences.joined(separator: ", "),
      sources: book.sources.map(\.file))
  }
}
