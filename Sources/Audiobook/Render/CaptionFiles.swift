import Basics

/// The captions of chapters, as files beside their sound.
///
/// They say who speaks, which the sound's fingerprint does not cover: they are made anew in every
/// build, and only those that differ are written.
struct CaptionFiles {
  let options: BuildOptions
  /// Hertz.
  let sampleRate: Int
  let transaction: FolderTransaction

  /// A chapter's captions as they are in the folder.
  struct Published {
    var files: [FileRecord] = []
    /// The names of those that were not there before.
    var new: [String] = []
  }

  /// Writes a chapter's captions, where they are not there already.
  func publish(
    of chapter: ChapterPlan, _ record: ChapterRecord
  ) throws(RenderError) -> Published {
    if options.captions.isEmpty { return Published() }
    let digest = digest(of: chapter, record)
    if let files = try transaction.folder.current(options.captionNames(of: chapter), madeOf: digest)
    {
      return Published(files: files)
    }
    var published = Published()
    for (name, text) in texts(of: chapter, record) {
      let (file, isNew) = try transaction.publish(name, madeOf: digest) {
        output throws(RenderError) in
        try output(Array(text.utf8))
      }
      published.files.append(file)
      if isNew { published.new.append(name) }
    }
    return published
  }

  /// A chapter's captions as they are; none if one of them is not there.
  func current(
    of chapter: ChapterPlan, _ record: ChapterRecord
  ) throws(RenderError) -> [FileRecord] {
    if options.captions.isEmpty { return [] }
    let digest = digest(of: chapter, record)
    if let files = try transaction.folder.current(options.captionNames(of: chapter), madeOf: digest)
    {
      return files
    }
    var files: [FileRecord] = []
    for (name, text) in texts(of: chapter, record) {
      let sha256 = SHA256.hash(Array(text.utf8)).hex
      guard var file = try transaction.folder.current(name, sha256: sha256) else { return [] }
      file.madeOf = digest
      files.append(file)
    }
    return files
  }

  private func digest(of chapter: ChapterPlan, _ record: ChapterRecord) -> String {
    TextDigest.digest(
      of: chapter, record,
      and: [
        "captions", options.generator, String(sampleRate), options.captionsAnnounce ? "all" : "",
      ])
  }

  private func texts(
    of chapter: ChapterPlan, _ record: ChapterRecord
  ) -> [(name: String, text: String)] {
    guard let timings = record.captions,
      let cues = ChapterCaptions.cues(
        of: chapter.read, timings: timings, samples: record.samples, sampleRate: sampleRate,
        announcements: options.captionsAnnounce)
    else { return [] }
    return zip(options.captionNames(of: chapter), options.captions).map { name, format in
      (name, format.text(of: cues))
    }
  }
}
