import Basics

extension BookRenderer {
  /// A chapter's captions as they are in the folder.
  struct PublishedCaptions {
    var files: [FileRecord] = []
    /// The names of those that were not there before.
    var new: [String] = []
  }

  /// Writes a chapter's captions beside its sound, where they are not there already.
  ///
  /// They say who speaks, which the sound's fingerprint does not cover: they are made anew in every
  /// build, and only those that differ are written.
  func captions(
    of chapter: ChapterPlan, _ record: ChapterRecord, _ transaction: FolderTransaction
  ) throws(RenderError) -> PublishedCaptions {
    var published = PublishedCaptions()
    for (name, text) in captionTexts(of: chapter, record) {
      let (file, isNew) = try transaction.publish(name) { output throws(RenderError) in
        try output(Array(text.utf8))
      }
      published.files.append(file)
      if isNew { published.new.append(name) }
    }
    return published
  }

  /// The captions of all chapters that are there; those that were not asked for are left as they are.
  func captions(
    of chapters: [ChapterPlan], _ records: [ChapterRecord], _ transaction: FolderTransaction,
    _ state: inout BuildState
  ) throws(RenderError) -> [[FileRecord]] {
    var files: [[FileRecord]] = []
    for (chapter, record) in zip(chapters, records) {
      guard options.only?.contains(index: chapter.index, title: chapter.title) ?? true else {
        files.append(try currentCaptions(of: chapter, record, transaction))
        continue
      }
      let published = try captions(of: chapter, record, transaction)
      state.add(published)
      files.append(published.files)
    }
    return files
  }

  private func currentCaptions(
    of chapter: ChapterPlan, _ record: ChapterRecord, _ transaction: FolderTransaction
  ) throws(RenderError) -> [FileRecord] {
    var files: [FileRecord] = []
    for (name, text) in captionTexts(of: chapter, record) {
      let sha256 = SHA256.hash(Array(text.utf8)).hex
      guard let file = try transaction.folder.current(name, sha256: sha256) else { return [] }
      files.append(file)
    }
    return files
  }

  private func captionTexts(
    of chapter: ChapterPlan, _ record: ChapterRecord
  ) -> [(name: String, text: String)] {
    guard !options.captions.isEmpty, let timings = record.captions,
      let cues = ChapterCaptions.cues(
        of: chapter.read, timings: timings, samples: record.samples, sampleRate: sampleRate)
    else { return [] }
    return zip(options.captionNames(of: chapter), options.captions).map { name, format in
      (name, format.text(of: cues))
    }
  }
}

extension BookRenderer.BuildState {
  mutating func add(_ captions: BookRenderer.PublishedCaptions) {
    newCaptions.formUnion(captions.new)
  }
}
