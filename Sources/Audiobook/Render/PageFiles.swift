import Audio
import Basics
import Guion

/// The read-along files of each chapter.
///
/// Like captions, these files are checked in every build, and written only if they have changed.
struct PageFiles {
  private let plan: BookPlan
  private let options: BuildOptions
  /// The sample rate in hertz.
  private let sampleRate: Int
  private let transaction: FolderTransaction
  private let speakers: [String: Int]
  /// The speakers in the order of their numbers, as one text.
  private let order: String

  init(
    plan: BookPlan, options: BuildOptions, sampleRate: Int, transaction: FolderTransaction
  ) {
    (self.plan, self.options, self.sampleRate) = (plan, options, sampleRate)
    self.transaction = transaction
    speakers = options.readAlong.isEmpty ? [:] : PageMaker.speakers(of: plan)
    order = speakers.sorted { $0.value < $1.value }.map(\.key).joined(separator: "\n")
  }

  /// Writes a chapter's files if they are missing or outdated, and returns the files.
  ///
  /// If the timings of the chapter's spans are unknown, writes and returns no files.
  func publish(
    of chapter: ChapterPlan, _ record: ChapterRecord
  ) throws(RenderError) -> [(record: FileRecord, isNew: Bool)] {
    guard !options.readAlong.isEmpty else { return [] }
    let digest = digest(of: chapter, record)
    // The digest does not cover pictures, so the files of a chapter with pictures are made again in every build.
    if chapter.source?.hasPictures == false,
      let files = try transaction.folder.current(options.pageNames(of: chapter), builtFrom: digest)
    {
      return files.map { ($0, false) }
    }
    var pictures = PagePictures(documents: plan.documentPaths)
    guard
      let page = PageMaker.page(
        of: chapter, record, sampleRate: sampleRate, speakers: speakers,
        image: { pictures.name(of: $0, in: $1) })
    else { return [] }
    var files: [(record: FileRecord, isNew: Bool)] = []
    if options.readAlong.contains(.html) {
      try ReadAlongFolder.make(in: transaction.folder.path)
      files.append(try publish(PageName.chapter(chapter.index), PageData.script(of: page), digest))
    }
    if options.readAlong.contains(.epub) {
      let audio = EPUBAudio(formats: options.formats.map(\.rawValue), books: options.books)
      let texts = EPUBChapter(
        page, language: plan.language, overlay: options.overlay, audio: audio ?? .mp3,
        duration: EPUBTime(samples: record.samples, sampleRate: sampleRate))
      for (name, text) in zip(PageName.epub(chapter.index), [texts.page, texts.overlay]) {
        files.append(try publish(name, text, digest))
      }
    }
    for picture in pictures.pictures.values.sorted(by: { $0.name < $1.name }) {
      if !options.overwrite {
        try transaction.folder.checkForeignFiles([
          PageName.picture(picture.name, for: options.readAlong)
        ]
        )
      }
      files.append(
        try publish(PageName.picture(picture.name, for: options.readAlong), picture.bytes))
    }
    return files
  }

  private func digest(of chapter: ChapterPlan, _ record: ChapterRecord) -> String {
    TextDigest.digest(
      of: chapter, record,
      and: [
        "page", options.generator, String(sampleRate), options.overlay.rawValue, order,
        plan.language,
      ]
        + plan.sources.map(\.sha256))
  }

  private func publish(
    _ name: String, _ bytes: [UInt8], _ digest: String? = nil
  ) throws(RenderError) -> (record: FileRecord, isNew: Bool) {
    try transaction.publish(name, builtFrom: digest) { output throws(RenderError) in
      try output(bytes)
    }
  }
}

extension BuildOptions {
  /// Returns the names of a chapter's read-along files, without pictures.
  func pageNames(of chapter: ChapterPlan) -> [String] {
    (readAlong.contains(.html) ? [PageName.chapter(chapter.index)] : [])
      + (readAlong.contains(.epub) ? PageName.epub(chapter.index) : [])
  }
}
