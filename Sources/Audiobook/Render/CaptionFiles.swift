import Basics

/// The caption files of chapters, next to the audio.
///
/// Captions contain speaker names, which are not part of the chapter's fingerprint. So captions are checked
/// in every build, and written only if they have changed.
struct CaptionFiles {
  let options: BuildOptions
  /// The sample rate in hertz.
  let sampleRate: Int
  let transaction: FolderTransaction

  /// The caption files of a chapter in the output folder.
  struct Published {
    var files: [FileRecord] = []
    /// The names of the newly written files.
    var new: [String] = []
  }

  /// Writes a chapter's captions if they are missing or outdated, and returns their files.
  func publish(
    of chapter: ChapterPlan, _ record: ChapterRecord
  ) throws(RenderError) -> Published {
    if options.captions.isEmpty { return Published() }
    let digest = digest(of: chapter, record)
    if let files = try transaction.folder.current(
      options.captionNames(of: chapter), builtFrom: digest)
    {
      return Published(files: files)
    }
    var published = Published()
    for (name, text) in texts(of: chapter, record) {
      let (file, isNew) = try transaction.publish(name, builtFrom: digest) {
        output throws(RenderError) in
        try output(Array(text.utf8))
      }
      published.files.append(file)
      if isNew { published.new.append(name) }
    }
    return published
  }

  /// Returns a chapter's current captions; empty if one of them is missing or outdated.
  func current(
    of chapter: ChapterPlan, _ record: ChapterRecord
  ) throws(RenderError) -> [FileRecord] {
    if options.captions.isEmpty { return [] }
    let digest = digest(of: chapter, record)
    if let files = try transaction.folder.current(
      options.captionNames(of: chapter), builtFrom: digest)
    {
      return files
    }
    var files: [FileRecord] = []
    for (name, text) in texts(of: chapter, record) {
      let sha256 = SHA256.hash(Array(text.utf8)).hex
      guard var file = try transaction.folder.current(name, sha256: sha256) else { return [] }
      file.builtFrom = digest
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
