extension BookRenderer {
  /// Playlist and manifest, of exactly the chapters that are there and current; of a share, its part.
  func finish(
    _ chapters: [ChapterPlan], _ transaction: FolderTransaction, _ state: inout BuildState
  ) throws {
    let complete = chapters.filter { state.records[$0.index] != nil }
    let records = complete.compactMap { state.records[$0.index] }
    state.outcome.completed = complete.count
    state.outcome.reusedClips = maker.clips.speech.tally.reused
    state.outcome.warnings += maker.clips.speech.standIns.outageCount
    state.outcome.degraded = zip(complete, records).filter(\.1.isDegraded).map(\.0.index)
    let captions = try captions(of: complete, records, transaction, &state)
    // In the order of the book, whatever the order of completion.
    state.outcome.written = complete.indices.flatMap { place in
      (state.published.contains(complete[place].index) ? records[place].files.map(\.file) : [])
        + captions[place].map(\.file).filter(state.newCaptions.contains)
    }.filter { !FolderRecords.isStretch($0) }.map(transaction.folder.path)
    state.outcome.duration = records.reduce(0) { $0 + Double($1.samples) / Double(sampleRate) }
    if let shard = options.shard {
      try leavePart(of: shard, complete, records, captions, transaction)
      return
    }
    let book = BookDescription(plan, options: options, sampleRate: sampleRate)
    let bound = BoundBook(
      book: book,
      chapters: complete.indices.map {
        .init(title: complete[$0].title, record: records[$0], captions: captions[$0])
      }, cover: plan.cover
    ) { offset in ManifestChapter(complete[offset], records[offset], of: plan) }
    let removesOld = options.only == nil && state.outcome.failures.isEmpty
    state.outcome.written += try bound.publish(in: transaction, removesOld: removesOld)
    // What shares have left is of an earlier state of the book now.
    if removesOld {
      try transaction.removeParts()
      try SharedCover.keep(nil, in: transaction)
    }
  }

  private func leavePart(
    of shard: Shard, _ complete: [ChapterPlan], _ records: [ChapterRecord],
    _ captions: [[FileRecord]], _ transaction: FolderTransaction
  ) throws {
    // Before the part that names it.
    try SharedCover.keep(plan.cover, in: transaction)
    try ShardPart.write(
      outline(inSharesOf: shard.count),
      chapters: complete.indices.lazy.map { place in
        var chapter = ManifestChapter(complete[place], records[place], of: plan)
        chapter.captions = captions[place]
        return chapter
      },
      of: shard, in: transaction.folder.records)
    try transaction.finish(share: records)
  }

  private func outline(inSharesOf count: Int) -> ShardPart.Outline {
    ShardPart.Outline(
      book: BookDescription(plan, options: options, sampleRate: sampleRate),
      chapters: zip(plan.chapters, plan.owners(inSharesOf: count)).map { chapter, owner in
        ShardPart.Planned(
          index: chapter.index, title: chapter.title, files: options.fileNames(of: chapter),
          captions: options.captionNames(of: chapter), fingerprint: chapter.fingerprint,
          tagsFingerprint: chapter.tagsFingerprint,
          shard: owner,
          isWanted: options.only?.contains(index: chapter.index, title: chapter.title) ?? true)
      })
  }

  /// Removes what shares have left of another state of the book, before this one takes its place:
  /// `assemble` must not join it, not even if this build never comes to its end.
  func removeStaleParts(_ transaction: FolderTransaction) throws(RenderError) {
    let left = FolderRecords.shards(in: transaction.folder.records, prefix: FolderRecords.partPrefix)
    guard !left.isEmpty else { return }
    let current = outline(inSharesOf: options.shard?.count ?? 1)
    for shard in left {
      // Of shares that belong together none knows which one is wrong: `assemble` says that they differ.
      if shard.count == options.shard?.count, shard != options.shard { continue }
      let outline = try ShardPart.outline(of: shard, in: transaction.folder.records)
      let isCurrent = outline.map {
        shard == options.shard ? $0 == current : $0.isSameBook(as: current)
      }
      if isCurrent != true { try transaction.removePart(of: shard) }
    }
  }
}
