/// What builds of shares leave in the folder for `assemble`: written at the end of a share, and removed as soon
/// as it is of another state of the book.
struct ShareParts {
  let plan: BookPlan
  let options: BuildOptions
  /// Hertz.
  let sampleRate: Int
  let transaction: FolderTransaction

  /// Leaves the part of a share.
  func leave(
    part shard: Shard, _ complete: [ChapterPlan], _ records: [ChapterRecord],
    _ captions: [[FileRecord]], _ pages: [[FileRecord]]
  ) throws(RenderError) {
    // Before the part that names it.
    try SharedCover.keep(plan.cover, in: transaction)
    try ShardPart.write(
      outline(inSharesOf: shard.count),
      chapters: complete.indices.lazy.map { place in
        var chapter = PartChapter(complete[place], records[place], of: plan)
        chapter.captions = captions[place]
        chapter.page = pages[place].isEmpty ? nil : pages[place]
        return chapter
      },
      of: shard, in: transaction.folder.records)
    try transaction.finish(share: records)
  }

  /// Removes what shares have left of another state of the book, before this one takes its place:
  /// `assemble` must not join it, not even if this build never comes to its end.
  func removeStale() throws(RenderError) {
    let records = transaction.folder.records
    let left = FolderRecords.shards(in: records, prefix: FolderRecords.partPrefix)
    guard !left.isEmpty else { return }
    let current = outline(inSharesOf: options.shard?.count ?? 1)
    for shard in left {
      // Of shares that belong together none knows which one is wrong: `assemble` says that they differ.
      if shard.count == options.shard?.count, shard != options.shard { continue }
      let outline = try ShardPart.outline(of: shard, in: records)
      let isCurrent = outline.map {
        shard == options.shard ? $0 == current : $0.isSameBook(as: current)
      }
      if isCurrent != true { try transaction.removePart(of: shard) }
    }
  }

  private func outline(inSharesOf count: Int) -> ShardPart.Outline {
    ShardPart.Outline(
      book: BookDescription(plan, options: options, sampleRate: sampleRate),
      chapters: zip(plan.chapters, plan.owners(inSharesOf: count)).map { chapter, owner in
        ShardPart.Planned(
          index: chapter.index, title: chapter.title, files: options.fileNames(of: chapter),
          captions: options.captionNames(of: chapter),
          page: options.readAlong.isEmpty ? nil : options.pageNames(of: chapter),
          fingerprint: chapter.fingerprint,
          tagsFingerprint: chapter.tagsFingerprint,
          shard: owner,
          isWanted: options.wants(chapter))
      })
  }
}
